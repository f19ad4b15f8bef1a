import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { reader as ana, startServer, type TestServer } from '../../../testing/server.ts';
import { accountNamed } from '../../../testing/store-fixtures.ts';
import { openSqliteStore } from '../../../testing/stores.ts';
import { english as texts } from '../../config/texts.ts';

let server: TestServer;
let cookie: string;
beforeEach(async () => {
  server = await startServer();
  cookie = await server.signIn();
});
afterEach(() => server.close());

const secret = 'a quite different secret';
const rosa = { email: 'rosa@example.com', name: 'Rosa Núñez', password: secret } as const;
const host = 'localhost:3000';

const send = (url: string, fields: Record<string, string>, headers: Record<string, string> = { cookie }) =>
  server.app.inject({
    method: 'POST',
    url,
    headers: { host, 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  });
const post = (fields: Record<string, string>, headers?: Record<string, string>) =>
  send('/admin/users', fields, headers);

async function add(role: 'reader' | 'administrator' = 'reader'): Promise<string> {
  const added = await server.identity.accounts.add({ ...rosa, role });
  return added.outcome === 'added' ? added.account.id : '';
}

async function cookieOf(email: string, password = secret): Promise<string> {
  const result = await server.identity.signIn({ email, password, address: '127.0.0.1' });
  return result.outcome === 'signed-in' ? `sid=${result.token}` : result.outcome;
}

const idOf = async (email: string) => (await server.identity.accounts.byEmail(email))?.id ?? '';
const isSignedIn = async (held: string) =>
  (await server.get('/auth/session', { cookie: held })).json().state === 'signed-in';

describe('for anybody but administrators there is nothing', () => {
  const same = async (method: 'GET' | 'HEAD' | 'POST' | 'PUT', url: string, headers: object) => {
    const {
      statusCode,
      body,
      headers: given,
    } = await server.app.inject({
      method,
      url,
      headers: { host, ...headers },
    });
    const { 'x-request-id': _id, date: _date, ...rest } = given;
    // On the wire an answer to HEAD has no body, whatever it was given.
    return { statusCode, body: method === 'HEAD' ? '' : body, rest };
  };

  test.each(['GET', 'HEAD', 'POST', 'PUT'] as const)('by %s', async (method) => {
    await add();
    const theirs = await cookieOf(rosa.email);
    for (const headers of [
      { cookie: theirs },
      { cookie: theirs, 'sec-fetch-mode': 'navigate' },
      { 'sec-fetch-mode': 'cors' },
    ]) {
      const unknown = await same(method, '/admin/nothing', headers);
      expect(unknown.statusCode).toBeGreaterThanOrEqual(401);
      for (const address of ['/admin/users', '/admin/users/', '/admin/users.html', '/admin/users?q=a']) {
        expect(await same(method, address, headers)).toEqual(unknown);
      }
    }
  });

  test('and nothing to post to', async () => {
    const id = await add();
    const theirs = await cookieOf(rosa.email);
    const answer = await post({ act: 'administrator', account: id }, { cookie: theirs });
    expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'not-found']);
    expect((await server.identity.accounts.byEmail(rosa.email))?.role).toBe('reader');
  });
});

describe('the list', () => {
  test('shows who there is, and finds by name or e-mail', async () => {
    await add();
    const all = await server.get('/admin/users', { cookie });
    expect([all.statusCode, all.headers['cache-control']]).toEqual([200, 'private, no-store']);
    expect([all.body.includes(ana.email), all.body.includes(rosa.email)]).toEqual([true, true]);
    expect(all.body).toContain(texts.neverSignedIn);
    for (const query of ['nunez', 'ROSA', 'rosa@', 'example rosa']) {
      const found = await server.get(`/admin/users?q=${encodeURIComponent(query)}`, { cookie });
      expect([found.body.includes(ana.email), found.body.includes(rosa.email)]).toEqual([false, true]);
    }
    const none = await server.get('/admin/users?q=%22%3E%3Cb%3E', { cookie });
    expect([none.body.includes('<b>'), none.body.includes('0 accounts')]).toEqual([false, true]);
  });

  test('reads the accounts that it shows, and not all of them, however many there are', async () => {
    const store = openSqliteStore(path.join(server.data, 'accounts.db'));
    for (let n = 0; n < 4_000; n++) await store.addAccount(accountNamed(`user${n}`));
    const fastest = async (work: () => Promise<unknown>) => {
      const times: number[] = [];
      for (let n = 0; n < 5; n++) {
        const begun = performance.now();
        await work();
        times.push(performance.now() - begun);
      }
      return Math.min(...times);
    };
    const account = await idOf('user77@example.com');
    const all = await fastest(() => store.listAccounts());
    // With an answer that shows the page again, for its link was never made.
    const posted = await fastest(() => post({ act: 'link', account, q: 'user77' }));
    const got = await fastest(() =>
      server.get(`/admin/users?q=user77&done=end&account=${account}`, { cookie }),
    );
    await store.close();
    expect(posted).toBeLessThan(all / 2);
    expect(got).toBeLessThan(all / 2);
  });
});

