import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPageAfterForm } from '../../../testing/after-form.ts';
import { reader, startServer, type TestServer } from '../../../testing/server.ts';
import { english as texts } from '../../config/texts.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.close());

const secret = 'a quite different secret';
const actAsAdministrator = () => server.identity.accounts.actingAs('test');

async function invite(email = 'nora@example.com'): Promise<string> {
  const invitation = await actAsAdministrator().invite({ email, name: 'Nora', role: 'reader' });
  return invitation.outcome === 'invited' ? invitation.token : '';
}

const accept = (token: string, password = secret, again = password, url = '/invite') =>
  server.app.inject({
    method: 'POST',
    url,
    headers: { host: 'localhost:3000', 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ token, password, again }).toString(),
  });

test("a link works once, and all links that don't work get the same answer", async () => {
  const usedLink = await invite();
  expect((await accept(usedLink)).headers.location).toBe('/');
  const replacedToken = await invite('olga@example.com');
  const olga = (await server.identity.accounts.findByEmail('olga@example.com'))?.id ?? '';
  const current = (await actAsAdministrator().inviteAgain(olga)) ?? '';
  await actAsAdministrator().setDisabled(olga, true);
  const bodies = new Set<string>();
  for (const token of [usedLink, replacedToken, current, '', 'x'.repeat(43)]) {
    const page = await server.get(`/invite?token=${token}`);
    expect([page.statusCode, page.body.includes(texts.inviteInvalid)]).toEqual([403, true]);
    bodies.add(page.body);
    for (const again of [secret, 'another']) {
      const postedForm = await accept(token, secret, again);
      expect([postedForm.statusCode, postedForm.headers.location]).toEqual([303, `/invite?token=${token}`]);
      const errorPage = await openPageAfterForm(server, postedForm);
      expect(errorPage.statusCode).toBe(403);
      bodies.add(errorPage.body);
    }
  }
  expect(bodies.size).toBe(1);
});

test('a rejected password leads back to the page with the reason, and the link stays valid', async () => {
  const token = await invite();
  const bad = [
    [await accept(token, 'short'), 'at least 12 characters'],
    [await accept(token, secret, 'another'), texts.setupPasswordsDiffer],
  ] as const;
  for (const [answer, words] of bad) {
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `/invite?token=${token}`]);
    const page = await openPageAfterForm(server, answer);
    expect([page.statusCode, page.body.includes(words)]).toEqual([200, true]);
    expect(page.body).toContain('nora@example.com');
    expect((await server.get(`/invite?token=${token}`)).body).not.toContain(words);
  }
  expect((await accept(token)).headers.location).toBe('/');
});

test("the page of one link doesn't show the error of another link’s form", async () => {
  const [nora, olga] = [await invite(), await invite('olga@example.com')];
  const answer = await accept(nora, 'short');
  const location = `/invite?token=${olga}`;
  const page = await openPageAfterForm(server, { headers: { ...answer.headers, location } });
  expect([page.statusCode, page.body.includes('at least 12 characters')]).toEqual([200, false]);
});

test('a reset link sets a new password, once, and ends all sessions', async () => {
  const before = await server.signIn();
  const id = (await server.identity.accounts.findByEmail(reader.email))?.id ?? '';
  const token = (await actAsAdministrator().resetLink(id)) ?? '';
  const url = `/reset?token=${token}`;
  const page = await server.get(url);
  expect([page.statusCode, page.body.includes(reader.email)]).toEqual([200, true]);
  const shortAnswer = await accept(token, 'short', 'short', '/reset');
  expect([shortAnswer.statusCode, shortAnswer.headers.location]).toEqual([303, url]);
  expect((await openPageAfterForm(server, shortAnswer)).body).toContain('at least 12 characters');
  // The old password works until a new one is set.
  expect((await server.get('/auth/session', { cookie: before })).json().state).toBe('signed-in');
  const done = await accept(token, secret, secret, '/reset');
  expect([done.statusCode, done.headers.location]).toEqual([303, '/']);
  expect((await server.get('/auth/session', { cookie: before })).json().state).toBe('signed-out');
  const sessionCookie = String(done.headers['set-cookie']).split(';', 1)[0];
  expect((await server.get('/auth/session', { cookie: sessionCookie })).json().state).toBe('signed-in');
  const signIn = (password: string) =>
    server.identity.signIn({ email: reader.email, password, address: '192.0.2.1' });
  expect((await signIn(reader.password)).outcome).toBe('refused');
  expect((await signIn(secret)).outcome).toBe('signed-in');
  for (const bad of [token, '', 'x'.repeat(43), await invite()]) {
    const refusal = await server.get(`/reset?token=${bad}`);
    expect([refusal.statusCode, refusal.body.includes(texts.resetInvalid)]).toEqual([403, true]);
    expect((await accept(bad, secret, secret, '/reset')).headers['set-cookie']).toBeUndefined();
  }
});
