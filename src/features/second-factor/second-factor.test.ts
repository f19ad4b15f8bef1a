import type { LightMyRequestResponse } from 'fastify';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { openPageAfterForm } from '../../../testing/after-form.ts';
import { computeAppCode } from '../../../testing/authenticator-app.ts';
import { reader, startServer, type TestServer, type TestServerOptions } from '../../../testing/server.ts';
import { openSqliteStore } from '../../../testing/stores.ts';
import { engineFeatures } from '../index.ts';

let server: TestServer;
let now: number;
const start = async (options: TestServerOptions = {}) => {
  now = Date.now();
  server = await startServer({ clock: () => now, ...options });
};
beforeEach(() => start());
afterEach(() => server.close());

const post = (url: string, fields: Record<string, string>, cookie = '') =>
  server.app.inject({
    method: 'POST',
    url,
    headers: { host: 'localhost:3000', 'content-type': 'application/x-www-form-urlencoded', cookie },
    payload: new URLSearchParams(fields).toString(),
  });

/** The cookies that a browser has after this answer. */
const readCookies = ({ headers }: LightMyRequestResponse) =>
  [headers['set-cookie'] ?? []]
    .flat()
    .filter((cookie) => !cookie.includes('Max-Age=0'))
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ');

const signInByPassword = (next = '/docs/Tasks') =>
  post('/auth/sign-in', { email: reader.email, password: reader.password, next });
const give = async (fields: Record<string, string>, pendingCookies: string) =>
  post('/second-factor', { next: '/docs/Tasks', ...fields }, pendingCookies);

/** Sets up an authenticator app for the reader. Returns its secret and the recovery codes. */
async function setUpApp(): Promise<{ secret: string; recoveryCodes: string[] }> {
  const cookie = await server.signIn();
  const token = cookie.replace('sid=', '');
  const user = (await server.identity.resolveSession(token)) ?? expect.fail('no session');
  const requester = { user, token, from: '127.0.0.1' };
  const { secret = '' } = (await server.identity.factors.beginCodes(requester, 'localhost:3000')) ?? {};
  const added = await server.identity.factors.confirmCodes(requester, computeAppCode(secret, now));
  if (added.outcome !== 'added') throw new Error(added.outcome);
  now += 60_000;
  return { secret, recoveryCodes: added.recoveryCodes ?? [] };
}

