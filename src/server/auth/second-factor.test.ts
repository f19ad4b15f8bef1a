import type { LightMyRequestResponse } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { pageAfterForm } from '../../../testing/after-form.ts';
import { appCode } from '../../../testing/authenticator-app.ts';
import { reader, startServer, type TestServer, type TestServerOptions } from '../../../testing/server.ts';

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

/** What a browser holds after this answer, of the cookies that it set. */
const held = ({ headers }: LightMyRequestResponse) =>
  [headers['set-cookie'] ?? []]
    .flat()
    .filter((cookie) => !cookie.includes('Max-Age=0'))
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ');

const byPassword = (next = '/docs/Tasks') =>
  post('/auth/sign-in', { email: reader.email, password: reader.password, next });
const give = async (fields: Record<string, string>, waiting: string) =>
  post('/second-factor', { next: '/docs/Tasks', ...fields }, waiting);

/** The reader sets up an app: its secret, and the recovery codes. */
async function setUpApp(): Promise<{ secret: string; recoveryCodes: string[] }> {
  const cookie = await server.signIn();
  const token = cookie.replace('sid=', '');
  const user = (await server.identity.session(token)) ?? expect.fail('no session');
  const asking = { user, token, from: '127.0.0.1' };
  const { secret = '' } = (await server.identity.factors.beginCodes(asking, 'localhost:3000')) ?? {};
  const added = await server.identity.factors.confirmCodes(asking, appCode(secret, now));
  if (added.outcome !== 'added') throw new Error(added.outcome);
  now += 60_000;
  return { secret, recoveryCodes: added.recoveryCodes ?? [] };
}

describe('after the password of an account with an app', () => {
  test('there is no session before its code, and then the way goes on; without scripts', async () => {
    const { secret } = await setUpApp();
    const first = await byPassword('/docs/Tasks?tab=php');
    expect(first.headers.location).toBe('/second-factor?next=/docs/Tasks%3Ftab%3Dphp');
    const waiting = held(first);
    expect(waiting).toMatch(/^second-factor=/);
    expect((await server.get('/docs/Tasks', { cookie: waiting, accept: 'text/html' })).statusCode).toBe(303);
    const page = await server.get(String(first.headers.location), { cookie: waiting });
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('/docs/Tasks?tab=php');
    const second = await give({ code: appCode(secret, now), next: '/docs/Tasks?tab=php' }, waiting);
    expect([second.statusCode, second.headers.location]).toEqual([303, '/docs/Tasks?tab=php']);
    expect((await server.get('/docs/Tasks', { cookie: held(second) })).statusCode).toBe(200);
  });

  test('a wrong code leads back, and one that was used is none', async () => {
    const { secret } = await setUpApp();
    const waiting = held(await byPassword());
    const wrong = await give({ code: '000000' }, waiting);
    expect((await pageAfterForm(server, wrong)).headers.location).toBe('/login?next=/docs/Tasks');
    const cookie = `${waiting}; ${held(wrong)}`;
    expect((await server.get(String(wrong.headers.location), { cookie })).body).toContain(
      'That code didn’t work',
    );
    const code = appCode(secret, now);
    expect((await give({ code }, waiting)).headers.location).toBe('/docs/Tasks');
    const again = held(await byPassword());
    expect(held(await give({ code }, again))).not.toContain('sid=');
    // The one before it is no way around.
    expect(held(await give({ code: appCode(secret, now - 30_000) }, again))).not.toContain('sid=');
    now += 30_000;
    expect(held(await give({ code: appCode(secret, now) }, again))).toContain('sid=');
  });

  test('a recovery code works once', async () => {
    const { recoveryCodes } = await setUpApp();
    const [recovery = ''] = recoveryCodes;
    expect(recoveryCodes).toHaveLength(10);
    expect(held(await give({ recovery: recovery.toUpperCase() }, held(await byPassword())))).toContain(
      'sid=',
    );
    expect(held(await give({ recovery }, held(await byPassword())))).not.toContain('sid=');
  });

  test('guesses are few, however often the password is given between them', async () => {
    const { secret } = await setUpApp();
    for (let guess = 0; guess < 5; guess++) await give({ code: '000000' }, held(await byPassword()));
    const waiting = held(await byPassword());
    const refused = await give({ code: appCode(secret, now) }, waiting);
    expect(held(refused)).not.toContain('sid=');
    const page = await server.get(String(refused.headers.location), {
      cookie: `${waiting}; ${held(refused)}`,
    });
    expect(page.body).toContain('Too many attempts');
    now += 15 * 60_000 + 1;
    expect(held(await give({ code: appCode(secret, now) }, held(await byPassword())))).toContain('sid=');
  });

  test('what waits is for ten minutes, for one session, and for no other browser', async () => {
    const { secret } = await setUpApp();
    const waiting = held(await byPassword());
    expect((await give({ code: appCode(secret, now) }, '')).headers.location).toMatch(/^\/login\?/);
    expect(held(await give({ code: appCode(secret, now) }, waiting))).toContain('sid=');
    now += 60_000;
    expect((await give({ code: appCode(secret, now) }, waiting)).headers.location).toMatch(/^\/login\?/);
    const late = held(await byPassword());
    now += 10 * 60_000 + 1;
    expect((await give({ code: appCode(secret, now) }, late)).headers.location).toMatch(/^\/login\?/);
  });

  test('a program is told so, and a link for a forgotten password is no way around', async () => {
    await setUpApp();
    const answer = await server.app.inject({
      method: 'POST',
      url: '/auth/sign-in',
      headers: { host: 'localhost:3000' },
      payload: reader,
    });
    expect([answer.statusCode, answer.json().error.code]).toEqual([403, 'second-factor']);
    const account = (await server.identity.accounts.byEmail(reader.email)) ?? expect.fail('no account');
    const token = (await server.identity.accounts.resetLink(account.id)) ?? '';
    const password = 'another long secret';
    const reset = await post('/reset', { token, password, again: password });
    expect(reset.headers.location).toBe('/second-factor');
    expect(held(reset)).not.toContain('sid=');
  });
});

