import { describe, expect, test } from 'vitest';
import { accountsApiForEachTest, host, secret } from '../../../testing/accounts-api.ts';
import { reader as ana } from '../../../testing/server.ts';

const api = accountsApiForEachTest();
const { ask, add, cookieOf, isSignedIn } = api;

const send = (
  url: string,
  fields: Record<string, string>,
  headers: Record<string, string> = { cookie: api.cookie },
) =>
  api.server.app.inject({
    method: 'POST',
    url,
    headers: { host, 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  });

describe('a new account', () => {
  const linkIn = (body: string) => /http:\/\/localhost:3000(\/invite\?token=[\w-]{43})/.exec(body)?.[1] ?? '';
  const invite = async () => {
    const answer = await ask('POST', '', { email: 'nora@example.com' });
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([201, 'private, no-store']);
    expect(answer.headers.location).toBeUndefined();
    return linkIn(answer.body);
  };
  const accept = (link: string, password = secret, again = password) =>
    send('/invite', { token: link.split('=')[1] ?? '', password, again }, {});

  test('begins with a link, at which its owner sets the password and is signed in', async () => {
    const link = await invite();
    const page = await api.server.get(link);
    expect([page.statusCode, page.body.includes('nora@example.com')]).toEqual([200, true]);
    expect(page.headers['referrer-policy']).toBe('same-origin');
    const answer = await accept(link);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/']);
    const theirs = String(answer.headers['set-cookie']).split(';', 1)[0] ?? '';
    expect(await isSignedIn(theirs)).toBe(true);
    expect(await cookieOf('nora@example.com')).toContain('sid=');
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
    await api.server.get(link);
    await accept(link);
    expect(api.server.logText()).not.toContain(link.split('=')[1]);
  });
});
