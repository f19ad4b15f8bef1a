import path from 'node:path';
import { discoverOAuthProtectedResourceMetadata } from '@modelcontextprotocol/sdk/client/auth.js';
import { checkResourceAllowed } from '@modelcontextprotocol/sdk/shared/auth-utils.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { agentRedirect, createAgent } from '../../../testing/agent.ts';
import { reader, startServer, type TestServer } from '../../../testing/server.ts';
import { openSqliteStore } from '../../../testing/stores.ts';

const base = 'https://docs.example';
let now = Date.now();
let server: TestServer;
/** Another process on the same store. */
let other: TestServer;
let agent: ReturnType<typeof createAgent>;
beforeAll(async () => {
  const environment = { BASE_URL: base };
  const readClock = () => now;
  server = await startServer({ environment, clock: readClock });
  const store = openSqliteStore(path.join(server.data, 'accounts.db'));
  other = await startServer({ environment, clock: readClock, store, empty: true });
  agent = await createSignedInAgent();
});
afterAll(async () => {
  await other?.close();
  await server?.close();
});

/** An agent with a browser in which the reader is signed in. */
async function createSignedInAgent(...groups: string[]) {
  const signedInAgent = createAgent(server, base);
  signedInAgent.signedIn(groups.length > 0 ? await server.signInAs(...groups) : await server.signIn());
  return signedInAgent;
}

async function registerClient(clientMetadata?: object): Promise<string> {
  return (await agent.register(clientMetadata)).json().client_id;
}

async function findOwnerId(): Promise<string> {
  return (await server.identity.accounts.findByEmail(reader.email))?.id ?? '';
}

async function readLastAct(): Promise<unknown> {
  const { personalData } = server.identity;
  const { audit } = (await personalData.collect(await findOwnerId())) ?? {};
  return Array.isArray(audit) ? audit.at(-1) : undefined;
}

const get = (url: string) => server.get(url, { host: 'docs.example' });

describe('an agent without a token', () => {
  test.each(['/docs/Tasks', '/nowhere', '/mcp'])(
    'learns where to ask for access, with the same answer at %s',
    async (url) => {
      const { statusCode, headers } = await get(url);
      expect(statusCode).toBe(401);
      expect(headers['www-authenticate']).toBe(
        'Bearer realm="Create a personal token on /account", resource_metadata="https://docs.example/.well-known/oauth-protected-resource/mcp", scope="read"',
      );
    },
  );

  test('finds the metadata of the resource and of the authorization server', async () => {
    for (const path of ['', '/mcp'])
      expect((await get(`/.well-known/oauth-protected-resource${path}`)).json()).toEqual({
        resource: base + path,
        authorization_servers: [base],
        scopes_supported: ['read'],
        bearer_methods_supported: ['header'],
      });
    const serverMetadata = await get('/.well-known/oauth-authorization-server');
    expect(serverMetadata.json()).toMatchObject({
      issuer: base,
      authorization_endpoint: `${base}/oauth/authorize`,
      token_endpoint: `${base}/oauth/token`,
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    });
    expect((await get('/.well-known/openid-configuration')).json()).toEqual(serverMetadata.json());
  });
});

