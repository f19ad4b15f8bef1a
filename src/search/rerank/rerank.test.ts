import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { PATIENCE_MS } from '../../../testing/patience.ts';
import { createTemporaryIndex } from '../../../testing/search-index.ts';
import { searchPage } from '../../../testing/search-page.ts';
import { openEmbeddedEngine } from '../engine/embedded.ts';
import type { SearchEngine } from '../engine/engine.ts';
import type { RerankOutcome } from '../engine/statistics.ts';
import type { SearchRecord } from '../index/record.ts';
import { parseBody } from '../protocol/request.ts';
import { openReranker, type RerankerOptions } from './open-reranker.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'rerank-'));
const index = createTemporaryIndex([
  ...Array.from({ length: 30 }, (_, position) => createPage(`Control ${position} of a form`)).flat(),
  ...createPage('Add a control to a secret form'),
]);
const patience = { deadlineMs: PATIENCE_MS, waitMaxMs: PATIENCE_MS };
const engineAlone = await openEmbeddedEngine({ file: index.file, threads: 1, ...patience });
afterAll(async () => {
  await engineAlone.close();
  index.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** A page with a heading and two paragraphs. */
function createPage(title: string): SearchRecord[] {
  return searchPage(title, 'Every form has a name & an <owner>.', `Add it with the menu: ${title}.`);
}

const CANARY = '/docs/add-a-control-to-a-secret-form';
const QUESTION = 'how do I add a control to a form';
/** The machine may be busy, so only tests of the budget have a short one. */
const budgetMs = PATIENCE_MS;

/** Starts the search with a reranker whose module has this text, and waits until it is loaded or has failed. */
async function startSearch(source: string, options: Partial<RerankerOptions> = {}) {
  const module = path.join(folder, `${crypto.randomUUID()}.ts`);
  writeFileSync(module, source);
  const outcomes: RerankOutcome[] = [];
  const log: { details: object; message: string }[] = [];
  const write = (details: object, message: string) => void log.push({ details, message });
  const reranker = openReranker({
    module,
    budgetMs,
    onOutcome: (outcome, seconds) => {
      expect(seconds).toBeGreaterThanOrEqual(0);
      outcomes.push(outcome);
    },
    ...options,
  });
  const audiences = { [CANARY]: ['designers'] };
  const engine = await openEmbeddedEngine({ file: index.file, audiences, threads: 2, reranker, ...patience });
  onTestFinished(async () => {
    await engine.close();
    await reranker.close();
  });
  reranker.start({ info: write, warn: write });
  await expect.poll(() => log.length, { timeout: PATIENCE_MS }).toBe(1);
  return { ask: (query: string, options?: AskOptions) => ask(engine, query, options), outcomes, log };
}

interface AskOptions {
  parameters?: Record<string, unknown>;
  groups?: string[];
}

/** Returns the addresses of the hits, best first. */
async function ask(
  engine: SearchEngine,
  query: string,
  { parameters = {}, groups }: AskOptions = {},
): Promise<string[]> {
  const { requests = [] } = parseBody(
    JSON.stringify({ requests: [{ indexName: 'docs', query, ...parameters }] }),
    ['docs'],
  );
  const searchOutcome = await engine.search(requests, {
    scope: groups && { kind: 'reader', groups },
  });
  if (searchOutcome.outcome !== 'answered') throw new Error(searchOutcome.outcome);
  const { hits }: { hits: { url: string }[] } = JSON.parse(searchOutcome.answers[0]?.json ?? '');
  return hits.map(({ url }) => url);
}

const searchAlone = (query: string, parameters?: Record<string, unknown>) =>
  ask(engineAlone, query, parameters && { parameters });

/** Puts the last passage first. */
const REVERSED = 'export default async (query, passages) => passages.map((passage, at) => at);';

test('puts the first 20 hits of a question in the order of the scores', async () => {
  const { ask, outcomes } = await startSearch(REVERSED);
  const before = await searchAlone(QUESTION);
  expect(before).toHaveLength(20);
  expect(await ask(QUESTION)).toEqual(before.toReversed());
  const second = { page: 1 };
  const rest = await searchAlone(QUESTION, second);
  expect(rest).toHaveLength(11);
  expect(await ask(QUESTION, { parameters: second })).toEqual(rest);
  expect(outcomes).toEqual(['reranked']);
});

test('keeps the order of the engine among passages with equal scores', async () => {
  const { ask, outcomes } = await startSearch('export default async (_, passages) => passages.map(() => 3);');
  expect(await ask(QUESTION)).toEqual(await searchAlone(QUESTION));
  expect(outcomes).toEqual(['reranked']);
});

test('passes titles and texts of the sections as plain text', async () => {
  const { ask } = await startSearch(`
    import { defineReranker, type RerankPassage } from 'gatehouse/reranker';
    const isWanted = ({ title, text }: RerankPassage) =>
      title === 'Control 7 of a form' &&
      text === 'Every form has a name & an <owner>.\\nAdd it with the menu: Control 7 of a form.';
    export default defineReranker(async (query, passages, signal) => {
      if (query !== '${QUESTION}' || signal.aborted) throw new Error(query);
      return passages.map((passage) => (isWanted(passage) ? 1 : 0));
    });
  `);
  expect((await ask(QUESTION))[0]).toBe('/docs/control-7-of-a-form');
});

test.each([
  ['control', 'words to look up'],
  ['', 'no words'],
  ['how do I add a contr', 'a word that is still being typed'],
  ['wie kann ich eine Liste', 'words that nothing has'],
])('doesn\'t ask the reranker for "%s": %s', async (query) => {
  const { ask, outcomes } = await startSearch(REVERSED);
  expect(await ask(query)).toEqual(await searchAlone(query));
  expect(outcomes).toEqual([]);
});

test.each([
  ['late', 'export default () => new Promise(() => {});'],
  ['late', 'export default () => { for (;;); };'],
  [
    'late',
    'export default (_, __, signal) => new Promise((resolve, reject) => signal.addEventListener("abort", reject));',
  ],
])('keeps the order of the engine if the reranker is %s: %s', async (outcome, source) => {
  const { ask, outcomes, log } = await startSearch(source, { budgetMs: 20 });
  expect(await ask(QUESTION)).toEqual(await searchAlone(QUESTION));
  expect(outcomes).toEqual([outcome]);
  expect(log.at(-1)?.details).toMatchObject({ outcome, reason: 'it took longer than 20 ms' });
});

test.each([
  ['failed', 'async () => { throw new Error("no model"); }', 'no model'],
  ['failed', '() => { throw "no model"; }', 'no model'],
  ['failed', 'async () => { process.exit(1); }', 'its thread ended'],
  ['invalid', 'async () => undefined', 'it must return an array of numbers'],
  ['invalid', 'async () => "12345678901234567890"', 'it must return an array of numbers'],
  ['invalid', 'async () => [1]', /^it returned 1 scores for \d+ passages$/],
  ['invalid', 'async (_, passages) => passages.map(() => NaN)', "score 1 isn't a finite number"],
  [
    'invalid',
    'async (_, passages) => passages.map((_, at) => (at === 1 ? "2" : 2))',
    "score 2 isn't a finite number",
  ],
  ['invalid', 'async (_, passages) => passages.map(() => Infinity)', "score 1 isn't a finite number"],
  ['invalid', 'async (_, passages) => new Array(passages.length)', "score 1 isn't a finite number"],
])('keeps the order of the engine if the answer is %s: %s', async (outcome, source, reason) => {
  const { ask, outcomes, log } = await startSearch(`export default ${source};`);
  expect(await ask(QUESTION)).toEqual(await searchAlone(QUESTION));
  expect(outcomes).toEqual([outcome]);
  expect(log.at(-1)?.details).toMatchObject({
    reason: typeof reason === 'string' ? reason : expect.stringMatching(reason),
  });
});

test.each([
  ['throw new Error("no model file");', 'no model file'],
  ['export const rerank = () => [];', 'its default export must be a function: see gatehouse/reranker'],
  ['this is no module', /Expected|SyntaxError|Unexpected/],
])("keeps the order of the engine if the module can't be used: %s", async (source, reason) => {
  const { ask, outcomes, log } = await startSearch(source);
  expect(await ask(QUESTION)).toEqual(await searchAlone(QUESTION));
  expect(outcomes).toEqual(['unavailable']);
  expect(log).toEqual([
    {
      details: expect.objectContaining({
        outcome: 'unavailable',
        reason: typeof reason === 'string' ? reason : expect.stringMatching(reason),
      }),
      message: expect.stringContaining('The reranker'),
    },
  ]);
});

test('asks again after a failure, and keeps an order once it has one', async () => {
  const { ask, outcomes } = await startSearch(`
    let calls = 0;
    export default async (_, passages) => {
      calls += 1;
      if (calls === 1) throw new Error('not yet');
      return passages.map((_, at) => at);
    };
  `);
  const before = await searchAlone(QUESTION);
  expect(await ask(QUESTION)).toEqual(before);
  const reranked = await ask(QUESTION);
  expect(reranked).not.toEqual(before);
  // The same answer from memory, then the same order in answers of another form.
  expect(await ask(QUESTION)).toEqual(reranked);
  expect(await ask(QUESTION, { parameters: { attributesToSnippet: [], hitsPerPage: 2 } })).toEqual(
    reranked.slice(0, 2),
  );
  expect(await ask(QUESTION, { parameters: { hitsPerPage: 2, page: 1 } })).toEqual(reranked.slice(2, 4));
  expect(outcomes).toEqual(['failed', 'reranked']);
});

test('passes only sections that the reader may see, and shares no order between readers', async () => {
  // Puts what is about the canary first, and tells the log what it got.
  const { ask, log } = await startSearch(`
    export default async (_, passages) => {
      const texts = passages.map(({ title, text }) => title + text);
      if (!texts.some((text) => text.includes('secret'))) throw new Error(texts.length + ' without the canary');
      return texts.map((text) => (text.includes('secret') ? 1 : 0));
    };
  `);
  expect((await ask(QUESTION, { groups: ['designers'] }))[0]).toBe(CANARY);
  expect(await ask(QUESTION, { groups: [] })).not.toContain(CANARY);
  expect(log.at(-1)?.details).toMatchObject({ outcome: 'failed', reason: '20 without the canary' });
});

test('passes on a few questions at once, and logs failures at most once a minute', async () => {
  const { ask, outcomes, log } = await startSearch('export default () => new Promise(() => {});', {
    budgetMs: 50,
  });
  const verbs = ['add', 'change', 'move', 'copy', 'hide', 'remove'];
  await Promise.all(verbs.map((verb) => ask(`how do I ${verb} a control of a form`)));
  expect(outcomes.toSorted()).toEqual(['busy', 'busy', 'late', 'late', 'late', 'late']);
  expect(log).toHaveLength(2);
});

test('replaces a thread that hangs', async () => {
  const marker = path.join(folder, 'hangs-once');
  const { ask, outcomes } = await startSearch(
    `
    import { existsSync, writeFileSync } from 'node:fs';
    export default async (_, passages) => {
      if (existsSync('${marker}')) return passages.map((_, at) => at);
      writeFileSync('${marker}', '');
      for (;;);
    };
    `,
    { budgetMs: 500, stuckMs: 500, restartMs: 0 },
  );
  const before = await searchAlone(QUESTION);
  expect(await ask(QUESTION)).toEqual(before);
  await expect.poll(() => ask(QUESTION), { timeout: PATIENCE_MS }).toEqual(before.toReversed());
  expect([outcomes[0], outcomes.at(-1)]).toEqual(['late', 'reranked']);
});
