import { afterEach, beforeEach, expect, test } from 'vitest';
import { reader, startServer, type TestServer } from '../../../testing/server.ts';

let server: TestServer;
let cookie: string;
beforeEach(async () => {
  server = await startServer();
  cookie = await server.signIn();
});
afterEach(() => server.close());

const another = 'a quite different secret';

type Method = 'GET' | 'POST' | 'DELETE';
const ask = (method: Method, url: string, payload?: object, headers: Record<string, string> = {}) =>
  server.app.inject({
    method,
    url: `/api/v1/account${url}`,
    headers: { host: 'localhost:3000', cookie, ...headers },
    ...(payload === undefined ? {} : { payload }),
  });

const change = (current: string, password: string) => ask('POST', '/password', { current, password });

interface SessionOf {
  id: string;
  current: boolean;
}
const listSessions = async (): Promise<SessionOf[]> => (await ask('GET', '/sessions')).json().sessions;

const isSignedIn = async (sessionCookie: string) =>
  (await server.get('/auth/session', { cookie: sessionCookie })).json().state === 'signed-in';

test('the page and its API are for the signed-in reader, and never cached', async () => {
  const page = await server.get('/account', { cookie });
  expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'private, no-store']);
  const answer = await ask('GET', '');
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'private, no-store']);
  expect(answer.json()).toEqual({
    email: reader.email,
    name: 'ana',
    role: 'administrator',
    isLocal: true,
    canChangeEmail: false,
  });
  for (const url of ['/account', '/api/v1/account', '/api/v1/account/sessions', '/api/v1/openapi.json'])
    expect((await server.get(url)).statusCode).toBe(401);
  const navigation = await server.get('/account', { 'sec-fetch-mode': 'navigate' });
  expect(navigation.headers.location).toBe('/login?next=/account');
});

test('a new password ends the other sessions and starts a new one in this browser', async () => {
  const other = await server.signIn();
  const answer = await change(reader.password, another);
  expect([answer.statusCode, answer.body]).toEqual([204, '']);
  const fresh = String(answer.headers['set-cookie']).split(';', 1)[0] ?? '';
  expect(await isSignedIn(fresh)).toBe(true);
  expect(await isSignedIn(other)).toBe(false);
  expect(await isSignedIn(cookie)).toBe(false);
});

test.each([
  ['the current one is wrong', ['not the right secret', another], 403, 'wrong-credentials', 'incorrect'],
  ['the new one is short', [reader.password, 'short'], 400, 'invalid', 'at least 12 characters'],
  ['the new one is the email', [reader.password, reader.email], 400, 'invalid', "can't be your email"],
] as const)('nothing changes when %s', async (_, [current, password], status, code, text) => {
  const answer = await change(current, password);
  const { error } = answer.json();
  expect([answer.statusCode, error.code]).toEqual([status, code]);
  expect(error.message).toContain(text);
  expect(answer.body).not.toContain(another);
  expect(await isSignedIn(cookie)).toBe(true);
});

test('guesses of the current password are throttled', async () => {
  for (let n = 0; n < 5; n++) expect((await change(`a wrong secret ${n}`, another)).statusCode).toBe(403);
  const answer = await change(reader.password, another);
  expect([answer.statusCode, answer.json().error.code]).toEqual([429, 'too-many-attempts']);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(800);
});

test('other sessions are ended one by one or together, and this one stays', async () => {
  const otherCookies = [await server.signIn(), await server.signIn()];
  const [currentSession, one, two, ...more] = await listSessions();
  expect([currentSession?.current, one?.current, two?.current, more]).toEqual([true, false, false, []]);
  expect((await ask('DELETE', `/sessions/${one?.id}`)).statusCode).toBe(204);
  const remainingSessions = await Promise.all(otherCookies.map(isSignedIn));
  expect(remainingSessions.filter(Boolean)).toHaveLength(1);
  // An ended session, or the current one, causes no error and ends nothing.
  for (const id of [one?.id, currentSession?.id, 'none'])
    expect((await ask('DELETE', `/sessions/${id}`)).statusCode).toBe(204);
  expect((await ask('DELETE', '/sessions')).json()).toEqual({ ended: 1 });
  expect(await Promise.all([...otherCookies, cookie].map(isSignedIn))).toEqual([false, false, true]);
  expect(await listSessions()).toHaveLength(1);
});

test("other sites can't call the API, and it accepts only JSON", async () => {
  const cross = { 'sec-fetch-site': 'cross-site' };
  expect((await ask('DELETE', '/sessions', undefined, cross)).statusCode).toBe(403);
  const form = await server.app.inject({
    method: 'POST',
    url: '/api/v1/account/password',
    headers: { host: 'localhost:3000', cookie, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ current: reader.password, password: another }).toString(),
  });
  expect([form.statusCode, form.json().error.code]).toEqual([415, 'unsupported-media-type']);
  for (const body of [
    {},
    { current: 1, password: another },
    { current: 'a', password: 'b', more: 'c' },
    [],
  ]) {
    const answer = await ask('POST', '/password', body);
    expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'malformed']);
  }
  const strangeResponse = await ask('POST', '/password', {
    current: 'a',
    password: 'b',
    '<b>you won</b>': 1,
  });
  expect(strangeResponse.body).not.toContain('you won');
  expect((await ask('POST', '', {})).statusCode).toBe(404);
});

test('the OpenAPI document is available to readers', async () => {
  const answer = await server.get('/api/v1/openapi.json', { cookie });
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(Object.keys(answer.json().paths)).toContain('/api/v1/account/sessions/{session}');
  expect(answer.json().paths['/api/v1/accounts']).toBeDefined();
  const ofReader = await server.get('/api/v1/openapi.json', { cookie: await server.signInAs('staff') });
  expect(Object.keys(ofReader.json().paths)).toContain('/api/v1/account/sessions/{session}');
  expect(ofReader.body).not.toContain('/api/v1/accounts');
});
