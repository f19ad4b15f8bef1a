import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startPostgres } from '../../../../testing/postgres.ts';
import { reader, startServer, type TestServer } from '../../../../testing/server.ts';
import { openSqliteStore } from '../../../../testing/stores.ts';
import { createOutbox } from '../../../accounts/mail/outbox.ts';
import type { EndpointAnswer } from '../../../model/api/endpoints.ts';
import type { ServerFeature } from '../../../server/server-feature.ts';
import { insights } from '../feature.ts';
import { startFeedback } from './feedback-routes.ts';
import { openFeedback } from './feedback-store.ts';

const page = '/docs/Developer Info/Users';
const FEEDBACK_DAYS = 365;
let DATA_DIR: string;
let server: TestServer;
let cookie: string;
let time: number;

/** Feedback alone, with the clock of the test. */
const withClock = (options: { cleanUpEveryMs?: number } = {}): ServerFeature => ({
  ...insights,
  start: async (context) => {
    const store = await openFeedback(context.environment);
    const stop = startFeedback(context, store, { now: () => time, ...options });
    return async () => {
      await stop();
      await store.close();
    };
  },
});

beforeEach(async () => {
  DATA_DIR = mkdtempSync(path.join(tmpdir(), 'feedback-'));
  time = 1_000_000;
  server = await startServer({
    environment: { DATA_DIR },
    features: [withClock({ cleanUpEveryMs: 5 })],
  });
  cookie = await server.signIn();
});
afterEach(async () => {
  await server.close();
  rmSync(DATA_DIR, { recursive: true, force: true });
});

const answer = (
  payload: Record<string, string> | string,
  headers: Record<string, string> = { cookie },
  through = server,
) =>
  through.app.inject({
    method: 'POST',
    url: '/_feedback',
    headers: { host: 'localhost:3000', ...headers },
    payload,
  });

const asForm = { 'content-type': 'application/x-www-form-urlencoded' };
const encodeForm = (fields: Record<string, string>) => new URLSearchParams(fields).toString();

async function readFeedback() {
  const store = await openFeedback({ DATA_DIR });
  const all = await store.list();
  await store.close();
  return all;
}

test('the feedback of a reader is deleted with the account', async () => {
  await answer({ page, helpful: 'yes' });
  const { accounts } = server.identity;
  await accounts.add({ ...reader, email: 'eva@example.com', name: 'Eva', role: 'administrator' });
  const account = await accounts.findByEmail(reader.email);
  expect(await readFeedback()).toHaveLength(1);
  await accounts.actingAs('eva@example.com').remove(account?.id ?? '');
  await expect.poll(readFeedback).toHaveLength(0);
});

describe('administrators', () => {
  const list = async (query = ''): Promise<EndpointAnswer<'listFeedback'>> =>
    (await server.get(`/api/v1/feedback${query}`, { cookie })).json();
  const settle = (payload: object) =>
    server.app.inject({
      method: 'PATCH',
      url: '/api/v1/feedback',
      headers: { host: 'localhost:3000', cookie },
      payload,
    });

  test('see feedback without its author, and can settle it', async () => {
    await answer({ page, helpful: 'no', comment: 'Which users?' });
    const { rows, total, mail } = await list('?search=users&state=open');
    expect([total, mail]).toEqual([1, false]);
    const [row] = rows;
    expect(row).toMatchObject({ page, helpful: false, comment: 'Which users?', state: 'open', note: '' });
    const [{ reader: account = '' } = {}] = await readFeedback();
    expect(JSON.stringify(rows)).not.toContain(account);
    const settledEntry = { page, id: row?.id, at: row?.at, state: 'done', note: ' All of them. ' };
    expect((await settle(settledEntry)).json()).toEqual({ mailed: false });
    expect((await list()).rows).toMatchObject([{ state: 'done', note: 'All of them.' }]);
    expect((await settle({ ...settledEntry, id: 'somebody' })).statusCode).toBe(404);
    expect((await settle({ ...settledEntry, state: 'lost' })).statusCode).toBe(400);
    time += 1;
    await answer({ page, helpful: 'no', comment: 'Which ones?' });
    expect((await settle(settledEntry)).statusCode).toBe(404);
    expect((await list('?state=open')).total).toBe(1);
  });

  test('notify the reader by mail if mail is configured', async () => {
    const store = openSqliteStore(path.join(DATA_DIR, 'accounts', 'accounts.db'));
    await server.close();
    server = await startServer({
      store,
      mail: createOutbox(store, Date.now),
      environment: { DATA_DIR },
      features: [withClock()],
    });
    cookie = await server.signIn();
    await answer({ page, helpful: 'no' });
    const { rows, mail } = await list();
    const settledEntry = { page, id: rows[0]?.id, at: rows[0]?.at, note: 'See <b>.' };
    expect(mail).toBe(true);
    expect((await settle({ ...settledEntry, state: 'open' })).json()).toEqual({ mailed: false });
    expect((await settle({ ...settledEntry, state: 'answered' })).json()).toEqual({ mailed: true });
    expect(await store.claimMail(Date.now(), Date.now() + 1_000)).toMatchObject({
      kind: 'feedback-answered',
      email: reader.email,
      detail: JSON.stringify({ page, text: 'See <b>.' }),
    });
    expect(await store.claimMail(Date.now(), 0)).toBeUndefined();
  });
});

