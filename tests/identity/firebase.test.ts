import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { decodeJwt, UnsecuredJWT } from 'jose';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signInFaults } from '../../src/config/sign-in-faults.ts';
import { texts } from '../../src/config/texts.ts';
import { type AuthEmulator, emulatedProject, startAuthEmulator } from '../support/auth-emulator.ts';
import { launchChromium } from '../support/chromium.ts';
import { googleFrames } from '../support/google-frames.ts';
import { type RunningSite, startSite } from '../support/running-site.ts';

/** Another person in each test: who was removed at the service still has an account here. */
let ana: { email: string; password: string; displayName: string; emailVerified: boolean };
let people = 0;

let emulator: AuthEmulator;
let site: RunningSite;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let dist: string;
const outside: string[] = [];

beforeAll(async () => {
  dist = await mkdtemp(path.join(tmpdir(), 'firebase-dist-'));
  [emulator, browser] = await Promise.all([startAuthEmulator(), launchChromium()]);
  site = await startSite({
    DOCS_DIR: 'tests/fixtures/reading/docs',
    DIST_DIR: dist,
    IDENTITY: 'firebase',
    FIREBASE_PROJECT_ID: emulatedProject,
    FIREBASE_API_KEY: 'any-key',
    FIREBASE_ALLOW_DOMAINS: 'example.com',
    FIREBASE_AUTH_EMULATOR_HOST: emulator.host,
  });
}, 300_000);
afterAll(async () => {
  await site?.stop();
  await browser?.close();
  await emulator?.stop();
  await rm(dist, { recursive: true, force: true });
});
beforeEach(async () => {
  ana = {
    email: `ana-${people++}@example.com`,
    password: 'correct horse battery',
    displayName: 'Ana Ruiz',
    emailVerified: true,
  };
  await open();
});
afterEach(() => context.close());

async function open(): Promise<void> {
  context = await browser.newContext({ baseURL: site.origin });
  context.setDefaultTimeout(20_000);
  outside.length = 0;
  await context.route(/^https:/, async (route) => {
    outside.push(route.request().url());
    await route.abort();
  });
  page = await context.newPage();
}

const session = async () => (await context.request.get('/auth/session')).json();
const submit = () => page.getByRole('button', { name: texts.signIn });

async function fill(email = ana.email, password = ana.password): Promise<void> {
  await page.getByLabel(texts.email).fill(email);
  await page.getByLabel(texts.password).fill(password);
  await submit().click();
}

/** The page says why, can be used again, and nobody is signed in. */
async function expectRefused(message: string): Promise<void> {
  await page.getByRole('alert').filter({ hasText: message }).waitFor();
  await submit().waitFor();
  expect(await session()).toEqual({ state: 'signed-out' });
}

const handOver = async (idToken: string) => {
  const response = await context.request.post('/auth/sign-in', { data: { idToken } });
  return { status: response.status(), ...(await response.json()) };
};

describe('a reader', () => {
  test('signs in with e-mail and password, and is led to where they wanted to go', async () => {
    await emulator.addUser(ana);
    await page.goto('/docs');
    const wanted = new URL(page.url()).searchParams.get('next');
    await fill();
    await page.waitForURL((url) => !url.pathname.startsWith('/login'));
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(wanted).toBe('/docs');
    expect(new URL(page.url()).pathname).toBe('/docs/');
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
    held.resolve();
    await submit().waitFor();
    expect(await page.getByRole('status').isVisible()).toBe(false);
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
    context = await browser.newContext({ baseURL: site.origin, javaScriptEnabled: false });
    page = await context.newPage();
    await page.goto('/login');
    await page.getByText(texts.scriptsNeeded).waitFor();
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
    await expectRefused(signInFaults['email-taken'].message);
  });

  test('is nobody of another domain', async () => {
    const email = ana.email.replace('.com', '.net');
    await emulator.addUser({ ...ana, email });
    await page.goto('/login');
    await fill(email);
    await expectRefused(signInFaults['not-allowed'].message);
  });

  test('is nobody whose e-mail is not confirmed', async () => {
    await emulator.addUser({ ...ana, emailVerified: false });
    await page.goto('/login');
    await fill();
    await expectRefused(signInFaults['email-unverified'].message);
  });
});

describe('a token', () => {
  test('of somebody who was disabled since is refused', async () => {
    const id = await emulator.addUser(ana);
    const token = await emulator.idTokenOf(ana.email, ana.password);
    await emulator.changeUser(id, { disableUser: true });
    expect(await handOver(token)).toMatchObject({ status: 403, error: { code: 'account-disabled' } });
  });

  test('of somebody who was signed out everywhere since is refused', async () => {
    const id = await emulator.addUser(ana);
    const token = await emulator.idTokenOf(ana.email, ana.password);
    const { auth_time } = decodeJwt(token);
    await emulator.changeUser(id, { validSince: String(Number(auth_time) + 60) });
    expect(await handOver(token)).toMatchObject({ status: 401, error: { code: 'token-revoked' } });
  });

  test('of somebody who was removed since is refused', async () => {
    const id = await emulator.addUser(ana);
    const token = await emulator.idTokenOf(ana.email, ana.password);
    await emulator.removeUser(id);
    expect(await handOver(token)).toMatchObject({ status: 401, error: { code: 'token-revoked' } });
  });

  test('for another project is refused, and so is an old one', async () => {
    await emulator.addUser(ana);
    const claims = decodeJwt(await emulator.idTokenOf(ana.email, ana.password));
    const changed = (changes: object) => handOver(new UnsecuredJWT({ ...claims, ...changes }).encode());
    expect(await changed({ aud: 'other' })).toMatchObject({ error: { code: 'token-foreign' } });
    const hourAgo = Number(claims.iat) - 3_600;
    expect(await changed({ auth_time: hourAgo })).toMatchObject({ error: { code: 'token-expired' } });
    expect(await changed({ exp: hourAgo })).toMatchObject({ error: { code: 'token-expired' } });
  });
});
