// @module-tag chromium
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { auth, createMCPClient } from '@ai-sdk/mcp';
import {
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createAgent } from '../../testing/agent.ts';
import { findAxeViolations } from '../../testing/axe.ts';
import { launchChromium } from '../../testing/chromium.ts';
import { smallManual } from '../../testing/manuals.ts';
import { callTool, openFront, openToolsSite, type ToolsSite } from '../../testing/mcp.ts';
import { waitForShell } from '../../testing/reading.ts';
import { reader } from '../../testing/server.ts';
import { texts } from '../../testing/site-texts.ts';

let front: Awaited<ReturnType<typeof openFront>>;
let site: ToolsSite;
let browser: Browser;
/** The server on which the agent waits for the answer. */
let callback: Server;
const answers: URLSearchParams[] = [];
let redirectUrl: string;

/** State that an agent stores on its side. */
let client: StoredOAuthClientInformation | undefined;
let tokens: StoredOAuthTokens | undefined;
let discovered: OAuthDiscoveryState | undefined;
let verifier = '';
const authorizationUrls: URL[] = [];
let clientName = 'An assistant';

beforeAll(async () => {
  callback = createServer((request, response) => {
    const requestUrl = new URL(request.url ?? '', redirectUrl);
    // A browser may ask for an icon too.
    if (requestUrl.pathname === '/callback') answers.push(requestUrl.searchParams);
    response.setHeader('content-type', 'text/html').end('<p>Back in the program</p>');
  }).listen(0, '127.0.0.1');
  await once(callback, 'listening');
  const address = callback.address();
  redirectUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/callback`;
  front = await openFront();
  [site, browser] = await Promise.all([openToolsSite(smallManual, front.origin), launchChromium()]);
  front.leadTo(site.url);
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
  front?.close();
  callback?.close();
});

const agent = {
  get redirectUrl() {
    return redirectUrl;
  },
  get clientMetadata() {
    return { client_name: clientName, redirect_uris: [redirectUrl] };
  },
  state: () => 'of-this-try',
  clientInformation: () => client,
  saveClientInformation: (newClient) => {
    client = newClient;
  },
  tokens: () => tokens,
  saveTokens: (newTokens) => {
    tokens = newTokens;
  },
  redirectToAuthorization: (address) => void authorizationUrls.push(address),
  saveCodeVerifier: (newVerifier) => {
    verifier = newVerifier;
  },
  codeVerifier: () => verifier,
  discoveryState: () => discovered,
  saveDiscoveryState: (newState) => {
    discovered = newState;
  },
  invalidateCredentials: () => {
    tokens = undefined;
  },
} satisfies OAuthClientProvider;

const createTransport = () =>
  new StreamableHTTPClientTransport(new URL(`${front.origin}/mcp`), { authProvider: agent });

/** Creates a program that registers and then asks for access. */
async function beginAnew(): Promise<StreamableHTTPClientTransport> {
  client = undefined;
  discovered = undefined;
  tokens = undefined;
  authorizationUrls.length = 0;
  const first = createTransport();
  await expect(new Client({ name: 'test', version: '1' }).connect(first)).rejects.toThrow();
  expect(authorizationUrls).toHaveLength(1);
  return first;
}

/** Opens the consent page of the agent, and signs in if necessary. */
async function openQuestion(page: Page): Promise<void> {
  await page.goto(String(authorizationUrls.at(-1)));
  if (page.url().includes('/login')) {
    await page.getByLabel(texts.email).fill(reader.email);
    await page.getByLabel(texts.password).fill(reader.password);
    await page.getByRole('button', { name: texts.signIn }).click();
  }
  await page.getByRole('heading', { name: texts.consentTitle }).waitFor();
}

test('the official client goes the whole way: discovery, registration, consent, calls, refresh, its end', async () => {
  const first = await beginAnew();
  expect(authorizationUrls[0]?.origin).toBe(front.origin);

  // The consent page works without scripts.
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await openQuestion(page);
  const text = await page.locator('main').textContent();
  for (const phrase of ['An assistant', texts.consentItself, new URL(redirectUrl).host, reader.email])
    expect(text).toContain(phrase);
  await page.getByRole('button', { name: texts.consentYes }).click();
  await page.getByText('Back in the program').waitFor();

  const answer = answers.at(-1) ?? new URLSearchParams();
  // The program rejects an answer that claims to come from another server.
  const mixedUp = new URLSearchParams(answer);
  mixedUp.set('iss', 'https://elsewhere.example');
  await expect(first.finishAuth(mixedUp)).rejects.toThrow();
  await first.finishAuth(answer);
  const program = new Client({ name: 'test', version: '1' });
  await program.connect(createTransport());
  const searchResult = await callTool(program, 'search', { query: 'last part word paper' });
  expect(searchResult.text).toContain(`${front.origin}/docs/guides/everything`);

  // The access token has expired. The program renews it by itself.
  if (tokens === undefined) throw new Error('There are no tokens.');
  const firstTokens = tokens;
  tokens = { ...firstTokens, access_token: 'gatehouse_over' };
  expect((await callTool(program, 'list_pages', {})).failed).toBe(false);
  expect(tokens.refresh_token).not.toBe(firstTokens.refresh_token);
  expect(authorizationUrls).toHaveLength(1);

  // The reader revokes the access.
  const context = await browser.newContext({ baseURL: front.origin });
  await context.addCookies(await page.context().cookies());
  const account = await context.newPage();
  await account.goto('/account#tokens');
  await account.getByRole('button', { name: /Revoke token: An assistant/ }).click();
  await account.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
  await account.getByText('Token “An assistant').waitFor();
  await expect(callTool(program, 'list_pages', {})).rejects.toThrow();
  expect(authorizationUrls).toHaveLength(2);
  await program.close();
  await context.close();
});

test('a reader can deny access, in an accessible form', async () => {
  await beginAnew();
  const page = await (await browser.newContext()).newPage();
  await openQuestion(page);
  expect(await findAxeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: texts.consentNo, exact: true }).click();
  await page.getByText('Back in the program').waitFor();
  expect(answers.at(-1)?.get('error')).toBe('access_denied');
});

const longName = 'An assistant whose name goes on and on, further than anyone reads';
const longWord = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamte';

test.each([
  ['of many words', longName, `${longName.slice(0, 59)}…`],
  ['that is one word', longWord, `${longWord.slice(0, 59)}…`],
  ['of symbols', '😀'.repeat(60), '😀'.repeat(60)],
  ['that turns the direction of text', 'שלום \u202eassistant <b>', 'שלום assistant <b>'],
])('shows a name %s in a narrow window', async (_what, name, shownName) => {
  clientName = name;
  onTestFinished(() => {
    clientName = 'An assistant';
  });
  await beginAnew();
  const context = await browser.newContext({ viewport: { width: 320, height: 640 } });
  const page = await context.newPage();
  await openQuestion(page);
  expect(await page.locator('main').textContent()).toContain(
    texts.consentAsks.replace('{client}', shownName),
  );
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await context.close();
});

/** The reader allows access in a browser that is called in process. Returns the answer that the agent receives. */
async function letIn(): Promise<string> {
  const browser = createAgent(site.server, front.origin);
  browser.signedIn(await site.server.signIn());
  const { pathname, search } = authorizationUrls.at(-1) ?? new URL(front.origin);
  return (await browser.ask(pathname + search)).searchParams.get('code') ?? '';
}

test('two further clients go the way: the first official one, and the one of the AI SDK', async () => {
  const url = new URL(`${front.origin}/mcp`);
  const forget = () => {
    client = undefined;
    tokens = undefined;
    authorizationUrls.length = 0;
  };
  forget();
  const unknown = new FirstTransport(url, { authProvider: agent });
  await expect(new FirstClient({ name: 'first', version: '1' }).connect(unknown)).rejects.toThrow();
  await unknown.finishAuth(await letIn());
  const first = new FirstClient({ name: 'first', version: '1' });
  await first.connect(new FirstTransport(url, { authProvider: agent }));
  const firstTokens = tokens;
  tokens = { ...firstTokens, access_token: 'gatehouse_over' } as StoredOAuthTokens;
  expect((await first.listTools()).tools.map(({ name }) => name)).toContain('read_page');
  expect(tokens.refresh_token).not.toBe(firstTokens?.refresh_token);
  await first.close();

  forget();
  const transport = { type: 'http' as const, url: url.href, authProvider: agent };
  await expect(createMCPClient({ transport })).rejects.toThrow();
  expect(await auth(agent, { serverUrl: url, authorizationCode: await letIn() })).toBe('AUTHORIZED');
  const other = await createMCPClient({ transport });
  expect(Object.keys(await other.tools())).toContain('read_page');
  await other.close();
});

test('an administrator sees what readers have allowed, and revokes one agent and then all', async () => {
  const url = new URL(`${front.origin}/mcp`);
  const programs: FirstClient[] = [];
  for (const name of ['one', 'another']) {
    client = undefined;
    tokens = undefined;
    authorizationUrls.length = 0;
    const unknown = new FirstTransport(url, { authProvider: agent });
    await expect(new FirstClient({ name, version: '1' }).connect(unknown)).rejects.toThrow();
    await unknown.finishAuth(await letIn());
    const program = new FirstClient({ name, version: '1' });
    await program.connect(new FirstTransport(url, { authProvider: agent }));
    programs.push(program);
  }
  const context = await browser.newContext({ baseURL: front.origin });
  const [, value = ''] = (await site.server.signIn()).split('=');
  await context.addCookies([{ name: 'sid', value, url: front.origin }]);
  const page = await context.newPage();
  await page.goto('/admin/agents');
  const rows = page.getByRole('row').filter({ hasText: reader.email });
  await rows.first().waitFor();
  const before = await rows.count();
  expect(before).toBeGreaterThan(1);
  expect(await findAxeViolations(page)).toEqual([]);
  await rows.first().getByRole('button').click();
  await page.getByRole('menuitem', { name: texts.revokeAgent }).click();
  await page.getByRole('dialog').getByRole('button', { name: texts.revokeAgent }).click();
  await page
    .getByRole('status')
    .getByText(/^An assistant.* can no longer read as/)
    .waitFor();
  await expect.poll(() => rows.count()).toBe(before - 1);
  await page.getByRole('button', { name: texts.revokeAllAgents }).click();
  await page.getByRole('dialog').getByRole('button', { name: texts.revokeAllAgents }).click();
  await page.getByText(texts.noAgents).waitFor();
  expect(await rows.count()).toBe(0);
  // The program still has its last tokens.
  expect(tokens).toBeDefined();
  await expect(programs.at(-1)?.listTools()).rejects.toThrow();
  for (const program of programs) await program.close();
  await context.close();
});

test('the menu of a page gives assistants no token, so that they ask for access', async () => {
  const context = await browser.newContext({
    baseURL: front.origin,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const [, value = ''] = (await site.server.signIn()).split('=');
  await context.addCookies([{ name: 'sid', value, url: front.origin }]);
  const page = await context.newPage();
  await page.goto('/docs/guides/everything');
  await waitForShell(page);
  await page.getByRole('button', { name: texts.assistantMenu }).click();
  const menu = page.getByRole('region', { name: texts.assistantMenu });
  await menu.getByText(texts.assistantAsks).waitFor();
  const readHref = async (name: string) =>
    (await menu.getByRole('link', { name }).getAttribute('href')) ?? '';
  const url = `${front.origin}/mcp`;
  const cursor = new URL(await readHref('Cursor')).searchParams.get('config') ?? '';
  expect(JSON.parse(atob(cursor))).toEqual({ url });
  const code = await readHref('VS Code');
  expect(JSON.parse(decodeURIComponent(code.slice(code.indexOf('?') + 1)))).toEqual({
    name: '127.0.0.1',
    type: 'http',
    url,
  });
  for (const [name, pasted] of [
    ['Claude Code', `claude mcp add --transport http 127-0-0-1 ${url}`],
    ['mcp.json', JSON.stringify({ mcpServers: { '127-0-0-1': { type: 'http', url } } }, null, 2)],
  ] as const) {
    await menu.getByRole('button', { name: texts.copyForClient.replace('{name}', name) }).click();
    await menu.getByRole('button', { name: texts.copied }).waitFor();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(pasted);
  }
  await context.close();
});

test('an administrator sees on the page of users what programs of a reader read with, and ends it', async () => {
  const { accounts, tokens } = site.server.identity;
  await tokens.endAll((await accounts.findByEmail(reader.email))?.id ?? '', {});
  const { secret } = await site.token();
  const context = await browser.newContext({ baseURL: front.origin });
  const [, value = ''] = (await site.server.signIn()).split('=');
  await context.addCookies([{ name: 'sid', value, url: front.origin }]);
  const page = await context.newPage();
  await page.goto('/admin/users');
  await page.getByRole('button', { name: texts.userActions.replace('{email}', reader.email) }).click();
  await page.getByRole('menuitem', { name: texts.userTokens }).click();
  const dialog = page.getByRole('dialog', { name: texts.userTokens });
  await dialog.getByText(/^Test$/).waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: texts.endNamedToken.replace('{name}', 'Test') }).click();
  const question = page.getByRole('dialog', { name: texts.endTokenTitle.replace('{name}', 'Test') });
  await question.getByRole('button', { name: texts.endToken }).click();
  await dialog.getByText(/^Test$/).waitFor({ state: 'detached' });
  const answer = await fetch(`${front.origin}/llms.txt`, { headers: { authorization: `Bearer ${secret}` } });
  expect(answer.status).toBe(401);
  await context.close();
});
