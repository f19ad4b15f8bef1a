import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { reader as ana, startServer, type TestServer } from '../../../testing/server.ts';
import { openSqliteStore } from '../../../testing/stores.ts';
import { createOutbox } from '../../accounts/mail/outbox.ts';
import { createToken, hashToken } from '../../accounts/sessions/tokens.ts';
import type { Store } from '../../accounts/store/store.ts';
import { english as texts } from '../../config/texts.ts';

const host = 'localhost:3000';
const password = 'a quite different secret';
const rosa = { email: 'rosa@example.com', name: 'Rosa', password, role: 'reader' } as const;

let folder: string;
let store: Store;
let server: TestServer;
let cookie: string;
let id: string;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'self-service-'));
  store = openSqliteStore(path.join(folder, 'accounts.db'));
  server = await startServer({
    store,
    mail: createOutbox(store, Date.now),
    environment: { DATA_DIR: folder },
  });
  const added = await server.identity.accounts.add(rosa);
  id = added.outcome === 'added' ? added.account.id : '';
  cookie = await signIn(rosa.email);
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function signIn(email: string): Promise<string> {
  const result = await server.identity.signIn({ email, password, address: '127.0.0.1' });
  return result.outcome === 'signed-in' ? `sid=${result.token}` : result.outcome;
}

const ask = (method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object, sessionCookie = cookie) =>
  server.app.inject({
    method,
    url: `/api/v1${url}`,
    headers: { host, cookie: sessionCookie },
    ...(payload === undefined ? {} : { payload }),
  });

/** Mails that are waiting to be sent. */
async function listWaitingMails(): Promise<string[]> {
  const mails = [];
  const now = Date.now();
  for (;;) {
    const mail = await store.claimMail(now, now + 60_000);
    if (mail === undefined) return mails;
    mails.push(`${mail.kind} ${mail.email}`);
  }
}

const readAccount = async () => (await ask('GET', '/account')).json();

