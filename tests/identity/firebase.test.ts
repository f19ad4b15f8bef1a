// @module-tag chromium
import { decodeJwt, UnsecuredJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { signInFaults } from '../../src/accounts/providers/faults.ts';
import { createFirebaseProvider } from '../../src/features/firebase/firebase-provider.ts';
import { createAgent } from '../../testing/agent.ts';
import { emulatedProject } from '../../testing/auth-emulator.ts';
import { googleFrames } from '../../testing/google-frames.ts';
import { expectFragmentsToArrive } from '../../testing/hard-fragments.ts';
import { signOutByMenu } from '../../testing/reader-menu.ts';
import { startServer } from '../../testing/server.ts';
import { texts } from '../../testing/site-texts.ts';
import {
  ana,
  context,
  emulator,
  expectRefused,
  fill,
  handOver,
  openBrowser,
  outside,
  page,
  readSession,
  site,
  startFirebaseSite,
  submit,
} from './firebase-bench.ts';

startFirebaseSite();

describe('a reader', () => {
  test('signs in with email and password and returns to the requested page', async () => {
    await emulator.addUser(ana);
    await page.goto('/docs#section');
    const nextPath = new URL(page.url()).searchParams.get('next');
    await fill();
    await page.waitForURL((url) => !url.pathname.startsWith('/login'));
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(nextPath).toBe('/docs');
    expect(page.url()).toBe(`${site.origin}/docs/#section`);
    expect(await readSession()).toEqual({
      state: 'signed-in',
      user: { name: ana.displayName, email: ana.email, role: 'reader' },
    });
    expect(outside).toEqual([]);
  });

  test('arrives at any fragment', async () => {
    let count = 0;
    // Sign-ins of one user within a second have equal tokens, and a token is accepted once.
    const signIn = async () => {
      count += 1;
      const email = `reader-${count}@example.com`;
      await emulator.addUser({ ...ana, email });
      await fill(email);
    };
    await expectFragmentsToArrive(page, '/docs/', { signIn, signOut: () => context.clearCookies() });
  });

  test('signs out of everything: nothing of the sign-in stays in the browser', async () => {
    await emulator.addUser(ana);
    await page.goto('/login');
    await fill();
    await page.waitForURL(`${site.origin}/`);
    const browserStorage = await page.evaluate(async () => ({
      local: Object.keys(localStorage).filter((key) => key.startsWith('firebase:')),
      session: Object.keys(sessionStorage).filter((key) => key.startsWith('firebase:')),
      databases: (await indexedDB.databases()).map(({ name }) => name),
    }));
    expect(browserStorage).toMatchObject({ local: [], session: [] });
    expect(browserStorage.databases).not.toContain('firebaseLocalStorageDb');

    await signOutByMenu(page);
    await page.waitForURL('**/login');
    await submit().waitFor();
    expect(await readSession()).toEqual({ state: 'signed-out' });
  });

  test('signs in with Google, in a window of the service', async () => {
    await context.route('https://apis.google.com/js/api.js*', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: googleFrames }),
    );
    await page.goto('/login');
    const [popup] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('button', { name: texts.signInWithGoogle }).click(),
    ]);
    await popup.locator('#add-account-button').click();
    await popup.locator('#email-input').fill(ana.email);
    await popup.locator('#display-name-input').fill(ana.displayName);
    await popup.locator('#sign-in').click();
    await page.waitForURL(`${site.origin}/`);
    expect(await readSession()).toMatchObject({ user: { email: ana.email, name: ana.displayName } });
  });

  test("sees why Google can't be reached, and signs in by email", async () => {
    await emulator.addUser(ana);
    await page.goto('/login');
    await page.getByRole('button', { name: texts.signInWithGoogle }).click();
    await expectRefused(texts.signInUnavailable);
    await fill();
    await page.waitForURL(`${site.origin}/`);
  });
});

