import { createMCPClient } from '@ai-sdk/mcp';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { smallManual } from '../../../testing/manuals.ts';
import { openToolsSite, type ToolsSite } from '../../../testing/mcp.ts';
import { reader, startServer } from '../../../testing/server.ts';
import { personalTokens } from '../personal-tokens/feature.ts';
import { mcp } from './feature.ts';

let site: ToolsSite;
let secret: string;
beforeAll(async () => {
  site = await openToolsSite(smallManual);
  ({ secret } = await site.token());
});
afterAll(() => site?.close());

const initialize = (protocolVersion: string) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } },
});
const listTools = { jsonrpc: '2.0', id: 2, method: 'tools/list' };

/** Uses `inject`, which doesn't add an `Accept` header. */
function post(body: object, headers: Record<string, string>, url = '/mcp') {
  return site.server.app.inject({
    method: 'POST',
    url,
    headers: {
      host: site.url.host,
      authorization: `Bearer ${secret}`,
      'content-type': 'application/json',
      ...headers,
    },
    payload: JSON.stringify(body),
  });
}

const createAcceptHeader = (accept: string | undefined) => (accept === undefined ? {} : { accept });

/** The messages of an answer in either format. */
function readMessages({ headers, body }: { headers: Record<string, unknown>; body: string }): unknown[] {
  if (String(headers['content-type']).startsWith('application/json')) return [JSON.parse(body)].flat();
  return body
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice('data: '.length)));
}

describe('a client gets an answer in a format that it accepts', () => {
  test.each([
    [undefined, /./],
    ['', /./],
    ['*/*', /./],
    ['application/json, text/event-stream', /./],
    ['text/event-stream, application/json', /./],
    ['application/json', /^application\/json/],
    ['Application/JSON', /^application\/json/],
    ['application/*', /^application\/json/],
    ['application/json;q=0.9, text/html', /^application\/json/],
    ['application/json; charset=utf-8', /^application\/json/],
    ['text/event-stream;q=0, */*', /^application\/json/],
    ['text/html, application/xhtml+xml, */*;q=0.8', /./],
    ['text/event-stream', /^text\/event-stream/],
    ['text/*', /^text\/event-stream/],
    ['application/json;q=0, */*;q=0.1', /^text\/event-stream/],
    ['application/json;q=0,text/event-stream;q=0.001', /^text\/event-stream/],
    // The preferred format of both.
    ['application/json, text/event-stream;q=0.9', /^application\/json/],
    ['application/json;q=0.5, text/event-stream;q=0.6', /^text\/event-stream/],
    ['text/event-stream, */*;q=0.1', /^text\/event-stream/],
    ['application/json, */*;q=0.1', /^application\/json/],
    // The default of old Java programs.
    ['text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2', /./],
    ['application/json;profile="a,b";q=0.9', /^application\/json/],
    ['application/json;q=high', /^application\/json/],
  ])('Accept: %s', async (accept, contentType) => {
    for (const message of [initialize('2025-06-18'), listTools]) {
      const answer = await post(message, createAcceptHeader(accept));
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['content-type']).toMatch(contentType);
      expect(readMessages(answer)).toMatchObject([{ id: message.id, result: expect.any(Object) }]);
    }
  });

  test.each(['text/html', 'image/*', 'application/json;q=0, text/event-stream;q=0', '*/*;q=0'])(
    'a client learns the available formats if it accepts neither: %s',
    async (accept) => {
      const answer = await post(listTools, { accept });
      expect(answer.statusCode).toBe(406);
      expect(answer.json().error).toMatchObject({
        code: 'not-acceptable',
        message: expect.stringContaining('application/json or text/event-stream'),
      });
    },
  );

  test.each(['application/json', 'text/event-stream', '*/*'])(
    'a client gets an empty answer to a notification: %s',
    async (accept) => {
      const answer = await post({ jsonrpc: '2.0', method: 'notifications/initialized' }, { accept });
      expect([answer.statusCode, answer.body]).toEqual([202, '']);
    },
  );
});