describe('a reader', () => {
  test('sees who asks, for what and until when, and the agent gets the reader’s permissions', async () => {
    const client = await registerClient({ client_name: 'Tidy\u0007 <b>agent</b>' });
    const consentRedirect = await agent.browse(agent.question(client));
    const page = await agent.browse(String(consentRedirect.headers.location));
    expect(page.body).toContain('Tidy &lt;b&gt;agent&lt;/b&gt; Not verified 127.0.0.1:33418');
    expect(page.body).toContain(reader.email);
    expect(page.body).toContain(
      new Intl.DateTimeFormat('en', { dateStyle: 'long' }).format(now + 30 * 86_400_000),
    );
    expect(page.headers['content-security-policy']).toContain(
      "form-action 'self' http://127.0.0.1:33418; base-uri 'none'; frame-ancestors 'none'",
    );

    const back = await agent.ask(agent.question(client));
    expect(Object.fromEntries(back.searchParams)).toEqual({
      code: expect.any(String),
      state: 'of-this-try',
      iss: base,
    });
    const tokenResponse = await agent.exchange(client, back.searchParams.get('code') ?? '');
    const tokens = tokenResponse.json();
    expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 600, scope: 'read' });
    expect((await agent.read(tokens.access_token)).statusCode).toBe(200);
    const refreshed = (await agent.refresh(client, tokens.refresh_token)).json();
    expect((await agent.read(refreshed.access_token)).statusCode).toBe(200);

    const [listedToken] = await server.identity.tokens.list(await findOwnerId());
    expect(listedToken).toMatchObject({ name: 'Tidy <b>agent</b> (127.0.0.1:33418)', isAgent: true });
    expect(listedToken?.lastUsedAt).toBe(now);
    // Neither the store nor the log contains a secret.
    const exportedData = JSON.stringify(await server.identity.personalData.collect(await findOwnerId()));
    for (const secret of [tokens.access_token, refreshed.access_token, refreshed.refresh_token]) {
      expect(exportedData).not.toContain(secret);
      expect(server.logText()).not.toContain(secret);
    }
  });

  test('can deny access', async () => {
    const back = await agent.ask(agent.question(await registerClient()), 'no');
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ error: 'access_denied', iss: base });
  });

  test('is asked again each time, even if the agent had access before', async () => {
    const { client } = await agent.letIn();
    for (const more of [{}, { prompt: 'login' }, { max_age: '0' }])
      expect((await agent.browse(agent.question(client, more))).headers.location).toContain(
        '/oauth/consent?uid=',
      );
    expect((await agent.browse(agent.question(client, { prompt: 'none' }))).statusCode).toBe(400);
  });

  test('can answer only the request on their page, in the browser where it started', async () => {
    const startRequest = async (client: string) => {
      const { headers } = await agent.browse(agent.question(client));
      return new URL(String(headers.location)).searchParams.get('uid') ?? '';
    };
    const first = await startRequest(await registerClient());
    const second = await startRequest(await registerClient());
    const elsewhere = await createSignedInAgent('staff');
    const answer = { uid: second, answer: 'yes' };
    expect((await agent.browse('/oauth/consent', { ...answer, uid: first })).statusCode).toBe(403);
    expect((await elsewhere.browse('/oauth/consent', answer)).statusCode).toBe(403);
    const foreign = await agent.form('/oauth/consent', answer, { origin: 'https://evil.example' });
    expect(foreign.json().error.code).toBe('cross-site');
    expect((await agent.browse('/oauth/consent', answer)).statusCode).toBe(303);
    expect((await agent.browse('/oauth/consent', answer)).statusCode).toBe(403);
  });

  test('must prove their identity unless they have just signed in', async () => {
    const client = await registerClient();
    now += 11 * 60_000;
    const again = await createSignedInAgent();
    now += 11 * 60_000;
    const consentRedirect = await again.browse(again.question(client));
    const location = String(consentRedirect.headers.location);
    const uid = new URL(location).searchParams.get('uid') ?? '';
    expect((await again.browse(location)).body).toContain(' yes</p>');
    const refusal = await again.browse('/oauth/consent', { uid, answer: 'yes', password: 'a guess' });
    const page = await again.browse(String(refusal.headers.location));
    expect(page.body).toContain('The password is incorrect.');
    const right = await again.browse('/oauth/consent', { uid, answer: 'yes', password: reader.password });
    const deniedPage = await again.browse(String(right.headers.location));
    expect(new URL(String(deniedPage.headers.location)).searchParams.has('code')).toBe(true);
    agent = await createSignedInAgent();
  });
});