describe('a reader', () => {
  test('changes their name', async () => {
    expect((await ask('PATCH', '/account', { name: ' Rosa Núñez ' })).statusCode).toBe(204);
    expect(await readAccount()).toMatchObject({
      name: 'Rosa Núñez',
      email: rosa.email,
      canChangeEmail: true,
    });
    expect((await ask('PATCH', '/account', { name: 'two\nlines' })).json().error.code).toBe('invalid');
    expect((await store.listAccountAudit(id)).at(-1)).toMatchObject({
      event: 'profile-changed',
      by: rosa.email,
      detail: 'name',
    });
  });

  test('changes their email with a link that is sent there, and the old address is notified', async () => {
    const email = 'rosa@example.org';
    expect((await ask('POST', '/account/email', { email, current: password })).statusCode).toBe(204);
    expect(await listWaitingMails()).toEqual([`email-change ${email}`]);
    expect((await readAccount()).email).toBe(rosa.email);
    const token = createToken();
    await store.addEmailChange(hashToken(token), id, email, Date.now() + 60_000);
    const url = `/confirm-email?token=${token}`;
    // Opening the page changes nothing, however often and in whichever browser.
    for (const _ of [1, 2]) expect((await server.get(url)).body).toContain(`Rosa ${email}`);
    const confirm = () =>
      server.app.inject({
        method: 'POST',
        url: '/confirm-email',
        headers: { host, 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ token }).toString(),
      });
    const done = await confirm();
    expect([done.statusCode, done.headers['set-cookie']]).toEqual([200, undefined]);
    expect(done.body).toContain(`Your email is now ${email}.`);
    expect(await readAccount()).toMatchObject({ email, name: 'Rosa' });
    expect(await listWaitingMails()).toEqual([`email-changed ${rosa.email}`]);
    for (const again of [await confirm(), await server.get(url)])
      expect([again.statusCode, again.body.includes(texts.confirmEmailInvalid)]).toEqual([403, true]);
    expect([await signIn(rosa.email), await signIn(email)]).toEqual([
      'refused',
      expect.stringContaining('sid='),
    ]);
    expect(
      (await store.listAccountAudit(id)).filter(({ event }) => event === 'profile-changed'),
    ).toMatchObject([{ by: null, from: '127.0.0.1', email, detail: `was ${rosa.email}` }]);
  });

  test("needs the password, has limited attempts, and doesn't learn whether an email is taken", async () => {
    const change = (email: string, current = password) => ask('POST', '/account/email', { email, current });
    const refusal = await change('rosa@example.org', 'not the right secret');
    expect([refusal.statusCode, refusal.json().error.code]).toEqual([403, 'wrong-credentials']);
    for (const email of ['nobody', rosa.email])
      expect((await change(email)).json().error.code).toBe('invalid');
    const takenResponse = await change(ana.email);
    expect([takenResponse.statusCode, await listWaitingMails()]).toEqual([
      204,
      [`email-change ${ana.email}`],
    ]);
    const token = createToken();
    await store.addEmailChange(hashToken(token), id, ana.email, Date.now() + 60_000);
    const confirmed = await server.identity.emailChanges.confirm({ token, address: '192.0.2.1' });
    expect(confirmed.outcome).toBe('email-taken');
    for (let n = 0; n < 4; n++) expect((await change(`x${n}@example.com`)).statusCode).toBe(204);
    expect((await change('x5@example.com')).json().error.code).toBe('too-many-attempts');
  });

  test('exports all of their data, without secrets', async () => {
    await server.app.inject({
      method: 'POST',
      url: '/_feedback',
      headers: { host, cookie },
      payload: { page: '/docs/Tasks', helpful: 'yes', comment: 'clear' },
    });
    await server.identity.accounts.actingAs(ana.email).endSessions(id);
    cookie = await signIn(rosa.email);
    await ask('PATCH', '/account', { name: 'Rosa Núñez' });
    const answer = await ask('GET', '/account/data');
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="my-data.json"',
    });
    expect(answer.json()).toMatchObject({
      account: { id, email: rosa.email, name: 'Rosa Núñez', role: 'reader', hasPassword: true },
      factors: { passkeys: [], codesSince: null, recoveryCodesLeft: 0 },
      sessions: [{ createdAt: expect.stringMatching(/^\d{4}-.*Z$/) }],
      audit: [
        { event: 'account-added', by: 'server' },
        { event: 'signed-in', from: '127.0.0.1' },
        { event: 'sessions-ended', by: 'administrator' },
        { event: 'signed-in', by: null },
        { event: 'profile-changed', by: rosa.email },
      ],
      feedback: [{ page: '/docs/Tasks', helpful: true, comment: 'clear' }],
    });
    // Nor which administrator it was.
    expect(answer.body).not.toMatch(/argon2|hash"|gatehouse_|ana@/i);
  });

  test('deletes their account with password and email, which is audited and confirmed by mail', async () => {
    const remove = (confirmation: string, current: string) =>
      ask('POST', '/account/removal', { confirmation, current });
    expect((await remove('rose@example.com', password)).json().error.code).toBe('invalid');
    expect((await remove(rosa.email, 'not the right secret')).json().error.code).toBe('wrong-credentials');
    expect((await remove(` ${rosa.email.toUpperCase()} `, password)).statusCode).toBe(204);
    expect((await ask('GET', '/account')).statusCode).toBe(401);
    expect(await server.identity.accounts.findById(id)).toBeUndefined();
    expect((await store.listAccountAudit(id)).at(-1)).toMatchObject({
      event: 'account-removed',
      by: rosa.email,
      email: rosa.email,
    });
    expect(await listWaitingMails()).toEqual([`account-removed ${rosa.email}`]);
  });

  test("can't delete their account as the only administrator", async () => {
    const answer = await ask(
      'POST',
      '/account/removal',
      { confirmation: ana.email, current: ana.password },
      await server.signIn(),
    );
    expect([answer.statusCode, answer.json().error.code]).toEqual([409, 'last-administrator']);
  });
});

describe('an administrator', () => {
  const change = async (body: object, account = id) =>
    ask('PATCH', `/accounts/${account}`, body, await server.signIn());

  test('changes name and email immediately, and the old address is notified', async () => {
    const email = 'rosa@example.org';
    const answer = await change({ name: 'Rosa Núñez', email: ` ${email.toUpperCase()}` });
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { email, name: 'Rosa Núñez' }]);
    expect(await readAccount()).toMatchObject({ email });
    expect(await listWaitingMails()).toEqual([`email-changed ${rosa.email}`]);
    const takenResponse = await change({ name: 'Rosa', email: ana.email });
    expect([takenResponse.statusCode, takenResponse.json().error.code]).toEqual([409, 'email-taken']);
    expect((await change({ name: 'Rosa', email: 'no email' })).json().error.code).toBe('invalid');
    expect((await change({ name: '', email }, 'nobody')).statusCode).toBe(404);
    expect((await store.listAccountAudit(id)).at(-1)).toMatchObject({
      by: ana.email,
      detail: `was ${rosa.email}`,
    });
  });

  test("can't change what the identity provider decides", async () => {
    const theirs = await store.addAccount({
      ...{ id: 'id-eve', email: 'eve@example.com', name: 'Eve', role: 'reader', disabled: false, groups: [] },
      ...{ passwordHash: null, issuer: 'https://id.example', subject: 'eve', createdAt: 1, lastSignInAt: 1 },
    });
    const answer = await change({ name: 'Eve', email: 'eva@example.com' }, theirs?.id);
    expect([answer.statusCode, answer.json().error.code]).toEqual([403, 'forbidden']);
  });
});
