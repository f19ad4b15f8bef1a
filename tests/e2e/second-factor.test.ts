// @module-tag chromium
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashToken } from '../../src/accounts/sessions/tokens.ts';
import { computeAppCode } from '../../testing/authenticator-app.ts';
import { expectFragmentsToArrive } from '../../testing/hard-fragments.ts';
import { type Authenticator, addAuthenticator } from '../../testing/passkey-browser.ts';
import { openReadingSite, type ReadingSite } from '../../testing/reading.ts';
import { reader } from '../../testing/server.ts';
import { texts } from '../../testing/site-texts.ts';
import { openSqliteStore } from '../../testing/stores.ts';
import { findAlert, findFaults, findNotice } from './account-steps.ts';

/** The address has a section, because every way through the second factor must lead back to it. */
const article = '/docs/guides/everything#tables';
let site: ReadingSite;
/** The site's address by name, because browsers allow no passkeys at an IP address. */
let origin: string;
let context: BrowserContext;
let page: Page;
let authenticator: Authenticator;

beforeAll(async () => {
  site = await openReadingSite({ settings: { SECOND_FACTOR: 'administrators' } });
  origin = site.origin.replace('127.0.0.1', 'localhost');
  context = await site.browser.newContext({ baseURL: origin, viewport: { width: 1440, height: 900 } });
  page = await context.newPage();
  authenticator = await addAuthenticator(page);
});
afterAll(async () => {
  await context?.close();
  await site?.close();
});

async function givePassword(on: Page): Promise<void> {
  await on.goto(article);
  await sendPassword(on);
}

async function sendPassword(on: Page): Promise<void> {
  await on.getByLabel(texts.email).fill(reader.email);
  await on.getByLabel(texts.password).fill(reader.password);
  await on.getByRole('button', { name: texts.signIn, exact: true }).click();
  await on.waitForURL(`${origin}/second-factor?**`);
}

async function signOut(): Promise<void> {
  await page.request.post('/auth/sign-out', { headers: { origin } });
  // The browser is on another page first, because a link to a section of the same page sends no request.
  await page.goto('about:blank');
  await page.goto(article);
  await page.waitForURL(`${origin}/login?**`);
}

/** Lets the reader's proof of identity expire. */
async function letTimePass(): Promise<void> {
  const token = (await context.cookies()).find(({ name }) => name === 'sid')?.value ?? '';
  const store = openSqliteStore(path.join(site.dataDir, 'accounts.db'));
  await store.verifySession(hashToken(token), Date.now() - 11 * 60_000);
  await store.close();
}

const findButton = (name: string) => page.getByRole('button', { name, exact: true });
const findDialog = (name: string) => page.getByRole('dialog', { name });
const waitForArticle = () => page.waitForURL(origin + article);

// The test follows one reader: each step begins where the one before it ended.
test('a user who must have a second factor sets up a passkey before reading anything', async () => {
  await givePassword(page);
  await expect.poll(() => page.textContent('h1')).toBe(texts.secondFactorSetUpTitle);
  expect(await findFaults(page, 'set-up')).toEqual([]);
  expect((await page.request.get(article)).status()).toBe(401);
  await findButton(texts.createPasskey).click();
  await page.getByRole('heading', { name: texts.factorRecoveryTitle }).waitFor();
  expect((await page.textContent('.recovery-codes'))?.split('\n')).toHaveLength(10);
  await page.getByRole('link', { name: texts.factorRecoveryKept }).click();
  await waitForArticle();
  await expect.poll(() => authenticator.count()).toBe(1);
});

test('the second factor is asked for after the password, and the page says when it was cancelled', async () => {
  await signOut();
  await givePassword(page);
  await expect.poll(() => page.textContent('h1')).toBe(texts.secondFactorTitle);
  expect(await page.getByLabel(texts.factorCode).isVisible()).toBe(false);
  await authenticator.answer(false);
  await findButton(texts.factorPasskey).click();
  await page.getByRole('alert').getByText(texts.factorPasskeyCancelled).waitFor();
  expect(await findFaults(page, 'second factor')).toEqual([]);
  await authenticator.answer(true);
  await findButton(texts.factorPasskey).click();
  await waitForArticle();
});

test('a passkey is enough without a password', async () => {
  await signOut();
  expect(await findFaults(page, 'sign-in')).toEqual([]);
  const signInRequest = page.waitForRequest((request) => request.url() === `${origin}/auth/sign-in`);
  await findButton(texts.signInWithPasskey).click();
  const data = (await signInRequest).postData() ?? '';
  await waitForArticle();
  // An assertion that was used once can't sign in again.
  const headers = { origin, 'content-type': 'application/x-www-form-urlencoded' };
  const again = await page.request.post('/auth/sign-in', { headers, data, maxRedirects: 0 });
  expect(data).toContain('public-key');
  expect(again.headers().location).toMatch(/^\/login\?/);
});

