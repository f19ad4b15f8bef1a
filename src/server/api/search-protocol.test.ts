import { algoliasearch } from 'algoliasearch';
import { liteClient } from 'algoliasearch/lite';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTemporaryIndex } from '../../../testing/search-index.ts';
import { openEmbeddedEngine } from '../../search/engine/embedded.ts';
import type { SearchEngine } from '../../search/engine/engine.ts';
import { createSearchRoutes } from './search-protocol.ts';

const server = fastify();
const { file, remove } = createTemporaryIndex();
let engine: SearchEngine;
let host: { url: string; protocol: 'http'; accept: 'readWrite'; port: number };

beforeAll(async () => {
  engine = await openEmbeddedEngine({ file, threads: 1 });
  await server.register(createSearchRoutes({ engine }));
  await server.listen({ host: '127.0.0.1', port: 0 });
  const address = server.server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server has a port');
  host = { url: '127.0.0.1', protocol: 'http', accept: 'readWrite', port: address.port };
});

afterAll(async () => {
  await server.close();
  await engine.close();
  remove();
});

function post(url: string, payload: string, contentType = 'application/json') {
  return server.inject({ method: 'POST', url, payload, headers: { 'content-type': contentType } });
}
const queries = '/1/indexes/*/queries';
const one = JSON.stringify({ requests: [{ indexName: 'docs', query: 'dropdown' }] });

test('the lite client of the public service finds hits', async () => {
  const client = liteClient('app', 'key', { hosts: [host] });
  const { results } = await client.search<{ url: string }>({
    requests: [
      { indexName: 'docs', query: 'dropdown', hitsPerPage: 2, clickAnalytics: true },
      { indexName: 'docs', query: 'textbox' },
    ],
  });
  expect(results).toMatchObject([
    {
      index: 'docs',
      query: 'dropdown',
      hits: [{ url: '/docs/forms/dropdown' }, {}],
      hitsPerPage: 2,
      page: 0,
    },
    { hits: [{ url: '/docs/forms/textbox' }, {}] },
  ]);
});

test('the full client finds hits in many indexes and in one', async () => {
  const client = algoliasearch('app', 'key', { hosts: [host] });
  const many = await client.searchForHits<{ url: string }>({
    requests: [{ indexName: 'docs', query: 'XMLNewCase' }],
  });
  expect(many.results[0]?.hits[0]?.url).toBe('/docs/dev/php#xmlnewcase-');
  const single = await client.searchSingleIndex<{ url: string }>({
    indexName: 'docs',
    searchParams: { query: 'XMLNewCase' },
  });
  expect(single.hits[0]?.url).toBe('/docs/dev/php#xmlnewcase-');
});

test('the clients report an unknown index as the service does', async () => {
  const client = algoliasearch('app', 'key', { hosts: [host] });
  await expect(client.search({ requests: [{ indexName: 'nope', query: '' }] })).rejects.toMatchObject({
    name: 'ApiError',
    status: 404,
    message: 'Index nope does not exist',
  });
});

test('JSON is parsed whatever its content type is', async () => {
  for (const type of [
    'text/plain',
    'application/json',
    'application/x-www-form-urlencoded',
    'text/plain; charset=utf-8',
  ]) {
    const response = await post(queries, one, type);
    expect(response.statusCode, type).toBe(200);
    expect(response.json().results).toHaveLength(1);
  }
});

test('the name of all indexes may be encoded', async () => {
  expect((await post('/1/indexes/%2A/queries', one)).statusCode).toBe(200);
});

test('invalid requests are rejected in the format of the service', async () => {
  const tooMany = JSON.stringify({
    requests: Array.from({ length: 21 }, () => ({ indexName: 'docs', query: '' })),
  });
  const tooLarge = JSON.stringify({ requests: [{ indexName: 'docs', query: 'x'.repeat(65 * 1024) }] });
  for (const body of ['', 'no json', '[1]', '{"requests":{}}', tooMany, tooLarge]) {
    const response = await post(queries, body);
    expect(response.statusCode, body.slice(0, 40)).toBe(400);
    expect(response.json()).toEqual({ message: expect.any(String), status: 400 });
  }
});

test('an answer is never cached', async () => {
  expect((await post(queries, one)).headers['cache-control']).toBe('private, no-store');
});

test('events are accepted, and invalid event lists are rejected', async () => {
  const event = {
    eventType: 'click',
    eventName: 'Opened',
    index: 'docs',
    queryID: 'a'.repeat(32),
    objectIDs: ['0-/x'],
  };
  expect((await post('/1/events', JSON.stringify({ events: [event] }))).statusCode).toBe(200);
  expect((await post('/1/events', '{}')).statusCode).toBe(400);
});

test('a closed engine reports that it is unavailable, and the server continues', async () => {
  const closedEngine = await openEmbeddedEngine({ file, threads: 1 });
  await closedEngine.close();
  const other = fastify();
  await other.register(createSearchRoutes({ engine: closedEngine }));
  const response = await other.inject({
    method: 'POST',
    url: queries,
    payload: one,
    headers: { 'content-type': 'text/plain' },
  });
  expect([response.statusCode, response.json()]).toEqual([
    503,
    { message: 'Search is temporarily unavailable', status: 503 },
  ]);
  await other.close();
});
