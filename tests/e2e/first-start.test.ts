// @module-tag chromium
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LOGIN_PATH } from '../../src/model/urls.ts';
import { launchChromium } from '../../testing/chromium.ts';
import { ownManual, startManual } from '../../testing/manuals.ts';
import { signOutByMenu } from '../../testing/reader-menu.ts';
import { waitForShell } from '../../testing/reading.ts';
import type { RunningSite } from '../../testing/running-site.ts';
import { texts } from '../../testing/site-texts.ts';

const article = '/docs/LuranaBPA/AdvancedDesign/DependentFields/Overview';
const administrator = { name: 'Ana Ruiz', email: 'ana@example.com', password: 'a long enough phrase' };

let site: RunningSite;
let browser: Browser;
let context: BrowserContext;
let page: Page;
beforeAll(async () => {
  [site, browser] = await Promise.all([startManual(ownManual), launchChromium()]);
  context = await browser.newContext({ baseURL: site.origin });
  page = await context.newPage();
});
afterAll(async () => {
  await browser?.close();
  await site?.stop();
});

async function signIn(): Promise<void> {
  await page.getByLabel(texts.email).fill(administrator.email);
  await page.getByLabel(texts.password).fill(administrator.password);
  await page.getByRole('button', { name: texts.signIn }).click();
}

// The steps are one story: each builds on the one before it.
test('the printed link lets the administrator create the first account, once', async () => {
  const [, link] = await site.printed(/(http:\/\/127\.0\.0\.1:\d+\/setup\?token=[\w-]+)/);
  if (link === undefined) throw new Error('no link');
  await page.goto(link);
  await page.getByLabel(texts.setupName).fill(administrator.name);
  await page.getByLabel(texts.setupEmail).fill(administrator.email);
  await page.getByLabel(texts.setupPassword).fill(administrator.password);
  await page.getByRole('button', { name: texts.setupButton }).click();
  // A new site has a checklist, until its owner hides it.
  const steps = page.getByRole('region', { name: texts.firstSteps });
  await steps.getByRole('link', { name: texts.stepInviteLink }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/admin');
  for (const step of [texts.stepFactor, texts.stepAddress, texts.stepMail, texts.stepBackups])
    await expect
      .poll(() => steps.getByRole('heading', { name: `${step} (${texts.stepOpen})` }).count())
      .toBe(1);
  await expect
    .poll(() => steps.getByRole('heading', { name: `${texts.stepLook} (${texts.stepDone})` }).count())
    .toBe(1);
  await steps.getByRole('button', { name: texts.hideFirstSteps }).click();
  await page.reload();
  await page.getByRole('button', { name: texts.showFirstSteps }).click();
  await steps.getByText('BACKUP_DIR=').waitFor();

  const second = await browser.newContext();
  const latePage = await second.newPage();
  await latePage.goto(link);
  expect(new URL(latePage.url()).pathname).toBe('/login');
  await second.close();
});

test('a visitor sees the login page and nothing else, wherever they go', async () => {
  const visitor = await browser.newContext({ baseURL: site.origin });
  const visiting = await visitor.newPage();
  for (const path of ['/', article, '/docs/no-such-page', '/search?q=form', '/markdown-page']) {
    await visiting.goto(path);
    expect(new URL(visiting.url()).pathname).toBe('/login');
    expect(new URL(visiting.url()).searchParams.get('next')).toBe(path);
    await expect.poll(() => visiting.getByRole('heading', { level: 1 }).textContent()).toBe(texts.signIn);
  }
  await visitor.close();
});

test('a site without searches has no chart of them', async () => {
  await page.goto('/admin/searches');
  await page.getByText(texts.noSearches).waitFor();
  await expect.poll(() => page.locator('.day-chart').count()).toBe(0);
});

test('reading goes on to the next page without loading the window again', async () => {
  await page.goto(article);
  await waitForShell(page);
  await page.evaluate(() => Object.assign(window, { stayed: true }));
  const next = page.locator('.pagination-nav__link--next');
  const title = await next.locator('.pagination-nav__label').textContent();
  await next.click();
  // The address changes first, while the page is on its way.
  await page.getByRole('heading', { level: 1, name: title ?? 'no title' }).waitFor();
  await expect.poll(() => page.title()).toContain(title);
  expect(new URL(page.url()).pathname).not.toBe(article);
  expect(await page.evaluate(() => 'stayed' in window)).toBe(true);
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Dependent fields: overview' }).waitFor();
});

test('after signing out, the back button shows nothing', async () => {
  await page.goto('/docs/category/dependent-fields');
  await page.goto(article);
  await signOutByMenu(page);
  await page.waitForURL('**/login');
  await page.goBack();
  await page.waitForURL(/\/login\?next=/);
  expect(await page.getByText('Dependent fields').count()).toBe(0);
});

test('signing in again leads to where the reader wanted to go', async () => {
  await page.goto(article);
  await signIn();
  await page.getByRole('heading', { level: 1, name: 'Dependent fields: overview' }).waitFor();
  expect(new URL(page.url()).pathname).toBe(article);
});

test('the session’s end in one tab reaches the other tabs', async () => {
  const other = await context.newPage();
  await other.goto(article);
  await waitForShell(other);
  // Both the tab that signs out and its sign-in page tell the others.
  let messages = 0;
  const heardTwice = Promise.withResolvers<void>();
  await other.exposeFunction('countMessage', () => {
    if (++messages === 2) heardTwice.resolve();
  });
  await other.evaluate((channel) => {
    const { countMessage } = window as typeof window & { countMessage: () => void };
    new BroadcastChannel(channel).addEventListener('message', countMessage);
  }, LOGIN_PATH);
  let navigations = 0;
  await other.route(/\/login\?/, async (route) => {
    navigations++;
    await heardTwice.promise;
    await route.continue();
  });
  // A form that is submitted before the shell is ready doesn't notify other tabs.
  await waitForShell(page);
  await signOutByMenu(page);
  await page.waitForURL('**/login');
  await heardTwice.promise;
  await other.waitForURL(/\/login\?ended=yes&next=/);
  expect(navigations).toBe(1);
  expect(await other.getByText('Dependent fields').count()).toBe(0);
});

test('with scripts off a reader signs in, reads, and signs out', async () => {
  const scriptlessWindow = await browser.newContext({ baseURL: site.origin, javaScriptEnabled: false });
  page = await scriptlessWindow.newPage();
  await page.goto(article);
  await signIn();
  await page.getByRole('heading', { level: 1, name: 'Dependent fields: overview' }).waitFor();
  await page.locator('.pagination-nav__link--next').click();
  await page.getByRole('heading', { level: 1, name: 'Dependent dropdowns and suggest fields' }).waitFor();
  await signOutByMenu(page);
  await page.waitForURL('**/login');
  await scriptlessWindow.close();
});

test('the server stops on request and loses nothing', async () => {
  expect(await site.stop()).toBe(0);
  expect(site.output()).not.toContain(administrator.password);
});