describe('the login page', () => {
  test('shows that it is loading until the client has started', async () => {
    const gate = Promise.withResolvers<void>();
    await page.route(/\/_assets\/firebase\..*\.js$/, async (route) => {
      await gate.promise;
      await route.continue();
    });
    await page.goto('/login', { waitUntil: 'commit' });
    await page.getByRole('status').filter({ hasText: texts.loading }).waitFor();
    expect(await submit().isVisible()).toBe(false);
    expect(await page.locator('p', { hasText: texts.scriptsNeeded }).count()).toBe(0);
    gate.resolve();
    await submit().waitFor();
    await page.getByRole('status').waitFor({ state: 'hidden' });
  });

  test('shows that it is loading while the service is asked, and sends the password only there', async () => {
    const bodies: string[] = [];
    page.on('request', (request) => {
      if (request.url().startsWith(site.origin)) bodies.push(request.postData() ?? '');
    });
    await emulator.addUser(ana);
    const gate = Promise.withResolvers<void>();
    await page.route('**/accounts:signInWithPassword*', async (route) => {
      await gate.promise;
      await route.continue();
    });
    await page.goto('/login');
    await fill();
    await page.getByRole('status').filter({ hasText: texts.loading }).waitFor();
    gate.resolve();
    await page.waitForURL(`${site.origin}/`);
    expect(bodies.some((body) => body.includes('idToken'))).toBe(true);
    expect(bodies.join()).not.toContain(ana.password);
  });

  test("doesn't violate its content security policy", async () => {
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (/Content Security Policy|Cross-Origin-Opener/.test(message.text())) complaints.push(message.text());
    });
    await emulator.addUser(ana);
    await page.goto('/login');
    await fill();
    await page.waitForURL(`${site.origin}/`);
    expect(complaints).toEqual([]);
  });

  test('says without scripts that it needs them', async () => {
    await context.close();
    await openBrowser({ javaScriptEnabled: false });
    await page.goto('/login');
    // A locator by text ignores the content of a noscript element.
    await page.locator('noscript p').waitFor();
    expect(await page.locator('noscript p').textContent()).toBe(texts.scriptsNeeded);
    expect(await page.getByText(texts.loading).isVisible()).toBe(false);
    expect(await submit().isVisible()).toBe(false);
  });
});

describe('admission', () => {
  test('refuses a wrong password, an unknown and a disabled account with the same message', async () => {
    const id = await emulator.addUser(ana);
    await page.goto('/login');
    await fill(ana.email, 'not the password');
    await expectRefused(texts.wrongCredentials);
    await fill('eva@example.com');
    await expectRefused(texts.wrongCredentials);
    await emulator.changeUser(id, { disableUser: true });
    await fill();
    await expectRefused(texts.wrongCredentials);
  });

  test('refuses a new account at the provider with the same email', async () => {
    const id = await emulator.addUser(ana);
    await page.goto('/login');
    await fill();
    await page.waitForURL(`${site.origin}/`);
    await emulator.removeUser(id);
    await emulator.addUser(ana);
    await context.clearCookies();
    await page.goto('/login');
    await fill();
    await expectRefused(texts[signInFaults['email-taken'].text]);
  });

  test('refuses a user of another domain', async () => {
    const email = ana.email.replace('.com', '.net');
    await emulator.addUser({ ...ana, email });
    await page.goto('/login');
    await fill(email);
    await expectRefused(texts[signInFaults['not-allowed'].text]);
  });

  test("refuses a user whose email isn't confirmed", async () => {
    await emulator.addUser({ ...ana, emailVerified: false });
    await page.goto('/login');
    await fill();
    await expectRefused(texts[signInFaults['email-unverified'].text]);
  });
});

