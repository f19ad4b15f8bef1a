import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { agentRedirect, createAgent } from '../../../testing/agent.ts';
import {
  createDocumentAnswer,
  type DocumentInternet,
  startDocumentInternet,
} from '../../../testing/document-internet.ts';
import { reader, startServer, type TestServer } from '../../../testing/server.ts';
import { openSqliteStore } from '../../../testing/stores.ts';
import { createOidcProvider } from '../../features/oidc/oidc-provider.ts';

/** Servers with unusual settings. Each test starts its own. */
const base = 'https://docs.example';

describe('an agent with a client document', () => {
  const client = 'https://agent.example/client.json';
  const clientDocument = { client_id: client, client_name: 'Known agent', redirect_uris: [agentRedirect] };
  let internet: DocumentInternet;
  let site: TestServer;
  let browser: ReturnType<typeof createAgent>;
  beforeAll(async () => {
    internet = await startDocumentInternet('agent.example');
    site = await startServer({ environment: { BASE_URL: base }, features: internet.features });
    browser = createAgent(site, base);
    browser.signedIn(await site.signIn());
  });
  afterAll(async () => {
    await site?.close();
    await internet?.close();
  });

  test('is identified by its host, and reads after the reader allows it', async () => {
    internet.answers.set('/client.json', createDocumentAnswer(clientDocument));
    const question = await browser.browse(browser.question(client));
    const page = await browser.browse(String(question.headers.location));
    expect(page.body).toContain('Known agent agent.example 127.0.0.1:33418');
    const code = (await browser.ask(browser.question(client))).searchParams.get('code') ?? '';
    const tokens = (await browser.exchange(client, code)).json();
    expect((await browser.read(tokens.access_token)).statusCode).toBe(200);
    const refreshed = (await browser.refresh(client, tokens.refresh_token)).json();
    expect((await browser.read(refreshed.access_token)).statusCode).toBe(200);
    const owner = await site.identity.accounts.findByEmail(reader.email);
    const [listedToken] = await site.identity.tokens.list(owner?.id ?? '');
    expect(listedToken).toMatchObject({ name: 'Known agent (agent.example)', isAgent: true });
    expect(internet.requests).toEqual(['GET /client.json']);
  });

  test('gets access if three processes handle the request, the answer and the tokens', async () => {
    const otherServers = [];
    for (const _ of ['answered', 'gives tokens'])
      otherServers.push(
        await startServer({
          environment: { BASE_URL: base },
          features: internet.features,
          store: openSqliteStore(path.join(site.data, 'accounts.db')),
          empty: true,
        }),
      );
    const [second, third] = otherServers;
    if (second === undefined || third === undefined) throw new Error('Two are started.');
    internet.answers.set('/client.json', createDocumentAnswer(clientDocument));
    const consentRedirect = await browser.browse(browser.question(client));
    const uid = new URL(String(consentRedirect.headers.location)).searchParams.get('uid') ?? '';
    const elsewhere = createAgent(second, base);
    for (const [name, value] of browser.cookies) elsewhere.cookies.set(name, value);
    const page = await elsewhere.browse(String(consentRedirect.headers.location));
    expect(page.body).toContain('Known agent agent.example');
    const consentAnswer = await elsewhere.browse('/oauth/consent', { uid, answer: 'yes' });
    const last = createAgent(third, base);
    for (const [name, value] of elsewhere.cookies) last.cookies.set(name, value);
    const deniedPage = await last.browse(String(consentAnswer.headers.location));
    const code = new URL(String(deniedPage.headers.location)).searchParams.get('code') ?? '';
    const tokenResponse = await browser.exchange(client, code);
    expect([tokenResponse.statusCode, tokenResponse.json().token_type]).toEqual([200, 'Bearer']);
    for (const server of otherServers) await server.close();
  });

  test('gets its answer only at a redirect URI of its document', async () => {
    internet.answers.set('/client.json', createDocumentAnswer(clientDocument));
    const elsewhere = { redirect_uri: 'https://evil.example/callback' };
    expect((await browser.browse(browser.question(client, elsewhere))).statusCode).toBe(400);
  });
});

test.each([['without BASE_URL', {}]])(
  'a site %s has no OAuth endpoints for agents',
  async (_, environment) => {
    const plainServer = await startServer({ environment });
    for (const url of ['/.well-known/oauth-protected-resource', '/oauth/authorize'])
      expect((await plainServer.get(url)).statusCode).toBe(401);
    expect((await plainServer.get('/docs/Tasks')).headers['www-authenticate']).not.toContain(
      'resource_metadata',
    );
    await plainServer.close();
  },
);

