import { expect, test } from 'vitest';
import { createGoodClaims, now, sign } from '../../testing/token-service.ts';
import {
  baseUrl,
  later,
  server,
  service,
  signGoodToken,
  signIn,
  startTokenServiceForEachTest,
} from './firebase-tokens-bench.ts';

startTokenServiceForEachTest();

const HOUR = 3_600_000;

/** Signs in with a token of the service. Returns the cookie of the session. */
async function signInReader(): Promise<string> {
  const answer = await signIn({ idToken: await signGoodToken(), refreshToken: 'first' });
  expect(answer.statusCode).toBe(200);
  return String(answer.headers['set-cookie']).split(';')[0] ?? '';
}

const reads = async (cookie: string) =>
  (await server.get('/docs/Tasks', { cookie, host: new URL(baseUrl).host })).statusCode === 200;

async function renewsTo(changes: Record<string, unknown> = {}): Promise<void> {
  // The user signed in at the service a long time ago.
  const idToken = await sign({ ...createGoodClaims(), auth_time: now() - 7_200, ...changes }, service.key);
  service.renewAnswer = { status: 200, body: { id_token: idToken, refresh_token: 'second' } };
}

const listRenewals = () => service.renewals.map((renewal) => renewal.get('refresh_token'));

test('the service is asked again once an hour, with the latest refresh token', async () => {
  const cookie = await signInReader();
  await renewsTo();
  expect(await reads(cookie)).toBe(true);
  expect(listRenewals()).toEqual([]);
  for (later.ms = HOUR; later.ms <= 2 * HOUR; later.ms += HOUR) {
    expect(await reads(cookie)).toBe(true);
    expect(await reads(cookie)).toBe(true);
  }
  expect(listRenewals()).toEqual(['first', 'second']);
});

test.each([
  ['is disabled', async () => setRenewAnswer(400, 'USER_DISABLED')],
  ['is removed', async () => setRenewAnswer(400, 'USER_NOT_FOUND')],
  ['was signed out everywhere', async () => setRenewAnswer(400, 'TOKEN_EXPIRED')],
  ['handed over what is another’s', () => renewsTo({ sub: 'user-2' })],
  ['has an address of another domain now', () => renewsTo({ email: 'ana@elsewhere.example' })],
  [
    'was disabled while the token was made',
    async () => {
      service.account = { localId: 'user-1', disabled: true };
      await renewsTo();
    },
  ],
])('a user who %s has no session left', async (_, happens) => {
  const [cookie, other] = [await signInReader(), await signInReader()];
  await happens();
  later.ms = HOUR;
  expect(await reads(cookie)).toBe(false);
  later.ms = 0;
  expect(await reads(other)).toBe(false);
});

test("reading goes on for twelve hours while the service doesn't answer or rejects our key", async () => {
  const cookie = await signInReader();
  for (later.ms = HOUR; later.ms < 13 * HOUR; later.ms += 4 * HOUR) {
    setRenewAnswer(later.ms === HOUR ? 503 : 400, 'API_KEY_INVALID');
    expect(await reads(cookie)).toBe(true);
  }
  later.ms = 13 * HOUR;
  expect(await reads(cookie)).toBe(false);
});

test('a user without a refresh token signs in again after an hour', async () => {
  const answer = await signIn({ idToken: await signGoodToken() });
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
  later.ms = HOUR - 1_000;
  expect(await reads(cookie)).toBe(true);
  later.ms = HOUR + 1_000;
  expect(await reads(cookie)).toBe(false);
});

function setRenewAnswer(status: number, message: string): void {
  service.renewAnswer = { status, body: { error: { message } } };
}
