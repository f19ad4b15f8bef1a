import fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTemporaryIndex } from '../../../testing/search-index.ts';
import { searchRecords } from '../../../testing/search-site.ts';
import { createSearchRoutes } from '../../server/api/search-protocol.ts';
import { parseBody } from '../protocol/request.ts';
import { createAlgoliaEngine, pushRecords } from './algolia.ts';
import { openEmbeddedEngine } from './embedded.ts';
import type { SearchEngine } from './engine.ts';

// This server's own endpoint plays the hosted service: it speaks the same protocol.
const hosted = fastify();
const index = createTemporaryIndex();
const keys: unknown[] = [];
let service: SearchEngine;
let options: Parameters<typeof createAlgoliaEngine>[0];

beforeAll(async () => {
  service = await openEmbeddedEngine({ file: index.file, threads: 1 });
  hosted.addHook('onRequest', async (request) => {
    keys.push(
      request.headers['x-algolia-api-key'] ??
        new URL(request.url, 'http://x').searchParams.get('x-algolia-api-key'),
    );
  });
  await hosted.register(createSearchRoutes({ engine: service, indexNames: ['hosted-index'] }));
  const origin = new URL(await hosted.listen({ host: '127.0.0.1', port: 0 }));
  options = {
    appId: 'app',
    apiKey: 'server-key',
    indexName: 'hosted-index',
    hosts: [{ url: origin.hostname, port: Number(origin.port), protocol: 'http' }],
  };
});

afterAll(async () => {
  await hosted.close();
  await service.close();
  index.remove();
});

function createRequests(query: string, parameters = {}) {
  const body = { requests: [{ indexName: 'docs', query, ...parameters }] };
  return parseBody(JSON.stringify(body), ['docs']).requests ?? [];
}

test('relays a search with the key of the server and the name of this index', async () => {
  const searchOutcome = await createAlgoliaEngine(options).search(
    createRequests('dropdown', { clickAnalytics: true }),
  );
  if (searchOutcome.outcome !== 'answered') throw new Error(searchOutcome.outcome);
  const [answer] = searchOutcome.answers;
  expect(answer).toMatchObject({
    query: 'dropdown',
    nbHits: expect.any(Number),
    queryID: expect.any(String),
  });
  const { index: name, hits, params } = JSON.parse(answer?.json ?? '');
  expect([name, hits[0].url, params]).toEqual([
    'docs',
    '/docs/forms/dropdown',
    'query=dropdown&clickAnalytics=true',
  ]);
  expect(keys.at(-1)).toBe('server-key');
});

test('inserts the tags of the client after escaping', async () => {
  const tags = { highlightPreTag: '<mark>', highlightPostTag: '</mark>' };
  const searchOutcome = await createAlgoliaEngine(options).search(createRequests('dropdown', tags));
  const json =
    searchOutcome.outcome === 'answered' ? JSON.parse(searchOutcome.answers[0]?.json ?? '') : undefined;
  expect(json.hits[0]._highlightResult.hierarchy.lvl1.value).toBe('<mark>Dropdown</mark> control');
});

test("is unavailable if the service can't be reached", async () => {
  const hosts = [{ url: '127.0.0.1', port: 9, protocol: 'http' as const }];
  const searchOutcome = await createAlgoliaEngine({ ...options, hosts }).search(createRequests('x'));
  expect(searchOutcome).toMatchObject({ outcome: 'unavailable' });
});

test('replaces the contents of the hosted index in one step', async () => {
  const service = fastify();
  const calls: string[] = [];
  const pushed: unknown[] = [];
  service.all('/*', async (request) => {
    const body: { operation?: string; requests?: { body: unknown }[] } =
      JSON.parse(String(request.body ?? '{}')) ?? {};
    calls.push(
      `${request.method} ${request.url.replace(/_tmp_\d+/, '_tmp').replace(/\?.*/, '')} ${body.operation ?? ''}`.trim(),
    );
    pushed.push(...(body.requests ?? []).map((one) => one.body));
    return { taskID: 1, objectIDs: [], status: 'published', updatedAt: '' };
  });
  service.removeAllContentTypeParsers();
  service.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  const origin = new URL(await service.listen({ host: '127.0.0.1', port: 0 }));
  const records = searchRecords();
  await pushRecords(
    {
      appId: 'app',
      apiKey: 'writes',
      indexName: 'manual',
      hosts: [{ url: origin.hostname, port: Number(origin.port), protocol: 'http' }],
    },
    records,
  );
  expect(pushed).toEqual(records);
  expect(calls.filter((call) => call.startsWith('POST'))).toEqual([
    'POST /1/indexes/manual/operation copy',
    'POST /1/indexes/manual_tmp/batch',
    'POST /1/indexes/manual/operation copy',
    'POST /1/indexes/manual_tmp/operation move',
  ]);
  expect(calls).toContain('PUT /1/indexes/manual/settings');
  await service.close();
});
