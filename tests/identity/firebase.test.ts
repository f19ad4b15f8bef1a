// @module-tag chromium
import { decodeJwt, UnsecuredJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { signInFaults } from '../../src/accounts/providers/faults.ts';
import { createFirebaseProvider } from '../../src/accounts/providers/firebase/firebase-mode.ts';
import { createAgent } from '../../testing/agent.ts';
import { emulatedProject } from '../../testing/auth-emulator.ts';
import { googleFrames } from '../../testing/google-frames.ts';
import { startServer } from '../../testing/server.ts';
import { texts } from '../../testing/site-texts.ts';
import {
  ana,
  context,
  emulator,
  expectRefused,
  fill,
  firebaseSite,
  handOver,
  openBrowser,
  outside,
  page,
  session,
  site,
  submit,
} from './firebase-bench.ts';

firebaseSite();

describe('a reader', () => {
  test('signs in with e-mail and password, and is led to where they wanted to go', async () => {
    await emulator.addUser(ana);
    await page.goto('/docs#section');
    const wanted = new URL(page.url()).searchParams.get('next');
    await fill();
    await page.waitForURL((url) => !url.pathname.startsWith('/login'));
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(wanted).toBe('/docs');
    expect(page.url()).toBe(`${site.origin}/docs/#section`);
    expect(await session()).toEqual({
      state: 'signed-in',
      user: { name: ana.displayName, email: ana.email, role: 'reader' },
    });
    expect(outside).toEqual([]);
  });

  test('signs out of everything: nothing of the sign-in stays in the browser', async () => {
    await emulator.addUser(ana);
    await page.goto('/login');
    await fill();
    await page.waitForURL(`${site.origin}/`);
    const kept = await page.evaluate(async () => ({
      local: Object.keys(localStorage).filter((key) => key.startsWith('firebase:')),
      session: Object.keys(sessionStorage).filter((key) => key.startsWith('firebase:')),
      databases: (await indexedDB.databases()).map(({ name }) => name),
    }));
    expect(kept).toMatchObject({ local: [], session: [] });
    expect(kept.databases).not.toContain('firebaseLocalStorageDb');

    await page.getByRole('button', { name: texts.signOut }).click();
    await page.waitForURL('**/login');
    await submit().waitFor();
    expect(await session()).toEqual({ state: 'signed-out' });
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
    expect(await session()).toMatchObject({ user: { email: ana.email, name: ana.displayName } });
  });

  test('who cannot reach Google is told, and signs in by e-mail', async () => {
    await emulator.addUser(ana);
    await page.goto('/login');
    await page.getByRole('button', { name: texts.signInWithGoogle }).click();
    await expectRefused(texts.signInUnavailable);
    await fill();
    await page.waitForURL(`${site.origin}/`);
  });
});

describe('the login page', () => {
  test('says that it is loading until the client has started', async () => {
    const held = Promise.withResolvers<void>();
    await page.route(/\/_assets\/firebase\..*\.js$/, async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto('/login', { waitUntil: 'commit' });
    await page.getByRole('status').filter({ hasText: texts.loading }).waitFor();
    expect(await submit().isVisible()).toBe(false);
    expect(await page.locator('p', { hasText: texts.scriptsNeeded }).count()).toBe(0);
    held.resolve();
    await submit().waitFor();
    await page.getByRole('status').waitFor({ state: 'hidden' });
  });

  test('says that it is loading while the service is asked, and keeps the password to it', async () => {
    const bodies: string[] = [];
    page.on('request', (request) => {
      if (request.url().startsWith(site.origin)) bodies.push(request.postData() ?? '');
    });
    await emulator.addUser(ana);
    const held = Promise.withResolvers<void>();
    await page.route('**/accounts:signInWithPassword*', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto('/login');
    await fill();
    await page.getByRole('status').filter({ hasText: texts.loading }).waitFor();
    held.resolve();
    await page.waitForURL(`${site.origin}/`);
    expect(bodies.some((body) => body.includes('idToken'))).toBe(true);
    expect(bodies.join()).not.toContain(ana.password);
  });

  test('breaks no rule of its policy', async () => {
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

  test('without scripts says that it needs them', async () => {
    await context.close();
    await openBrowser({ javaScriptEnabled: false });
    await page.goto('/login');
    // A search by text passes over what is in a noscript.
    await page.locator('noscript p').waitFor();
    expect(await page.locator('noscript p').textContent()).toBe(texts.scriptsNeeded);
    expect(await page.getByText(texts.loading).isVisible()).toBe(false);
    expect(await submit().isVisible()).toBe(false);
  });
});

describe('who may read', () => {
  test('is nobody with a wrong password, unknown or disabled, and the message is the same', async () => {
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

  test('is not somebody else with the same e-mail', async () => {
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

  test('is nobody of another domain', async () => {
    const email = ana.email.replace('.com', '.net');
    await emulator.addUser({ ...ana, email });
    await page.goto('/login');
    await fill(email);
    await expectRefused(texts[signInFaults['not-allowed'].text]);
  });

  test('is nobody whose e-mail is not confirmed', async () => {
    await emulator.addUser({ ...ana, emailVerified: false });
    await page.goto('/login');
    await fill();
    await expectRefused(texts[signInFaults['email-unverified'].text]);
  });
});

describe('a token', () => {
  test('of somebody who was disabled since is refused', async () => {
    const id = await emulator.addUser(ana);
    const token = await emulator.fetchIdToken(ana.email, ana.password);
    await emulator.changeUser(id, { disableUser: true });
    expect(await handOver(token)).toMatchObject({ status: 403, error: { code: 'account-disabled' } });
  });

  test('of somebody who was signed out everywhere since is refused', async () => {
    const id = await emulator.addUser(ana);
    const token = await emulator.fetchIdToken(ana.email, ana.password);
    const { auth_time } = decodeJwt(token);
    await emulator.changeUser(id, { validSince: String(Number(auth_time) + 60) });
    expect(await handOver(token)).toMatchObject({ status: 401, error: { code: 'token-revoked' } });
  });

  test('of somebody who was removed since is refused', async () => {
    const id = await emulator.addUser(ana);
    const token = await emulator.fetchIdToken(ana.email, ana.password);
    await emulator.removeUser(id);
    expect(await handOver(token)).toMatchObject({ status: 401, error: { code: 'token-revoked' } });
  });

  test('for another project is refused, and so is an old one', async () => {
    await emulator.addUser(ana);
    const claims = decodeJwt(await emulator.fetchIdToken(ana.email, ana.password));
    const changed = (changes: object) => handOver(new UnsecuredJWT({ ...claims, ...changes }).encode());
    expect(await changed({ aud: 'other' })).toMatchObject({ error: { code: 'token-foreign' } });
    const hourAgo = Number(claims.iat) - 3_600;
    expect(await changed({ auth_time: hourAgo })).toMatchObject({ error: { code: 'token-expired' } });
    expect(await changed({ exp: hourAgo })).toMatchObject({ error: { code: 'token-expired' } });
  });
});

test('who signs in here lets an agent in, and a while later signs in again first', async () => {
  // The emulator's tokens are for this machine alone.
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
  const known = await server.identity.tokens.findReader(tokens.access_token);
  expect(known).toMatchObject({ email: ana.email, role: 'reader' });

  now += 11 * 60_000;
  const asked = await agent.browse(agent.question(client));
  const consent = String(asked.headers.location);
  // Of those that the page may show, the form by which they leave.
  expect((await agent.browse(consent)).body).toMatch(/ yes<\/p>/);
  const uid = new URL(consent).searchParams.get('uid') ?? '';
  const answered = await agent.browse('/oauth/consent', { uid, answer: 'yes' });
  expect(answered.headers.location).toBe(`/oauth/consent?uid=${uid}`);
  await server.close();
});

test('what the page hands over renews its word at the service, as long as that knows the person', async () => {
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
