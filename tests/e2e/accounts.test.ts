// @module-tag chromium
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openReadingSite, type ReadingSite, shellReady } from '../../testing/reading.ts';
import { texts } from '../../testing/site-texts.ts';

let site: ReadingSite;
let axe: string;

beforeAll(async () => {
  site = await openReadingSite();
  axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
});
afterAll(() => site?.close());

const secret = 'a quite different secret';

/** As a person who sees nothing but the keyboard's focus: Tab until the control has it. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined;
      return element?.getAttribute('aria-label') ?? label ?? element?.textContent;
    });
    if (focused === name) return;
  }
  throw new Error(`The keyboard does not reach ${name}.`);
}

/** Adds an account as the administrator does, and gives its link. */
async function invite(context: BrowserContext, email: string, name = ''): Promise<string> {
  const page = await context.newPage();
  await page.goto('/admin/users');
  await page.getByRole('button', { name: texts.addUser }).click();
  const dialog = page.getByRole('dialog', { name: texts.addUser });
  await dialog.getByLabel(texts.setupEmail, { exact: true }).fill(email);
  await dialog.getByLabel(texts.setupName, { exact: true }).fill(name);
  await dialog.getByRole('button', { name: texts.makeLink }).click();
  const link = await page.locator('.one-time-link').textContent();
  await page.close();
  return link ?? '';
}

/** Opens the link in a browser of its own and sets the password. */
async function accept(link: string, options = {}): Promise<Page> {
  const context = await site.browser.newContext({ baseURL: site.origin, ...options });
  const page = await context.newPage();
  await page.goto(link);
  await page.getByLabel(texts.newPassword, { exact: true }).fill(secret);
  await page.getByLabel(texts.repeatPassword).fill(secret);
  await page.getByRole('button', { name: texts.inviteButton }).click();
  await page.waitForURL(`${site.origin}/`);
  return page;
}

async function changePassword(page: Page, current: string, fresh: string, again = fresh): Promise<void> {
  await page.getByLabel(texts.currentPassword).fill(current);
  await page.getByLabel(texts.newPassword, { exact: true }).fill(fresh);
  await page.getByLabel(texts.repeatPassword).fill(again);
  await page.getByRole('button', { name: texts.changePassword }).click();
}

const done = (page: Page) => page.locator('main [role=status] .notice');
const refused = (page: Page) => page.locator('main [role=alert]:not(:empty)');
const rowOf = (page: Page, email: string) => page.getByRole('row').filter({ hasText: email });

