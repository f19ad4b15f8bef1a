import { expect, test } from 'vitest';
import { EnvironmentVariable } from '../../openapi/request-samples/sample-request.ts';
import { extension, listAllowedUrls, type TryRequestProps } from './compile.ts';
import {
  collectFirstValues,
  type Entries,
  fillRequest,
  listMissing,
  makeFieldKey,
  toSampleRequest,
  WHOLE_BODY,
} from './fill-request.ts';

const server = 'https://api.example.com/v1';
const part: TryRequestProps = {
  method: 'POST',
  path: '/orders/{id}/lines/{lines}',
  title: 'Change lines',
  servers: [server],
  parameters: [
    { name: 'id', in: 'path', type: 'text', required: true, value: 'a/b c' },
    { name: 'lines', in: 'path', type: 'text', required: true, value: '1, 2', list: 'join' },
    { name: 'tag', in: 'query', type: 'text', required: false, value: '', list: 'repeat' },
    { name: 'sort', in: 'query', type: 'text', required: false, value: '', list: 'join' },
    { name: 'id', in: 'query', type: 'text', required: false, value: '' },
    { name: 'X-Trace', in: 'header', type: 'text', required: false, value: '' },
  ],
  credentials: [],
  body: { kind: 'text', type: 'application/json', required: true, text: '{"amount":2}' },
  answer: 'json',
};
const createEntries = (changes: Partial<Entries> = {}, of: TryRequestProps = part): Entries => ({
  server,
  secrets: {},
  files: new Map(),
  ...changes,
  values: { ...collectFirstValues(of), ...changes.values },
});

test('fills in the address, and sends no empty values', () => {
  expect(fillRequest(part, createEntries())).toEqual({
    method: 'POST',
    url: `${server}/orders/a%2Fb%20c/lines/1,2`,
    headers: [['Content-Type', 'application/json']],
    body: { kind: 'text', text: '{"amount":2}' },
  });
  const values = {
    'query tag': 'new, hot & cold',
    'query sort': 'a, b',
    'query id': '7',
    'header X-Trace': 't',
  };
  const { url, headers } = fillRequest(part, createEntries({ values }));
  expect(url).toBe(`${server}/orders/a%2Fb%20c/lines/1,2?tag=new&tag=hot+%26+cold&sort=a%2Cb&id=7`);
  expect(headers).toContainEqual(['X-Trace', 't']);
});

test.each([
  ['{"amount":3}', { kind: 'json', value: { amount: 3 }, type: 'application/json' }],
  ['{"amount":', { kind: 'text', text: '{"amount":', type: 'application/json' }],
  ['', undefined],
])('a body of %j is sent as it is, and the sample has %o', (text, bodyOfSample) => {
  const filledEntries = createEntries({ values: { [WHOLE_BODY]: text } });
  expect(fillRequest(part, filledEntries).body).toEqual(text === '' ? undefined : { kind: 'text', text });
  expect(toSampleRequest(part, filledEntries).body).toEqual(bodyOfSample);
});

test.each([
  ['bearer', { user: '', secret: ' abc ' }, 'Bearer abc', ['Bearer ', 'ACCESS_TOKEN']],
  ['bearer', { user: '', secret: 'Bearer abc' }, 'Bearer abc', ['Bearer ', 'ACCESS_TOKEN']],
  ['basic', { user: 'zoë', secret: 'pass:word' }, 'Basic em/DqzpwYXNzOndvcmQ=', ['Basic ', 'CREDENTIALS']],
] as const)('sends credentials of the kind %s, %o', (kind, secret, header, [word, variable]) => {
  const secured: TryRequestProps = { ...part, credentials: [{ name: 'login', kind }] };
  const filledEntries = createEntries({ secrets: { login: secret } });
  expect(fillRequest(secured, filledEntries).headers).toContainEqual(['Authorization', header]);
  expect(toSampleRequest(secured, filledEntries).headers).toContainEqual([
    'Authorization',
    [word, new EnvironmentVariable(variable)],
  ]);
  // Without credentials the request is sent, and the sample shows that it needs them.
  expect(fillRequest(secured, createEntries()).headers).toEqual([['Content-Type', 'application/json']]);
  expect(toSampleRequest(secured, createEntries()).headers).toHaveLength(1);
});

