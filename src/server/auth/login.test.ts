import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openPageAfterForm } from '../../../testing/after-form.ts';
import { reader, startServer, type TestServer } from '../../../testing/server.ts';
import { english as texts } from '../../config/texts.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.close());

const host = 'localhost:3000';
const postJson = (payload: unknown, headers = {}) =>
  server.app.inject({
    method: 'POST',
    url: '/auth/sign-in',
    headers: { host, 'content-type': 'application/json', ...headers },
    payload: JSON.stringify(payload),
  });
const postForm = (fields: Record<string, string>, headers = {}) =>
  server.app.inject({
    method: 'POST',
    url: '/auth/sign-in',
    headers: { host, 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  });
const signOut = (cookie: string, headers = {}) =>
  server.app.inject({ method: 'POST', url: '/auth/sign-out', headers: { host, cookie, ...headers } });

function readCookie(response: { headers: { 'set-cookie'?: string | string[] | undefined } }): string {
  return String(response.headers['set-cookie']).split(';', 1)[0] ?? '';
}

async function addReader(email: string): Promise<void> {
  const added = await server.identity.accounts.add({
    email,
    name: '',
    role: 'reader',
    password: reader.password,
  });
  expect(added.outcome).toBe('added');
}

async function disable(email: string): Promise<void> {
  const account = await server.identity.accounts.findByEmail(email);
  expect(await server.identity.accounts.setDisabled(account?.id ?? '', true)).toBe('done');
}

describe('signing in', () => {
  test('starts a session by JSON and returns its user', async () => {
    const response = await postJson(reader);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      state: 'signed-in',
      user: { name: 'ana', email: reader.email, role: 'administrator' },
    });
    expect(String(response.headers['set-cookie'])).toMatch(
      /^sid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect((await server.get('/docs/Tasks', { cookie: readCookie(response) })).statusCode).toBe(200);
  });

  test('redirects from the form to the requested page', async () => {
    const response = await postForm({ ...reader, next: '/docs/Developer%20Info/Users?tab=php' });
    expect([response.statusCode, response.headers.location]).toEqual([
      303,
      '/docs/Developer%20Info/Users?tab=php',
    ]);
    expect((await server.get('/', { cookie: readCookie(response) })).statusCode).toBe(200);
  });

  test.each(['https://evil.example', '//evil.example', '/login', ''])(
    'never redirects from the form to %j',
    async (next) => {
      expect((await postForm({ ...reader, next })).headers.location).toBe('/');
    },
  );

  test('fails with the same message for a wrong password, an unknown account and a disabled one', async () => {
    const answers = [
      await postJson({ ...reader, password: 'wrong' }),
      await postJson({ email: 'nobody@example.com', password: 'wrong' }),
    ];
    await addReader('off@example.com');
    await disable('off@example.com');
    answers.push(await postJson({ email: 'off@example.com', password: reader.password }));
    for (const answer of answers) {
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toEqual({
        error: { code: 'wrong-credentials', message: texts.wrongCredentials },
      });
      expect(answer.headers).not.toHaveProperty('set-cookie');
    }
  });

  test('shows an error of the form on the page and keeps the email and the path to return to, escaped', async () => {
    const response = await postForm({
      email: 'a"><script>x</script>@example.com',
      password: 'wrong',
      next: '/docs/Tasks',
    });
    const page = await openPageAfterForm(server, response);
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain(texts.wrongCredentials);
    expect(page.body).toContain('value="/docs/Tasks"');
    expect(page.body).toContain('value="a&quot;&gt;&lt;script&gt;');
    expect(page.body).not.toContain('wrong"');
    expect(page.headers['cache-control']).toBe('private, no-store');
  });

  test('redirects back to the form after an error, and a reload sends nothing again', async () => {
    const response = await postForm({ ...reader, password: 'wrong', next: '/docs/Tasks' });
    expect(response.statusCode).toBe(303);
    expect(response.headers.location).toMatch(/^\/login\?form=[\w-]{22}&next=\/docs\/Tasks$/);
    const cookie = String(response.headers['set-cookie']);
    expect(cookie).toMatch(/^form=[\w.-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=60$/);
    for (const text of [response.headers.location, cookie]) expect(text).not.toContain('ana');
    const page = await openPageAfterForm(server, response);
    expect(page.headers['set-cookie']).toBe('form=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0');
    const reloadedPage = await server.get(String(response.headers.location));
    expect([reloadedPage.statusCode, reloadedPage.body.includes(texts.wrongCredentials)]).toEqual([
      200,
      false,
    ]);
    expect(reloadedPage.body).toContain('value="/docs/Tasks"');
  });

  test("leaves an error of the form that no other URL can read and that can't be changed", async () => {
    const response = await postForm({ ...reader, password: 'wrong' });
    const elsewhere = { location: '/login?form=AAAAAAAAAAAAAAAAAAAAAA' };
    const changedForm = {
      'set-cookie': String(response.headers['set-cookie']).replace(/[\w-]{22};/, `${'A'.repeat(22)};`),
    };
    for (const other of [elsewhere, changedForm]) {
      const page = await openPageAfterForm(server, { headers: { ...response.headers, ...other } });
      expect([page.statusCode, page.body.includes(texts.wrongCredentials)]).toEqual([200, false]);
    }
  });

  test('leaves the error of a form in a cookie with the __Host- prefix over HTTPS', async () => {
    const https = await startServer({ environment: { BASE_URL: 'https://docs.example' } });
    const response = await https.app.inject({
      method: 'POST',
      url: '/auth/sign-in',
      headers: { host: 'docs.example', 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'email=x%40y.example&password=wrong',
    });
    expect(String(response.headers['set-cookie'])).toMatch(
      /^__Host-form=[\w.-]+; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=60$/,
    );
    await https.close();
  });

  test('is blocked after too many attempts, for a time that is shown in minutes, in any time zone', async () => {
    for (let attempt = 0; attempt < 5; attempt++)
      expect((await postJson({ ...reader, password: 'wrong' })).statusCode).toBe(401);
    const response = await postJson(reader);
    expect([response.statusCode, response.json().error.code]).toEqual([429, 'too-many-attempts']);
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(response.headers['retry-after'])).toBeLessThanOrEqual(15 * 60);
    const page = await openPageAfterForm(server, await postForm(reader));
    expect(page.body).toContain('Too many attempts. Try again in 15 minutes.');
    const signInLines = server.log.filter(({ path }) => path === '/auth/sign-in');
    expect(signInLines.map(({ signIn }) => signIn)).toEqual([
      ...Array.from({ length: 5 }, () => 'refused'),
      'throttled',
      'throttled',
    ]);
  });

  test('allows no more guesses at once than one after the other', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => postJson({ ...reader, password: `guess ${index}` })),
    );
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(35);
  });

  test.each([
    ['nothing', undefined],
    ['no password', { email: reader.email }],
    ['lists', { email: [reader.email], password: [reader.password] }],
    ['an operator', { email: reader.email, password: { $ne: '' } }],
    ['a token that nobody here takes', { idToken: 'x' }],
    ['a password without end', { email: reader.email, password: 'x'.repeat(2_000) }],
  ])('rejects %s as malformed', async (_, payload) => {
    const response = await postJson(payload);
    expect([response.statusCode, response.json().error.code]).toEqual([400, 'malformed']);
  });

  test("rejects a body that isn't JSON, too large or of another type", async () => {
    const post = (payload: string, type: string) =>
      server.app.inject({
        method: 'POST',
        url: '/auth/sign-in',
        headers: { host, 'content-type': type },
        payload,
      });
    expect((await post('{"email":', 'application/json')).json().error.code).toBe('malformed');
    expect((await post('{"__proto__":{"x":1}}', 'application/json')).statusCode).toBe(400);
    expect((await post(`{"email":"${'x'.repeat(17_000)}"}`, 'application/json')).json().error.code).toBe(
      'too-large',
    );
    expect((await post('<x/>', 'text/xml')).json().error.code).toBe('unsupported-media-type');
  });

  test('ignores a session that an attacker chose, and ends the previous one', async () => {
    const plantedCookie = `sid=${'p'.repeat(43)}`;
    const first = readCookie(await postJson(reader, { cookie: plantedCookie }));
    expect(first).not.toBe(plantedCookie);
    const second = readCookie(await postJson(reader, { cookie: first }));
    expect(second).not.toBe(first);
    expect((await server.get('/docs/Tasks', { cookie: first })).statusCode).toBe(401);
    expect((await server.get('/docs/Tasks', { cookie: plantedCookie })).statusCode).toBe(401);
    expect((await server.get('/docs/Tasks', { cookie: second })).statusCode).toBe(200);
  });

  test('uses a cookie that browsers store over plain HTTP on another name', async () => {
    const response = await postJson(reader, { host: 'docs.lan' });
    expect(String(response.headers['set-cookie'])).toMatch(
      /^sid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/,
    );
  });
});