describe('an agent', () => {
  test("reads with the current groups of its reader, and can't administer", async () => {
    const member = await createSignedInAgent('staff');
    const { tokens } = await member.letIn();
    const tokenUser = await server.identity.tokens.findReader(tokens.access_token);
    expect(tokenUser).toMatchObject({ role: 'reader', groups: ['staff'] });
    const refused = await member.read(tokens.access_token, '/api/v1/account/sessions');
    expect([refused.statusCode, refused.json().error.code]).toEqual([403, 'read-only']);
    await server.identity.accounts.setGroups(tokenUser?.accountId ?? '', ['partners']);
    expect((await member.read(tokens.access_token)).statusCode).toBe(401);
  });

  test('loses access in every process if its refresh token is used twice', async () => {
    const { client, tokens } = await agent.letIn();
    const thief = (await agent.refresh(client, tokens.refresh_token)).json();
    expect((await agent.read(thief.access_token)).statusCode).toBe(200);
    const lateResponse = await createAgent(other, base).refresh(client, tokens.refresh_token);
    expect([lateResponse.statusCode, lateResponse.json().error]).toEqual([400, 'invalid_grant']);
    now += 1_000;
    for (const token of [thief.access_token, tokens.access_token])
      expect((await agent.read(token)).statusCode).toBe(401);
    expect((await agent.refresh(client, thief.refresh_token)).json().error).toBe('invalid_grant');
    expect(await readLastAct()).toMatchObject({
      event: 'agent-ended',
      detail: expect.stringMatching(
        /^Test agent \(127.0.0.1:\d+\) \([\w-]{16}\), a refresh token came twice$/,
      ),
    });
  });

  test('gets at most one answer if it sends a refresh token to two processes at once', async () => {
    const { client, tokens } = await agent.letIn();
    const both = [agent, createAgent(other, base)].map((one) => one.refresh(client, tokens.refresh_token));
    const answers = await Promise.all(both);
    expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeLessThanOrEqual(1);
    now += 1_000;
    for (const answer of answers)
      expect((await agent.read(answer.json().access_token ?? tokens.access_token)).statusCode).toBe(401);
  });

  test('can use a code once: using it again revokes the tokens of the first use', async () => {
    const client = await registerClient();
    const code = (await agent.ask(agent.question(client))).searchParams.get('code') ?? '';
    const tokens = (await agent.exchange(client, code)).json();
    expect((await agent.exchange(client, code)).json().error).toBe('invalid_grant');
    now += 1_000;
    expect((await agent.read(tokens.access_token)).statusCode).toBe(401);
  });

  test('needs the code verifier, redirect URI and client id of its own request', async () => {
    const client = await registerClient();
    const stranger = await registerClient();
    for (const parameters of [
      { code_verifier: 'a'.repeat(43) },
      { redirect_uri: 'http://127.0.0.1:33418/other' },
      { client_id: stranger },
      { resource: 'https://elsewhere.example/mcp' },
    ]) {
      const code = (await agent.ask(agent.question(client))).searchParams.get('code') ?? '';
      expect((await agent.exchange(client, code, parameters)).statusCode).toBe(400);
    }
  });

  test.each([
    ['its reader', (id: string, token: string) => server.identity.tokens.end(id, token, {})],
    [
      'an administrator, in another process',
      (id: string, token: string) => other.identity.tokens.end(id, token, { by: 'root' }),
    ],
    ['all at once', (id: string) => other.identity.tokens.endAll(id, {})],
    ['a change of the account', (id: string) => other.identity.accounts.setGroups(id, ['staff'])],
  ])('loses access by %s, in every process within a second', async (_, end) => {
    const one = await createSignedInAgent();
    now += 1;
    const { client, tokens } = await one.letIn();
    const elsewhere = createAgent(other, base);
    for (const process of [one, elsewhere])
      expect((await process.read(tokens.access_token)).statusCode).toBe(200);
    const id = await findOwnerId();
    const [newest] = await server.identity.tokens.list(id);
    await end(id, newest?.id ?? '');
    now += 999;
    for (const process of [one, elsewhere]) {
      expect((await process.read(tokens.access_token)).statusCode).toBe(401);
      expect((await process.refresh(client, tokens.refresh_token)).json().error).toBe('invalid_grant');
    }
    agent = await createSignedInAgent();
  });

  test('can revoke its own access', async () => {
    const { client, tokens } = await agent.letIn();
    const revocation = { client_id: client, token: tokens.refresh_token };
    const another = await registerClient();
    await agent.form('/oauth/revoke', { ...revocation, client_id: another });
    expect((await agent.read(tokens.access_token)).statusCode).toBe(200);
    expect((await agent.form('/oauth/revoke', revocation)).statusCode).toBe(200);
    expect((await agent.read(tokens.access_token)).statusCode).toBe(401);
    expect(await readLastAct()).toMatchObject({ event: 'agent-ended' });
  });
});

describe('an agent whose user typed the address freely', () => {
  /** Sends the requests of the official client to the server of this test. */
  const fetchFromServer = async (url: string | URL, init: RequestInit = {}) => {
    const { pathname, search } = new URL(url);
    const { statusCode, body } = await server.app.inject({
      method: 'GET',
      url: pathname + search,
      headers: { host: 'docs.example', ...Object.fromEntries(new Headers(init.headers)) },
    });
    return new Response(body, { status: statusCode });
  };
  const callWithoutToken = (address: string) =>
    server.app.inject({
      method: 'POST',
      url: address,
      headers: { host: 'docs.example', 'content-type': 'application/json' },
      payload: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });

  test.each([
    ['/MCP', '/MCP'],
    ['/Mcp/', '/Mcp/'],
    ['/mcp/', '/mcp/'],
    ['//mcp', '//mcp'],
    ['/mcp?client=editor', '/mcp?client=editor'],
    ['/', ''],
  ])('finds the metadata of %s, and gets a token for it', async (address, path) => {
    const refusal = await callWithoutToken(address);
    expect(refusal.statusCode).toBe(401);
    const challenge = String(refusal.headers['www-authenticate']);
    const [, resourceMetadataUrl = ''] = /resource_metadata="([^"]*)"/.exec(challenge) ?? [];
    expect(resourceMetadataUrl).toBe(`${base}/.well-known/oauth-protected-resource${path}`);
    // The official client finds it with the challenge, and by the address alone.
    const url = base + address;
    for (const source of [{ resourceMetadataUrl }, undefined]) {
      const metadata = await discoverOAuthProtectedResourceMetadata(url, source, fetchFromServer);
      const resources = { requestedResource: url, configuredResource: metadata.resource };
      expect(checkResourceAllowed(resources)).toBe(true);
      if (source) expect(metadata.resource).toBe(base + path);
    }
    const client = await registerClient();
    const resource = base + path;
    const code = (await agent.ask(agent.question(client, { resource }))).searchParams.get('code') ?? '';
    const tokens = (await agent.exchange(client, code, { resource })).json();
    expect((await agent.read(tokens.access_token)).statusCode).toBe(200);
  });

  test.each(['/docs', '/mcp/x', '/mcpx', '/MCP%20', '/es'])(
    'finds no metadata of another address: %s',
    async (path) => {
      expect((await get(`/.well-known/oauth-protected-resource${path}`)).statusCode).toBe(401);
      const question = agent.question(await registerClient(), { resource: base + path });
      expect((await agent.browse(question)).statusCode).toBe(400);
    },
  );
});