test.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
  'revision %s of the protocol works with every accepted format',
  async (version) => {
    for (const accept of ['application/json', 'text/event-stream', '*/*']) {
      const [answer] = readMessages(await post(initialize(version), { accept }));
      expect(answer).toMatchObject({ result: { protocolVersion: version } });
      const tools = await post(listTools, { accept, 'mcp-protocol-version': version });
      expect(readMessages(tools)).toMatchObject([{ result: { tools: expect.any(Array) } }]);
    }
  },
);

test.each([
  '/mcp',
  '/mcp/',
  '/mcp//',
  '/MCP',
  '/Mcp/',
  '/mcp?client=editor',
  '/mcp/?client=editor',
  '/',
  '//',
  '/?client=editor',
  '//mcp',
  '//MCP//',
])('the URL works as users type it: %s', async (address) => {
  const answer = await post(listTools, { accept: 'application/json' }, address);
  expect(answer.statusCode).toBe(200);
  const refusal = await post(listTools, { authorization: 'Bearer gatehouse_nothing' }, address);
  expect(refusal.statusCode).toBe(401);
  expect(refusal.headers['www-authenticate']).toContain('invalid_token');
});

test.each(['/', '/MCP', '/mcp/', '//mcp'])(
  'a stream of events at %s is refused like at the URL itself',
  async (url) => {
    const headers = { host: site.url.host, authorization: `Bearer ${secret}` };
    const ask = (accept: string) => site.server.app.inject({ url, headers: { ...headers, accept } });
    expect((await ask('text/event-stream')).statusCode).toBe(405);
    if (url === '/') expect((await ask('text/html')).statusCode).toBe(200);
  },
);

describe('clients in use', () => {
  const requestInit = () => ({ headers: { authorization: `Bearer ${secret}` } });
  const addresses = ['/mcp', '/mcp/', '/mcp?client=editor', '/MCP', '/'];

  test.each(addresses)('the official one reads at %s', async (end) => {
    const client = new Client({ name: 'test', version: '1' });
    const transport = new StreamableHTTPClientTransport(new URL(site.url.origin + end), {
      requestInit: requestInit(),
    });
    await client.connect(transport);
    expect((await client.listTools()).tools).toHaveLength(5);
    await client.close();
  });

  test.each(addresses)('the client of the first SDK reads at %s', async (end) => {
    const client = new FirstClient({ name: 'test', version: '1' });
    const transport = new FirstTransport(new URL(site.url.origin + end), { requestInit: requestInit() });
    await client.connect(transport);
    expect((await client.listTools()).tools).toHaveLength(5);
    await client.close();
  });

  test.each(addresses)('the client of the AI SDK reads at %s', async (end) => {
    const client = await createMCPClient({
      transport: { type: 'http', url: site.url.origin + end, ...requestInit() },
    });
    expect(Object.keys(await client.tools())).toHaveLength(5);
    await client.close();
  });
});

describe('a user who opens the URL in a browser', () => {
  const navigationHeaders = { 'sec-fetch-mode': 'navigate', accept: 'text/html,*/*;q=0.8' };

  test.each(['/mcp', '/mcp/', '/mcp?a=b'])('sees what %s is for', async (address) => {
    const cookie = await site.server.signIn();
    const answer = await site.server.get(address, { ...navigationHeaders, cookie });
    expect(answer.statusCode).toBe(405);
    expect(answer.headers.allow).toBe('POST');
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(answer.body).toContain('Add it to your assistant as a remote MCP server');
    expect(answer.body).toContain('http://localhost:3000/mcp\n');
  });

  test.each([
    [[mcp, personalTokens], true],
    [[mcp], false],
  ])('learns of tokens only if readers can create them: %#', async (features, hasTokens) => {
    const server = await startServer({ features });
    onTestFinished(() => server.close());
    const answer = await server.get('/mcp', { ...navigationHeaders, cookie: await server.signIn() });
    expect(answer.body.includes('create one on your account page')).toBe(hasTokens);
  });

  test('signs in first, and is redirected back', async () => {
    const answer = await site.server.get('/mcp', navigationHeaders);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/login?next=/mcp']);
    const back = await site.server.app.inject({
      method: 'POST',
      url: '/auth/sign-in',
      headers: { host: 'localhost:3000', 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ ...reader, next: '/mcp' }).toString(),
    });
    expect([back.statusCode, back.headers.location]).toEqual([303, '/mcp']);
  });
});
