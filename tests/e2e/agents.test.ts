// @module-tag chromium
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import {
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeViolations } from '../../testing/axe.ts';
import { launchChromium } from '../../testing/chromium.ts';
import { smallManual } from '../../testing/manuals.ts';
import { callTool, openFront, openToolsSite, type ToolsSite } from '../../testing/mcp.ts';
import { reader } from '../../testing/server.ts';
import { texts } from '../../testing/site-texts.ts';

let front: Awaited<ReturnType<typeof openFront>>;
let site: ToolsSite;
let browser: Browser;
/** Where the agent waits for the answer. */
let callback: Server;
const answers: URLSearchParams[] = [];
let redirectUrl: string;

/** What an agent keeps of its own. */
let client: StoredOAuthClientInformation | undefined;
let tokens: StoredOAuthTokens | undefined;
let discovered: OAuthDiscoveryState | undefined;
let verifier = '';
const asked: URL[] = [];

beforeAll(async () => {
  callback = createServer((request, response) => {
    const asked = new URL(request.url ?? '', redirectUrl);
    // A browser may ask for an icon too.
    if (asked.pathname === '/callback') answers.push(asked.searchParams);
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

const agent: OAuthClientProvider = {
  get redirectUrl() {
    return redirectUrl;
  },
  get clientMetadata() {
    return { client_name: 'An assistant', redirect_uris: [redirectUrl] };
  },
  state: () => 'of-this-try',
  clientInformation: () => client,
  saveClientInformation: (given) => {
    client = given;
  },
  tokens: () => tokens,
  saveTokens: (given) => {
    tokens = given;
  },
  redirectToAuthorization: (address) => void asked.push(address),
  saveCodeVerifier: (given) => {
    verifier = given;
  },
  codeVerifier: () => verifier,
  discoveryState: () => discovered,
  saveDiscoveryState: (given) => {
    discovered = given;
  },
  invalidateCredentials: () => {
    tokens = undefined;
  },
};

const transport = () =>
  new StreamableHTTPClientTransport(new URL(`${front.origin}/mcp`), { authProvider: agent });

/** A program that nobody knows yet: it registers, and asks. */
async function beginAnew(): Promise<StreamableHTTPClientTransport> {
  client = undefined;
  discovered = undefined;
  tokens = undefined;
  asked.length = 0;
  const first = transport();
  await expect(new Client({ name: 'test', version: '1' }).connect(first)).rejects.toThrow();
  expect(asked).toHaveLength(1);
  return first;
}

/** The reader opens what the agent asks for, and signs in where they have to. */
async function openQuestion(page: Page): Promise<void> {
  await page.goto(String(asked.at(-1)));
  if (page.url().includes('/login')) {
    await page.getByLabel(texts.email).fill(reader.email);
    await page.getByLabel(texts.password).fill(reader.password);
    await page.getByRole('button', { name: texts.signIn }).click();
  }
  await page.getByRole('heading', { name: texts.consentTitle }).waitFor();
}

test('the official client goes the whole way: discovery, registration, consent, calls, refresh, its end', async () => {
  const first = await beginAnew();
  expect(asked[0]?.origin).toBe(front.origin);

  // Nothing of it needs scripts.
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await openQuestion(page);
  const text = await page.locator('main').textContent();
  for (const said of ['An assistant', texts.consentItself, new URL(redirectUrl).host, reader.email])
    expect(text).toContain(said);
  await page.getByRole('button', { name: texts.consentYes }).click();
  await page.getByText('Back in the program').waitFor();

  const answer = answers.at(-1) ?? new URLSearchParams();
  // Of another server's answer, put in its way, it takes nothing.
  const mixedUp = new URLSearchParams(answer);
  mixedUp.set('iss', 'https://elsewhere.example');
  await expect(first.finishAuth(mixedUp)).rejects.toThrow();
  await first.finishAuth(answer);
  const program = new Client({ name: 'test', version: '1' });
  await program.connect(transport());
  const found = await callTool(program, 'search', { query: 'last part word paper' });
  expect(found.text).toContain(`${front.origin}/docs/guides/everything`);

  // An access token that is over: it gets another one by itself.
  if (tokens === undefined) throw new Error('There are no tokens.');
  const given = tokens;
  tokens = { ...given, access_token: 'gatehouse_over' };
  expect((await callTool(program, 'list_pages', {})).failed).toBe(false);
  expect(tokens.refresh_token).not.toBe(given.refresh_token);
  expect(asked).toHaveLength(1);

  // Its reader ends it.
  const context = await browser.newContext({ baseURL: front.origin });
  await context.addCookies(await page.context().cookies());
  const account = await context.newPage();
  await account.goto('/account#tokens');
  await account.getByRole('button', { name: /End token: An assistant/ }).click();
  await account.getByText('The token “An assistant').waitFor();
  await expect(callTool(program, 'list_pages', {})).rejects.toThrow();
  expect(asked).toHaveLength(2);
  await program.close();
  await context.close();
});

test('a reader may say no, in a form that everybody can use', async () => {
  await beginAnew();
  const page = await (await browser.newContext()).newPage();
  await openQuestion(page);
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: texts.consentNo, exact: true }).click();
  await page.getByText('Back in the program').waitFor();
  expect(answers.at(-1)?.get('error')).toBe('access_denied');
});

test('an administrator sees on the page of users what programs of a reader read with, and ends it', async () => {
  const { accounts, tokens } = site.server.identity;
  await tokens.endAll((await accounts.byEmail(reader.email))?.id ?? '', {});
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
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: texts.endNamedToken.replace('{name}', 'Test') }).click();
  await dialog.getByText(/^Test$/).waitFor({ state: 'detached' });
  const answer = await fetch(`${front.origin}/llms.txt`, { headers: { authorization: `Bearer ${secret}` } });
  expect(answer.status).toBe(401);
  await context.close();
});
