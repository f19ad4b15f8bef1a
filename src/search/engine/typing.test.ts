import { afterAll, describe, expect, test } from 'vitest';
import { growRecords } from '../../../testing/grow-records.ts';
import { PATIENCE_MS } from '../../../testing/patience.ts';
import { createTemporaryIndex } from '../../../testing/search-index.ts';
import { searchRecords } from '../../../testing/search-site.ts';
import { parseBody } from '../protocol/request.ts';
import { type EmbeddedOptions, openEmbeddedEngine } from './embedded.ts';
import type { SearchEngine, SearchSource } from './engine.ts';
import { createSearchStatistics } from './statistics.ts';

const index = createTemporaryIndex(growRecords(searchRecords(), 2_000));
afterAll(() => index.remove());

/** Opens an engine with one thread. A search waits as long as a busy machine makes it wait. */
const openEngine = (options: Partial<EmbeddedOptions> = {}) =>
  openEmbeddedEngine({
    file: index.file,
    threads: 1,
    deadlineMs: PATIENCE_MS,
    waitMaxMs: PATIENCE_MS,
    supersededWaitMs: PATIENCE_MS,
    ...options,
  });

const createRequests = (query: string, parameters: Record<string, unknown> = {}) =>
  parseBody(JSON.stringify({ requests: [{ indexName: 'docs', query, ...parameters }] }), ['docs']).requests ??
  [];

/** Asks, and notes the answer's query and result in the order in which answers come. */
function createAsk(engine: SearchEngine, source: SearchSource) {
  const answeredQueries: string[] = [];
  const ask = async (query: string, parameters?: Record<string, unknown>) => {
    const outcome = await engine.search(createRequests(query, parameters), source);
    if (outcome.outcome !== 'answered') return outcome;
    const [answer] = outcome.answers;
    const body = JSON.parse(answer?.json ?? '');
    answeredQueries.push(query);
    return { asked: query, query: body.query, result: answer?.result, body };
  };
  return { ask, answeredQueries };
}

/** Keeps the only thread busy: two searches run or are at hand, the others wait. */
const keepBusy = (engine: SearchEngine, waitingCount = 6) =>
  Promise.all(
    Array.from({ length: 2 + waitingCount }, (_, position) =>
      engine.search(createRequests(`task case user ${position} of a`), { reader: `other ${position}` }),
    ),
  );

describe('a newer query of the same typing', () => {
  test('is answered before waiting ones, and every query gets its own answer', async () => {
    const engine = await openEngine();
    const otherSearches = keepBusy(engine);
    const { ask, answeredQueries } = createAsk(engine, { reader: 'ana', typist: 'ana’s browser' });
    const typedQueries = ['dr', 'dro', 'drop', 'dropd', 'dropdown'];
    const answers = await Promise.all(typedQueries.map((query) => ask(query)));
    expect(answeredQueries[0]).toBe('dropdown');
    expect(answers.map((answer) => 'query' in answer && answer.query)).toEqual(typedQueries);
    await otherSearches;
    await engine.close();
  });

  test('answers the older queries too when the queue is full', async () => {
    const engine = await openEngine({ queueMax: 7 });
    const otherSearches = keepBusy(engine, 6);
    const { ask } = createAsk(engine, { reader: 'ana', typist: 'ana’s browser' });
    const answers = await Promise.all(['dr', 'dro', 'drop'].map((query) => ask(query)));
    expect(answers).toMatchObject([
      { query: 'drop', result: 'superseded' },
      { query: 'drop', result: 'superseded' },
      { query: 'drop', result: 'computed' },
    ]);
    await otherSearches;
    await engine.close();
  });

  test('may remove letters', async () => {
    const engine = await openEngine();
    const otherSearches = keepBusy(engine);
    const { ask, answeredQueries } = createAsk(engine, { reader: 'ana', typist: 'ana’s browser' });
    await Promise.all(['dropdown', 'dropd', 'drop'].map((query) => ask(query)));
    expect(answeredQueries[0]).toBe('drop');
    await otherSearches;
    await engine.close();
  });

  test.each([
    ['another question', ['textbox', 'dropdown'], {}],
    ['another page of the hits', ['drop', 'dropdown'], { page: 1 }],
    ['other filters', ['drop', 'dropdown'], { facetFilters: ['type:lvl1'] }],
  ])("isn't recognized where it is %s", async (_what, [first = '', second = ''], parameters) => {
    const engine = await openEngine();
    const otherSearches = keepBusy(engine);
    const { ask, answeredQueries } = createAsk(engine, { reader: 'ana', typist: 'ana’s browser' });
    await Promise.all([ask(first), ask(second, parameters)]);
    expect(answeredQueries).toEqual([first, second]);
    await otherSearches;
    await engine.close();
  });

  test.each([
    ['a program with a token', {}, {}],
    ['two browsers of one reader', { typist: 'at work' }, { typist: 'at home' }],
    [
      'two scopes',
      { typist: 'ana’s browser', scope: { kind: 'reader', groups: ['a'] } as const },
      { typist: 'ana’s browser', scope: { kind: 'reader', groups: ['b'] } as const },
    ],
  ])("isn't recognized from %s", async (_who, one, other) => {
    const engine = await openEngine();
    const otherSearches = keepBusy(engine);
    const answeredQueries: string[] = [];
    const ask = async (query: string, source: SearchSource) => {
      await engine.search(createRequests(query), { reader: 'ana', ...source });
      answeredQueries.push(query);
    };
    await Promise.all([ask('drop', one), ask('dropdown', other)]);
    expect(answeredQueries).toEqual(['drop', 'dropdown']);
    await otherSearches;
    await engine.close();
  });
});

