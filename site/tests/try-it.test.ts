// @module-tag chromium
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAxeViolations } from '../../testing/axe.ts';
import { ownManual } from '../../testing/manuals.ts';
import { openReadingSite, type ReadingSite, waitForShell } from '../../testing/reading.ts';
import { unfoldSection } from '../../testing/unfold-section.ts';

const CASES = '/docs/LuranaBPA/Developer%20Info/RESTAPI/Cases';

let site: ReadingSite;

beforeAll(async () => {
  site = await openReadingSite({ manual: ownManual });
});
afterAll(() => site?.close());

/** Opens the part of an endpoint by the keyboard, when its button is alive. */
async function openPart(page: Page, address: string, title: string) {
  await page.goto(address);
  await waitForShell(page);
  const button = page.getByRole('button', { name: `Try it: ${title}`, exact: true });
  await unfoldSection(page, `Try it: ${title}`);
  await button.scrollIntoViewIfNeeded();
  const part = page.getByRole('dialog', { name: `Try it: ${title}`, exact: true });
  // A button that isn't alive yet does nothing.
  await expect
    .poll(async () => {
      if ((await part.count()) === 0 && (await button.getAttribute('aria-expanded')) === 'false')
        await button.press('Enter');
      return part.isVisible();
    })
    .toBe(true);
  return part;
}

async function openWindow(theme: string, width: number): Promise<BrowserContext> {
  const context = await site.signedIn({ viewport: { width, height: 900 } });
  await context.addInitScript((value) => localStorage.setItem('theme', value), theme);
  return context;
}

/** Findings of axe in the parts of a page, which are as wide as the page. */
async function findViolations(page: Page): Promise<string[]> {
  // The style comes with the part.
  const form = page.locator('.try-it form');
  await expect.poll(() => form.evaluate((one) => getComputedStyle(one).display)).toBe('grid');
  const width = page.viewportSize()?.width;
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  return findAxeViolations(page, '.try-it');
}

test('a case that is started on one page is in the list of another, until the sandbox is reset', async () => {
  const context = await openWindow('dark', 390);
  const page = await context.newPage();
  const requestedUrls: string[] = [];
  page.on('request', (request) => requestedUrls.push(new URL(request.url()).pathname));
  const part = await openPart(page, `${CASES}/StartRouteControl`, 'Start a case');
  await part.getByRole('textbox', { name: 'variables' }).fill('[{ "requestTitle": "Sensors" }]');
  await part.getByText('"requestTitle": "Sensors"').first().waitFor();
  await part.getByRole('tab', { name: 'PHP' }).press('Enter');
  await part.getByText("'requestTitle' => 'Sensors'").waitFor();
  await part.getByRole('button', { name: 'Send' }).press('Enter');
  await part.getByText('"app_number": 1212').waitFor();
  // The answer scrolls into the sheet.
  const answer = part.locator('.try-it__answer figcaption');
  await expect
    .poll(() => answer.evaluate((one) => one.getBoundingClientRect().bottom))
    .toBeLessThanOrEqual(900);
  expect(await findViolations(page)).toEqual([]);

  await page.keyboard.press('Escape');
  await part.waitFor({ state: 'detached' });

  // The other part of the page suggests the next request: its first press works, and shows what was sent.
  const route = await openPart(page, `${CASES}/StartRouteControl`, 'Route a case');
  await route.getByRole('button', { name: 'Send' }).press('Enter');
  await route.getByText('Response: 200').waitFor();
  await expect.poll(() => route.getByRole('textbox', { name: 'del_index' }).inputValue()).toBe('1');
  const inbox = await openPart(page, `${CASES}/CaseLists`, 'List the Inbox');
  await inbox.getByRole('button', { name: 'Send' }).press('Enter');
  await inbox.getByText('"DEL_TITLE": "Sensors"').waitFor();
  await inbox.getByText('"usr_username": "maria.lopez"').waitFor();
  await inbox.getByRole('button', { name: 'Reset' }).press('Enter');
  const started = await openPart(page, `${CASES}/StartRouteControl`, 'Start a case');
  await started.getByRole('textbox', { name: 'variables' }).fill('[{ "requestTitle": "Sensors" }]');
  await started.getByRole('button', { name: 'Send' }).press('Enter');
  await started.getByText('"app_number": 1212').waitFor();

  const list = await openPart(page, `${CASES}/CaseLists`, 'List drafts for the home screen');
  for (const field of await list.getByRole('textbox').all()) await field.fill('');
  await list.getByRole('button', { name: 'Send' }).press('Enter');
  await list.getByText('"DEL_TITLE": "Sensors"').waitFor();
  await list.getByRole('combobox', { name: 'Access token of' }).selectOption('');
  await list.getByRole('button', { name: 'Send' }).press('Enter');
  await list.getByText('Response 401').waitFor();
  await list.getByRole('button', { name: 'Reset' }).press('Enter');
  await list.getByText('as at the beginning').waitFor();
  await list.getByRole('button', { name: 'Send' }).press('Enter');
  await list.getByText('"DEL_TITLE": "Office chairs"').waitFor();
  expect(await list.getByText('Sensors').count()).toBe(0);
  // The sandbox answers in the page: nothing is asked of the installation that the samples name, or of the server.
  expect(requestedUrls.filter((path) => path.startsWith('/api/'))).toEqual([]);
  await context.close();
});