describe('a token', () => {
  test('is refused if its user has been disabled since', async () => {
    const id = await emulator.addUser(ana);
    const token = await emulator.fetchIdToken(ana.email, ana.password);
    await emulator.changeUser(id, { disableUser: true });
    expect(await handOver(token)).toMatchObject({ status: 403, error: { code: 'account-disabled' } });
  });

  test('is refused if its user has been signed out everywhere since', async () => {
    const id = await emulator.addUser(ana);
    const token = await emulator.fetchIdToken(ana.email, ana.password);
    const { auth_time } = decodeJwt(token);
    await emulator.changeUser(id, { validSince: String(Number(auth_time) + 60) });
    expect(await handOver(token)).toMatchObject({ status: 401, error: { code: 'token-revoked' } });
  });

  test('is refused if its user has been removed since', async () => {
    const id = await emulator.addUser(ana);
    const token = await emulator.fetchIdToken(ana.email, ana.password);
    await emulator.removeUser(id);
    expect(await handOver(token)).toMatchObject({ status: 401, error: { code: 'token-revoked' } });
  });

  test('is refused if it is for another project or too old', async () => {
    await emulator.addUser(ana);
    const claims = decodeJwt(await emulator.fetchIdToken(ana.email, ana.password));
    const handOverChanged = (changes: object) =>
      handOver(new UnsecuredJWT({ ...claims, ...changes }).encode());
    expect(await handOverChanged({ aud: 'other' })).toMatchObject({ error: { code: 'token-foreign' } });
    const hourAgo = Number(claims.iat) - 3_600;
    expect(await handOverChanged({ auth_time: hourAgo })).toMatchObject({ error: { code: 'token-expired' } });
    expect(await handOverChanged({ exp: hourAgo })).toMatchObject({ error: { code: 'token-expired' } });
  });
});

test('a reader authorizes an agent, and must sign in again to do so later', async () => {
  // The emulator's tokens are only accepted on this machine.
  const base = 'http://localhost:3000';
  let now = Date.now();
  const mode = createFirebaseProvider({
    projectId: emulatedProject,
    apiKey: 'any-key',
    authDomain: 'any.example',
    signInProviders: ['password'],
    rules: { domains: ['example.com'] },
    emulatorHost: emulator.host,
  });
  const environment = { BASE_URL: base };
  const server = await startServer({ environment, identityProvider: mode, empty: true, clock: () => now });
  await emulator.addUser(ana);
  const idToken = await emulator.fetchIdToken(ana.email, ana.password);
  const signedIn = await server.app.inject({
    method: 'POST',
    url: '/auth/sign-in',
    headers: { host: 'localhost:3000' },
    payload: { idToken },
  });
  const agent = createAgent(server, base);
  agent.signedIn(`sid=${signedIn.cookies.find(({ name }) => name === 'sid')?.value}`);
  const { client, tokens } = await agent.letIn();
  expect((await agent.read(tokens.access_token)).statusCode).toBe(200);
  const tokenReader = await server.identity.tokens.findReader(tokens.access_token);
  expect(tokenReader).toMatchObject({ email: ana.email, role: 'reader' });

  now += 11 * 60_000;
  const authorization = await agent.browse(agent.question(client));
  const consent = String(authorization.headers.location);
  // Firebase users have no password here, so the page shows the form to sign out, not the one for a password.
  expect((await agent.browse(consent)).body).toMatch(/ yes<\/p>/);
  const uid = new URL(consent).searchParams.get('uid') ?? '';
  const consentAnswer = await agent.browse('/oauth/consent', { uid, answer: 'yes' });
  expect(consentAnswer.headers.location).toBe(`/oauth/consent?uid=${uid}`);
  await server.close();
});

test('a refresh token verifies a user as long as the service knows the account', async () => {
  const mode = createFirebaseProvider({
    projectId: emulatedProject,
    apiKey: 'any-key',
    authDomain: 'any.example',
    signInProviders: ['password'],
    rules: { domains: ['example.com'] },
    emulatorHost: emulator.host,
  });
  const id = await emulator.addUser(ana);
  const refreshToken = await emulator.fetchRefreshToken(ana.email, ana.password);
  const answer = await mode.recheck?.byRenewal(refreshToken, id);
  expect(answer).toMatchObject({ outcome: 'verified', person: { subject: id, email: ana.email } });
  expect(await mode.recheck?.byRenewal(refreshToken, 'another')).toMatchObject({ fault: 'token-foreign' });
  await emulator.changeUser(id, { disableUser: true });
  expect(await mode.recheck?.byRenewal(refreshToken, id)).toMatchObject({
    outcome: 'refused',
    fault: 'account-disabled',
  });
  await emulator.removeUser(id);
  expect(await mode.recheck?.byRenewal(refreshToken, id)).toMatchObject({ outcome: 'refused' });
});