describe('cached answers', () => {
  test('serve equal requests, each with its own echo and ID', async () => {
    const engine = await openEngine();
    const parameters = { clickAnalytics: true };
    const first = await createAsk(engine, { reader: 'ana' }).ask('dropdown', {
      ...parameters,
      userToken: 'ana',
    });
    const second = await createAsk(engine, { reader: 'ben' }).ask('dropdown', {
      ...parameters,
      userToken: 'ben',
    });
    expect(first).toMatchObject({ result: 'computed', body: { params: expect.stringContaining('=ana') } });
    expect(second).toMatchObject({ result: 'cached', body: { params: expect.stringContaining('=ben') } });
    if (!('body' in first && 'body' in second)) throw new Error('Both are answered.');
    expect(second.body.hits).toEqual(first.body.hits);
    expect(first.body.queryID).toMatch(/^[0-9a-f]{32}$/);
    expect(second.body.queryID).toMatch(/^[0-9a-f]{32}$/);
    expect(second.body.queryID).not.toBe(first.body.queryID);
    await engine.close();
  });

  test.each([
    ['text', 'dropdowns', {}],
    ['page', 'dropdown', { page: 1 }],
    ['number of hits', 'dropdown', { hitsPerPage: 3 }],
    ['filters', 'dropdown', { facetFilters: ['type:lvl1'] }],
    ['facets', 'dropdown', { facets: ['type'] }],
    ['grouping', 'dropdown', { distinct: 0 }],
    ['attributes', 'dropdown', { attributesToRetrieve: ['url'] }],
    ['highlighted attributes', 'dropdown', { attributesToHighlight: [] }],
    ['snippets', 'dropdown', { attributesToSnippet: ['content:3'] }],
    ['ellipsis', 'dropdown', { snippetEllipsisText: '[more]' }],
    ['opening tag', 'dropdown', { highlightPreTag: '<b>' }],
    ['closing tag', 'dropdown', { highlightPostTag: '</b>' }],
  ])("aren't given to a request that differs in its %s", async (_what, query, parameters) => {
    const engine = await openEngine();
    const { ask } = createAsk(engine, { reader: 'ana' });
    expect(await ask('dropdown')).toMatchObject({ result: 'computed' });
    expect(await ask(query, parameters)).toMatchObject({ result: 'computed' });
    await engine.close();
  });

  test('stay within their scope', async () => {
    const secret = '/docs/forms/dropdown';
    const audiences = { [secret]: ['finance'] };
    const engine = await openEngine({ audiences });
    const findUrlsFor = async (scope: SearchSource['scope']) => {
      const answer = await createAsk(engine, { reader: 'ana', scope }).ask('dropdown');
      if (!('body' in answer)) throw new Error(JSON.stringify(answer));
      return answer.body.hits.map(({ url }: { url: string }) => url.split('#')[0]);
    };
    const finance = { kind: 'reader', groups: ['finance'] } as const;
    const sales = { kind: 'reader', groups: ['sales'] } as const;
    for (const _round of [1, 2]) {
      expect(await findUrlsFor(finance)).toContain(secret);
      expect(await findUrlsFor(sales)).not.toContain(secret);
      expect(await findUrlsFor({ kind: 'visitor' })).not.toContain(secret);
      expect(await findUrlsFor({ kind: 'everything' })).toContain(secret);
    }
    await engine.close();
  });
});

test('refuses a search that has waited longer than its client', async () => {
  const engine = await openEngine({ waitMaxMs: 0 });
  expect(await engine.search(createRequests('dropdown'), { reader: 'ana' })).toEqual({
    outcome: 'overloaded',
  });
  await engine.close();
});

test('counts waiting searches', async () => {
  const statistics = createSearchStatistics();
  const engine = await openEngine({ statistics });
  const otherSearches = keepBusy(engine, 6);
  const { ask } = createAsk(engine, { reader: 'ana', typist: 'ana’s browser' });
  const typedSearches = ['dr', 'dro', 'drop', 'dropd', 'dropdown'].map((query) => ask(query));
  expect(statistics.read().waiting).toBe(11);
  await Promise.all([otherSearches, ...typedSearches]);
  expect(statistics.read().waiting).toBe(0);
  await engine.close();
});
