import { parse } from 'acorn';
import { Engine } from 'php-parser';
import { describe, expect, test } from 'vitest';
import { ApiDocument } from './api-document.ts';
import {
  EnvironmentVariable,
  type SampleRequest,
  writeCurlSample,
  writeJavaScriptSample,
  writePhpSample,
} from './api-samples.ts';
import { listOperations } from './operations.ts';
import { createSampleRequest } from './sample-request.ts';

/** The sample request of an operation `POST /orders` with this description. */
function createSample(operation: object, root: object = {}, method = 'post'): SampleRequest {
  const description = {
    openapi: '3.1.0',
    servers: [{ url: 'https://api.example.com/v1' }],
    paths: { '/orders': { [method]: operation } },
    ...root,
  };
  const api = new ApiDocument('/api.json', description, { read: () => undefined, report: () => {} });
  const [first] = listOperations(api);
  if (!first) throw new Error('The description has no operation.');
  return createSampleRequest(api, first);
}

const withBody = (type: string, schema: object, example?: unknown) => ({
  requestBody: { content: { [type]: { schema, ...(example === undefined ? {} : { example }) } } },
});
const fields = { type: 'object', properties: { name: { example: 'it’s "new"' }, count: { example: 2 } } };

const operations: [name: string, request: SampleRequest][] = [
  ['JSON', createSample(withBody('application/json', fields))],
  ['JSON of a vendor', createSample(withBody('application/vnd.shop+json', fields))],
  ['a form', createSample(withBody('application/x-www-form-urlencoded', fields))],
  [
    'parts with a file',
    createSample(
      withBody('multipart/form-data', {
        type: 'object',
        properties: { title: { example: 'Plan' }, plan: { type: 'string', format: 'binary' } },
      }),
    ),
  ],
  ['text', createSample(withBody('text/csv', {}, "a,b\n1,'2'\n"))],
  ['a type without an example', createSample(withBody('application/octet-stream', {}))],
  [
    'a query and headers',
    createSample(
      {
        parameters: [
          { name: 'since', in: 'query', required: true, example: '2026-01-31 & later' },
          { name: 'X-Trace', in: 'header', required: true, example: '`$5`' },
        ],
        security: [{ key: [] }],
      },
      { components: { securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'key' } } } },
      'get',
    ),
  ],
  ['a head', createSample({ responses: { 200: { description: '' } } }, {}, 'head')],
  [
    'secrets',
    {
      method: 'DELETE',
      address: ['https://example.com/', new EnvironmentVariable('TOKEN')],
      query: [['all', 'yes']],
      headers: [['Authorization', ['Bearer `${"\\', new EnvironmentVariable('TOKEN')]]],
      body: { kind: 'form', fields: [['password', new EnvironmentVariable('PASSWORD')]] },
      answer: 'text',
    },
  ],
];

describe.each(operations)('samples of a request with %s', (_name, request) => {
  test('can be parsed in JavaScript', () => {
    const options = { ecmaVersion: 'latest', sourceType: 'module' } as const;
    expect(() => parse(writeJavaScriptSample(request), options)).not.toThrow();
  });

  test('can be parsed in PHP', () => {
    const engine = new Engine({ parser: { php7: true } });
    expect(() => engine.parseCode(writePhpSample(request), 'sample.php')).not.toThrow();
  });
});

test.each([
  ['JSON of a vendor', '-H "Content-Type: application/vnd.shop+json"'],
  ['a form', '--data-urlencode \'name=it’s "new"\' \\\n  --data-urlencode "count=2"'],
  ['parts with a file', '-F "title=Plan" \\\n  -F "plan=@file.bin"'],
  ['text', "-H \"Content-Type: text/csv\" \\\n  -d 'a,b\n1,'\\''2'\\''\n'"],
  ['a type without an example', '-H "Content-Type: application/octet-stream"'],
  ['a query and headers', '--data-urlencode "since=2026-01-31 & later"'],
  ['a query and headers', "-H 'X-Trace: `$5`'"],
  ['a head', 'curl --head https://api.example.com/v1/orders'],
  ['secrets', 'curl -X DELETE "https://example.com/$TOKEN?all=yes"'],
  ['secrets', '-H "Authorization: Bearer \\`\\${\\"\\\\$TOKEN"'],
  ['secrets', '--data-urlencode "password=$PASSWORD"'],
])('curl sends %s', (name, part) => {
  const [, request] = operations.find(([each]) => each === name) ?? [];
  expect(request && writeCurlSample(request)).toContain(part);
});

test.each([
  ['application/json', 'json'],
  ['application/problem+json', 'json'],
  ['text/plain', 'text'],
  ['application/xml', 'text'],
  ['application/pdf', 'file'],
])('an answer of the type %s is read as %s', (type, answer) => {
  const responses = { 404: { description: '' }, 201: { description: '', content: { [type]: {} } } };
  expect(createSample({ responses }).answer).toBe(answer);
});

test('the answer of an operation without content is its status', () => {
  expect(createSample({ responses: { 204: { description: '' } } }).answer).toBe('nothing');
});
