import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { host, secret, startAccountsApiForEachTest } from '../../../testing/accounts-api.ts';
import { reader as ana } from '../../../testing/server.ts';
import { openSqliteStore } from '../../../testing/stores.ts';

const api = startAccountsApiForEachTest();
const { ask, add, signInForCookie, isSignedIn } = api;

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
  const findLink = (body: string) =>
    /http:\/\/localhost:3000(\/invite\?token=[\w-]{43})/.exec(body)?.[1] ?? '';
  const invite = async () => {
    const answer = await ask('POST', '', { email: 'nora@example.com' });
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([201, 'private, no-store']);
    expect(answer.headers.location).toBeUndefined();
    return findLink(answer.body);
  };
  const accept = (link: string, password = secret, again = password) =>
    send('/invite', { token: link.split('=')[1] ?? '', password, again }, {});

  test('starts with a link, with which its owner sets the password and is signed in', async () => {
    const link = await invite();
    const page = await api.server.get(link);
    expect([page.statusCode, page.body.includes('nora@example.com')]).toEqual([200, true]);
    expect(page.headers['referrer-policy']).toBe('same-origin');
    const answer = await accept(link);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/']);
    const theirs = String(answer.headers['set-cookie']).split(';', 1)[0] ?? '';
    expect(await isSignedIn(theirs)).toBe(true);
    expect(await signInForCookie('nora@example.com')).toContain('sid=');
  });

  test('is rejected if the email is taken or invalid', async () => {
    const takenResponse = await ask('POST', '', { email: ana.email, name: 'Ana "2"' });
    expect([takenResponse.statusCode, takenResponse.json().error.code]).toEqual([409, 'email-taken']);
    const none = await ask('POST', '', { email: 'nobody' });
    expect([none.statusCode, none.json().error.code]).toEqual([400, 'invalid']);
    expect(none.json().error.message).toContain('valid email');
  });

  test('an account with a password gets no invitation link', async () => {
    const answer = await ask('POST', `/${await add()}/link`);
    expect([answer.statusCode, answer.json().error.code]).toEqual([409, 'has-password']);
    expect(findLink(answer.body)).toBe('');
  });

  test('a reset link is only for an account with a password, and the audit log records it', async () => {
    const id = await add();
    const linkResponse = await ask('POST', `/${id}/reset-link`);
    expect([linkResponse.statusCode, linkResponse.headers['cache-control']]).toEqual([
      201,
      'private, no-store',
    ]);
    expect(linkResponse.json().link).toMatch(/^http:\/\/localhost:3000\/reset\?token=[\w-]{43}$/);
    const rosas = await signInForCookie('rosa@example.com');
    expect((await ask('POST', `/${id}/reset-link`, undefined, { cookie: rosas })).statusCode).toBe(404);
    await invite();
    const nora = (await api.server.identity.accounts.findByEmail('nora@example.com'))?.id;
    const none = await ask('POST', `/${nora}/reset-link`);
    expect([none.statusCode, none.json().error.code]).toEqual([409, 'no-password']);
    expect((await ask('POST', '/nobody/reset-link')).statusCode).toBe(404);
    const log = openSqliteStore(path.join(api.server.data, 'accounts.db'));
    expect((await log.listAuditSince(0)).filter(({ event }) => event === 'reset-link-made')).toMatchObject([
      { by: ana.email, email: 'rosa@example.com' },
    ]);
    await log.close();
  });

  test('the link is in no log', async () => {
    const link = await invite();
    await api.server.get(link);
    await accept(link);
    expect(api.server.logText()).not.toContain(link.split('=')[1]);
  });
});