describe('where a second factor is asked for', () => {
  beforeEach(async () => {
    await server.close();
    await start({ secondFactor: 'administrators' });
  });

  test('an administrator without one sets it up before anything can be read, and gets recovery codes', async () => {
    const first = await byPassword();
    const waiting = held(first);
    expect(first.headers.location).toBe('/second-factor?next=/docs/Tasks');
    const page = await server.get('/second-factor', { cookie: waiting });
    const secret = /<code>([A-Z2-7 ]+)<\/code>/.exec(page.body)?.[1] ?? '';
    expect(page.body).toContain('data:image/svg+xml;base64,');
    // A reload shows the same: the app has it already.
    expect((await server.get('/second-factor', { cookie: waiting })).body).toContain(secret);
    expect((await server.get('/docs/Tasks', { cookie: waiting })).statusCode).toBe(401);
    expect(held(await give({ code: '000000' }, waiting))).not.toContain('sid=');
    const done = await give({ code: appCode(secret, now) }, waiting);
    expect(done.body.match(/([a-z2-7]{4}-){5}[a-z2-7]{4}/g)).toHaveLength(10);
    expect(done.body).toContain('href="/docs/Tasks"');
    expect((await server.get('/docs/Tasks', { cookie: held(done) })).statusCode).toBe(200);
    now += 60_000;
    expect(held(await give({ code: appCode(secret, now) }, held(await byPassword())))).toContain('sid=');
  });

  test('a reader is not asked', async () => {
    const rosa = { email: 'rosa@example.com', name: '', password: 'a quite different secret' };
    await server.identity.accounts.add({ ...rosa, role: 'reader' });
    const signedIn = await post('/auth/sign-in', { ...rosa, next: '/' });
    expect(held(signedIn)).toContain('sid=');
  });
});
