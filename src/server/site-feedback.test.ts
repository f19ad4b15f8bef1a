import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../tests/support/server.ts';
import { openFeedbackStore } from '../feedback/feedback-sqlite.ts';
import { feedbackFile, siteFeedback } from './site-feedback.ts';

const page = '/docs/Developer Info/Users';
let DATA_DIR: string;
let server: TestServer;
let cookie: string;
let time: number;

beforeEach(async () => {
  DATA_DIR = mkdtempSync(path.join(tmpdir(), 'feedback-'));
  time = 1_000_000;
  server = await startServer({ extensions: [siteFeedback({ DATA_DIR }, () => time)] });
  cookie = await server.signIn();
});
afterEach(async () => {
  await server.close();
  rmSync(DATA_DIR, { recursive: true, force: true });
});

const answer = (payload: Record<string, string>, headers: Record<string, string> = { cookie }) =>
  server.app.inject({
    method: 'POST',
    url: '/_feedback',
    headers: { host: 'localhost:3000', ...headers },
    payload,
  });

async function kept() {
  const store = openFeedbackStore(feedbackFile({ DATA_DIR }));
  const all = await store.list();
  await store.close();
  return all;
}

test('an answer is kept, one for each reader and page, and can be changed', async () => {
  expect((await answer({ page, helpful: 'yes' })).statusCode).toBe(204);
  time += 5;
  expect((await answer({ page, helpful: 'no', comment: ' What of\r\n\u001b[31mlimits? ' })).statusCode).toBe(
    204,
  );
  expect(await kept()).toMatchObject([
    { page, helpful: false, comment: 'What of\n[31mlimits?', at: 1_000_005 },
  ]);
});

test('a form is led back to its page', async () => {
  const headers = { cookie, 'content-type': 'application/x-www-form-urlencoded' };
  const posted = await server.app.inject({
    method: 'POST',
    url: '/_feedback',
    headers: { host: 'localhost:3000', ...headers },
    payload: new URLSearchParams({ page, helpful: 'yes', comment: 'Good.' }).toString(),
  });
  expect(posted.statusCode).toBe(303);
  expect(posted.headers.location).toBe('/docs/Developer%20Info/Users#feedback-thanks');
  expect(await kept()).toMatchObject([{ helpful: true, comment: 'Good.' }]);
});

test('what is no answer, or of no page, is refused', async () => {
  expect((await answer({ page, helpful: 'perhaps' })).statusCode).toBe(400);
  expect((await answer({ page, helpful: 'yes', comment: 'x'.repeat(2_001) })).statusCode).toBe(400);
  expect((await answer({ page: '/docs/nowhere', helpful: 'yes' })).statusCode).toBe(404);
  expect((await answer({ page: '/assets/shell-3c4d.js', helpful: 'yes' })).statusCode).toBe(404);
  expect((await answer({ page: 'https://evil.example', helpful: 'yes' })).statusCode).toBe(400);
  expect(await kept()).toEqual([]);
});

test('only readers answer, and not from another site', async () => {
  expect((await answer({ page, helpful: 'yes' }, {})).statusCode).toBe(401);
  expect(
    (await answer({ page, helpful: 'yes' }, { cookie, origin: 'https://evil.example' })).statusCode,
  ).toBe(403);
  expect(await kept()).toEqual([]);
});

test('nobody answers without pause', async () => {
  for (let count = 0; count < 20; count += 1) await answer({ page, helpful: 'yes' });
  const refused = await answer({ page, helpful: 'yes' });
  expect(refused.statusCode).toBe(429);
  expect(refused.headers['retry-after']).toBe('60');
  time += 60_001;
  expect((await answer({ page, helpful: 'yes' })).statusCode).toBe(204);
});