describe('a report', () => {
  const report = {
    page,
    kind: 'unclear',
    passage: ' Press\tSend.\r\nThen\u0007 wait. ',
    comment: 'How long?',
  };

  test('arrives in the list of feedback with its passage, kind and release, without its author', async () => {
    expect((await answer({ page, helpful: 'yes' })).statusCode).toBe(204);
    expect((await answer(report)).statusCode).toBe(204);
    const response = await server.get('/api/v1/feedback?search=press', { cookie });
    const { rows }: EndpointAnswer<'listFeedback'> = response.json();
    expect(rows).toMatchObject([
      { page, kind: 'unclear', passage: 'Press\tSend.\nThen wait.', comment: 'How long?', state: 'open' },
    ]);
    expect(rows[0]?.release).not.toBe('');
    const [{ reader: account = '' } = {}] = await readFeedback();
    expect(response.body).not.toContain(account);
    const settledEntry = { page, id: rows[0]?.id, at: rows[0]?.at, state: 'done', note: '' };
    const headers = { host: 'localhost:3000', cookie };
    const request = { method: 'PATCH', url: '/api/v1/feedback', headers, payload: settledEntry } as const;
    expect((await server.app.inject(request)).statusCode).toBe(200);
    const open: EndpointAnswer<'listFeedback'> = (
      await server.get('/api/v1/feedback?state=open', { cookie })
    ).json();
    expect(open.rows).toMatchObject([{ kind: 'opinion', helpful: true }]);
  });

  test.each([
    ['of an unknown kind', { ...report, kind: 'awful' }],
    ['without any words', { page, kind: 'wrong', passage: ' ', comment: '' }],
    ['with a passage that is too long', { ...report, passage: 'x'.repeat(601) }],
    ['with a comment that is too long', { ...report, comment: 'x'.repeat(2_001) }],
    ['of a page on another host', { ...report, page: 'https://evil.example' }],
  ])('%s is rejected', async (_what, payload) => {
    expect((await answer(payload)).statusCode).toBe(400);
    expect(await readFeedback()).toEqual([]);
  });

  test('is limited like an answer, and to pages that its author may see', async () => {
    expect((await answer({ ...report, page: '/docs/nowhere' })).statusCode).toBe(404);
    expect((await answer(report, {})).statusCode).toBe(401);
    for (let count = 0; count < 20; count += 1) await answer(report);
    expect((await answer(report)).statusCode).toBe(429);
    expect(await readFeedback()).toHaveLength(1);
  });
});

test('a page that the reader may not see accepts no feedback', async () => {
  const eva = { email: 'eva@example.com', password: 'a long enough secret' };
  await server.identity.accounts.add({ ...eva, name: 'Eva', role: 'reader' });
  const signedIn = await server.identity.signIn({ ...eva, address: '127.0.0.1' });
  const theirs = signedIn.outcome === 'signed-in' ? `sid=${signedIn.token}` : '';
  const ofAdministrators = { page: '/admin/users', helpful: 'yes' };
  expect((await answer({ page, helpful: 'yes' }, { cookie: theirs })).statusCode).toBe(204);
  expect((await answer(ofAdministrators, { cookie: theirs })).statusCode).toBe(404);
  expect((await answer(ofAdministrators)).statusCode).toBe(204);
});