async function choose(page: Page, email: string, action: string): Promise<void> {
  await page.getByRole('button', { name: texts.userActions.replace('{email}', email) }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

test.each([
  ['with scripts', true],
  ['without scripts', false],
])('a new account goes from the link to reading: %s', async (_, javaScriptEnabled) => {
  const context = await site.signedIn();
  const link = await invite(context, `rosa.${javaScriptEnabled}@lurana.example`);
  const page = await accept(link, { javaScriptEnabled });
  const again = await context.newPage();
  await again.goto(link);
  expect(await again.getByRole('alert').textContent()).toBe(texts.inviteInvalid);
  expect((await page.goto('/docs/guides/everything'))?.status()).toBe(200);
  await page.context().close();
  await context.close();
});

test('a forgotten password is set at a link of the administrator, without scripts too', async () => {
  const email = 'olga@lurana.example';
  const context = await site.signedIn();
  await accept(await invite(context, email));
  const page = await context.newPage();
  await page.goto('/admin/users?search=olga');
  await choose(page, email, texts.resetLink);
  await page.getByText(texts.userReset.replace('{email}', email)).waitFor();
  const link = (await page.locator('.one-time-link').textContent()) ?? '';
  const olga = await accept(link, { javaScriptEnabled: false });
  expect((await olga.goto('/docs/guides/everything'))?.status()).toBe(200);
  await olga.context().close();
  await context.close();
});

test('whoever forgot a password is told whom to ask where the site sends no mail, without scripts too', async () => {
  const context = await site.browser.newContext({ baseURL: site.origin, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByRole('link', { name: texts.forgottenLink }).click();
  expect(await page.getByRole('status').textContent()).toBe(texts.forgottenAsk);
  await page.getByRole('link', { name: texts.backToSignIn }).click();
  await page.getByLabel(texts.email).waitFor();
  await context.close();
});

test('a password is changed on the account page; what is wrong is said beside it', async () => {
  const context = await site.signedIn();
  const page = await accept(await invite(context, 'nora@lurana.example'));
  await page.locator('.navbar .account-link').click();
  await page.waitForURL(`${site.origin}/account`);
  const fresh = `${secret} 2`;
  for (const [given, text, field] of [
    [[secret, fresh, `${fresh}!`], texts.passwordsDiffer, texts.repeatPassword],
    [['not the right secret', fresh, fresh], texts.wrongCurrentPassword, texts.currentPassword],
    [[secret, 'nora@lurana.example', 'nora@lurana.example'], 'must not be the e-mail', texts.newPassword],
  ] as const) {
    const [current, password, again] = given;
    await changePassword(page, current, password, again);
    await refused(page).getByText(text).waitFor();
    // Where to mend it has the focus.
    const focused = page.getByLabel(field, { exact: true });
    expect(await focused.evaluate((input) => input === document.activeElement)).toBe(true);
  }
  await changePassword(page, secret, fresh);
  await done(page).getByText(texts.passwordChanged).waitFor();
  expect(await refused(page).count()).toBe(0);
  expect(await page.getByLabel(texts.currentPassword).inputValue()).toBe('');
  // The new session reads on.
  expect((await page.goto('/docs/guides/everything'))?.status()).toBe(200);
  for (let guess = 0; guess < 5; guess++)
    await page.request.post('/api/v1/account/password', {
      data: { current: `a wrong guess ${guess}`, password: fresh },
      headers: { origin: site.origin },
    });
  await page.goto('/account');
  await changePassword(page, fresh, secret);
  await refused(page).getByText(texts.tooManyPasswords.replace('{wait}', '15 minutes')).waitFor();
  await page.context().close();
  await context.close();
});

test('without scripts the pages say that they need them, and name the command line', async () => {
  const context = await site.signedIn({ javaScriptEnabled: false });
  const page = await context.newPage();
  for (const path of ['/account', '/admin/users']) {
    await page.goto(path);
    await page
      .locator('main')
      .getByText(/needs JavaScript.*gatehouse users/)
      .waitFor();
    expect(await page.locator('main').getByRole('heading', { level: 1 }).isVisible()).toBe(true);
    expect(await page.locator('.spinner').isVisible()).toBe(false);
  }
  await context.close();
});

test('the navbar says who reads, on every page of the shell, and leads to the account', async () => {
  const context = await site.signedIn();
  const page = await context.newPage();
  await page.goto('/docs/guides/everything');
  const link = page.locator('.navbar').getByRole('link', { name: `${texts.account}: ana` });
  await link.click();
  await page.waitForURL(`${site.origin}/account`);
  await shellReady(page);
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(texts.account);
  await page.getByLabel(texts.currentPassword).waitFor();
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Everything at once' }).waitFor();
  await page.goForward();
  await page.getByLabel(texts.currentPassword).waitFor();
  await context.close();
});

test('another session ends from the account page', async () => {
  const [context, other] = [await site.signedIn(), await site.signedIn()];
  const page = await context.newPage();
  await page.goto('/account');
  await page.getByRole('button', { name: texts.endOtherSessions }).click();
  await done(page).getByText(texts.otherSessionsEnded).waitFor();
  await page.getByText(texts.noOtherSessions).waitFor();
  expect(await (await other.request.get('/auth/session')).json()).toEqual({ state: 'signed-out' });
  await context.close();
  await other.close();
});

test('an administrator disables an account by the keyboard; the last one stays', async () => {
  const context = await site.signedIn();
  const email = 'keys@lurana.example';
  await invite(context, email);
  const page = await context.newPage();
  await page.goto('/admin/users');
  await shellReady(page);
  await rowOf(page, email).waitFor();
  await tabTo(page, texts.findUsers);
  await page.keyboard.type('keys@');
  await page.waitForURL(/search=keys/);
  await rowOf(page, 'ana@lurana.example').waitFor({ state: 'detached' });
  const button = texts.userActions.replace('{email}', email);
  await tabTo(page, button);
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await page.keyboard.press('Enter');
  expect(await focused()).toBe(texts.newLink);
  await page.keyboard.press('ArrowUp');
  expect(await focused()).toBe(texts.remove);
  await page.keyboard.press('Home');
  await page.keyboard.press('Escape');
  const label = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  expect(await label()).toBe(button);
  expect(await page.getByRole('menu').count()).toBe(0);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  expect(await focused()).toBe(texts.disable);
  await page.keyboard.press('Enter');
  await done(page).getByText(texts.userDisabled.replace('{email}', email)).waitFor();
  expect(await label()).toBe(button);
  await rowOf(page, email).getByText(texts.stateDisabled).waitFor();

  await page.goto('/admin/users?search=ana');
  await choose(page, 'ana@lurana.example', texts.disable);
  const last = texts.lastAdministrator.replace('{email}', 'ana@lurana.example');
  await refused(page).getByText(last).waitFor();
  await context.close();
});

test('an account is removed only when that is said twice', async () => {
  const context = await site.signedIn();
  const email = 'gone@lurana.example';
  await invite(context, email);
  const page = await context.newPage();
  await page.goto('/admin/users');
  await choose(page, email, texts.remove);
  const dialog = page.getByRole('dialog', { name: texts.removeTitle });
  await dialog.getByText(email).waitFor();
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await rowOf(page, email).waitFor();
  await choose(page, email, texts.remove);
  await dialog.getByRole('button', { name: texts.remove }).click();
  await done(page).getByText(texts.userRemoved.replace('{email}', email)).waitFor();
  await rowOf(page, email).waitFor({ state: 'detached' });
  await context.close();
});

test('the list is sorted, filtered and paged by its address, which can be gone back from', async () => {
  const context = await site.signedIn();
  for (let n = 0; n < 26; n++) {
    const answer = await context.request.post('/api/v1/accounts', {
      data: { email: `many${String(n).padStart(2, '0')}@lurana.example`, name: `Many ${26 - n}` },
      headers: { origin: site.origin },
    });
    expect(answer.status()).toBe(201);
  }
  const page = await context.newPage();
  await page.goto('/admin/users?search=many');
  const first = page.locator('tbody tr').first();
  const header = (name: string) => page.getByRole('columnheader', { name });
  await first.getByText('many00@').waitFor();
  await page.getByText('1–25 of 26').waitFor();
  expect(await header(texts.setupEmail).getAttribute('aria-sort')).toBe('ascending');
  await header(texts.setupEmail).getByRole('button').click();
  await first.getByText('many25@').waitFor();
  expect(await header(texts.setupEmail).getAttribute('aria-sort')).toBe('descending');
  await page.getByRole('button', { name: texts.nextPage }).click();
  await first.getByText('many00@').waitFor();
  await page.getByText('26–26 of 26').waitFor();
  await page.goBack();
  await first.getByText('many25@').waitFor();
  await header(texts.setupName).getByRole('button').click();
  await first.getByText('many25@').waitFor();
  await page.getByLabel(texts.userRole).selectOption('administrator');
  await page.getByText(texts.noUsersFound).waitFor();
  await page.getByRole('button', { name: texts.clearSearch }).click();
  await rowOf(page, 'ana@lurana.example').waitFor();
  expect(await page.getByRole('searchbox').inputValue()).toBe('');
  await page.reload();
  await rowOf(page, 'ana@lurana.example').waitFor();
  expect(await header(texts.setupName).getAttribute('aria-sort')).toBe('ascending');
  expect(await header(texts.setupEmail).getAttribute('aria-sort')).toBeNull();
  await page.goto('/admin/users?page=99&limit=abc&sort=nothing&state=none');
  await page.getByText(texts.pageOfPages.replace('{page}', '2').replace('{pages}', '2')).waitFor();
  await context.close();
});

test('a list that does not come says so, and comes at the next try', async () => {
  const context = await site.signedIn();
  const page = await context.newPage();
  await page.route('**/api/v1/accounts?*', (route) => route.abort(), { times: 1 });
  await page.goto('/admin/users');
  await page.getByRole('alert').getByText(texts.notLoaded).waitFor();
  await page.getByRole('button', { name: texts.retry }).click();
  await rowOf(page, 'ana@lurana.example').waitFor();
  await context.close();
});

test('what is somebody’s name is text', async () => {
  const name = '<img src=x onerror=alert(1)> $& $1 {email}';
  const context = await site.signedIn();
  const link = await invite(context, 'eva@lurana.example', name);
  const page = await context.newPage();
  await page.goto('/admin/users');
  expect(await rowOf(page, 'eva@').getByRole('rowheader').textContent()).toBe(name);
  const own = await accept(link);
  await own.goto('/account');
  await own.locator('.account__name').getByText(name, { exact: true }).waitFor();
  for (const each of [page, own]) expect(await each.locator('img').count()).toBe(0);
  await own.context().close();
  await context.close();
});

test('a reader finds the page for what is not there', async () => {
  const context = await site.signedIn();
  const page = await accept(await invite(context, 'reader@lurana.example'));
  const at = async (path: string) => {
    const answer = await page.goto(path);
    return [answer?.status(), await answer?.text()];
  };
  const nowhere = await at('/docs/nowhere');
  expect(nowhere[0]).toBe(404);
  expect(await at('/admin/users')).toEqual(nowhere);
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
    const found: string[] = [];
    const look = async (name: string) => {
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() =>
        (globalThis as unknown as { axe: { run: () => Promise<AxeResults> } }).axe.run(),
      );
      found.push(...violations.map(({ id, nodes }) => `${name}: ${id} ${nodes[0]?.target.join(' ')}`));
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (overflow > 0) found.push(`${name}: ${overflow} px too wide`);
    };
    for (const path of ['/account', '/admin/users', '/admin/users?search=nobody']) {
      await page.goto(path);
      await shellReady(page);
      await page.locator('.sessions, .table-pages').waitFor();
      await look(path);
    }
    await page.goto('/admin/users');
    await page.getByRole('button', { name: /ana@lurana.example/ }).click();
    await page.getByRole('menu').waitFor();
    await look('a menu');
    await page.getByRole('menuitem', { name: texts.remove }).click();
    await page.getByRole('dialog').waitFor();
    await look('a question');
    await page.getByRole('button', { name: texts.cancel }).click();
    await page.getByRole('button', { name: texts.addUser }).click();
    await page.getByLabel(texts.setupEmail, { exact: true }).fill('ana@lurana.example');
    await page.getByRole('button', { name: texts.makeLink }).click();
    await page.getByText(texts.userTaken).waitFor();
    await look('a refused account');
    await page.goto(link);
    await look('the link');
    expect(found).toEqual([]);
    await context.close();
  });
});
