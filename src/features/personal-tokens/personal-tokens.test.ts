import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createTestToken } from '../../../testing/personal-token.ts';
import { reader, startServer, type TestServer } from '../../../testing/server.ts';
import { openSqliteStore } from '../../../testing/stores.ts';
import { createNewAccount } from '../../accounts/account.ts';
import { createIdentity } from '../../accounts/create-identity.ts';
import { defaultLimits } from '../../accounts/limits.ts';
import { TOKEN_PREFIX } from '../../accounts/personal-tokens/token-text.ts';
import { engineFeatures } from '../index.ts';

let server: TestServer;
let cookie: string;
beforeAll(async () => {
  server = await startServer();
  cookie = await server.signIn();
});
afterAll(() => server.close());
beforeEach(async () => {
  const account = await server.identity.accounts.findByEmail(reader.email);
  await server.identity.tokens.endAll(account?.id ?? '', {});
});

type Method = 'GET' | 'POST' | 'DELETE' | 'PATCH' | 'HEAD';
const ask = (method: Method, url: string, payload?: object, headers: Record<string, string> = { cookie }) =>
  server.app.inject({
    method,
    url,
    headers: { host: 'localhost:3000', ...headers },
    ...(payload === undefined ? {} : { payload }),
  });
const OWN = '/api/v1/account/tokens';
const createBearer = (secret: string) => ({ authorization: `Bearer ${secret}` });

async function make(name = 'Editor'): Promise<{ id: string; secret: string }> {
  const response = await ask('POST', OWN, { name, days: 30 });
  const { token, secret } = response.json();
  return { id: token.id, secret };
}
const reads = async (secret: string, url = '/docs/Tasks') =>
  (await server.get(url, createBearer(secret))).statusCode;

test('a token is shown once, expires, and is listed without its secret', async () => {
  const response = await ask('POST', OWN, { name: ' Editor ', days: 30 });
  expect([response.statusCode, response.headers['cache-control']]).toEqual([201, 'private, no-store']);
  const { token, secret } = response.json();
  expect(secret).toMatch(new RegExp(`^${TOKEN_PREFIX}[0-9A-Za-z]{49}$`));
  expect(token).toMatchObject({ name: 'Editor', lastUsedAt: null });
  expect(Date.parse(token.expiresAt) - Date.parse(token.createdAt)).toBe(30 * 86_400_000);
  const list = await ask('GET', OWN);
  expect(list.json()).toEqual({ tokens: [token], longestDays: 90, max: 20, letsAgentsIn: false });
  expect(list.body).not.toContain(secret);
  expect(server.logText()).not.toContain(secret);
});

test.each([
  ['longer than the site lets them be', { name: 'a', days: 91 }, 403, 'forbidden'],
  ['no end', { name: 'a', days: 0 }, 400, 'malformed'],
  ['no name', { name: ' ', days: 1 }, 400, 'malformed'],
  ['a name with control characters', { name: 'a\u001b[2J', days: 1 }, 400, 'malformed'],
  ['a name of 81 letters', { name: 'a'.repeat(81), days: 1 }, 400, 'malformed'],
])('no token is created: %s', async (_, body, status, code) => {
  const answer = await ask('POST', OWN, body);
  expect([answer.statusCode, answer.json().error.code]).toEqual([status, code]);
  expect((await ask('GET', OWN)).json().tokens).toEqual([]);
});

test('an account has at most twenty', async () => {
  const secrets = [];
  for (let n = 0; n < 20; n++) secrets.push(await make(`${n}`));
  const answer = await ask('POST', OWN, { name: 'one more', days: 1 });
  expect([answer.statusCode, answer.json().error.code]).toEqual([409, 'too-many-tokens']);
  await ask('DELETE', `${OWN}/${secrets[0]?.id}`);
  expect((await ask('POST', OWN, { name: 'one more', days: 1 })).statusCode).toBe(201);
});