describe('an account', () => {
  test('is disabled and enabled; its sessions end', async () => {
    const account = await add();
    const theirs = await cookieOf(rosa.email);
    const disabled = await post({ act: 'disable', account, q: 'rosa' });
    expect(disabled.statusCode).toBe(303);
    const page = await server.get(String(disabled.headers.location), { cookie });
    expect(page.body).toContain(texts.userDisabled.replace('{email}', rosa.email));
    expect(page.body).toContain('value="rosa"');
    expect([await isSignedIn(theirs), await cookieOf(rosa.email)]).toEqual([false, 'refused']);
    await post({ act: 'enable', account });
    expect(await cookieOf(rosa.email)).toContain('sid=');
  });

  test('gets another role, and loses its sessions by it', async () => {
    const account = await add();
    const theirs = await cookieOf(rosa.email);
    expect((await post({ act: 'administrator', account })).statusCode).toBe(303);
    expect(await isSignedIn(theirs)).toBe(false);
    expect((await server.get('/admin/users', { cookie: await cookieOf(rosa.email) })).statusCode).toBe(200);
    await post({ act: 'reader', account });
    expect((await server.get('/admin/users', { cookie: await cookieOf(rosa.email) })).statusCode).toBe(404);
  });

  test('loses its sessions alone', async () => {
    const account = await add();
    const theirs = await cookieOf(rosa.email);
    expect((await post({ act: 'end', account })).statusCode).toBe(303);
    expect([await isSignedIn(theirs), await isSignedIn(cookie)]).toEqual([false, true]);
  });

  test.each(['disable', 'reader'])('of the last administrator stays: %s', async (act) => {
    await post({ act: 'add', email: 'nora@example.com', role: 'administrator' });
    const answer = await post({ act, account: await idOf(ana.email) });
    expect(answer.statusCode).toBe(409);
    expect(answer.body).toContain(texts.lastAdministrator.replace('{email}', ana.email));
    expect(await isSignedIn(cookie)).toBe(true);
  });

  test('that is gone, and an act that is none, change nothing', async () => {
    expect((await post({ act: 'disable', account: 'nobody' })).statusCode).toBe(409);
    expect((await post({ act: 'explode', account: await add() })).statusCode).toBe(400);
  });
});

describe('a new account', () => {
  const linkIn = (body: string) => /http:\/\/localhost:3000(\/invite\?token=[\w-]{43})/.exec(body)?.[1] ?? '';
  const invite = async () => linkIn((await post({ act: 'add', email: 'nora@example.com' })).body);
  const accept = (link: string, password = secret, again = password) =>
    send('/invite', { token: link.split('=')[1] ?? '', password, again }, {});

  test('begins with a link, at which its owner sets the password and is signed in', async () => {
    const link = await invite();
    const page = await server.get(link);
    expect([page.statusCode, page.body.includes('nora@example.com')]).toEqual([200, true]);
    expect(page.headers['referrer-policy']).toBe('same-origin');
    const answer = await accept(link);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/']);
    const theirs = String(answer.headers['set-cookie']).split(';', 1)[0] ?? '';
    expect(await isSignedIn(theirs)).toBe(true);
    expect(await cookieOf('nora@example.com')).toContain('sid=');
  });

  test('is refused for an e-mail that is taken or none; what was typed stays', async () => {
    const taken = await post({ act: 'add', email: ana.email, name: 'Ana "2"' });
    expect([taken.statusCode, taken.body.includes(texts.userTaken)]).toEqual([409, true]);
    expect(taken.body).toContain('value="Ana &quot;2&quot;"');
    expect((await post({ act: 'add', email: 'nobody' })).statusCode).toBe(400);
  });

  test('nobody gets a link to an account that has a password', async () => {
    const answer = await post({ act: 'link', account: await add() });
    expect([answer.statusCode, linkIn(answer.body)]).toEqual([409, '']);
  });

  test('its link is in no log', async () => {
    const link = await invite();
    await server.get(link);
    await accept(link);
    expect(server.logText()).not.toContain(link.split('=')[1]);
  });
});
