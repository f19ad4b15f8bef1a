import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openPageAfterForm } from '../../../testing/after-form.ts';
import { startServer, type TestServer, type TestServerOptions } from '../../../testing/server.ts';
import { english as texts } from '../../config/texts.ts';

let server: TestServer;
const restart = async (options: TestServerOptions = {}) => {
  server = await startServer({ empty: true, ...options });
};
beforeEach(() => restart());
afterEach(() => server.close());

const host = 'localhost:3000';
const account = { email: 'ana@example.com', name: 'Ana', password: 'correct horse battery' };
const post = (fields: Record<string, string>, headers = {}, remoteAddress = '127.0.0.1') =>
  server.app.inject({
    method: 'POST',
    url: '/setup',
    remoteAddress,
    headers: { host, 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  });

describe('the one-time link', () => {
  test('creates the first administrator and signs them in', async () => {
    const token = await server.identity.setUp.createToken();
    const page = await server.get(`/setup?token=${token}`);
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain(`value="${token}"`);
    const response = await post({ ...account, token });
    expect([response.statusCode, response.headers.location]).toEqual([303, '/admin']);
    const cookie = String(response.headers['set-cookie']).split(';', 1)[0] ?? '';
    const session = await server.get('/auth/session', { cookie });
    expect(session.json().user).toEqual({ name: 'Ana', email: account.email, role: 'administrator' });
  });

  test('works once', async () => {
    const token = await server.identity.setUp.createToken();
    await post({ ...account, token });
    const again = await post({ ...account, email: 'eva@example.com', token });
    expect(again.headers).not.toHaveProperty('set-cookie');
    expect(await server.identity.accounts.count()).toBe(1);
    const page = await server.get(`/setup?token=${token}`);
    expect([page.statusCode, page.headers.location]).toEqual([303, '/login']);
  });

  test('creates one administrator, however many requests arrive at once', async () => {
    const token = await server.identity.setUp.createToken();
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) => post({ ...account, email: `a${n}@example.com`, token })),
    );
    expect(answers.filter(({ headers }) => headers.location === '/admin')).toHaveLength(1);
    expect(await server.identity.accounts.count()).toBe(1);
  });

  test('is rejected if its token is unknown', async () => {
    await server.identity.setUp.createToken();
    for (const token of ['', 'x', 'x'.repeat(43)]) {
      const page = await server.get(`/setup?token=${token}`);
      expect([page.statusCode, page.body.includes(texts.setupLinkInvalid)]).toEqual([403, true]);
      const postedForm = await openPageAfterForm(server, await post({ ...account, token }));
      expect([postedForm.statusCode, postedForm.body.includes(texts.setupLinkInvalid)]).toEqual([403, true]);
    }
    expect(await server.identity.setUp.isNeeded()).toBe(true);
  });

  test('keeps the input after an error, except for the password', async () => {
    const token = await server.identity.setUp.createToken();
    const response = await post({ ...account, name: 'Ana "A"', password: 'short-one', token });
    expect([response.statusCode, response.headers.location]).toEqual([303, `/setup?token=${token}`]);
    const page = await openPageAfterForm(server, response);
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('at least 12 characters');
    expect(page.body).toContain(`value="${token}"`);
    expect(page.body).toContain('value="Ana &quot;A&quot;"');
    expect(page.body).not.toContain('short-one');
    expect((await server.get(`/setup?token=${token}`)).body).not.toContain('Ana');
    expect((await post({ ...account, token })).headers.location).toBe('/admin');
  });

  test("can't be used from another site", async () => {
    const token = await server.identity.setUp.createToken();
    expect((await post({ ...account, token }, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
    expect(await server.identity.setUp.isNeeded()).toBe(true);
  });
});

describe('without BASE_URL the link works on this machine', () => {
  test.each([
    ['another machine', {}, '192.0.2.7'],
    ['a proxy on this machine', { 'x-forwarded-for': '192.0.2.7' }, '127.0.0.1'],
    ['another proxy on this machine', { forwarded: 'for=192.0.2.7' }, '127.0.0.1'],
    ['a name that was pointed at this machine', { host: 'evil.example' }, '127.0.0.1'],
  ])("the link doesn't work through %s", async (_, headers, remoteAddress) => {
    const token = await server.identity.setUp.createToken();
    const page = await server.app.inject({
      url: `/setup?token=${token}`,
      headers: { host, ...headers },
      remoteAddress,
    });
    expect([page.statusCode, page.body.includes(token)]).toEqual([403, false]);
    const postedForm = await post({ ...account, token }, headers, remoteAddress);
    expect([postedForm.headers.location, postedForm.headers['set-cookie']]).toEqual([
      `/setup?token=${token}`,
      undefined,
    ]);
    expect(await server.identity.setUp.isNeeded()).toBe(true);
  });

  test('the link works at the IPv6 address of this machine, too', async () => {
    const token = await server.identity.setUp.createToken();
    const page = await server.app.inject({
      url: `/setup?token=${token}`,
      headers: { host: '[::1]:3000' },
      remoteAddress: '::1',
    });
    expect(page.statusCode).toBe(200);
  });
});

test('with BASE_URL the link works from other machines', async () => {
  await server.close();
  await restart({ environment: { BASE_URL: 'https://docs.example' } });
  const token = await server.identity.setUp.createToken();
  const response = await post(
    { ...account, token },
    { host: 'docs.example', origin: 'https://docs.example' },
    '192.0.2.7',
  );
  expect([response.statusCode, response.headers.location]).toEqual([303, '/admin']);
  expect(String(response.headers['set-cookie'])).toContain('__Host-sid=');
});
