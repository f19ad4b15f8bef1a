import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { computeAppCode } from '../../../testing/authenticator-app.ts';
import { reader, startServer, type TestServer, type TestServerOptions } from '../../../testing/server.ts';
import { type Endpoint, needsStepUp, parseCall } from '../../model/api/endpoint.ts';
import { commonEndpoints } from '../../model/api/endpoints.ts';
import { loadFeatureApi } from '../../server/api/load-api.ts';
import { engineFeatures } from '../index.ts';

const endpoints: Readonly<Record<string, Endpoint>> = {
  ...commonEndpoints,
  ...(await loadFeatureApi(engineFeatures)).endpoints,
};

const minute = 60_000;
let server: TestServer;
let now: number;
let cookie: string;

const start = async (options: TestServerOptions = {}) => {
  now = Date.now();
  server = await startServer({ clock: () => now, ...options });
};
beforeEach(async () => {
  await start();
  cookie = await server.signIn();
});
afterEach(() => server.close());

const ask = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object, as = cookie) =>
  server.app.inject({
    method,
    url: `/api/v1${url}`,
    headers: { host: 'localhost:3000', cookie: as },
    ...(payload === undefined ? {} : { payload }),
  });
const readFactors = async () => (await ask('GET', '/account/factors')).json();
const isSignedIn = async (sessionCookie: string) =>
  (await server.get('/auth/session', { cookie: sessionCookie })).json().state === 'signed-in';

async function setUpApp(): Promise<string> {
  const { secret } = (await ask('POST', '/account/codes')).json();
  await ask('PATCH', '/account/codes', { code: computeAppCode(secret, now) });
  now += minute;
  return secret;
}

describe('one-time codes', () => {
  test('are set up with a first code, end the other sessions, and come with recovery codes, once', async () => {
    const elsewhere = await server.signIn();
    const codeSetup = await ask('POST', '/account/codes');
    const { secret, address, picture } = codeSetup.json();
    expect(address).toBe(
      `otpauth://totp/localhost%3A3000:${encodeURIComponent(reader.email)}?secret=${secret}&issuer=localhost%3A3000`,
    );
    expect(picture).toMatch(/^data:image\/svg\+xml;base64,/);
    const refusal = await ask('PATCH', '/account/codes', { code: '000000' });
    expect([refusal.statusCode, refusal.json().error.code]).toEqual([409, 'wrong-credentials']);
    expect((await readFactors()).codesSince).toBeNull();
    const added = await ask('PATCH', '/account/codes', { code: computeAppCode(secret, now) });
    expect(added.json().recoveryCodes).toHaveLength(10);
    expect(await readFactors()).toMatchObject({
      codesSince: expect.any(String),
      recoveryCodes: 10,
      passkeys: [],
      isNeeded: false,
    });
    expect([await isSignedIn(cookie), await isSignedIn(elsewhere)]).toEqual([true, false]);
    expect((await ask('POST', '/account/recovery-codes')).json().recoveryCodes).toHaveLength(10);
    expect((await ask('DELETE', '/account/codes')).statusCode).toBe(204);
    expect(await readFactors()).toMatchObject({ codesSince: null, recoveryCodes: 0 });
  });

  test("can't be removed if the account must have a second factor", async () => {
    await server.close();
    await start({ secondFactor: 'everybody' });
    const rules = server.identity;
    const pendingSignIn = await rules.signIn({ ...reader, address: '127.0.0.1' });
    if (pendingSignIn.outcome !== 'second-factor') throw new Error(pendingSignIn.outcome);
    const { token } = pendingSignIn;
    const { secret = '' } = (await rules.secondFactor.beginCodes(token, 'docs')) ?? {};
    const source = { address: '127.0.0.1' };
    const factor = { code: computeAppCode(secret, now) };
    const done = await rules.secondFactor.complete({ token, factor, source, name: '' });
    if (done.outcome !== 'signed-in') throw new Error(done.outcome);
    cookie = `sid=${done.token}`;
    expect((await readFactors()).isNeeded).toBe(true);
    expect((await ask('DELETE', '/account/codes')).json().error.code).toBe('factor-needed');
  });
});

