// @module-tag chromium
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openReaderMenu } from '../../testing/reader-menu.ts';
import { openReadingSite, type ReadingSite, waitForShell } from '../../testing/reading.ts';
import { texts } from '../../testing/site-texts.ts';
import { accept, findAlert, findFaults, findNotice, invite, secret } from './account-steps.ts';

let site: ReadingSite;
beforeAll(async () => {
  site = await openReadingSite();
});
afterAll(() => site?.close());

async function changePassword(page: Page, current: string, fresh: string, again = fresh): Promise<void> {
  await page.getByLabel(texts.currentPassword).fill(current);
  await page.getByLabel(texts.newPassword, { exact: true }).fill(fresh);
  await page.getByLabel(texts.repeatPassword).fill(again);
  await page.getByRole('button', { name: texts.changePassword }).click();
}

test.each([
  ['with scripts', true],
  ['without scripts', false],
])('a new account goes from the link to reading: %s', async (_, javaScriptEnabled) => {
  const context = await site.signedIn();
  const link = await invite(context, `rosa.${javaScriptEnabled}@lurana.example`);
  const page = await accept(site.browser, link, { javaScriptEnabled });
  const again = await context.newPage();
  await again.goto(link);
  await expect.poll(() => again.getByRole('alert').textContent()).toBe(texts.inviteInvalid);
  expect((await page.goto('/docs/guides/everything'))?.status()).toBe(200);
  await page.context().close();
  await context.close();
});

test.each([
  ['/invite', []],
  // Readers can request a new link to reset their password, but not a new invitation.
  ['/reset', [texts.requestNewLink]],
])('an expired link of %s leads to the sign-in page', async (path, linksBefore) => {
  const context = await site.browser.newContext({ baseURL: site.origin });
  const page = await context.newPage();
  await page.goto(`${path}?token=used`);
  await page.getByRole('alert').waitFor();
  expect(await page.getByLabel(texts.setupNewPassword, { exact: true }).isVisible()).toBe(false);
  for (const name of [...linksBefore, texts.backToSignIn]) await page.getByRole('link', { name }).click();
  await page.getByLabel(texts.email).waitFor();
  await context.close();
});

test('a check mark shows that a new password is long enough', async () => {
  const context = await site.signedIn();
  const page = await context.newPage();
  await page.goto('/account');
  const password = page.getByLabel(texts.newPassword, { exact: true });
  const hint = page.getByText(texts.newPasswordHint);
  await page.getByText(texts.newPasswordAdvice).waitFor();
  const readMark = () => hint.evaluate((element) => getComputedStyle(element, '::before').content);
  for (const [text, mark] of [
    ['eleven char', 'none'],
    ['twelve chars', '"✓ "'],
    ['', 'none'],
  ] as const) {
    await password.fill('');
    await password.pressSequentially(text);
    await expect.poll(readMark).toBe(mark);
  }
  await context.close();
});

test('after a wrong password the cursor is in the empty field, and a button shows what is typed', async () => {
  const context = await site.browser.newContext({ baseURL: site.origin });
  const page = await context.newPage();
  await page.goto('/login');
  const password = page.getByLabel(texts.password);
  await page.getByLabel(texts.email).fill('somebody.else@lurana.example');
  await password.fill('not the right secret');
  await password.press('Enter');
  await page.getByRole('alert').getByText(texts.wrongCredentials).waitFor();
  await expect.poll(() => password.evaluate((one) => one === document.activeElement)).toBe(true);
  const show = page.getByRole('button', { name: texts.showPassword });
  expect(await show.getAttribute('aria-pressed')).toBe('false');
  await password.fill('not the right secret');
  for (const [type, pressed] of [
    ['text', 'true'],
    ['password', 'false'],
  ]) {
    await show.press('Enter');
    await expect.poll(() => password.getAttribute('type')).toBe(type);
    expect(await show.getAttribute('aria-pressed')).toBe(pressed);
  }
  expect(await findFaults(page, 'sign-in after an error')).toEqual([]);
  await context.close();

  // Without scripts nothing could show it.
  const scriptlessWindow = await site.browser.newContext({ baseURL: site.origin, javaScriptEnabled: false });
  const still = await scriptlessWindow.newPage();
  await still.goto('/login');
  await still.getByLabel(texts.password).waitFor();
  expect(await still.getByRole('button', { name: texts.showPassword }).count()).toBe(0);
  await scriptlessWindow.close();
});