test('a token reads what its owner can read, and shows when it was last used', async () => {
  const { secret } = await make();
  expect(await reads(secret)).toBe(200);
  expect(await reads(secret, '/_page/docs/Tasks.json')).toBe(200);
  expect(await reads(secret, '/api/v1/openapi.json')).toBe(200);
  expect((await ask('GET', '/api/v1/account', undefined, createBearer(secret))).json()).toMatchObject({
    email: reader.email,
  });
  expect(await reads(secret, '/docs/nothing')).toBe(404);
  const [token] = (await ask('GET', OWN)).json().tokens;
  expect(Date.now() - Date.parse(token.lastUsedAt)).toBeLessThan(60_000);
  const page = await server.get('/docs/Tasks', createBearer(secret));
  expect(page.headers['set-cookie']).toBeUndefined();
  expect(page.headers['cache-control']).toContain('private');
});

test.each<[Method, string, number]>([
  ['POST', OWN, 403],
  ['GET', OWN, 403],
  ['DELETE', `${OWN}/x`, 403],
  ['POST', '/api/v1/account/password', 403],
  ['GET', '/api/v1/account/sessions', 403],
  ['DELETE', '/api/v1/account/sessions', 403],
  // Routes for administrators don't exist for the token of an administrator, like for a reader.
  ['GET', '/api/v1/accounts', 404],
  ['POST', '/api/v1/accounts', 404],
  ['GET', '/admin/users', 404],
  ['POST', '/docs/Tasks', 405],
  ['DELETE', '/docs/Tasks', 405],
])('a token only reads: %s %s', async (method, url, status) => {
  const { secret } = await make();
  const payload = method === 'GET' ? undefined : {};
  // A cookie in the same request changes nothing.
  const answer = await ask(method, url, payload, { ...createBearer(secret), cookie });
  expect(answer.statusCode).toBe(status);
  if (status === 403) expect(answer.json().error.code).toBe('read-only');
});

test('every visitor gets the same answer about tokens, whether a page exists or not', async () => {
  const answers = [
    '/docs/Tasks',
    '/docs/nothing',
    '/api/v1/accounts',
    OWN,
    '/admin/users',
    '/_page/docs/Tasks.json',
  ].map((url) => server.get(url));
  const answerTexts = (await Promise.all(answers)).map(({ statusCode, headers, body }) =>
    JSON.stringify([statusCode, headers['www-authenticate'], headers['content-length'], body]),
  );
  expect(new Set(answerTexts).size).toBe(1);
  expect(answerTexts[0]).toContain('Bearer realm=\\"Create a personal token on /account\\"');
});