describe('the login page', () => {
  test('contains the path to return to, and only if it is a path of this site', async () => {
    expect((await server.get('/login?next=/docs/Tasks%3Fa%3D1')).body).toContain('value="/docs/Tasks?a=1"');
    expect((await server.get('/login?next=//evil.example')).body).toContain(
      'name="next" type="hidden" value="/"',
    );
    expect((await server.get('/login?next=/a&next=/b')).body).toContain(
      'name="next" type="hidden" value="/"',
    );
    expect((await server.get('/login?next=%22%3E%3Cscript%3E')).body).not.toContain('<script>"');
  });

  test.each([
    ['/login', '/'],
    ['/login?next=/docs/Tasks', '/docs/Tasks'],
    ['/login?next=/docs/Tasks%3Fa%3D1%23part', '/docs/Tasks?a=1#part'],
    ['/login?next=/docs/nothing&ended=yes', '/docs/nothing'],
    ['/login?next=//evil.example', '/'],
    ['/login?next=/login', '/'],
    ['/login?next=/auth/session', '/'],
  ])('leads users who are signed in by now from %s to %s', async (url, target) => {
    const response = await server.get(url, { cookie: await server.signIn() });
    expect([response.statusCode, response.headers.location]).toEqual([303, target]);
  });
});

describe('signing out', () => {
  test('ends the session on the server and clears the cache of the browser', async () => {
    const cookie = await server.signIn();
    const response = await signOut(cookie);
    expect(response.statusCode).toBe(204);
    expect(String(response.headers['set-cookie'])).toMatch(/^sid=; .*Max-Age=0$/);
    expect(response.headers['clear-site-data']).toBe('"cache"');
    expect((await server.get('/docs/Tasks', { cookie })).statusCode).toBe(401);
  });

  test('redirects from the form to the sign-in page', async () => {
    const response = await signOut(await server.signIn(), {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect([response.statusCode, response.headers.location]).toEqual([303, '/login']);
  });

  test("isn't an error if it happens twice or without a session", async () => {
    const cookie = await server.signIn();
    await signOut(cookie);
    expect((await signOut(cookie)).statusCode).toBe(204);
    expect((await signOut('')).statusCode).toBe(204);
  });
});

describe('the state of the session', () => {
  test('is returned to every user for their own session, and never cached', async () => {
    const signedOut = await server.get('/auth/session');
    expect(signedOut.json()).toEqual({ state: 'signed-out' });
    expect(signedOut.headers['cache-control']).toContain('no-store');
    const signedIn = await server.get('/auth/session', { cookie: await server.signIn() });
    expect(signedIn.json()).toMatchObject({ state: 'signed-in', user: { email: reader.email } });
    expect(Object.keys(signedIn.json().user).sort()).toEqual(['email', 'name', 'role']);
  });

  test('ends with the account', async () => {
    await addReader('eva@example.com');
    const cookie = readCookie(await postJson({ email: 'eva@example.com', password: reader.password }));
    expect((await server.get('/docs/Tasks', { cookie })).statusCode).toBe(200);
    await disable('eva@example.com');
    expect((await server.get('/docs/Tasks', { cookie })).statusCode).toBe(401);
    expect((await server.get('/auth/session', { cookie })).json()).toEqual({ state: 'signed-out' });
  });
});