test('below a base path every endpoint exists, in each language, and metadata is at the root of the host', async () => {
  const below = await startServer({
    environment: { BASE_URL: base },
    release: {
      change: ({ languages, ...manifest }) => {
        const texts = { signInLanguage: 'es', consentItself: 'nadie' };
        const spanish = languages.map((language) => ({ ...language, tag: 'es', path: '/es/', texts }));
        return { ...manifest, languages: [...languages, ...spanish], basePath: '/our help/' };
      },
    },
  });
  const site = `${base}/our%20help`;
  const one = createAgent(below, `${site}/`);
  one.signedIn(await below.signIn());
  const refused = await one.read('gatehouse_nothing');
  expect(refused.headers['www-authenticate']).toContain(
    `resource_metadata="${site}/.well-known/oauth-protected-resource/mcp"`,
  );
  const readAt = async (url: string) => (await below.get(url, { host: 'docs.example' })).json();
  const metadataResponse = await readAt('/our%20help/.well-known/oauth-protected-resource/mcp');
  expect(metadataResponse).toMatchObject({ resource: `${site}/mcp`, authorization_servers: [site] });
  expect(await readAt('/.well-known/oauth-protected-resource/our%20help/mcp')).toEqual(metadataResponse);
  const typed = await readAt('/.well-known/oauth-protected-resource/our%20help/MCP');
  expect(typed).toMatchObject({ resource: `${site}/MCP`, authorization_servers: [site] });
  const metadata = await readAt('/.well-known/oauth-authorization-server/our%20help');
  expect(metadata).toMatchObject({ issuer: site, token_endpoint: `${site}/oauth/token` });
  expect(await readAt('/our%20help/.well-known/openid-configuration')).toEqual(metadata);
  expect((await readAt('/.well-known/oauth-authorization-server/elsewhere')).error.code).toBe('not-found');

  const { client, tokens } = await one.letIn();
  expect((await one.read(tokens.access_token)).statusCode).toBe(200);
  expect((await one.refresh(client, tokens.refresh_token)).statusCode).toBe(200);
  const consentUrl = String((await one.browse(one.question(client))).headers.location);
  const spanishPage = await one.browse(consentUrl, undefined, { 'accept-language': 'es' });
  const until = new Intl.DateTimeFormat('es', { dateStyle: 'long' });
  expect(spanishPage.body).toContain(
    ` nadie 127.0.0.1:33418 ${reader.email} ${until.format(Date.now() + 30 * 86_400_000)}`,
  );
  await below.close();
});

test('users of a provider prove their identity there, and their agents read until the session ends', async () => {
  let at = Date.now();
  const mode = createOidcProvider({
    issuer: 'https://id.example',
    clientId: 'docs',
    clientSecret: 'a secret of the provider',
    scopes: 'openid',
    rules: { domains: 'any' },
  });
  const environment = { BASE_URL: base };
  const site = await startServer({ environment, clock: () => at, empty: true, identityProvider: mode });
  const person = {
    issuer: mode.issuer,
    subject: 'eva',
    email: 'eva@example.com',
    emailVerified: true,
    name: 'Eva',
  };
  const signIn = async () => {
    const signedIn = await site.identity.signInBy('127.0.0.1', async () => ({ outcome: 'verified', person }));
    if (signedIn.outcome !== 'signed-in') throw new Error(signedIn.outcome);
    const browser = createAgent(site, base);
    browser.signedIn(`sid=${signedIn.token}`);
    return browser;
  };
  const first = await signIn();
  const { client, tokens } = await first.letIn();
  expect((await first.read(tokens.access_token)).statusCode).toBe(200);

  at += 11 * 60_000;
  const consentRedirect = await first.browse(first.question(client));
  const page = await first.browse(String(consentRedirect.headers.location));
  expect(page.headers.location).toMatch(
    /^\/auth\/oidc\/start\?next=\/oauth\/consent%3Fuid%3D[\w-]+&fresh=yes$/,
  );

  // The grant itself would last longer.
  at += 15 * 86_400_000;
  expect((await first.refresh(client, tokens.refresh_token)).json().error).toBe('invalid_grant');
  await signIn();
  const again = await first.refresh(client, tokens.refresh_token);
  expect((await first.read(again.json().access_token)).statusCode).toBe(200);
  await site.close();
});