test('loads nothing before it is opened, and is complete without scripts', async () => {
  const scriptlessWindow = await site.signedIn({ javaScriptEnabled: false });
  const still = await scriptlessWindow.newPage();
  await still.goto(`${CASES}/CasesNotes`);
  expect(await still.getByRole('button', { name: /^Try it/ }).count()).toBe(0);
  await scriptlessWindow.close();

  const context = await openWindow('light', 1440);
  const page = await context.newPage();
  const requestedUrls = new Set<string>();
  page.on('request', (request) => requestedUrls.add(new URL(request.url()).pathname));
  await page.goto(`${CASES}/CasesNotes`);
  await waitForShell(page);
  const listRequestsOfPart = () =>
    [...requestedUrls].filter((name) => /\/(?:endpoints|sandbox)\./.test(name));
  expect(listRequestsOfPart()).toEqual([]);
  const part = await openPart(page, `${CASES}/CasesNotes`, 'Add a case note');
  await expect.poll(listRequestsOfPart).toHaveLength(2);
  await part.getByRole('button', { name: 'Send' }).click();
  await part.getByText('Response: 201').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await context.close();
});

test.each([
  [1440, 'beside the article'],
  [1280, 'beside the article'],
  [820, 'in the article'],
  [390, 'at the bottom'],
])('at %d px the panel is %s, names the endpoint, and closes by Escape', async (width, place) => {
  const context = await openWindow('dark', width);
  const page = await context.newPage();
  const part = await openPart(page, `${CASES}/CasesNotes`, 'Add a case note');
  await part.getByText('POST', { exact: true }).waitFor();
  // The style comes with the part.
  const form = part.locator('form');
  await expect.poll(() => form.evaluate((one) => getComputedStyle(one).display)).toBe('grid');
  const panel = await part.evaluate((one) => one.getBoundingClientRect().toJSON());
  const article = await page
    .locator('.page__article')
    .evaluate((one) => one.getBoundingClientRect().toJSON());
  if (place === 'beside the article') {
    expect(panel.left).toBeGreaterThanOrEqual(article.right);
    expect(panel.right).toBe(width);
    expect(article.width).toBeGreaterThan(480);
  } else if (place === 'in the article') {
    expect(await part.evaluate((one) => getComputedStyle(one).position)).toBe('static');
  } else {
    expect(panel.bottom).toBe(900);
    expect(panel.top).toBeGreaterThan(200);
  }
  await part.getByRole('button', { name: 'Send' }).press('Enter');
  await part.getByText(/^\d+ ms$/).waitFor();
  await page.keyboard.press('Escape');
  await part.waitFor({ state: 'detached' });
  const button = page.getByRole('button', { name: 'Try it: Add a case note', exact: true });
  expect(await button.evaluate((one) => one === document.activeElement)).toBe(true);
  await context.close();
});

test('on phones the panel is modal, and Escape, Back, its button and a tap above it close it', async () => {
  const context = await openWindow('dark', 390);
  const page = await context.newPage();
  await page.goto('/docs/LuranaBPA/BasicFeatures/Foundation/WhatIsLurana');
  const closeActions: [name: string, close: () => Promise<unknown>][] = [
    ['Escape', () => page.keyboard.press('Escape')],
    ['Back', () => page.goBack()],
    ['the button', () => page.getByRole('button', { name: 'Close', exact: true }).click()],
    ['a tap above', () => page.mouse.click(195, 40)],
  ];
  let part = await openPart(page, `${CASES}/CasesNotes`, 'Add a case note');
  const button = page.getByRole('button', { name: 'Try it: Add a case note', exact: true });
  const address = page.url();
  for (const [name, close] of closeActions) {
    expect(await part.evaluate((one) => one.matches(':modal')), name).toBe(true);
    await expect
      .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).overflowY))
      .toBe('hidden');
    // The focus goes around in the sheet, or leaves the page for the browser, and never reaches what is behind.
    for (let press = 0; press < 24; press += 1) {
      await page.keyboard.press('Tab');
      const isBehind = await part.evaluate(
        (one) => document.activeElement !== document.body && !one.contains(document.activeElement),
      );
      expect(isBehind, name).toBe(false);
    }
    await close();
    await part.waitFor({ state: 'detached' });
    expect(await button.evaluate((one) => one === document.activeElement), name).toBe(true);
    expect(page.url(), name).toBe(address);
    await button.press('Enter');
    part = page.getByRole('dialog', { name: 'Try it: Add a case note', exact: true });
    await part.waitFor();
  }
  // A window that grows has the panel in the article again, which can be used.
  await page.setViewportSize({ width: 820, height: 900 });
  await expect.poll(() => part.evaluate((one) => one.matches(':modal'))).toBe(false);
  await page.keyboard.press('Escape');
  await part.waitFor({ state: 'detached' });
  // No entry is left in the history: one step back leaves the page.
  await page.goBack();
  await page.waitForURL('**/WhatIsLurana');
  await context.close();
});

