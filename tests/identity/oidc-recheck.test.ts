import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createOidcProvider } from '../../src/features/oidc/oidc-provider.ts';
import { findFreePort } from '../../testing/free-port.ts';
import { oidcClient, startOidcProvider, type TestProvider } from '../../testing/oidc-provider.ts';
import { createOidcVisitor, type OidcVisitor } from '../../testing/oidc-visitor.ts';
import { startServer, type TestServer } from '../../testing/server.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const article = '/docs/Tasks';

let provider: TestProvider;
let server: TestServer;
let site: string;
let passedMs: number;
/** Number of the provider's answers with an ID token, for sign-ins and checks. */
let tokenCount: number;

beforeEach(async () => {
  const [here, there] = [await findFreePort(), await findFreePort()];
  site = `http://localhost:${here}`;
  provider = await startOidcProvider({ port: there, site });
  for (const name of ['ana', 'ben'])
    provider.people[name] = { email: `${name}@example.com`, email_verified: true, name, groups: ['docs'] };
  passedMs = 0;
  tokenCount = 0;
  provider.tampering.idToken = async (token) => {
    tokenCount++;
    return token;
  };
});
afterEach(async () => {
  await server.close();
  await provider.close();
});

async function start(scopes: string): Promise<void> {
  server = await startServer({
    empty: true,
    environment: { BASE_URL: site },
    clock: () => Date.now() + passedMs,
    identityProvider: createOidcProvider({
      issuer: provider.issuer,
      clientId: oidcClient.id,
      clientSecret: oidcClient.secret,
      scopes,
      rules: {
        claim: { name: 'groups', values: ['docs'] },
        adminClaim: { name: 'groups', values: ['admins'] },
      },
    }),
  });
  await server.listen(Number(new URL(site).port));
}

async function signInVisitor(name: string): Promise<OidcVisitor> {
  const visitor = createOidcVisitor(site);
  await visitor.signIn(name);
  expect(await reads(visitor)).toBe(true);
  return visitor;
}

/** Reads without following redirects, as a script of the page does. */
const reads = async (visitor: OidcVisitor) =>
  (await server.get(article, { cookie: visitor.cookies(), host: new URL(site).host })).statusCode === 200;

const audit = (event: string) => {
  const database = new DatabaseSync(path.join(server.data, 'accounts.db'), { readOnly: true });
  const rows = database.prepare('SELECT by_whom, detail FROM audit WHERE event = ?').all(event);
  database.close();
  return rows.map(({ by_whom, detail }) => [by_whom, detail]);
};

