import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownManual } from '../../testing/manuals.ts';
import { callTool, openToolsSite, type ToolsSite } from '../../testing/mcp.ts';
import { askThroughTools } from '../../testing/tool-questions.ts';
import questions from './tool-questions.json' with { type: 'json' };

/** Raise it when the search or the articles get better. */
const ANSWERED_MIN = 26;
/** Average length of the tools' answers to one question: some 7,000 tokens. */
const BYTES_MAX = 29_000;

let site: ToolsSite;
beforeAll(async () => {
  site = await openToolsSite(ownManual);
});
afterAll(() => site?.close());

test('each passage that is looked for is in an article: who rewords one corrects it here', () => {
  const docs = path.resolve(import.meta.dirname, '../docs/LuranaBPA');
  const files = readdirSync(docs, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.mdx?$/.test(name),
  );
  const articles = files.map((name) => readFileSync(path.join(docs, name), 'utf8'));
  // Sections that are looked up by name are made from the reference data.
  const askedPassages = questions.flatMap(({ question, passage }) =>
    question === undefined ? [] : [passage],
  );
  expect(askedPassages.length).toBeGreaterThan(20);
  expect(askedPassages.filter((passage) => !articles.some((text) => text.includes(passage)))).toEqual([]);
});

test('an answer that is too long can be read in portions, each of which says how much is left', async () => {
  const { secret } = await site.token();
  const client = await site.connect(secret);
  const address = '/docs/LuranaBPA/Developer Info/RESTAPI/Cases/StartRouteControl';
  let [read, offset] = ['', 0];
  do {
    const { text } = await callTool(client, 'read_page', { address, offset });
    expect(text.length).toBeLessThan(20_000);
    read += /<documentation>\n([\s\S]*)\n<\/documentation>/.exec(text)?.[1] ?? '';
    offset = Number(/^Cut here: \d+ more characters\. Continue with offset (\d+)/m.exec(text)?.[1] ?? 0);
  } while (offset > 0);
  const headers = { authorization: `Bearer ${secret}` };
  const copy = await (await fetch(new URL(`${encodeURI(address)}.md`, site.url), { headers })).text();
  expect(read.length).toBeGreaterThan(10_000);
  expect(read).toBe(copy.replace(/^---\n[\s\S]*?\n---\n+/, '').trimEnd());

  const { text: second } = await callTool(client, 'search', { query: 'case', page: 2 });
  expect(second).toContain('\n9. ');
  expect(second).toMatch(/\d+ sections found\. For more, use page 3\.$/);
});

test('most of thirty questions are answered through the tools alone, in few bytes', async () => {
  const { secret } = await site.token();
  const { questions, missed, bytes } = await askThroughTools(await site.connect(secret));
  expect(questions).toBe(30);
  expect(questions - missed.length, missed.join('\n')).toBeGreaterThanOrEqual(ANSWERED_MIN);
  expect(bytes / questions).toBeLessThanOrEqual(BYTES_MAX);
});
