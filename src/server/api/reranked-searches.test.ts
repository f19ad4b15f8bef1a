import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { PATIENCE_MS } from '../../../testing/patience.ts';
import { startServer, type TestServer } from '../../../testing/server.ts';
import { TestSite } from '../../../testing/test-site.ts';
import { readEnvironment } from '../../config/environment.ts';
import { openViews } from '../../views/scope-views.ts';
import { createMetrics } from '../ops/metrics.ts';
import { createSiteSearch } from './search.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'reranked-'));
const SEARCH_RERANKER = path.join(folder, 'reranker.ts');
/** Puts the boathouse first. Writes what it gets into a file, where a canary would be found. */
writeFileSync(
  SEARCH_RERANKER,
  `
  import { appendFileSync } from 'node:fs';
  import { defineReranker } from 'gatehouse/reranker';
  export default defineReranker(async (query, passages) => {
    appendFileSync(${JSON.stringify(path.join(folder, 'passages.txt'))}, JSON.stringify([query, passages]) + '\\n');
    return passages.map(({ title }) => (title.includes('boathouse') ? 1 : 0));
  });
  `,
);

const writePage = (title: string, text: string) => `# ${title}\n\n${text}\n`;
let site: TestSite;
beforeAll(async () => {
  site = new TestSite({
    'site.config.ts': "export default { name: 'Harbour', groups: ['staff'] };",
    'docs/mooring.md': writePage('Reserve a mooring', 'You reserve a mooring for a boat at the pier.'),
    'docs/boathouse.md': writePage('The boathouse', 'Boats without a mooring stay in the boathouse.'),
    'docs/fees.md': `${writePage('Fees', 'A mooring costs 3 crowns.')}\n<Audience for="staff">\n\n## Zibeline mooring\n\nA mooring for a zibeline is free.\n\n</Audience>\n`,
    'docs/staff.md': `---\naudience: staff\n---\n\n${writePage('Zibeline', 'Staff reserve a mooring with the zibeline.')}`,
  });
  const { problems } = await site.build();
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
});
afterAll(() => {
  site?.[Symbol.dispose]();
  rmSync(folder, { recursive: true, force: true });
});

async function serve(environment: { SEARCH_RERANKER?: string }) {
  const metrics = createMetrics();
  const search = createSiteSearch({ SEARCH: 'embedded', WORKERS: 2, ...environment });
  metrics.registerSearches(search.statistics);
  const server = await startServer({ dist: site.distDir, openViews, search });
  onTestFinished(() => server.close());
  const readMetrics = () => metrics.registry.metrics();
  return { server, readMetrics, reader: await server.signInAs(), member: await server.signInAs('staff') };
}

async function ask(server: TestServer, cookie: string, query: string): Promise<string[]> {
  const response = await server.app.inject({
    method: 'POST',
    url: '/1/indexes/*/queries',
    headers: { host: 'localhost:3000', cookie },
    payload: { requests: [{ indexName: 'docs', query }] },
  });
  const { results }: { results: { hits: { url_without_anchor: string }[] }[] } = response.json();
  return results[0]?.hits.map(({ url_without_anchor }) => url_without_anchor) ?? [];
}

const QUESTION = 'where do I reserve a mooring for my boat';

test('a reranker orders questions of readers, and never gets what they may not see', async () => {
  const plainServer = await serve({});
  expect((await ask(plainServer.server, plainServer.reader, QUESTION))[0]).toBe('/docs/mooring');

  const { server, readMetrics, reader, member } = await serve({ SEARCH_RERANKER });
  await expect
    .poll(() => ask(server, reader, `${QUESTION}?`), { timeout: PATIENCE_MS })
    .toSatisfy(([first]) => first === '/docs/boathouse');
  const readPassages = () => readFileSync(path.join(folder, 'passages.txt'), 'utf8');
  expect(readPassages()).toContain('Boats without a mooring');
  expect(readPassages().toLowerCase()).not.toContain('zibeline');
  expect(await ask(server, member, 'where do I reserve a zibeline mooring')).toContain('/docs/staff');
  expect(await readMetrics()).toMatch(/^docs_reranks_total\{outcome="reranked"\} \d+$/m);
  expect(await readMetrics()).toMatch(/^docs_rerank_duration_seconds_count \d+$/m);
  expect(server.logText()).toContain('The reranker is loaded.');
});

test('the results page has the order of the reranker, too', async () => {
  const listHits = async ({ server, reader }: Awaited<ReturnType<typeof serve>>) => {
    const { body } = await server.get(`/search?${new URLSearchParams({ q: QUESTION })}`, { cookie: reader });
    const hits = body.slice(body.indexOf('<ol'));
    return [...hits.matchAll(/href="(\/docs\/[^"#]+)/g)].map(([, url]) => url);
  };
  expect((await listHits(await serve({})))[0]).toBe('/docs/mooring');
  const reranked = await serve({ SEARCH_RERANKER });
  await expect
    .poll(() => listHits(reranked), { timeout: PATIENCE_MS })
    .toSatisfy(([first]) => first === '/docs/boathouse');
});

test('without the variable nothing is loaded, measured or logged', async () => {
  const { server, readMetrics, reader } = await serve({});
  await ask(server, reader, QUESTION);
  expect(await readMetrics()).not.toMatch(/^docs_reranks_total\{/m);
  expect(server.logText()).not.toContain('reranker');
});

test.each([
  [{ SEARCH_RERANKER: '/nothing/here.ts' }, /^SEARCH_RERANKER is \/nothing\/here\.ts, which isn't a file\./],
  [{ SEARCH_RERANKER: folder }, /which isn't a file\. Set it to the module of a reranker/],
  [
    {
      SEARCH_RERANKER,
      SEARCH: 'algolia',
      ALGOLIA_APP_ID: 'app',
      ALGOLIA_API_KEY: 'key',
      ALGOLIA_INDEX: 'index',
    },
    /^SEARCH_RERANKER has no effect with SEARCH=algolia\./,
  ],
])('%o is refused before the server starts', (source, message) => {
  const { problems } = readEnvironment(source, { features: [], folder });
  expect(problems.map((problem) => problem.message)).toEqual([expect.stringMatching(message)]);
});