test('one answer per reader and page is stored and can be changed', async () => {
  expect((await answer({ page, helpful: 'yes' })).statusCode).toBe(204);
  time += 5;
  expect((await answer({ page, helpful: 'no', comment: ' What of\r\n\u001b[31mlimits? ' })).statusCode).toBe(
    204,
  );
  expect(await readFeedback()).toMatchObject([
    { page, helpful: false, comment: 'What of\n[31mlimits?', at: 1_000_005 },
  ]);
});

test('a form redirects back to its page', async () => {
  const formResponse = await answer(encodeForm({ page, helpful: 'yes', comment: 'Good.' }), {
    cookie,
    ...asForm,
  });
  expect(formResponse.statusCode).toBe(303);
  expect(formResponse.headers.location).toBe('/docs/Developer%20Info/Users#feedback-thanks');
  expect(await readFeedback()).toMatchObject([{ helpful: true, comment: 'Good.' }]);
});

test('invalid feedback, or feedback on a missing page, is rejected', async () => {
  expect((await answer({ page, helpful: 'perhaps' })).statusCode).toBe(400);
  expect((await answer({ page, helpful: 'yes', comment: 'x'.repeat(2_001) })).statusCode).toBe(400);
  expect((await answer({ page: '/docs/nowhere', helpful: 'yes' })).statusCode).toBe(404);
  expect((await answer({ page: '/assets/shell-3c4d.js', helpful: 'yes' })).statusCode).toBe(404);
  expect((await answer({ page: 'https://evil.example', helpful: 'yes' })).statusCode).toBe(400);
  expect(await readFeedback()).toEqual([]);
});

test('only readers can send feedback, and not from another site', async () => {
  expect((await answer({ page, helpful: 'yes' }, {})).statusCode).toBe(401);
  expect(
    (await answer({ page, helpful: 'yes' }, { cookie, origin: 'https://evil.example' })).statusCode,
  ).toBe(403);
  expect(await readFeedback()).toEqual([]);
});

test('the number of answers per minute is limited', async () => {
  for (let count = 0; count < 20; count += 1) await answer({ page, helpful: 'yes' });
  const refusal = await answer({ page, helpful: 'yes' });
  expect(refusal.statusCode).toBe(429);
  expect(refusal.headers['retry-after']).toBe('60');
  time += 60_001;
  expect((await answer({ page, helpful: 'yes' })).statusCode).toBe(204);
});

test('an answer is deleted after the configured time', async () => {
  await answer({ page, helpful: 'no', comment: 'Ask me: ana@example.com' });
  time += FEEDBACK_DAYS * 86_400_000;
  await answer({ page: '/docs/Tasks', helpful: 'yes' });
  expect(await readFeedback()).toHaveLength(2);
  time += 1;
  await expect.poll(readFeedback).toMatchObject([{ page: '/docs/Tasks' }]);
});

test('feedback is stored in the database, and the reader sees an error while it is unavailable', async () => {
  const database = await startPostgres();
  const environment = { DATA_DIR, FEEDBACK_DAYS, DATABASE_URL: await database.createDatabase() };
  const shared = await startServer({ environment, features: [withClock()] });
  const headers = { cookie: await shared.signIn() };
  expect((await answer({ page, helpful: 'no', comment: 'Why?' }, headers, shared)).statusCode).toBe(204);
  const store = await openFeedback(environment);
  expect(await store.list()).toMatchObject([{ page, helpful: false, comment: 'Why?' }]);
  await store.close();
  expect(await readFeedback()).toEqual([]);

  await database.crash();
  const refusal = await answer({ page, helpful: 'yes' }, headers, shared);
  expect([refusal.statusCode, refusal.json().error.code]).toEqual([503, 'unavailable']);
  const formResponse = await answer(encodeForm({ page, helpful: 'yes' }), { ...headers, ...asForm }, shared);
  expect([formResponse.statusCode, formResponse.headers.location]).toEqual([
    303,
    '/docs/Developer%20Info/Users#feedback-failed',
  ]);
  await database.start();
  expect((await answer({ page, helpful: 'yes' }, headers, shared)).statusCode).toBe(204);
  await shared.close();
  await database.remove();
});
