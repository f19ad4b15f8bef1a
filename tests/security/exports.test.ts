import { afterAll, beforeAll, expect, test } from 'vitest';
import { reader, startServer, type TestServer } from '../../testing/server.ts';

/** The attacker has the cookie of an administrator whose last proof of identity is too old. */
let now = Date.now();
let site: TestServer;
let stolenCookie: string;
beforeAll(async () => {
  site = await startServer({ clock: () => now });
  stolenCookie = await site.signIn();
  now += 11 * 60_000;
});
afterAll(() => site?.close());

const ask = (url: string) => site.get(url, { cookie: stolenCookie });
const files = [
  '/api/v1/accounts/file',
  '/api/v1/accounts/file?search=ana',
  '/api/v1/audit?limit=1000',
  '/api/v1/audit?limit=101&page=1',
  '/api/v1/sessions?limit=1000',
  '/api/v1/agents?limit=1000',
];

test.each(files)('%s asks the user to confirm their identity before it exports data', async (url) => {
  const refusal = await ask(url);
  expect([refusal.statusCode, refusal.json().error.code]).toEqual([403, 'step-up']);
  expect(refusal.body).not.toContain(reader.email);
});

test.each([
  '/api/v1/audit?limit=100',
  '/api/v1/sessions',
  '/api/v1/agents?limit=100',
  '/api/v1/accounts?limit=100',
])('%s is a page of the administration, which it shows', async (url) => {
  expect((await ask(url)).statusCode).toBe(200);
});

test('no list of accounts has more than a page', async () => {
  expect((await ask('/api/v1/accounts?limit=101')).statusCode).toBe(400);
});

test('a user who has confirmed their identity gets the files', async () => {
  const proved = await site.app.inject({
    method: 'POST',
    url: '/api/v1/account/verification',
    headers: { host: 'localhost:3000', cookie: stolenCookie },
    payload: { password: reader.password },
  });
  expect(proved.statusCode).toBe(204);
  for (const url of files) expect((await ask(url)).statusCode, url).toBe(200);
});
