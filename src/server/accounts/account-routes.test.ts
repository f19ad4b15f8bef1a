import { afterEach, beforeEach, expect, test } from 'vitest';
import { reader, startServer, type TestServer } from '../../../testing/server.ts';
import { english as texts } from '../../config/texts.ts';

let server: TestServer;
let cookie: string;
beforeEach(async () => {
  server = await startServer();
  cookie = await server.signIn();
});
afterEach(() => server.close());

const another = 'a quite different secret';

const post = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  server.app.inject({
    method: 'POST',
    url: '/account',
    headers: {
      host: 'localhost:3000',
      'content-type': 'application/x-www-form-urlencoded',
      cookie,
      ...headers,
    },
    payload: new URLSearchParams(fields).toString(),
  });

const change = (current: string, password: string, again = password) =>
  post({ act: 'password', current, password, again });

const isSignedIn = async (held: string) =>
  (await server.get('/auth/session', { cookie: held })).json().state === 'signed-in';

test('the page is the reader’s own, and never kept', async () => {
  const page = await server.get('/account', { cookie });
  expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'private, no-store']);
  expect(page.body).toContain(reader.email);
  expect((await server.get('/account')).statusCode).toBe(401);
  const navigation = await server.get('/account', { 'sec-fetch-mode': 'navigate' });
  expect(navigation.headers.location).toBe('/login?next=/account');
});

test('a new password ends the other sessions and gives this browser a new one', async () => {
  const other = await server.signIn();
  const answer = await change(reader.password, another);
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/account?done=password']);
  const fresh = String(answer.headers['set-cookie']).split(';', 1)[0] ?? '';
  expect(await isSignedIn(fresh)).toBe(true);
  expect(await isSignedIn(other)).toBe(false);
  expect(await isSignedIn(cookie)).toBe(false);
  const page = await server.get('/account?done=password', { cookie: fresh });
  expect(page.body).toContain(texts.passwordChanged);
});

test.each([
  ['the current one is wrong', ['not the right secret', another], 403, texts.wrongCurrentPassword],
  ['the new one is short', [reader.password, 'short'], 400, 'at least 12 characters'],
  ['the new one is the e-mail', [reader.password, reader.email], 400, 'must not be the e-mail'],
  ['the new ones differ', [reader.password, another, `${another}!`], 400, texts.passwordsDiffer],
] as const)('nothing changes when %s', async (_, [current, password, again], status, text) => {
  const answer = await change(current, password, again);
  expect([answer.statusCode, answer.body.includes(text)]).toEqual([status, true]);
  expect(answer.body).not.toContain(another);
  expect(await isSignedIn(cookie)).toBe(true);
});

test('guesses at the current password are throttled', async () => {
  for (let n = 0; n < 5; n++) expect((await change(`a wrong secret ${n}`, another)).statusCode).toBe(403);
  const answer = await change(reader.password, another);
  expect(answer.statusCode).toBe(429);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(800);
  expect(answer.body).toContain('15 minutes');
});

test('other sessions end one by one or together, this one stays', async () => {
  const others = [await server.signIn(), await server.signIn()];
  const page = await server.get('/account', { cookie });
  const ids = [...page.body.matchAll(/name="session" value="([^"]+)"/g)].map(([, id]) => id ?? '');
  expect(ids).toHaveLength(2);
  const one = await post({ act: 'end', session: ids[0] ?? '' });
  expect([one.statusCode, one.headers.location]).toEqual([303, '/account?done=session']);
  const left = await Promise.all(others.map(isSignedIn));
  expect(left.filter(Boolean)).toHaveLength(1);
  const all = await post({ act: 'end-others' });
  expect(all.headers.location).toBe('/account?done=others');
  expect(await Promise.all([...others, cookie].map(isSignedIn))).toEqual([false, false, true]);
});

test('no other site posts here, and an address puts no words on the page', async () => {
  const answer = await post({ act: 'end-others' }, { 'sec-fetch-site': 'cross-site' });
  expect(answer.statusCode).toBe(403);
  const page = await server.get('/account?done=<b>you%20won</b>', { cookie });
  expect([page.body.includes('you won'), page.body.includes('role="status"')]).toEqual([false, false]);
  expect((await post({ act: 'something-else' })).statusCode).toBe(400);
});

test('what is somebody’s name is text', async () => {
  const name = '<img src=x onerror=alert(1)> $& $1';
  const email = 'eva@example.com';
  await server.identity.accounts.add({ email, name, password: another, role: 'reader' });
  const result = await server.identity.signIn({ email, password: another, address: '127.0.0.1' });
  const token = result.outcome === 'signed-in' ? result.token : '';
  const page = await server.get('/account', { cookie: `sid=${token}` });
  expect(page.body).toContain('&lt;img src=x onerror=alert(1)&gt; $&amp; $1');
  expect(page.body).not.toContain('<img');
});
