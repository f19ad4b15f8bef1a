import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { findAxeViolations } from '../../testing/axe.ts';
import { readExcessWidth } from '../../testing/next-frame.ts';
import { texts } from '../../testing/site-texts.ts';

/** Steps that several account tests share. */

export const secret = 'a quite different secret';

/** Adds an account as administrator. Returns its link. */
export async function invite(context: BrowserContext, email: string, name = ''): Promise<string> {
  const page = await context.newPage();
  await page.goto('/admin/users');
  await page.getByRole('button', { name: texts.addUser }).click();
  const dialog = page.getByRole('dialog', { name: texts.addUser });
  await dialog.getByLabel(texts.personEmail, { exact: true }).fill(email);
  await dialog.getByLabel(texts.personName, { exact: true }).fill(name);
  await dialog.getByRole('button', { name: texts.makeLink }).click();
  const link = await page.locator('.one-time-link').textContent();
  await page.close();
  return link ?? '';
}

/** Opens the link in a browser of its own and sets the password. */
export async function accept(
  browser: Browser,
  link: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ ...options, baseURL: new URL(link).origin });
  const page = await context.newPage();
  await page.goto(link);
  await page.getByLabel(texts.setupNewPassword, { exact: true }).fill(secret);
  await page.getByLabel(texts.setupRepeatPassword).fill(secret);
  await page.getByRole('button', { name: texts.inviteButton }).click();
  await page.waitForURL(new URL('/', link).href);
  return page;
}

export const findNotice = (page: Page) => page.locator('main [role=status] .notice');
export const findAlert = (page: Page) => page.locator('main [role=alert]:not(:empty)');
export const findRow = (page: Page, email: string) => page.getByRole('row').filter({ hasText: email });

/** Faults of the page in its current state: violations that axe finds, and content wider than the window. */
export async function findFaults(page: Page, name: string): Promise<string[]> {
  const violations = (await findAxeViolations(page)).map((line) => `${name}: ${line}`);
  const overflow = await readExcessWidth(page);
  return overflow > 0 ? [...violations, `${name}: ${overflow} px too wide`] : violations;
}
