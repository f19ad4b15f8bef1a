import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { agentRedirect, createAgent } from '../../../testing/agent.ts';
import { reader, startServer, type TestServer } from '../../../testing/server.ts';
import { createOidcMode } from '../../accounts/providers/oidc/oidc-mode.ts';

/** Of sites that are not as most are: each test has its own. */
const base = 'https://docs.example';

describe('an agent that a document describes', () => {
  const client = 'https://agent.example/client.json';
  const described = { client_id: client, client_name: 'Known agent', redirect_uris: [agentRedirect] };
  /** By its address, what is there. */
  const documents: Record<string, object> = {};
  const asked: string[] = [];
  let publisher: Server;
  let site: TestServer;
  let browser: ReturnType<typeof createAgent>;
  beforeAll(async () => {
    publisher = createServer((request, response) => {
      asked.push(request.url ?? '');
      const document = documents[`https://agent.example${request.url}`];
      response.writeHead(document ? 200 : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(document ?? {}));
    }).listen(0, '127.0.0.1');
    await once(publisher, 'listening');
    const address = publisher.address();
    const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    site = await startServer({
      environment: { BASE_URL: base },
      // Its host is on this machine, where the library itself goes nowhere: see below.
      fetchClient: (url, { signal } = {}) =>
        fetch(String(url).replace('https://agent.example', origin), { signal: signal ?? null }),
    });
    browser = createAgent(site, base);
    browser.signedIn(await site.signIn());
  });
  afterAll(async () => {
    await site?.close();
    publisher?.close();
  });

  test('is known by its host, let in, and reads', async () => {
    documents[client] = described;
    const question = await browser.browse(browser.question(client));
    const page = await browser.browse(String(question.headers.location));
    expect(page.body).toContain('Known agent agent.example 127.0.0.1:33418');
    const code = (await browser.ask(browser.question(client))).searchParams.get('code') ?? '';
    const given = (await browser.exchange(client, code)).json();
    expect((await browser.read(given.access_token)).statusCode).toBe(200);
    const refreshed = (await browser.refresh(client, given.refresh_token)).json();
    expect((await browser.read(refreshed.access_token)).statusCode).toBe(200);
    const owner = await site.identity.accounts.byEmail(reader.email);
    const [listed] = await site.identity.tokens.list(owner?.id ?? '');
    expect(listed).toMatchObject({ name: 'Known agent (agent.example)', isAgent: true });
    // It was fetched once.
    expect(asked).toEqual(['/client.json']);
  });

  test.each([
    ['names another client', '/other.json', described],
    [
      'has a secret',
      '/secret.json',
      { ...described, client_id: 'https://agent.example/secret.json', client_secret: 'told to all' },
    ],
    ['is not there', '/nothing.json', undefined],
  ])('is refused where its document %s', async (_, path, document) => {
    const other = `https://agent.example${path}`;
    if (document) documents[other] = document;
    expect((await browser.browse(browser.question(other))).statusCode).toBe(400);
  });

  test('gets its answer only where its document says', async () => {
    documents[client] = described;
    const elsewhere = { redirect_uri: 'https://evil.example/callback' };
    expect((await browser.browse(browser.question(client, elsewhere))).statusCode).toBe(400);
  });
});

test.each([['of whose address nothing is known', {}]])(
  'on a site %s there is no such thing',
  async (_, environment) => {
    const plain = await startServer({ environment });
    for (const url of ['/.well-known/oauth-protected-resource', '/oauth/authorize'])
      expect((await plain.get(url)).statusCode).toBe(401);
    expect((await plain.get('/docs/Tasks')).headers['www-authenticate']).not.toContain('resource_metadata');
    await plain.close();
  },
);

test('below a base path all of it is there, in each language, and what standards want at the root of the host', async () => {
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
  const at = async (url: string) => (await below.get(url, { host: 'docs.example' })).json();
  const told = await at('/our%20help/.well-known/oauth-protected-resource/mcp');
  expect(told).toMatchObject({ resource: `${site}/mcp`, authorization_servers: [site] });
  expect(await at('/.well-known/oauth-protected-resource/our%20help/mcp')).toEqual(told);
  const metadata = await at('/.well-known/oauth-authorization-server/our%20help');
  expect(metadata).toMatchObject({ issuer: site, token_endpoint: `${site}/oauth/token` });
  expect(await at('/our%20help/.well-known/openid-configuration')).toEqual(metadata);
  expect((await at('/.well-known/oauth-authorization-server/elsewhere')).error.code).toBe('not-found');

  const { client, tokens } = await one.letIn();
  expect((await one.read(tokens.access_token)).statusCode).toBe(200);
  expect((await one.refresh(client, tokens.refresh_token)).statusCode).toBe(200);
  const asked = String((await one.browse(one.question(client))).headers.location);
  const spoken = await one.browse(asked, undefined, { 'accept-language': 'es' });
  const until = new Intl.DateTimeFormat('es', { dateStyle: 'long' });
  expect(spoken.body).toContain(
    ` nadie 127.0.0.1:33418 ${reader.email} ${until.format(Date.now() + 30 * 86_400_000)}`,
  );
  await below.close();
});

test('whom a provider signs in proves there who they are, and is read for as long as they sign in', async () => {
  let at = Date.now();
  const mode = createOidcMode({
    issuer: 'https://id.example',
    clientId: 'docs',
    clientSecret: 'a secret of the provider',
    scopes: 'openid',
    rules: { domains: 'any' },
  });
  const environment = { BASE_URL: base };
  const site = await startServer({ environment, clock: () => at, empty: true, mode });
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
  const asked = await first.browse(first.question(client));
  const page = await first.browse(String(asked.headers.location));
  expect(page.headers.location).toMatch(
    /^\/auth\/oidc\/start\?next=\/oauth\/consent%3Fuid%3D[\w-]+&fresh=yes$/,
  );

  // The grant would be good for longer.
  at += 15 * 86_400_000;
  expect((await first.refresh(client, tokens.refresh_token)).json().error).toBe('invalid_grant');
  await signIn();
  const again = await first.refresh(client, tokens.refresh_token);
  expect((await first.read(again.json().access_token)).statusCode).toBe(200);
  await site.close();
});
