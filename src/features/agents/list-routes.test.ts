import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createAgent } from '../../../testing/agent.ts';
import { createTestToken } from '../../../testing/personal-token.ts';
import { reader, startServer, type TestServer } from '../../../testing/server.ts';
import { openSqliteStore } from '../../../testing/stores.ts';
import { engineFeatures } from '../index.ts';

const base = 'https://docs.example';
let server: TestServer;
let administrator: string;
beforeAll(async () => {
  server = await startServer({ environment: { BASE_URL: base } });
  administrator = `__Host-${await server.signIn()}`;
});
afterAll(() => server?.close());

/** An agent that a new reader has allowed. */
async function allowAgent() {
  const agent = createAgent(server, base);
  agent.signedIn(await server.signInAs());
  return { agent, ...(await agent.letIn()) };
}

const ask = (method: 'GET' | 'DELETE', url: string, cookie = administrator, app = server.app) =>
  app.inject({ method, url, headers: { host: 'docs.example', cookie } });
const list = async (query = '') => (await ask('GET', `/api/v1/agents${query}`)).json();
const readAudit = async (email: string) =>
  (await ask('GET', `/api/v1/audit?search=${encodeURIComponent(email)}`)).json().rows;

test('an administrator sees the agents of all readers, but no secrets', async () => {
  const one = await allowAgent();
  const other = await allowAgent();
  await one.agent.read(one.tokens.access_token);
  const listResponse = await list();
  expect(listResponse).toMatchObject({ total: 2, isOn: true });
  expect(listResponse.rows[0]).toMatchObject({
    client: one.client,
    name: 'Test agent (127.0.0.1:33418)',
    email: expect.stringContaining('@'),
    lastUsedAt: expect.any(String),
  });
  expect(listResponse.rows[1]).toMatchObject({ client: other.client, lastUsedAt: null });
  for (const secret of [...Object.values(one.tokens), ...Object.values(other.tokens)])
    if (String(secret).length > 20) expect(JSON.stringify(listResponse)).not.toContain(secret);
  expect((await list(`?search=${encodeURIComponent(listResponse.rows[1].email)}`)).rows).toEqual([
    listResponse.rows[1],
  ]);
  expect((await list('?search=nothing+of+the+kind')).total).toBe(0);
});

test('one agent is revoked immediately, and the audit log records by whom', async () => {
  const one = await allowAgent();
  const other = await allowAgent();
  const { rows } = await list();
  const row = rows.find(({ client }: { client: string }) => client === one.client);
  const revoked = await ask('DELETE', `/api/v1/accounts/${row.account}/tokens/${row.id}`);
  expect(revoked.statusCode).toBe(204);
  expect((await one.agent.read(one.tokens.access_token)).statusCode).toBe(401);
  const refreshedTokens = await one.agent.refresh(one.client, one.tokens.refresh_token);
  expect(refreshedTokens.json().error).toBe('invalid_grant');
  expect((await other.agent.read(other.tokens.access_token)).statusCode).toBe(200);
  expect((await readAudit(row.email))[0]).toMatchObject({ event: 'tokens-ended', by: reader.email });
});

test("all agents are revoked immediately, and personal tokens aren't", async () => {
  const agents = [await allowAgent(), await allowAgent()];
  const emails = (await list()).rows.map(({ email }: { email: string }) => email);
  const owner = await server.identity.accounts.findByEmail(reader.email);
  const token = await createTestToken(server.identity, owner?.id ?? '');
  for (const { agent, tokens } of agents) await agent.read(tokens.access_token);
  const { ended } = (await ask('DELETE', '/api/v1/agents')).json();
  expect(ended).toBe(emails.length);
  for (const { agent, client, tokens } of agents) {
    expect((await agent.read(tokens.access_token)).statusCode).toBe(401);
    expect((await agent.refresh(client, tokens.refresh_token)).json().error).toBe('invalid_grant');
  }
  expect((await list()).total).toBe(0);
  expect((await agents[0]?.agent.read(token.secret))?.statusCode).toBe(200);
  for (const email of emails)
    expect((await readAudit(email))[0]).toMatchObject({
      event: 'agent-ended',
      by: reader.email,
      detail: 'all agents of all readers',
    });
  expect((await ask('DELETE', '/api/v1/agents')).json()).toEqual({ ended: 0 });
});