describe('with offline access', () => {
  beforeEach(() => start('openid email profile offline_access'));

  test('the provider is asked once an hour, by a single request, and readers notice nothing', async () => {
    const ana = await signInVisitor('ana');
    passedMs = 59 * MINUTE;
    expect(await reads(ana)).toBe(true);
    expect(tokenCount).toBe(1);
    passedMs = HOUR;
    expect(await Promise.all(Array.from({ length: 5 }, () => reads(ana)))).toEqual(Array(5).fill(true));
    expect(tokenCount).toBe(2);
    passedMs = 2 * HOUR;
    expect(await reads(ana)).toBe(true);
    // Each renewal uses the token of the one before it.
    expect(tokenCount).toBe(3);
  });

  test('a user who was removed there loses every session here, on all devices', async () => {
    const [laptop, phone, ben] = [
      await signInVisitor('ana'),
      await signInVisitor('ana'),
      await signInVisitor('ben'),
    ];
    provider.gone.add('ana');
    expect(await reads(laptop)).toBe(true);
    passedMs = HOUR;
    expect([await reads(laptop), await reads(phone), await reads(ben)]).toEqual([false, false, true]);
    expect(audit('sessions-ended')).toEqual([['identity provider', 'code-refused']]);
  });

  test('a user who left the group loses access, and a new administrator signs in as one', async () => {
    const [ana, ben] = [await signInVisitor('ana'), await signInVisitor('ben')];
    provider.people.ana = { ...provider.people.ana, groups: ['others'] };
    provider.people.ben = { ...provider.people.ben, groups: ['docs', 'admins'] };
    passedMs = HOUR;
    expect([await reads(ana), await reads(ben)]).toEqual([false, false]);
    expect(audit('sessions-ended')).toEqual([['identity provider', 'not-allowed']]);
    await ben.signIn('ben');
    const { user } = JSON.parse((await ben.get('/auth/session')).body);
    expect(user).toMatchObject({ role: 'administrator' });
  });

  test('reading goes on while the provider is down, up to a limit', async () => {
    const ana = await signInVisitor('ana');
    await provider.goDown();
    for (passedMs = HOUR; passedMs < 13 * HOUR; passedMs += 3 * HOUR) expect(await reads(ana)).toBe(true);
    provider.gone.add('ana');
    passedMs = 13 * HOUR;
    expect(await reads(ana)).toBe(false);
    expect(audit('sessions-ended')).toEqual([]);
  });

  test("the refresh token is stored encrypted with a key that isn't in the store", async () => {
    await signInVisitor('ana');
    const database = new DatabaseSync(path.join(server.data, 'accounts.db'), { readOnly: true });
    const [row] = database.prepare('SELECT renewal FROM provider_sessions').all();
    database.close();
    const [header = ''] = String(row?.renewal).split('.');
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({ alg: 'dir', enc: 'A256GCM' });
  });
});

describe('without offline access', () => {
  beforeEach(() => start('openid email profile'));

  test('a reader passes through the provider once an hour without a question and reads on', async () => {
    const ana = await signInVisitor('ana');
    const readToken = () => /sid=([^;]+)/.exec(ana.cookies())?.[1] ?? '';
    expect(await server.identity.stepUp.isFresh(readToken())).toBe(true);
    passedMs = HOUR;
    // Requests of scripts wait until a page has loaded.
    expect(await reads(ana)).toBe(false);
    const page = await ana.get(`${article}?q=1`);
    expect([page.status, page.url]).toEqual([200, `${site}${article}?q=1`]);
    expect(await reads(ana)).toBe(true);
    expect((await server.identity.accounts.readPage({})).accounts).toHaveLength(1);
    // The check isn't a proof of identity.
    expect(await server.identity.stepUp.isFresh(readToken())).toBe(false);
    // No sign-in or sign-out is logged, and the session keeps its original end.
    expect([audit('signed-in').length, audit('signed-out').length]).toEqual([1, 0]);
    for (passedMs = 10 * HOUR; passedMs < 336 * HOUR; passedMs += 10 * HOUR) {
      expect((await ana.get(article)).url).toBe(site + article);
      expect(await reads(ana)).toBe(true);
    }
    passedMs = 336 * HOUR;
    expect(new URL((await ana.get(article)).url).pathname).toBe('/login');
  });

  test('a reader who must sign in at the provider again is asked to at every visit', async () => {
    const ana = await signInVisitor('ana');
    ana.deleteCookies(provider.issuer);
    passedMs = HOUR;
    for (let times = 0; times < 40; times++) {
      const page = await ana.get(article);
      expect(new URL(page.url).searchParams.get('error')).toBe('sign-in-needed');
    }
    expect(await reads(ana)).toBe(false);
    // The check doesn't count as an attempt of other users on the same network.
    await signInVisitor('ben');
  });

  test('while the provider is down reading goes on', async () => {
    const ana = await signInVisitor('ana');
    await provider.goDown();
    passedMs = HOUR;
    expect(await reads(ana)).toBe(true);
    await provider.comeBack();
    passedMs = HOUR + MINUTE;
    expect(await reads(ana)).toBe(false);
    expect((await ana.get(article)).status).toBe(200);
  });
});