test.each([
  ['a passkey', () => findButton(texts.signInWithPasskey).click()],
  [
    'a password and a passkey',
    async () => {
      await sendPassword(page);
      await findButton(texts.factorPasskey).click();
    },
  ],
])('%s leads to any fragment', async (_, signIn) => {
  await signOut();
  await expectFragmentsToArrive(page, '/docs/guides/everything', { signIn, signOut });
  await findButton(texts.signInWithPasskey).click();
  await waitForArticle();
});

test('a sensitive action asks for it again and then continues by itself', async () => {
  await page.goto('/account');
  await letTimePass();
  await findButton(texts.setUpCodes).click();
  const again = findDialog(texts.stepUpTitle);
  await again.getByLabel(texts.yourPassword).fill('not the right secret');
  await again.getByRole('button', { name: texts.goOn }).click();
  await again.getByText(texts.wrongProof).waitFor();
  expect(await findFaults(page, 'step-up')).toEqual([]);
  await again.getByRole('button', { name: texts.usePasskey }).click();
  await findDialog(texts.codesSetUpTitle).waitFor();
  await again.waitFor({ state: 'detached' });
});

let secret = '';
test('an app is set up on the account page, and its code signs in with scripts off', async () => {
  const setUp = findDialog(texts.codesSetUpTitle);
  expect(await findFaults(page, 'codes')).toEqual([]);
  secret = (await setUp.locator('.code-key').textContent()) ?? '';
  await setUp.getByLabel(texts.oneTimeCode).fill('000000');
  await setUp.getByRole('button', { name: texts.goOn }).click();
  await setUp.getByText(texts.wrongFactor).waitFor();
  await setUp.getByLabel(texts.oneTimeCode).fill(computeAppCode(secret, Date.now()));
  await setUp.getByRole('button', { name: texts.goOn }).click();
  await findNotice(page).getByText(texts.codesAdded).waitFor();
  const scriptlessWindow = await site.browser.newContext({ baseURL: origin, javaScriptEnabled: false });
  const without = await scriptlessWindow.newPage();
  await givePassword(without);
  expect(await without.getByRole('button', { name: texts.factorPasskey }).isVisible()).toBe(false);
  // The current code is used up, so this is the code of the next time step. Both work for at least another 30
  // seconds.
  await without.getByLabel(texts.factorCode).fill(computeAppCode(secret, Date.now() + 30_000));
  await without.getByRole('button', { name: texts.factorContinue }).first().click();
  // A script is needed to put the fragment into the form.
  await without.waitForURL(origin + article.replace(/#.*/, ''));
  await scriptlessWindow.close();
});

test('passkeys are renamed and removed; the last factor that is needed stays', async () => {
  await page.goto('/account');
  const name = 'Chrome on Linux';
  await findButton(texts.renamePasskey.replace('{name}', name)).click();
  await findDialog(texts.rename).getByLabel(texts.passkeyName).fill('My phone');
  await findDialog(texts.rename).getByRole('button', { name: texts.rename }).click();
  await findNotice(page).getByText(texts.passkeyRenamed).waitFor();
  await findButton(texts.removePasskey.replace('{name}', 'My phone')).click();
  const question = findDialog(texts.removePasskeyTitle.replace('{name}', 'My phone'));
  // There is still the app, so the password alone isn't enough.
  expect(await question.locator('p').textContent()).toBe(texts.removePasskeyWarning);
  expect(await findFaults(page, 'question')).toEqual([]);
  await question.getByRole('button', { name: texts.cancel }).click();
  await question.waitFor({ state: 'detached' });
  await findButton(texts.removePasskey.replace('{name}', 'My phone')).click();
  await question.getByRole('button', { name: texts.removeFactor }).click();
  await findNotice(page).getByText(texts.passkeyRemoved).waitFor();
  await findButton(texts.newRecoveryCodes).click();
  const renewal = findDialog(texts.newRecoveryCodesTitle);
  await renewal.getByText(texts.newRecoveryCodesWarning).waitFor();
  await renewal.getByRole('button', { name: texts.cancel }).click();
  await renewal.waitFor({ state: 'detached' });
  // The server refuses to remove the last factor of an account that needs one, so there is nothing to ask.
  await findButton(texts.removeCodes).click();
  await findAlert(page).getByText(texts.factorNeeded).waitFor();
  await page.setViewportSize({ width: 390, height: 900 });
  expect(await findFaults(page, 'account')).toEqual([]);
});