test.each([
  ['GET', '/api/v1/agents'],
  ['DELETE', '/api/v1/agents'],
] as const)('%s %s is there for administrators only', async (method, url) => {
  const { agent, tokens } = await allowAgent();
  expect((await ask(method, url, `__Host-${await server.signInAs()}`)).statusCode).toBe(404);
  expect((await ask(method, url, '')).statusCode).toBe(401);
  const headers = { host: 'docs.example', authorization: `Bearer ${tokens.access_token}` };
  expect([403, 404]).toContain((await server.app.inject({ method, url, headers })).statusCode);
  expect((await agent.read(tokens.access_token)).statusCode).toBe(200);
});

test('with agents turned off, no agent can read or ask, and personal tokens still work', async () => {
  const { agent, client, tokens } = await allowAgent();
  const owner = await server.identity.accounts.findByEmail(reader.email);
  const token = await createTestToken(server.identity, owner?.id ?? '');
  const off = await startServer({
    environment: { BASE_URL: base, AGENTS: false },
    store: openSqliteStore(path.join(server.data, 'accounts.db')),
    empty: true,
  });
  onTestFinished(() => off.close());
  const there = createAgent(off, base);
  const refusal = await there.read(tokens.access_token);
  expect(refusal.statusCode).toBe(401);
  expect(refusal.headers['www-authenticate']).not.toContain('resource_metadata');
  expect((await there.read(token.secret)).statusCode).toBe(200);
  // The answers are those for paths that never existed.
  for (const answer of [
    await there.refresh(client, tokens.refresh_token),
    await there.register(),
    await there.form('/oauth/revoke', { client_id: client, token: tokens.refresh_token }),
    await off.get('/.well-known/oauth-authorization-server', { host: 'docs.example' }),
    await off.get('/oauth/authorize', { host: 'docs.example' }),
  ])
    expect([answer.statusCode, answer.json().error?.code]).toEqual([401, 'signed-out']);
  const emptyList = (await ask('GET', '/api/v1/agents', administrator, off.app)).json();
  expect(emptyList.isOn).toBe(false);
  expect(emptyList.rows.map((row: { client: string }) => row.client)).toContain(client);
  // Agents can be revoked while the feature is turned off.
  expect((await ask('DELETE', '/api/v1/agents', administrator, off.app)).json().ended).toBe(emptyList.total);
  expect((await agent.refresh(client, tokens.refresh_token)).json().error).toBe('invalid_grant');
});

test('without the feature, tokens of agents that readers allowed earlier are rejected', async () => {
  const { tokens } = await allowAgent();
  const owner = await server.identity.accounts.findByEmail(reader.email);
  const token = await createTestToken(server.identity, owner?.id ?? '');
  const without = await startServer({
    environment: { BASE_URL: base },
    features: engineFeatures.filter(({ name }) => name !== 'agents'),
    store: openSqliteStore(path.join(server.data, 'accounts.db')),
    empty: true,
  });
  onTestFinished(() => without.close());
  const there = createAgent(without, base);
  const refusal = await there.read(tokens.access_token);
  expect([refusal.statusCode, refusal.headers['www-authenticate']]).toEqual([
    401,
    'Bearer realm="Create a personal token on /account", error="invalid_token"',
  ]);
  expect((await there.read(token.secret)).statusCode).toBe(200);
  expect((await ask('GET', '/api/v1/agents', administrator, without.app)).statusCode).toBe(404);
  const ownTokens = await ask('GET', '/api/v1/account/tokens', administrator, without.app);
  expect(ownTokens.json()).toMatchObject({ letsAgentsIn: false });
});