test('one panel is open at a time, and the language is that of the samples and stays', async () => {
  const context = await openWindow('light', 1440);
  const page = await context.newPage();
  const first = await openPart(page, `${CASES}/StartRouteControl`, 'Start a case');
  const findTab = (part: typeof first, name: string) => part.getByRole('tab', { name, exact: true });
  await findTab(first, 'curl').press('ArrowRight');
  await expect.poll(() => findTab(first, 'JavaScript').getAttribute('aria-selected')).toBe('true');
  expect(await findTab(first, 'JavaScript').evaluate((one) => one === document.activeElement)).toBe(true);
  // The samples of the page show the same language.
  const samples = page.locator('.tabs-container [role="tab"][aria-selected="true"]:visible');
  await expect.poll(async () => [...new Set(await samples.allTextContents())]).toEqual(['JavaScript']);
  await first.getByRole('button', { name: 'Send' }).press('Enter');
  await expect.poll(() => first.locator('.try-it__answer .tk-parameter').count()).toBeGreaterThan(0);
  const second = await openPart(page, `${CASES}/StartRouteControl`, 'Route a case');
  await expect.poll(() => findTab(second, 'JavaScript').getAttribute('aria-selected')).toBe('true');
  expect(await page.locator('.try-it__panel').count()).toBe(1);
  await context.close();
});

test('each error of an endpoint has an anchor', async () => {
  const context = await openWindow('light', 1440);
  const page = await context.newPage();
  await page.goto(`${CASES}/StartRouteControl`);
  await waitForShell(page);
  const anchors = page.locator('td a[href*="-error-"]');
  expect(await anchors.count()).toBeGreaterThan(2);
  const hrefs = await anchors.evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''));
  expect(new Set(hrefs).size).toBe(hrefs.length);
  for (const href of hrefs) expect([href, await page.locator(href).count()]).toEqual([href, 1]);
  await context.close();
});

test('a link to an endpoint or a part of it unfolds its section', async () => {
  const context = await openWindow('light', 1440);
  const page = await context.newPage();
  const fold = page.locator('#post-cases + details');
  const openPage = async (address: string) => {
    await page.goto(address);
    await waitForShell(page);
  };
  await openPage(`${CASES}/StartRouteControl`);
  expect(await fold.getAttribute('open')).toBeNull();
  await page.locator('.table-of-contents__link[href="#post-cases"]').click();
  await expect.poll(() => fold.getAttribute('open')).toBe('');
  await openPage(`${CASES}/StartRouteControl#post-cases`);
  await expect.poll(() => fold.getAttribute('open')).toBe('');
  await openPage(`${CASES}/StartRouteControl#post-cases-answer`);
  await expect.poll(() => fold.getAttribute('open')).toBe('');

  // The shell shows the next page without loading it.
  await openPage(`${CASES}/CaseLists`);
  for (const id of ['post-cases', 'post-cases-answer']) {
    await page.evaluate((hash) => window.navigation.navigate(`StartRouteControl#${hash}`), id);
    await expect.poll(() => fold.getAttribute('open')).toBe('');
    await page.locator(`#${id}`).waitFor();
    await expect
      .poll(() => page.locator(`#${id}`).evaluate((one) => one.getBoundingClientRect().top))
      .toBeLessThan(400);
    await openPage(`${CASES}/CaseLists`);
  }

  // The purpose of a function is between its heading and its fold.
  const functions = '/docs/LuranaBPA/Developer Info/LuranaProgramming/PHP/LuranaFunctions/CaseFunctions';
  await openPage(`${functions}#PMFNewCase`);
  await expect.poll(() => page.locator('#PMFNewCase + p + details').getAttribute('open')).toBe('');
  await context.close();
});