test('a user changes the password on the account page, and errors appear beside the field', async () => {
  const context = await site.signedIn();
  const page = await accept(site.browser, await invite(context, 'nora@lurana.example'));
  await openReaderMenu(page);
  await page.locator('.navbar').getByRole('link', { name: texts.account, exact: true }).click();
  await page.waitForURL(`${site.origin}/account`);
  const fresh = `${secret} 2`;
  for (const [passwords, text, field] of [
    [[secret, fresh, `${fresh}!`], texts.passwordsDiffer, texts.repeatPassword],
    [['not the right secret', fresh, fresh], texts.wrongCurrentPassword, texts.currentPassword],
    [[secret, 'nora@lurana.example', 'nora@lurana.example'], 'can’t be your email', texts.newPassword],
  ] as const) {
    const [current, password, again] = passwords;
    await changePassword(page, current, password, again);
    await findAlert(page).getByText(text).waitFor();
    // The invalid field has the focus.
    const focused = page.getByLabel(field, { exact: true });
    await expect.poll(() => focused.evaluate((input) => input === document.activeElement)).toBe(true);
  }
  await changePassword(page, secret, fresh);
  await findNotice(page).getByText(texts.passwordChanged).waitFor();
  expect(await findAlert(page).count()).toBe(0);
  await expect.poll(() => page.getByLabel(texts.currentPassword).inputValue()).toBe('');
  // The new session can read.
  expect((await page.goto('/docs/guides/everything'))?.status()).toBe(200);
  for (let guess = 0; guess < 5; guess++)
    await page.request.post('/api/v1/account/password', {
      data: { current: `a wrong guess ${guess}`, password: fresh },
      headers: { origin: site.origin },
    });
  await page.goto('/account');
  await changePassword(page, fresh, secret);
  await findAlert(page).getByText(texts.tooManyPasswords.replace('{wait}', '15 minutes')).waitFor();
  await page.context().close();
  await context.close();
});

test('the navbar says who reads, on every page of the shell, and leads to the account', async () => {
  const context = await site.signedIn();
  const page = await context.newPage();
  await page.goto('/docs/guides/everything');
  const navbar = page.locator('.navbar');
  await navbar.getByLabel(`${texts.account}: ana`).click();
  await expect
    .poll(() => navbar.getByRole('link', { name: texts.administration }).getAttribute('href'))
    .toBe('/admin');
  await navbar.getByRole('link', { name: texts.account, exact: true }).click();
  await page.waitForURL(`${site.origin}/account`);
  await waitForShell(page);
  await page.getByRole('heading', { level: 1, name: texts.account }).waitFor();
  await page.getByLabel(texts.currentPassword).waitFor();
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Everything at once' }).waitFor();
  await page.goForward();
  await page.getByLabel(texts.currentPassword).waitFor();
  await context.close();
});

test.each([
  ['one', texts.endSession, texts.endSessionTitle, texts.sessionEnded],
  ['all', texts.endOtherSessions, texts.endOtherSessionsTitle, texts.otherSessionsEnded],
])('signing out %s of the other sessions asks first', async (_, action, title, done) => {
  const [context, other] = [await site.signedIn(), await site.signedIn()];
  const readState = async () => (await other.request.get('/auth/session')).json();
  const page = await context.newPage();
  await page.goto('/account');
  // The most recently used session is the first of the others.
  const button = page.getByRole('button', { name: action, exact: true }).first();
  // All sessions have the same buttons, so the description tells them apart.
  const endOne = page.getByRole('button', { name: texts.endSession, exact: true }).first();
  const description = page.locator(`[id="${await endOne.getAttribute('aria-describedby')}"]`);
  await expect.poll(() => description.textContent()).toContain(texts.sessionSince);
  const question = page.getByRole('dialog', { name: title });
  await button.click();
  await question.waitFor();
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await readState()).toMatchObject({ state: 'signed-in' });
  await button.click();
  await question.getByRole('button', { name: action, exact: true }).click();
  await findNotice(page).getByText(done).waitFor();
  expect(await readState()).toEqual({ state: 'signed-out' });
  await context.close();
  await other.close();
});

test('a reader sees the not-found page at an address without a page', async () => {
  const context = await site.signedIn();
  const page = await accept(site.browser, await invite(context, 'reader@lurana.example'));
  const openAt = async (path: string) => {
    const answer = await page.goto(path);
    return [answer?.status(), await answer?.text()];
  };
  const nowhere = await openAt('/docs/nowhere');
  expect(nowhere[0]).toBe(404);
  expect(await openAt('/admin/users')).toEqual(nowhere);
  for (const data of ['/_page/admin/users.json', '/_page/admin/nothing.json']) {
    expect((await page.request.get(data)).status()).toBe(404);
  }
  await page.context().close();
  await context.close();
});

describe.each(['dark', 'light'])('axe finds nothing in the %s theme', (theme) => {
  test.each([390, 1440])('%d px wide', async (width) => {
    const context = await site.signedIn({ viewport: { width, height: 900 } });
    await context.addInitScript((value) => localStorage.setItem('theme', value), theme);
    const link = await invite(context, `axe.${theme}.${width}@lurana.example`);
    const page = await context.newPage();
    await page.goto('/account');
    await waitForShell(page);
    await page.locator('.sessions').waitFor();
    const faults = await findFaults(page, 'the account');
    await page.goto(link);
    faults.push(...(await findFaults(page, 'the link')));
    expect(faults).toEqual([]);
    await context.close();
  });
});
