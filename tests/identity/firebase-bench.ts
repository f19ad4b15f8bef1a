import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { type AuthEmulator, emulatedProject, startAuthEmulator } from '../../testing/auth-emulator.ts';
import { launchChromium } from '../../testing/chromium.ts';
import { smallManual, startManual } from '../../testing/manuals.ts';
import type { RunningSite } from '../../testing/running-site.ts';
import { texts } from '../../testing/site-texts.ts';

/** Each test has its own user, because a user who was removed at the service still has an account here. */
export let ana: { email: string; password: string; displayName: string; emailVerified: boolean };
let people = 0;

export let emulator: AuthEmulator;
export let site: RunningSite;
let browser: Browser;
export let context: BrowserContext;
export let page: Page;
/** Internet addresses that the browser requested and that were blocked. */
export const outside: string[] = [];

/**
 * Starts the service's emulator and the whole site for a file, and a browser window for each of its tests.
 */
export function startFirebaseSite(environment: Record<string, string> = {}): void {
  beforeAll(async () => {
    [emulator, browser] = await Promise.all([startAuthEmulator(), launchChromium()]);
    site = await startManual(smallManual, {
      IDENTITY: 'firebase',
      FIREBASE_PROJECT_ID: emulatedProject,
      FIREBASE_API_KEY: 'any-key',
      FIREBASE_ALLOW_DOMAINS: 'example.com',
      FIREBASE_AUTH_EMULATOR_HOST: emulator.host,
      ...environment,
    });
  });
  afterAll(async () => {
    await site?.stop();
    await browser?.close();
    await emulator?.stop();
  });
  beforeEach(async () => {
    ana = {
      email: `ana-${people++}@example.com`,
      password: 'correct horse battery',
      displayName: 'Ana Ruiz',
      emailVerified: true,
    };
    await openBrowser();
  });
  afterEach(() => context.close());
}

/** Opens a new window without any state. */
export async function openBrowser(options: BrowserContextOptions = {}): Promise<void> {
  context = await browser.newContext({ baseURL: site.origin, ...options });
  outside.length = 0;
  await context.route(/^https:/, async (route) => {
    outside.push(route.request().url());
    await route.abort();
  });
  page = await context.newPage();
}

export const readSession = async () => (await context.request.get('/auth/session')).json();
export const submit = () => page.getByRole('button', { name: texts.signIn });

export async function fill(email = ana.email, password = ana.password): Promise<void> {
  await page.getByLabel(texts.email).fill(email);
  await page.getByLabel(texts.password).fill(password);
  await submit().click();
}

/** Expects the page to show the reason and to be usable again, and no new session. */
export async function expectRefused(message: string): Promise<void> {
  await page.getByRole('alert').filter({ hasText: message }).waitFor();
  await submit().waitFor();
  expect(await readSession()).toEqual({ state: 'signed-out' });
}

/** Sends a token to the server as the page does. */
export async function handOver(idToken: string) {
  const response = await context.request.post('/auth/sign-in', { data: { idToken } });
  return { status: response.status(), ...(await response.json()) };
}