test('an invalid token gets the same answer, whether a page exists or not and whatever is wrong with it', async () => {
  const { secret } = await make();
  const last = secret.at(-1) === 'a' ? 'b' : 'a';
  const invalidBodies = [
    secret.slice(0, -1) + last,
    TOKEN_PREFIX,
    `${TOKEN_PREFIX}${'A'.repeat(49)}`,
    `${secret}x`,
    `${TOKEN_PREFIX}${'/../'.repeat(20)}`,
    `${TOKEN_PREFIX}${'x'.repeat(4_000)}`,
  ];
  const distinctAnswers = new Set<string>();
  for (const token of invalidBodies) {
    for (const url of ['/docs/Tasks', '/docs/nothing', '/api/v1/accounts']) {
      // A navigation or a valid cookie doesn't change the answer either.
      const answer = await server.get(url, { ...createBearer(token), cookie, accept: 'text/html' });
      distinctAnswers.add(
        JSON.stringify([answer.statusCode, answer.headers['www-authenticate'], answer.body]),
      );
    }
  }
  expect([...distinctAnswers]).toHaveLength(1);
  expect([...distinctAnswers][0]).toMatch(/^\[401,.*invalid_token/);
});

test('an Authorization header without a token of ours is ignored', async () => {
  for (const authorization of [
    'Basic YTpi',
    'Bearer eyJhbGciOiJub25lIn0.e30.',
    'Bearer',
    `Token ${TOKEN_PREFIX}x`,
  ]) {
    expect((await server.get('/docs/Tasks', { authorization, cookie })).statusCode).toBe(200);
    const visitor = await server.get('/docs/Tasks', { authorization });
    expect([visitor.statusCode, visitor.headers['www-authenticate']]).toEqual([
      401,
      'Bearer realm="Create a personal token on /account"',
    ]);
  }
});

test('a token is rejected after its owner or an administrator revokes it, and the audit log records it', async () => {
  const [one, two, three, four] = [await make('1'), await make('2'), await make('3'), await make('4')];
  for (const { secret } of [one, two, three, four]) expect(await reads(secret)).toBe(200);
  expect((await ask('DELETE', `${OWN}/${one.id}`)).statusCode).toBe(204);
  expect(await reads(one.secret)).toBe(401);
  const account = (await server.identity.accounts.findByEmail(reader.email))?.id;
  const theirs = `/api/v1/accounts/${account}/tokens`;
  const remainingNames = (await ask('GET', theirs)).json().tokens.map(({ name }: { name: string }) => name);
  expect(remainingNames.sort()).toEqual(['2', '3', '4']);
  expect((await ask('DELETE', `${theirs}/${two.id}`)).statusCode).toBe(204);
  expect([await reads(two.secret), await reads(three.secret)]).toEqual([401, 200]);
  expect((await ask('DELETE', theirs)).json()).toEqual({ ended: 2 });
  expect([await reads(three.secret), await reads(four.secret)]).toEqual([401, 401]);
  expect((await ask('GET', '/api/v1/accounts/nobody/tokens')).statusCode).toBe(404);
  const { entries } = await server.identity.audit.readAuditPage({
    ...{ search: reader.email, descending: true, offset: 0, limit: 7 },
  });
  // The log names a token as its owner did. The id tells apart two with the same name.
  const withoutIdAndDay = (detail: string | null) =>
    detail?.replace(/\([\w-]{16}\)/, '(id)').replace(/\d{4}-\d\d-\d\d/, 'day');
  expect(entries.map(({ event, by, detail }) => [event, by, withoutIdAndDay(detail)])).toEqual([
    ['tokens-ended', reader.email, 'all'],
    ['tokens-ended', reader.email, '2 (id)'],
    ['tokens-ended', null, '1 (id)'],
    ...['4', '3', '2', '1'].map((name) => ['token-made', null, `${name} (id), until day`]),
  ]);
});

test('tokens are revoked when their account changes', async () => {
  const added = await server.identity.accounts.add({
    email: 'rosa@example.com',
    name: 'Rosa',
    password: 'a quite different secret',
    role: 'reader',
  });
  const account = added.outcome === 'added' ? added.account : undefined;
  const { secret } = await createTestToken(server.identity, account?.id ?? '');
  expect(await reads(secret)).toBe(200);
  await server.identity.accounts.setDisabled(account?.id ?? '', true);
  expect(await reads(secret)).toBe(401);
});

test('a token that another process revokes is rejected here within a second', async () => {
  let now = Date.now();
  const store = () => openSqliteStore(`${server.data}/accounts.db`);
  const here = createIdentity({ store: store(), clock: () => now });
  const elsewhere = createIdentity({ store: store(), clock: () => now });
  const account = await here.accounts.findByEmail(reader.email);
  const accountId = account?.id ?? '';
  here.tokens.accept('personal');
  const token = await createTestToken(here, accountId);
  expect(await here.tokens.findReader(token.secret)).toMatchObject({ accountId, role: 'reader' });
  await elsewhere.tokens.end(accountId, token.token.id, {});
  now += 1_000;
  expect(await here.tokens.findReader(token.secret)).toBeUndefined();
  await Promise.all([here.close(), elsewhere.close()]);
});

test('a site can turn tokens off, or shorten their lifetime', async () => {
  const { secret } = await make();
  let now = Date.now();
  const withLongest = (longestMs: number) =>
    createIdentity({
      store: openSqliteStore(`${server.data}/accounts.db`),
      clock: () => now,
      limits: { ...defaultLimits, tokens: { ...defaultLimits.tokens, longestMs } },
    });
  const [none, hour] = [withLongest(0), withLongest(3_600_000)];
  for (const { tokens } of [none, hour]) tokens.accept('personal');
  expect(await none.tokens.findReader(secret)).toBeUndefined();
  expect(await hour.tokens.findReader(secret)).toBeDefined();
  now += 3_600_000;
  expect(await hour.tokens.findReader(secret)).toBeUndefined();
  const user = await server.identity.accounts.findByEmail(reader.email);
  expect(await hour.tokens.list(user?.id ?? '')).toEqual([]);
  await Promise.all([none.close(), hour.close()]);
});

test('with an identity provider a token works as long as its owner signs in', async () => {
  let now = Date.now();
  const issuer = 'https://id.example';
  const store = openSqliteStore(`${server.data}/accounts.db`);
  const identity = createIdentity({ store, issuer, clock: () => now });
  const eve = createNewAccount({
    email: 'eve@example.com',
    name: 'Eve',
    role: 'reader',
    issuer,
    subject: 'eve',
    createdAt: now,
  });
  await store.addAccount({ ...eve, lastSignInAt: now });
  const forMs = 60 * 86_400_000;
  identity.tokens.accept('personal');
  const { secret } = await createTestToken(identity, eve.id, { forMs });
  now += defaultLimits.session.absoluteMs - 1;
  expect(await identity.tokens.findReader(secret)).toMatchObject({ email: 'eve@example.com' });
  now += 1;
  expect(await identity.tokens.findReader(secret)).toBeUndefined();
  await identity.close();
});

describe('without the feature', () => {
  const startWithout = async (...names: string[]) => {
    const without = await startServer({
      environment: { BASE_URL: 'https://docs.example' },
      features: engineFeatures.filter(({ name }) => !names.includes(name)),
      store: openSqliteStore(`${server.data}/accounts.db`),
      empty: true,
    });
    onTestFinished(() => without.close());
    return (method: Method, url: string, headers: Record<string, string> = { cookie: `__Host-${cookie}` }) =>
      without.app.inject({
        method,
        url,
        headers: { host: 'docs.example', origin: 'https://docs.example', ...headers },
      });
  };

  test('tokens created earlier are refused, and are no longer offered', async () => {
    const { secret } = await make();
    expect(await reads(secret)).toBe(200);
    const request = await startWithout('personal-tokens');
    for (const url of ['/docs/Tasks', '/docs/nothing', '/mcp', OWN]) {
      const { statusCode, headers } = await request('GET', url, createBearer(secret));
      expect([statusCode, headers['www-authenticate']]).toEqual([
        401,
        expect.stringMatching(/^Bearer resource_metadata=.*, error="invalid_token"$/),
      ]);
    }
    const visitor = await request('GET', '/docs/Tasks', {});
    expect([visitor.statusCode, visitor.headers['www-authenticate']]).toEqual([
      401,
      expect.stringMatching(/^Bearer resource_metadata="[^"]+", scope="read"$/),
    ]);
  });

  test('no token can be created, and readers revoke earlier tokens and connected apps', async () => {
    const { id } = await make();
    const request = await startWithout('personal-tokens');
    expect((await request('POST', OWN)).statusCode).toBe(404);
    const list = (await request('GET', OWN)).json();
    expect(list).toMatchObject({ longestDays: 0, letsAgentsIn: true, tokens: [{ id }] });
    expect((await request('DELETE', `${OWN}/${id}`)).statusCode).toBe(204);
    expect((await request('GET', OWN)).json().tokens).toEqual([]);
  });

  test('if agents are off as well, all routes for tokens answer 404', async () => {
    const { id, secret } = await make();
    const request = await startWithout('personal-tokens', 'agents');
    expect((await request('GET', OWN)).statusCode).toBe(404);
    expect((await request('DELETE', `${OWN}/${id}`)).statusCode).toBe(404);
    for (const headers of [{}, createBearer(secret)]) {
      const answer = await request('GET', '/docs/Tasks', headers);
      expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([401, undefined]);
    }
    expect((await request('GET', '/api/v1/openapi.json')).body).not.toContain('account/tokens');
  });
});
