import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createIdentity } from '../../src/accounts/create-identity.ts';
import { createArgon2Hasher } from '../../src/accounts/passwords/hashing-queue.ts';
import { reader, startServer, type TestServer } from '../../testing/server.ts';
import { openSqliteStore } from '../../testing/stores.ts';

let server: TestServer;
let origin: string;
beforeEach(async () => {
  server = await startServer({ environment: { LOG_LEVEL: 'error' } });
  ({ origin } = await server.listen());
});
afterEach(() => server.close());

const read = async (cookie: string) => (await fetch(`${origin}/docs/Tasks`, { headers: { cookie } })).status;
const post = (path: string, cookie: string, body?: unknown) =>
  fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const readToken = (response: Response) => response.headers.get('set-cookie')?.split(';', 1)[0] ?? '';

async function addReader(email: string): Promise<string> {
  const { accounts } = server.identity;
  const added = await accounts.add({ ...reader, email, name: '', role: 'reader' });
  if (added.outcome !== 'added') throw new Error(added.outcome);
  return added.account.id;
}

describe('fixation', () => {
  test.each([
    `sid=${'A'.repeat(43)}`,
    'sid=planted',
    `sid=${'A'.repeat(43)}; sid=${'B'.repeat(43)}`,
    `__Host-sid=${'A'.repeat(43)}`,
  ])('a cookie planted before signing in (%s) is worth nothing after it', async (plantedCookie) => {
    const signedIn = await post('/auth/sign-in', plantedCookie, reader);
    expect(signedIn.status).toBe(200);
    expect(readToken(signedIn)).toMatch(/^sid=[\w-]{43}$/);
    expect(plantedCookie).not.toContain(readToken(signedIn).slice('sid='.length));
    expect(await read(plantedCookie)).toBe(401);
  });

  test('a session of the attacker that the victim signs in over is ended, not taken over', async () => {
    await addReader('mallory@lurana.example');
    const attacker = readToken(
      await post('/auth/sign-in', '', { ...reader, email: 'mallory@lurana.example' }),
    );
    expect(await read(attacker)).toBe(200);
    const victim = readToken(await post('/auth/sign-in', attacker, reader));
    expect(victim).not.toBe(attacker);
    expect([await read(attacker), await read(victim)]).toEqual([401, 200]);
  });

  const createLookalikes = (name: string): ((token: string) => string)[] => [
    (token) => `${name.replace('sid', 'Sid')}=${token}`,
    (token) => `${name.toUpperCase()}=${token}`,
    (token) => `${name} =${token}x`,
    (token) => `"${name}"=${token}`,
    (token) => `x${name}=${token}`,
    (token) => `${name}-=${token}`,
    (token) => `${name}="${token}"`,
    (token) => `${name}=%22${token}`,
    (token) => `${name}=x; ${name}=${token}`,
    (token) => `x="; ${name}=${token}x"`,
    (token) => `$Version=1; ${name}2=${token}`,
  ];

  test.each(createLookalikes('sid'))("a look-alike of the cookie isn't the cookie: %s", async (lookalike) => {
    const token = (await server.signIn()).slice('sid='.length);
    expect(await read(`sid=${token}`)).toBe(200);
    expect(await read(lookalike(token))).toBe(401);
  });

  test('over HTTPS, look-alikes of the cookie are ignored, and so is its name for plain HTTP', async () => {
    const secure = await startServer({ environment: { BASE_URL: 'https://docs.example' } });
    const token = (await secure.signIn()).slice('sid='.length);
    const readBy = async (cookie: string) => (await secure.get('/docs/Tasks', { cookie })).statusCode;
    expect(await readBy(`__Host-sid=${token}`)).toBe(200);
    for (const lookalike of [...createLookalikes('__Host-sid'), (token: string) => `sid=${token}`])
      expect(await readBy(lookalike(token)), lookalike(token)).toBe(401);
    await secure.close();
  });

  test('a session that began before plain HTTP had a cookie of its own goes on, and ends', async () => {
    const beginSession = async () => `__Host-sid=${(await server.signIn()).slice('sid='.length)}`;
    const [sessionCookie, other] = [await beginSession(), await beginSession()];
    expect([await read(sessionCookie), await read(other)]).toEqual([200, 200]);
    const again = await post('/auth/sign-in', sessionCookie, reader);
    expect(again.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^sid=[\w-]{43}; /),
      expect.stringMatching(/^__Host-sid=; .*Max-Age=0$/),
    ]);
    expect(await read(sessionCookie)).toBe(401);
    const out = await post('/auth/sign-out', other);
    expect(out.headers.getSetCookie()).toHaveLength(2);
    expect(await read(other)).toBe(401);
  });

  test('a token works only in the cookie', async () => {
    const token = (await server.signIn()).slice('sid='.length);
    for (const [url, headers] of [
      [`/docs/Tasks?sid=${token}`, {}],
      [`/docs/Tasks;sid=${token}`, {}],
      ['/docs/Tasks', { authorization: `Bearer ${token}` }],
      ['/docs/Tasks', { authorization: `Basic ${btoa(`:${token}`)}` }],
      ['/docs/Tasks', { 'x-session': token, 'x-csrf-token': token }],
    ] as const) {
      expect((await fetch(origin + url, { headers })).status, url).toBe(401);
    }
  });
});