describe('ten minutes after the password', () => {
  beforeEach(() => {
    now += 10 * minute + 1;
  });

  test('changes of accounts require verification again, before the input is validated', async () => {
    // Endpoints of extensions exist only if the extension is registered.
    const calls = Object.values(endpoints)
      .filter(needsStepUp)
      .map(parseCall)
      .filter(({ method, path }) => server.app.hasRoute({ method, url: path }));
    expect(calls.length).toBeGreaterThan(12);
    for (const { method, path } of calls) {
      const answer = await ask(method, path.replace('/api/v1', '').replace(/:\w+/g, 'somebody'));
      expect([path, answer.statusCode, answer.json().error.code]).toEqual([path, 403, 'step-up']);
    }
  });

  test.each([
    'POST /api/v1/accounts',
    'PATCH /api/v1/accounts/:account',
    'DELETE /api/v1/accounts/:account',
    'DELETE /api/v1/accounts/:account/factors',
    'DELETE /api/v1/account/codes',
    'POST /api/v1/account/passkeys',
    'DELETE /api/v1/account/passkeys/:passkey',
    'POST /api/v1/account/recovery-codes',
  ])('%s requires verification', (name) => {
    const endpoint = Object.values(endpoints).find(({ call }) => call === name);
    expect(endpoint && needsStepUp(endpoint)).toBe(true);
  });

  test('the password is enough for ten more; reading requires nothing', async () => {
    expect((await ask('GET', '/accounts')).statusCode).toBe(200);
    const refusal = await ask('POST', '/account/verification', { password: 'another long secret' });
    expect([refusal.statusCode, refusal.json().error.code]).toEqual([403, 'wrong-credentials']);
    expect((await ask('POST', '/account/codes')).statusCode).toBe(403);
    expect((await ask('POST', '/account/verification', { password: reader.password })).statusCode).toBe(204);
    expect((await ask('POST', '/account/codes')).statusCode).toBe(201);
    now += 10 * minute;
    expect((await ask('POST', '/account/codes')).statusCode).toBe(201);
    now += 1;
    expect((await ask('POST', '/account/codes')).statusCode).toBe(403);
  });

  test('accepts a code of the app, too, and limits guesses of both', async () => {
    await ask('POST', '/account/verification', { password: reader.password });
    const secret = await setUpApp();
    now += 10 * minute;
    expect((await ask('POST', '/account/verification/options')).json()).toEqual({
      password: true,
      codes: true,
    });
    for (let guess = 0; guess < 5; guess++) await ask('POST', '/account/verification', { code: '000000' });
    const lateResponse = await ask('POST', '/account/verification', { code: computeAppCode(secret, now) });
    expect([lateResponse.statusCode, lateResponse.json().error.code]).toEqual([429, 'too-many-attempts']);
    now += 15 * minute + 1;
    expect(
      (await ask('POST', '/account/verification', { code: computeAppCode(secret, now) })).statusCode,
    ).toBe(204);
    expect((await ask('DELETE', '/account/codes')).statusCode).toBe(204);
  });
});

test('an administrator resets a user’s second factors, and the audit log records it', async () => {
  const rosa = { email: 'rosa@example.com', password: 'a quite different secret', address: '127.0.0.1' };
  const addResult = await server.identity.accounts.add({ ...rosa, name: '', role: 'reader' });
  const id = addResult.outcome === 'added' ? addResult.account.id : '';
  expect((await ask('DELETE', `/accounts/${id}/factors`)).json().error.code).toBe('no-factor');
  const signInResult = await server.identity.signIn(rosa);
  const hers = signInResult.outcome === 'signed-in' ? `sid=${signInResult.token}` : '';
  const { secret } = (await ask('POST', '/account/codes', undefined, hers)).json();
  await ask('PATCH', '/account/codes', { code: computeAppCode(secret, now) }, hers);
  expect((await server.identity.signIn(rosa)).outcome).toBe('second-factor');
  expect((await ask('DELETE', `/accounts/${id}/factors`, undefined, hers)).statusCode).toBe(404);
  expect((await ask('DELETE', `/accounts/${id}/factors`)).statusCode).toBe(204);
  expect(await isSignedIn(hers)).toBe(false);
  expect((await server.identity.signIn(rosa)).outcome).toBe('signed-in');
});

test('sessions show their browser and IP address', async () => {
  await server.app.inject({
    method: 'POST',
    url: '/auth/sign-in',
    headers: {
      host: 'localhost:3000',
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
    },
    payload: reader,
  });
  const { sessions } = (await ask('GET', '/account/sessions')).json();
  expect(sessions).toMatchObject([
    { current: true, device: null, network: '127.0.0.0/24' },
    { current: false, device: 'Firefox on Linux', network: '127.0.0.0/24' },
  ]);
});
