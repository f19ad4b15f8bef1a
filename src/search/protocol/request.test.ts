import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseBody } from './request.ts';

const parse = (value: unknown) =>
  parseBody(typeof value === 'string' ? value : JSON.stringify(value), ['docs']);
const request = (parameters: Record<string, unknown>) =>
  parse({ requests: [{ indexName: 'docs', ...parameters }] }).requests?.[0];

test("refuses a body that isn't a list of requests", () => {
  for (const body of ['', '{', 'null', '1', '"x"', '{}', '{"requests":1}', '{"requests":[1]}']) {
    expect(parse(body).error?.status, body).toBe(400);
  }
});

test('more than 20 requests are refused', () => {
  const requests = Array.from({ length: 21 }, () => ({ indexName: 'docs', query: 'x' }));
  expect(parse({ requests }).error).toMatchObject({ status: 400 });
  expect(parse({ requests: requests.slice(1) }).requests).toHaveLength(20);
});

test("an index that isn't known isn't found", () => {
  expect(parse({ requests: [{ indexName: 'other', query: '' }] }).error).toEqual({
    message: 'Index other does not exist',
    status: 404,
  });
});

test('a parameter of the wrong type is refused by its name', () => {
  expect(parse({ requests: [{ indexName: 'docs', query: 5 }] }).error?.message).toContain('"query"');
  expect(parse({ requests: [{ indexName: 'docs', hitsPerPage: 'many' }] }).error?.message).toContain(
    '"hitsPerPage"',
  );
  expect(parse({ requests: [{ query: 'no index' }] }).error?.status).toBe(400);
});

test('queries and pages are clamped', () => {
  expect(request({ query: '𝒳'.repeat(100) })?.query).toBe('𝒳'.repeat(64));
  expect(request({ query: 'x', hitsPerPage: 1_000_000, page: -4 })).toMatchObject({
    hitsPerPage: 20,
    page: 0,
  });
});

test('parameters also come as one query string, and lists as text', () => {
  const params =
    'query=old%20client&hitsPerPage=3&facetFilters=%5B%22type%3Alvl1%22%5D&attributesToSnippet=content:5';
  expect(request({ params })).toMatchObject({
    query: 'old client',
    hitsPerPage: 3,
    facetFilters: ['type:lvl1'],
    attributesToSnippet: ['content:5'],
  });
});

test('distinct is a switch or a number', () => {
  expect([undefined, true, false, 0, 3].map((distinct) => request({ distinct })?.distinct)).toEqual([
    1, 1, 0, 0, 3,
  ]);
});

test('no body makes it throw', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.object().map((value) => JSON.stringify({ requests: [value] })),
      ),
      (body) => {
        const parsed = parseBody(body, ['docs']);
        expect(parsed.error ?? parsed.requests).toBeDefined();
      },
    ),
  );
});
