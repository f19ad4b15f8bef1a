import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPageAfterForm } from '../../../testing/after-form.ts';
import { reader, startServer, type TestServer } from '../../../testing/server.ts';
import { openSqliteStore } from '../../../testing/stores.ts';
import { createOutbox } from '../../accounts/mail/outbox.ts';
import type { Store } from '../../accounts/store/store.ts';
import { english as texts } from '../../config/texts.ts';

let server: TestServer;
let store: Store;
let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'forgotten-'));
  store = openSqliteStore(path.join(folder, 'accounts.db'));
  server = await startServer({ store, mail: createOutbox(store, Date.now) });
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

/** Mails that are waiting to be sent. */
async function listWaitingMails(): Promise<string[]> {
  const mails = [];
  const now = Date.now();
  for (;;) {
    const mail = await store.claimMail(now, now + 1_000);
    if (mail === undefined) return mails.toSorted();
    mails.push(`${mail.kind} ${mail.email}`);
  }
}

const ask = (email: string, headers: Record<string, string> = {}) =>
  server.app.inject({
    method: 'POST',
    url: '/forgotten',
    headers: { host: 'localhost:3000', 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams({ email }).toString(),
  });

test('the page has the same answer for every email, and a reload sends nothing again', async () => {
  expect((await server.get('/forgotten')).body).toContain('action="/forgotten"');
  const answers = new Set<string>();
  for (const email of [reader.email, 'nobody@example.com', 'no email', '']) {
    const answer = await ask(email);
    const page = await openPageAfterForm(server, answer);
    const { date: _, 'x-request-id': __, ...headers } = answer.headers;
    answers.add(JSON.stringify([answer.statusCode, headers, answer.body, page.statusCode, page.body]));
    expect(page.body).toContain(texts.forgottenSent);
  }
  expect(answers.size).toBe(1);
  // Whether the account exists is only checked when the mail is sent.
  expect(await listWaitingMails()).toEqual([`reset ${reader.email}`, 'reset nobody@example.com']);
});

test('after too many requests the user must wait, and the input is kept', async () => {
  let last = await ask(reader.email);
  for (let n = 0; n < 10; n++) last = await ask(`user${n}@example.com`);
  const page = await openPageAfterForm(server, last);
  expect(page.body).toContain('Too many attempts. Try again in');
  expect(page.body).toContain('user9@example.com');
  expect(await listWaitingMails()).toHaveLength(10);
});

test("another site can't request a link", async () => {
  expect((await ask(reader.email, { origin: 'https://evil.example' })).statusCode).toBe(403);
  expect(await listWaitingMails()).toEqual([]);
});

test("an invitation is sent by mail, and its link isn't in the answer", async () => {
  const inviteResponse = await server.app.inject({
    method: 'POST',
    url: '/api/v1/accounts',
    headers: { host: 'localhost:3000', cookie: await server.signIn() },
    payload: { email: 'nora@example.com' },
  });
  expect([inviteResponse.statusCode, inviteResponse.json()]).toEqual([
    201,
    { account: expect.objectContaining({ email: 'nora@example.com', state: 'invited' }) },
  ]);
  expect(await listWaitingMails()).toEqual(['invitation nora@example.com']);
});