describe('after the password of an account with an authenticator app', () => {
  test('starts no session until the code is entered, and then continues, without scripts', async () => {
    const { secret } = await setUpApp();
    const first = await signInByPassword('/docs/Tasks?tab=php');
    expect(first.headers.location).toBe('/second-factor?next=/docs/Tasks%3Ftab%3Dphp');
    const pendingCookies = readCookies(first);
    expect(pendingCookies).toMatch(/^second-factor=/);
    expect(
      (await server.get('/docs/Tasks', { cookie: pendingCookies, accept: 'text/html' })).statusCode,
    ).toBe(303);
    const page = await server.get(String(first.headers.location), { cookie: pendingCookies });
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('/docs/Tasks?tab=php');
    const second = await give(
      { code: computeAppCode(secret, now), next: '/docs/Tasks?tab=php' },
      pendingCookies,
    );
    expect([second.statusCode, second.headers.location]).toEqual([303, '/docs/Tasks?tab=php']);
    expect((await server.get('/docs/Tasks', { cookie: readCookies(second) })).statusCode).toBe(200);
  });

  test('a wrong or used code leads back to the form', async () => {
    const { secret } = await setUpApp();
    const pendingCookies = readCookies(await signInByPassword());
    const refusal = await give({ code: '000000' }, pendingCookies);
    expect((await openPageAfterForm(server, refusal)).headers.location).toBe('/login?next=/docs/Tasks');
    const cookie = `${pendingCookies}; ${readCookies(refusal)}`;
    expect((await server.get(String(refusal.headers.location), { cookie })).body).toContain(
      'That code didn’t work',
    );
    const code = computeAppCode(secret, now);
    expect((await give({ code }, pendingCookies)).headers.location).toBe('/docs/Tasks');
    const again = readCookies(await signInByPassword());
    expect(readCookies(await give({ code }, again))).not.toContain('sid=');
    // The previous code doesn't work either.
    expect(readCookies(await give({ code: computeAppCode(secret, now - 30_000) }, again))).not.toContain(
      'sid=',
    );
    now += 30_000;
    expect(readCookies(await give({ code: computeAppCode(secret, now) }, again))).toContain('sid=');
  });

  test('a recovery code works once', async () => {
    const { recoveryCodes } = await setUpApp();
    const [recovery = ''] = recoveryCodes;
    expect(recoveryCodes).toHaveLength(10);
    expect(
      readCookies(await give({ recovery: recovery.toUpperCase() }, readCookies(await signInByPassword()))),
    ).toContain('sid=');
    expect(readCookies(await give({ recovery }, readCookies(await signInByPassword())))).not.toContain(
      'sid=',
    );
  });

  test('guesses are limited, even if the password is entered in between', async () => {
    const { secret } = await setUpApp();
    for (let guess = 0; guess < 5; guess++)
      await give({ code: '000000' }, readCookies(await signInByPassword()));
    const pendingCookies = readCookies(await signInByPassword());
    const refused = await give({ code: computeAppCode(secret, now) }, pendingCookies);
    expect(readCookies(refused)).not.toContain('sid=');
    const page = await server.get(String(refused.headers.location), {
      cookie: `${pendingCookies}; ${readCookies(refused)}`,
    });
    expect(page.body).toContain('Too many attempts');
    now += 15 * 60_000 + 1;
    expect(
      readCookies(await give({ code: computeAppCode(secret, now) }, readCookies(await signInByPassword()))),
    ).toContain('sid=');
  });

  test('a pending sign-in lasts ten minutes, for one session and one browser', async () => {
    const { secret } = await setUpApp();
    const pendingCookies = readCookies(await signInByPassword());
    expect((await give({ code: computeAppCode(secret, now) }, '')).headers.location).toMatch(/^\/login\?/);
    expect(readCookies(await give({ code: computeAppCode(secret, now) }, pendingCookies))).toContain('sid=');
    now += 60_000;
    expect((await give({ code: computeAppCode(secret, now) }, pendingCookies)).headers.location).toMatch(
      /^\/login\?/,
    );
    const lateCookies = readCookies(await signInByPassword());
    now += 10 * 60_000 + 1;
    expect((await give({ code: computeAppCode(secret, now) }, lateCookies)).headers.location).toMatch(
      /^\/login\?/,
    );
  });

  test("a program gets an error, and a password reset doesn't bypass the second factor", async () => {
    await setUpApp();
    const answer = await server.app.inject({
      method: 'POST',
      url: '/auth/sign-in',
      headers: { host: 'localhost:3000' },
      payload: reader,
    });
    expect([answer.statusCode, answer.json().error.code]).toEqual([403, 'second-factor']);
    const account = (await server.identity.accounts.findByEmail(reader.email)) ?? expect.fail('no account');
    const token = (await server.identity.accounts.resetLink(account.id)) ?? '';
    const password = 'another long secret';
    const reset = await post('/reset', { token, password, again: password });
    expect(reset.headers.location).toBe('/second-factor');
    expect(readCookies(reset)).not.toContain('sid=');
  });
});

describe('if a second factor is required', () => {
  beforeEach(async () => {
    await server.close();
    await start({ secondFactor: 'administrators' });
  });

  test('an administrator must set one up before reading, and gets recovery codes', async () => {
    const first = await signInByPassword();
    const pendingCookies = readCookies(first);
    expect(first.headers.location).toBe('/second-factor?next=/docs/Tasks');
    const page = await server.get('/second-factor', { cookie: pendingCookies });
    const secret = /<code>([A-Z2-7 ]+)<\/code>/.exec(page.body)?.[1] ?? '';
    expect(page.body).toContain('data:image/svg+xml;base64,');
    // A reload shows the same secret, which the app may have already.
    expect((await server.get('/second-factor', { cookie: pendingCookies })).body).toContain(secret);
    expect((await server.get('/docs/Tasks', { cookie: pendingCookies })).statusCode).toBe(401);
    expect(readCookies(await give({ code: '000000' }, pendingCookies))).not.toContain('sid=');
    const done = await give({ code: computeAppCode(secret, now) }, pendingCookies);
    expect(done.body.match(/([a-z2-7]{4}-){5}[a-z2-7]{4}/g)).toHaveLength(10);
    expect(done.body).toContain('href="/docs/Tasks"');
    expect((await server.get('/docs/Tasks', { cookie: readCookies(done) })).statusCode).toBe(200);
    now += 60_000;
    expect(
      readCookies(await give({ code: computeAppCode(secret, now) }, readCookies(await signInByPassword()))),
    ).toContain('sid=');
  });

  test("a reader isn't asked", async () => {
    const rosa = { email: 'rosa@example.com', name: '', password: 'a quite different secret' };
    await server.identity.accounts.add({ ...rosa, role: 'reader' });
    const signedIn = await post('/auth/sign-in', { ...rosa, next: '/' });
    expect(readCookies(signedIn)).toContain('sid=');
  });
});