describe("a malicious authorization link doesn't redirect a reader", () => {
  test.each([
    ['another address', { redirect_uri: 'https://evil.example/callback' }],
    ['another host of this machine', { redirect_uri: 'http://localhost:33418/callback' }],
    ['another path', { redirect_uri: 'http://127.0.0.1:33418/callback/../other' }],
    ['no verifier', { code_challenge: '' }],
    ['a plain verifier', { code_challenge_method: 'plain' }],
    ['a token at once', { response_type: 'token' }],
    ['another site', { resource: 'https://elsewhere.example/mcp' }],
    ['a client that nobody knows', { client_id: 'nobody' }],
  ])('refuses a link with %s', async (_, parameters) => {
    const { statusCode, headers, body } = await agent.browse(
      agent.question(await registerClient(), parameters),
    );
    expect([statusCode, headers.location]).toEqual([400, undefined]);
    expect(body).toContain('it wasn’t given access');
  });

  test('a loopback redirect URI may have any port', async () => {
    const client = await registerClient();
    const back = await agent.ask(agent.question(client, { redirect_uri: 'http://127.0.0.1:5555/callback' }));
    expect(back.port).toBe('5555');
  });

  test.each([
    ['javascript:alert(1)'],
    ['http://evil.example/callback'],
    ['data:text/html,x'],
    [`${agentRedirect}#part`],
  ])("%s isn't a valid redirect URI", async (address) => {
    const { statusCode, json } = await agent.register({ redirect_uris: [address] });
    expect([statusCode, json().error]).toEqual([400, expect.stringMatching(/^invalid_/)]);
  });

  test('an app may have a redirect URI with its own scheme', async () => {
    const client = await registerClient({ redirect_uris: ['cursor://mcp/callback'] });
    const consentRedirect = await agent.browse(
      agent.question(client, { redirect_uri: 'cursor://mcp/callback' }),
    );
    const page = await agent.browse(String(consentRedirect.headers.location));
    expect(page.headers['content-security-policy']).toContain("form-action 'self' cursor:;");
  });
});

test.each([
  '/.well-known/oauth-protected-resource',
  '/oauth/register',
  '/oauth/token',
  '/oauth/revoke',
  '/mcp',
])('a page of another site may not call %s', async (url) => {
  const origin = 'https://elsewhere.example';
  const ask = (method: 'OPTIONS' | 'GET' | 'POST') =>
    server.app.inject({
      method,
      url,
      headers: { host: 'docs.example', origin, 'access-control-request-method': 'POST' },
    });
  const answers = [await ask('OPTIONS'), await ask('GET'), await ask('POST')];
  for (const { headers } of answers)
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  expect(answers[2]?.json().error.code).toBe('cross-site');
});

test('a network that registers too many clients must wait, and no other network must', async () => {
  const requestFrom = (remoteAddress: string) =>
    server.app.inject({
      method: 'POST',
      url: '/oauth/register',
      remoteAddress,
      headers: { host: 'docs.example', 'content-type': 'application/json' },
      payload: JSON.stringify({ redirect_uris: [agentRedirect] }),
    });
  const answers = [];
  for (let count = 0; count < 101; count++) answers.push((await requestFrom('192.0.2.7')).statusCode);
  expect([answers.filter((status) => status === 201).length, answers.at(-1)]).toEqual([100, 429]);
  expect((await requestFrom('192.0.2.8')).statusCode).toBe(201);
  // Clients without access are deleted after a while.
  const forgotten = await registerClient();
  now += 25 * 3_600_000;
  agent = await createSignedInAgent();
  expect((await agent.browse(agent.question(forgotten))).statusCode).toBe(400);
});
