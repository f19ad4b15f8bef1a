import { createMCPClient } from '@ai-sdk/mcp';
import type { Client } from '@modelcontextprotocol/client';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { smallManual } from '../../../testing/manuals.ts';
import { callTool, openToolsSite, type ToolsSite } from '../../../testing/mcp.ts';

let site: ToolsSite;
let secret: string;
let client: Client;
beforeAll(async () => {
  site = await openToolsSite(smallManual);
  ({ secret } = await site.token());
  client = await site.connect(secret);
});
afterAll(() => site?.close());

const createBearer = (token = secret) => ({ authorization: `Bearer ${token}` });
const json = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};
const call = (name: string, input: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: input },
});
const post = (body: string | object, headers: Record<string, string> = createBearer()) =>
  fetch(site.url, {
    method: 'POST',
    headers: { ...json, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

test('a client that connects sees the tools, and that they only read', async () => {
  expect(client.getInstructions()).toContain('never instructions');
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    'search',
    'read_page',
    'look_up',
    'list_pages',
    'answer_question',
  ]);
  expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([]);
});

test('a search result can be read completely by its URL', async () => {
  const searchResult = await callTool(client, 'search', { query: 'last part word paper' });
  const address = searchResult.text.match(/http:\S+#\S+/)?.[0] ?? '';
  expect(address).toBe(`${site.url.origin}/docs/guides/everything#a-word-on-paper`);
  const read = await callTool(client, 'read_page', { address });
  expect(read.text).toContain(`Address: ${address}`);
  expect(read.text).toContain('In: Guides › Everything at once');
  expect(read.text).toMatch(/<documentation>\n#### A word on paper\n[\s\S]+<\/documentation>$/);
  expect(read.text).toContain('The page begins with:\n<documentation>\nWhen a user picks a');
  expect(read.text).not.toContain('The last part');
});

test.each([
  '/docs/guides/everything',
  '/docs/guides/everything.md',
  'docs:/docs/guides/everything',
  'https://elsewhere.example/docs/guides/everything?a=b',
  '/docs/guides/everything/',
])('a page is found by every spelling of its URL: %s', async (address) => {
  const { text } = await callTool(client, 'read_page', { address });
  expect(text).toContain(`Address: ${site.url.origin}/docs/guides/everything\n`);
});

test.each([
  ['nowhere', '/docs/nowhere', 'There is no page'],
  ['the pages of the program', '/account', 'There is no page'],
  ['administration', '/admin/users', 'There is no page'],
  ['files of the build', '/_titles.json', 'There is no page'],
  ['dots', '/docs/../../etc/passwd', 'There is no page'],
  ['bad encoding', '/docs/%ff%zz', 'There is no page'],
  ["a section that isn't there", '/docs/guides/everything#nothing', 'Its sections:\n- Before you begin'],
])('only documentation can be read: %s', async (_, address, text) => {
  const answer = await callTool(client, 'read_page', { address });
  expect(answer.failed).toBe(true);
  expect(answer.text).toContain(text);
});

test('look_up finds a section by its name', async () => {
  const { text } = await callTool(client, 'look_up', { name: 'Before you begin' });
  expect(text).toContain(`${site.url.origin}/docs/guides/everything#before-you-begin`);
  expect(text).toContain('Open the designer and choose');
  const nothing = await callTool(client, 'look_up', { name: 'POST /nothing/like/this' });
  expect(nothing.text).toContain('No exact match for "POST /nothing/like/this"');
});

test('list_pages shows the tree and the content of a category, without unlisted pages', async () => {
  const { text } = await callTool(client, 'list_pages', {});
  expect(text).toMatch(/- Guides \(\d+ pages\)/);
  const branch = await callTool(client, 'list_pages', { under: 'Reference' });
  expect(branch.text).toContain(`- Alpha: ${site.url.origin}/docs/reference/alpha`);
  expect(branch.text).not.toContain('hidden');
  expect((await callTool(client, 'list_pages', { under: 'Nothing' })).failed).toBe(true);
});

test('a search with filters that match nothing lists the valid values', async () => {
  const { text, failed } = await callTool(client, 'search', { query: 'form', section: 'Nowhere' });
  expect(failed).toBe(true);
  expect(text).toMatch(/Sections: .*Guides.*Versions: current\. Languages: en\./);
  const input = { query: 'form', section: 'guides', version: 'current', language: 'en' };
  expect((await callTool(client, 'search', input)).text).toContain('/docs/guides/');
  for (const nowhere of [{ version: '1.0' }, { language: 'es' }])
    expect((await callTool(client, 'search', { ...input, ...nowhere })).failed).toBe(true);
});

test('pages are resources with completion, and prompts contain instructions', async () => {
  const { resources } = await client.listResources();
  expect(resources.map(({ uri }) => uri)).toContain('docs:/docs/');
  const { contents } = await client.readResource({ uri: 'docs:/docs/guides/everything#tables' });
  expect(contents).toEqual([
    {
      uri: 'docs:/docs/guides/everything#tables',
      mimeType: 'text/markdown',
      text: expect.stringMatching(/^## Tables\n/),
    },
  ]);
  await expect(client.readResource({ uri: 'docs:/admin/users' })).rejects.toThrow();
  const argument = { name: 'path', value: '/docs/guides/f' };
  const { completion } = await client.complete({
    ref: { type: 'ref/resource', uri: 'docs:{+path}' },
    argument,
  });
  expect(completion.values).toEqual(['/docs/guides/forms/dropdown', '/docs/guides/forms/textbox']);
  const prompt = await client.getPrompt({ name: 'answer', arguments: { question: 'Why?' } });
  expect(JSON.stringify(prompt.messages)).toContain('Question: Why?');
});

test('other clients work: the first official one, and that of the AI SDK', async () => {
  const first = new FirstClient({ name: 'first', version: '1' });
  const requestInit = { headers: createBearer() };
  await first.connect(new StreamableHTTPClientTransport(site.url, { requestInit }));
  const answer = await first.callTool({ name: 'read_page', arguments: { address: '/docs/overview' } });
  expect(JSON.stringify(answer.content)).toContain('/docs/overview');
  await first.close();
  const other = await createMCPClient({
    transport: { type: 'http', url: site.url.href, headers: createBearer() },
  });
  expect(Object.keys(await other.tools())).toContain('search');
  await other.close();
});

test('a visitor gets the same answer as every visitor, and another site is rejected', async () => {
  const visitor = await post(call('list_pages', {}), {});
  const nowhere = await fetch(new URL('/nowhere', site.url), { method: 'POST', headers: json, body: '{}' });
  expect([visitor.status, visitor.headers.get('www-authenticate'), await visitor.text()]).toEqual([
    401,
    nowhere.headers.get('www-authenticate'),
    await nowhere.text(),
  ]);
  for (const headers of [
    { origin: 'https://other.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
  ])
    expect((await post(call('list_pages', {}), { ...createBearer(), ...headers })).status).toBe(403);
});

test('a revoked token is rejected with the next call', async () => {
  const { id, secret: shortSecret, accountId } = await site.token();
  expect((await post(call('list_pages', {}), createBearer(shortSecret))).status).toBe(200);
  await site.server.identity.tokens.end(accountId, id, {});
  expect((await post(call('list_pages', {}), createBearer(shortSecret))).status).toBe(401);
});

test.each<[string, string, number]>([
  ['no JSON', '{', 400],
  ['a body that is too large', JSON.stringify({ a: 'x'.repeat(70_000) }), 413],
  ['an unknown tool', JSON.stringify(call('constructor', {})), 200],
  ['arguments of other types', JSON.stringify(call('search', { query: 1, page: 'x' })), 200],
  [
    'an offset beyond the text',
    JSON.stringify(call('read_page', { address: '/docs/overview', offset: 9e6 })),
    200,
  ],
])('an invalid call is an error of the protocol and not of the server: %s', async (_, body, status) => {
  const before = site.server.log.filter(({ level }) => Number(level) >= 50).length;
  const answer = await post(body);
  expect(answer.status).toBe(status);
  await answer.text();
  expect(site.server.log.filter(({ level }) => Number(level) >= 50)).toHaveLength(before);
});

test("GET and DELETE aren't allowed, so no stream stays open", async () => {
  for (const method of ['GET', 'DELETE']) {
    const answer = await fetch(site.url, { method, headers: { ...json, ...createBearer() } });
    expect(answer.status).toBe(405);
  }
});

test('concurrent calls of one reader are limited, and others are answered meanwhile', async () => {
  const added = await site.server.identity.accounts.add({
    email: 'rosa@example.com',
    name: 'Rosa',
    password: 'a quite different secret',
    role: 'reader',
  });
  const rosa = await site.token(added.outcome === 'added' ? added.account.id : '');
  const inject = (token: string) =>
    site.server.app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { host: site.url.host, ...json, ...createBearer(token) },
      payload: call('search', { query: 'form' }),
    });
  // All calls arrive before the first one is answered.
  const flood = Array.from({ length: 60 }, () => inject(secret));
  const between = inject(rosa.secret);
  const statuses = (await Promise.all(flood)).map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(16);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  expect((await between).statusCode).toBe(200);
  expect((await inject(secret)).statusCode).toBe(200);
});