describe('a stolen token', () => {
  test('is worth nothing once its owner has signed out', async () => {
    const cookie = await server.signIn();
    expect(await read(cookie)).toBe(200);
    expect((await post('/auth/sign-out', cookie)).status).toBe(204);
    const answers = await Promise.all(Array.from({ length: 20 }, () => read(cookie)));
    expect(new Set(answers)).toEqual(new Set([401]));
    expect(await (await fetch(`${origin}/auth/session`, { headers: { cookie } })).json()).toEqual({
      state: 'signed-out',
    });
  });

  test("doesn't become valid again through a conditional request or a cached answer", async () => {
    const cookie = await server.signIn();
    const data = '/_page/docs/Tasks.json';
    const first = await fetch(origin + data, { headers: { cookie } });
    const tag = first.headers.get('etag') ?? '';
    expect([first.status, tag.length > 0]).toEqual([200, true]);
    await post('/auth/sign-out', cookie);
    for (const headers of [{ 'if-none-match': tag }, { 'if-none-match': '*' }, { range: 'bytes=0-10' }]) {
      const again = await fetch(origin + data, { headers: { cookie, ...headers } });
      expect([again.status, again.headers.get('etag')]).toEqual([401, null]);
    }
  });

  test('ends with sign-out while its requests are under way: what is asked afterwards gets nothing', async () => {
    const cookie = await server.signIn();
    const before = Array.from({ length: 50 }, () => read(cookie));
    await post('/auth/sign-out', cookie);
    const after = Array.from({ length: 50 }, () => read(cookie));
    await Promise.all(before);
    expect(new Set(await Promise.all(after))).toEqual(new Set([401]));
  });
});

describe('an administrator who ends sessions', () => {
  const email = 'rosa@lurana.example';
  const changes = {
    'by disabling': (id: string) => server.identity.accounts.setDisabled(id, true),
    'by a change of role': (id: string) => server.identity.accounts.setRole(id, 'administrator'),
    'by removing': (id: string) => server.identity.accounts.remove(id),
    'by a new password': async (id: string) => {
      const account = await server.identity.accounts.findById(id);
      if (!account) throw new Error('no account');
      return (await server.identity.accounts.setPassword(account, 'another long secret')).outcome;
    },
  };

  test.each(Object.entries(changes))(
    '%s ends all of them, though 100 requests and sign-ins are under way',
    async (_, change) => {
      const id = await addReader(email);
      const signIn = () => post('/auth/sign-in', '', { ...reader, email });
      const cookies = await Promise.all([signIn(), signIn()]).then((all) => all.map(readToken));
      const reading = Array.from({ length: 100 }, (__, index) => read(cookies[index % 2] ?? ''));
      const racing = [signIn(), signIn()];
      expect(await change(id)).toBe('done');
      const statuses = await Promise.all(cookies.map(read));
      expect(statuses).toEqual([401, 401]);
      await Promise.all(reading);
      // A user who was verified before the change got no session, or one that ended with the change. After a
      // change of the role alone, they may have a new session with the new role.
      for (const response of await Promise.all(racing)) {
        const status = response.status === 200 ? await read(readToken(response)) : 401;
        if (status === 200) {
          const session = await fetch(`${origin}/auth/session`, { headers: { cookie: readToken(response) } });
          expect(await session.json()).toMatchObject({ user: { role: 'administrator' } });
        }
      }
    },
  );

  test('ends them in another process on the same store', async () => {
    const id = await addReader(email);
    const cookie = readToken(await post('/auth/sign-in', '', { ...reader, email }));
    const other = createIdentity({
      store: openSqliteStore(`${server.data}/accounts.db`),
      hasher: createArgon2Hasher({ memoryCost: 64, timeCost: 1, parallelism: 1 }),
    });
    const token = cookie.slice('sid='.length);
    await other.accounts.setDisabled(id, true);
    expect(await other.resolveSession(token)).toBeUndefined();
    // This process may answer from memory for two seconds at most.
    await expect.poll(() => read(cookie)).toBe(401);
    await other.close();
  });
});