test('sends a key where its scheme says, and only the first Authorization', () => {
  const secured: TryRequestProps = {
    ...part,
    credentials: [
      { name: 'first', kind: 'bearer' },
      { name: 'second', kind: 'basic' },
      { name: 'header', kind: 'key', key: { in: 'header', name: 'X-Key' } },
      { name: 'query', kind: 'key', key: { in: 'query', name: 'key' } },
    ],
  };
  const createSecret = (value: string) => ({ user: '', secret: value });
  const secrets = {
    first: createSecret('1'),
    second: createSecret('2'),
    header: createSecret('3'),
    query: createSecret('4 5'),
  };
  const { url, headers } = fillRequest(secured, createEntries({ secrets }));
  expect(url).toMatch(/\?key=4\+5$/);
  expect(headers).toEqual([
    ['Authorization', 'Bearer 1'],
    ['X-Key', '3'],
    ['Content-Type', 'application/json'],
  ]);
  expect(JSON.stringify(toSampleRequest(secured, createEntries({ secrets })))).not.toMatch(
    /4 5|Bearer 1|"3"/,
  );
});

test('sends forms without empty fields, and files of a form in parts', () => {
  const fields = [
    { name: 'name', type: 'text', required: true, value: 'saw' },
    { name: 'note', type: 'text', required: false, value: '' },
  ] as const;
  const form: TryRequestProps = { ...part, body: { kind: 'form', required: true, fields } };
  expect(fillRequest(form, createEntries({}, form))).toMatchObject({
    headers: [],
    body: { kind: 'form', fields: [['name', 'saw']] },
  });
  const picture = { name: 'picture', type: 'file', required: true, value: '' } as const;
  const multipart: TryRequestProps = {
    ...part,
    body: { kind: 'multipart', required: true, fields: [...fields, picture] },
  };
  expect(listMissing(multipart, createEntries({}, multipart))).toEqual(['picture']);
  const file = new File(['png'], 'saw.png');
  const filledEntries = createEntries(
    { files: new Map([[makeFieldKey(picture), file]]), values: { [makeFieldKey(picture)]: file.name } },
    multipart,
  );
  expect(listMissing(multipart, filledEntries)).toEqual([]);
  expect(fillRequest(multipart, filledEntries).body).toEqual({
    kind: 'multipart',
    fields: [
      ['name', 'saw'],
      ['picture', file],
    ],
  });
  expect(toSampleRequest(multipart, filledEntries).body).toEqual({
    kind: 'multipart',
    fields: [['name', 'saw']],
    files: [['picture', 'saw.png']],
  });
});

test.each([
  ['path id', 'id'],
  ['path lines', 'lines'],
  [WHOLE_BODY, 'application/json'],
])('says that %s is missing', (key, name) => {
  expect(listMissing(part, createEntries({ values: { [key]: '' } }))).toEqual([name]);
});

test.each([
  [['https://api.example.com/v1'], ['https://api.example.com'], ['https://api.example.com/v1']],
  [
    ['https://api.example.com/v1', 'https://api.example.com/v2'],
    ['https://api.example.com'],
    ['https://api.example.com/v1', 'https://api.example.com/v2'],
  ],
  [['https://api.example.com/v1'], ['http://127.0.0.1:9'], ['http://127.0.0.1:9/v1']],
  [['/v1'], ['https://api.example.com'], ['https://api.example.com/v1']],
  [['https://{region}.example.com'], ['https://api.example.com'], ['https://api.example.com']],
  [[], ['https://api.example.com'], ['https://api.example.com']],
  [['https://evil.example'], [], []],
])('from the servers %j and the allowed origins %j, offers %j', (urls, origins, allowedUrls) => {
  expect(listAllowedUrls(urls, origins)).toEqual(allowedUrls);
});

test("shows no form without allowed servers, or for methods that pages can't send", () => {
  const claim = extension.operations?.TryRequest;
  const form = { ...part, servers: [server] };
  expect(claim?.(form, [])).toBeUndefined();
  expect(claim?.({ ...form, method: 'TRACE' }, ['https://api.example.com'])).toBeUndefined();
  expect(claim?.(form, ['https://api.example.com'])).toMatchObject({ servers: [server] });
});
