import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { reader as ana, startServer, type TestServer } from '../../../testing/server.ts';
import { english as texts } from '../../config/texts.ts';

let server: TestServer;
let cookie: string;
beforeEach(async () => {
  server = await startServer();
  cookie = await server.signIn();
});
afterEach(() => server.close());

const secret = 'a quite different secret';
const rosa = { email: 'rosa@lurana.example', name: 'Rosa Núñez', password: secret } as const;
const host = 'localhost:3000';

const send = (url: string, fields: Record<string, string>, headers: Record<string, string> = { cookie }) =>
  server.app.inject({
    method: 'POST',
    url,
    headers: { host, 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  });
const ask = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  payload?: object,
  headers: Record<string, string> = { cookie },
) =>
  server.app.inject({
    method,
    url: `/api/v1/accounts${url}`,
    headers: { host, ...headers },
    ...(payload === undefined ? {} : { payload }),
  });
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

describe('a new account', () => {
  const linkIn = (body: string) => /http:\/\/localhost:3000(\/invite\?token=[\w-]{43})/.exec(body)?.[1] ?? '';
  const invite = async () => {
    const answer = await ask('POST', '', { email: 'nora@lurana.example' });
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([201, 'private, no-store']);
    expect(answer.headers.location).toBeUndefined();
    return linkIn(answer.body);
  };
  const accept = (link: string, password = secret, again = password) =>
    send('/invite', { token: link.split('=')[1] ?? '', password, again }, {});

  test('begins with a link, at which its owner sets the password and is signed in', async () => {
    const link = await invite();
    const page = await server.get(link);
    expect([page.statusCode, page.body.includes('nora@lurana.example')]).toEqual([200, true]);
    expect(page.headers['referrer-policy']).toBe('same-origin');
    const answer = await accept(link);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/']);
    const theirs = String(answer.headers['set-cookie']).split(';', 1)[0] ?? '';
    expect(await isSignedIn(theirs)).toBe(true);
    expect(await cookieOf('nora@lurana.example')).toContain('sid=');
  });

  test('a link works once, and every one that does not work has one answer', async () => {
    const used = await invite();
    await accept(used);
    await ask('POST', '', { email: 'olga@lurana.example' });
    const olga = await idOf('olga@lurana.example');
    const replaced = linkIn((await ask('POST', `/${olga}/link`)).body);
    const current = linkIn((await ask('POST', `/${olga}/link`)).body);
    await ask('PATCH', `/${olga}`, { disabled: true });
    const bodies = new Set<string>();
    const links = [used, replaced, current, '/invite?token=', `/invite?token=${'x'.repeat(43)}`, '/invite'];
    for (const link of links) {
      const page = await server.get(link);
      expect([page.statusCode, page.body.includes(texts.inviteInvalid)]).toEqual([403, true]);
      const posted = await accept(link);
      expect(posted.statusCode).toBe(403);
      bodies
        .add(page.body)
        .add(posted.body)
        .add((await accept(link, secret, 'other')).body);
    }
    expect(bodies.size).toBe(1);
  });

  test('a bad password leaves the link good', async () => {
    const link = await invite();
    for (const given of [['short'], [secret, 'another']] as const) {
      expect((await accept(link, ...given)).statusCode).toBe(400);
    }
    expect((await accept(link)).statusCode).toBe(303);
  });

  test('is refused for an e-mail that is taken or none', async () => {
    const taken = await ask('POST', '', { email: ana.email, name: 'Ana "2"' });
    expect([taken.statusCode, taken.json().error.code]).toEqual([409, 'email-taken']);
    const none = await ask('POST', '', { email: 'nobody' });
    expect([none.statusCode, none.json().error.code]).toEqual([400, 'invalid']);
    expect(none.json().error.message).toContain('not an e-mail');
  });

  test('nobody gets a link to an account that has a password', async () => {
    const answer = await ask('POST', `/${await add()}/link`);
    expect([answer.statusCode, answer.json().error.code]).toEqual([409, 'has-password']);
    expect(linkIn(answer.body)).toBe('');
  });

  test('its link is in no log', async () => {
    const link = await invite();
    await server.get(link);
    await accept(link);
    expect(server.logText()).not.toContain(link.split('=')[1]);
  });
});
