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
async function invite(context: BrowserContext, email: string): Promise<string> {
  const page = await context.newPage();
  await page.goto('/admin/users');
  await page.getByLabel(texts.setupEmail, { exact: true }).fill(email);
  await page.getByRole('button', { name: texts.makeLink }).click();
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

describe.each([
  ['with scripts', true],
  ['without scripts', false],
])('%s', (_, javaScriptEnabled) => {
  const email = `rosa.${javaScriptEnabled}@lurana.example`;

  test('a new account goes from the link to a changed password', async () => {
    const context = await site.signedIn({ javaScriptEnabled });
    const link = await invite(context, email);
    const page = await accept(link, { javaScriptEnabled });
    const again = await context.newPage();
    await again.goto(link);
    expect(await again.getByRole('alert').textContent()).toBe(texts.inviteInvalid);

    await page.locator('.navbar .account-link').click();
    await page.waitForURL(`${site.origin}/account`);
    await page.getByLabel(texts.currentPassword).fill(secret);
    await page.getByLabel(texts.newPassword, { exact: true }).fill(`${secret} 2`);
    await page.getByLabel(texts.repeatPassword).fill(`${secret} 2`);
    await page.getByRole('button', { name: texts.changePassword }).click();
    await page.waitForURL(`${site.origin}/account?done=password`);
    expect(await page.locator('main').getByRole('status').textContent()).toBe(texts.passwordChanged);
    // The new session reads on.
    expect((await page.goto('/docs/guides/everything'))?.status()).toBe(200);
    await page.context().close();
    await context.close();
  });
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
  // What the server filled in is still there when the shell has taken over.
  expect(await page.getByLabel(texts.currentPassword).count()).toBe(1);
  await page.goBack();
  await page.goForward();
  expect(await page.getByLabel(texts.currentPassword).count()).toBe(1);
  await context.close();
});

test('another session ends from the account page', async () => {
  const [context, other] = [await site.signedIn(), await site.signedIn()];
  const page = await context.newPage();
  await page.goto('/account');
  await page.getByRole('button', { name: texts.endOtherSessions }).click();
  await page.waitForURL(`${site.origin}/account?done=others`);
  await page.getByText(texts.noOtherSessions).waitFor();
  expect(await (await other.request.get('/auth/session')).json()).toEqual({ state: 'signed-out' });
  await context.close();
  await other.close();
});

test('an administrator disables an account by the keyboard; the last one stays', async () => {
  const context = await site.signedIn();
  await invite(context, 'keys@lurana.example');
  const page = await context.newPage();
  await page.goto('/admin/users');
  await shellReady(page);
  await tabTo(page, texts.findUsers);
  await page.keyboard.type('keys@');
  await page.keyboard.press('Enter');
  await page.waitForURL(/q=keys/);
  await shellReady(page);
  await tabTo(page, `${texts.disable}: keys@lurana.example`);
  await page.keyboard.press('Enter');
  await page.waitForURL(/done=disable/);
  const told = texts.userDisabled.replace('{email}', 'keys@lurana.example');
  expect(await page.locator('main').getByRole('status').textContent()).toBe(told);

  await page.goto('/admin/users?q=ana');
  await page.getByRole('button', { name: `${texts.disable}: ana@lurana.example` }).click();
  const refused = texts.lastAdministrator.replace('{email}', 'ana@lurana.example');
  expect(await page.getByRole('alert').textContent()).toBe(refused);
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
    for (const path of ['/account', '/account?done=password', '/admin/users', '/admin/users?q=nobody']) {
      await page.goto(path);
      await shellReady(page);
      await look(path);
    }
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