describe('without the feature', () => {
  /** Starts a server without the feature for the accounts of this one, and uses it from now on. */
  async function startWithout(options: TestServerOptions = {}): Promise<void> {
    const before = server;
    const store = openSqliteStore(`${before.data}/accounts.db`);
    const features = engineFeatures.filter(({ name }) => name !== 'second-factor');
    server = await startServer({ clock: () => now, features, store, empty: true, ...options });
    onTestFinished(() => before.close());
  }
  const signInAsProgram = () =>
    server.app.inject({
      method: 'POST',
      url: '/auth/sign-in',
      headers: { host: 'localhost:3000' },
      payload: reader,
    });

  test("an account with a second factor can't sign in by password alone, and learns why", async () => {
    await setUpApp();
    await startWithout();
    const refused = await signInAsProgram();
    expect([refused.statusCode, refused.json().error.code, readCookies(refused)]).toEqual([
      403,
      'second-factor-off',
      '',
    ]);
    const form = await signInByPassword();
    expect(readCookies(form)).not.toMatch(/sid=|second-factor=/);
    const page = await openPageAfterForm(server, form);
    expect([page.statusCode, page.body]).toEqual([
      200,
      expect.stringContaining('two-factor authentication, which is turned off on this site'),
    ]);
    expect(server.log).toContainEqual(expect.objectContaining({ signIn: 'refused' }));
  });

  test("a new password or a passkey doesn't sign in an account that has a second factor", async () => {
    await setUpApp();
    await startWithout();
    const account = (await server.identity.accounts.findByEmail(reader.email)) ?? expect.fail('no account');
    const token = (await server.identity.accounts.resetLink(account.id)) ?? '';
    const password = 'another long secret';
    const reset = await post('/reset', { token, password, again: password });
    expect(readCookies(reset)).not.toContain('sid=');
    expect((await openPageAfterForm(server, reset)).body).toContain('turned off on this site');
    const passkey = await post('/auth/sign-in', { passkey: '{}', next: '/' });
    expect((await openPageAfterForm(server, passkey)).body).toContain('turned off on this site');
    expect((await server.get('/login')).body).not.toContain('passkey');
  });

  test("an account that must have a factor can't sign in, and others can", async () => {
    await startWithout({ secondFactor: 'administrators' });
    expect((await signInAsProgram()).json().error.code).toBe('second-factor-off');
    const rosa = { email: 'rosa@example.com', name: '', password: 'a quite different secret' };
    await server.identity.accounts.add({ ...rosa, role: 'reader' });
    expect(readCookies(await post('/auth/sign-in', { ...rosa, next: '/' }))).toContain('sid=');
  });

  test('no factor can be added, and a user still confirms who they are with their password', async () => {
    await startWithout();
    const cookie = await server.signIn();
    for (const url of ['/api/v1/account/factors', '/second-factor'])
      expect([url, (await server.get(url, { cookie })).statusCode]).toEqual([url, 404]);
    const headers = { host: 'localhost:3000', cookie };
    const codes = await server.app.inject({ method: 'POST', url: '/api/v1/account/codes', headers });
    expect(codes.statusCode).toBe(404);
    const payload = { password: reader.password };
    const url = '/api/v1/account/verification';
    expect((await server.app.inject({ method: 'POST', url, headers, payload })).statusCode).toBe(204);
  });
});
