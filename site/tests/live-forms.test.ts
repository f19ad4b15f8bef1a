// @module-tag chromium
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeViolations } from '../../testing/axe.ts';
import { ownManual } from '../../testing/manuals.ts';
import { openReadingSite, type ReadingSite, shellReady } from '../../testing/reading.ts';

const FIRST_PROCESS = '/docs/LuranaBPA/BasicFeatures/2HowToCreateYourFirstProcess';
const REFERENCE =
  '/docs/LuranaBPA/Developer%20Info/LuranaProgramming/JavaScript/JavaScriptFunctionsAndMethods';

let site: ReadingSite;

beforeAll(async () => {
  site = await openReadingSite({ manual: ownManual });
}, 600_000);
afterAll(() => site?.close());

/** A page, and its first form when it can be filled in. */
async function opened(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(path);
  await shellReady(page);
  await page.locator('.live-form').first().scrollIntoViewIfNeeded();
  await page.locator('.live-form[data-alive]').first().waitFor();
  return page;
}

test('a form is filled in by the keyboard, says what is missing, and is sent when nothing is', async () => {
  const context = await site.signedIn();
  const page = await opened(context, `${FIRST_PROCESS}/Step3CreateDynaform`);
  const form = page.locator('.live-form').first();
  await form.getByRole('button', { name: 'Continue' }).press('Enter');
  const title = form.getByRole('textbox', { name: 'What do you need?' });
  await form.getByText('This field is required.').first().waitFor();
  await expect.poll(() => title.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.type('Calipers');
  await form.getByLabel('Needed by').fill('2026-03-27');
  await form.getByRole('textbox', { name: 'Total amount' }).fill('abc');
  await form.getByRole('button', { name: 'Continue' }).press('Enter');
  await form.getByText('Enter a number.').waitFor();
  await form.getByRole('textbox', { name: 'Total amount' }).fill('1642');
  await form.getByRole('button', { name: 'Continue' }).press('Enter');
  await form.getByText('The form is complete.').waitFor();
  await form.getByText('Values of the form').click();
  await form.getByText('"2026-03-27 00:00:00"').waitFor();
  await context.close();
});

test('lists, rows and totals follow what is chosen', async () => {
  const context = await site.signedIn();
  const page = await opened(context, `${FIRST_PROCESS}/PurchaseRequestInFull`);
  const form = page.locator('.live-form').first();
  await form.getByLabel('Country').selectOption('Mexico');
  await form.getByLabel('State').selectOption('Jalisco');
  await form.getByLabel('City').selectOption('Guadalajara');
  await form.getByRole('button', { name: '+ New' }).click();
  await form.getByLabel('Category, row 3').selectOption('optics');
  await form.getByLabel('Product, row 3').selectOption('Lens 50 mm');
  await form.getByLabel('Quantity, row 3').fill('2');
  await form.getByLabel('Quantity, row 3').press('Enter');
  await form.getByRole('cell', { name: '2172.00' }).waitFor();
  await form.getByRole('button', { name: 'Delete row 1' }).click();
  await form.getByRole('cell', { name: '1098.00' }).waitFor();
  await form.getByRole('button', { name: 'Reset' }).click();
  await form.getByRole('cell', { name: '1642.00' }).waitFor();
  await context.close();
});

test.each([
  ['dark', 390, 'phone'],
  ['light', 1440, 'tablet'],
])('axe finds nothing in forms in the %s theme, %d px wide', async (theme, width, device) => {
  const context = await site.signedIn({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });
  await context.addInitScript((value) => localStorage.setItem('theme', value), theme);
  const page = await opened(context, `${FIRST_PROCESS}/PurchaseRequestInFull`);
  const form = page.locator('.live-form').first();
  await form.getByLabel('Width').selectOption(device);
  expect(await axeViolations(page, '.live-form')).toEqual([]);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  await form.getByLabel('Mode').selectOption('view');
  await form.getByRole('textbox').first().waitFor({ state: 'detached' });
  expect(await axeViolations(page, '.live-form')).toEqual([]);
  await context.close();
});

test('a sample is run, changed, run again and reset; what it says is in its console', async () => {
  const context = await site.signedIn();
  const page = await context.newPage();
  await page.goto(`${REFERENCE}/GridMethods`);
  await shellReady(page);
  const sample = page.locator('.live-sample').filter({ hasText: 'pieces += parseFloat' });
  const show = async () => {
    await sample.scrollIntoViewIfNeeded();
    await sample.getByRole('button', { name: 'Run' }).press('Enter');
  };
  await show();
  await sample.getByText('16 pieces').waitFor();
  await sample.getByRole('button', { name: 'Edit' }).click();
  await sample
    .getByLabel('Code of the sample')
    .fill(
      '$("#items").addRow(); $("#items").setLabel("Things"); console.log($("#items").getNumberRows() + " rows")',
    );
  await sample.getByRole('button', { name: 'Run' }).click();
  await sample.getByText('3 rows').waitFor();
  await sample.getByRole('region', { name: 'Things' }).waitFor();
  // The form goes on living: the reader fills it in, and the worker answers.
  await sample.getByLabel('Category, row 3').selectOption('optics');
  await sample.getByLabel('Product, row 3').selectOption('Lens 50 mm');
  await sample.getByRole('cell', { name: '265.00' }).waitFor();
  await sample.getByRole('button', { name: 'Reset' }).click();
  await sample.getByRole('log').waitFor({ state: 'detached' });
  await sample.getByText('pieces += parseFloat').waitFor();
  await context.close();
});

test('hostile code reaches neither network nor storage nor page, is ended when it does not end, and is told so', async () => {
  const context = await site.signedIn();
  const page = await context.newPage();
  await page.goto(`${REFERENCE}/GridMethods`);
  await shellReady(page);
  const sample = page.locator('.live-sample').first();
  await sample.scrollIntoViewIfNeeded();
  await sample.getByRole('button', { name: 'Edit' }).click();
  // The browser tells of what the policy kept back, too.
  const ends = new Set<string>();
  page.on('requestfailed', (request) => {
    if (request.url().startsWith('https://')) ends.add(`${request.url()} ${request.failure()?.errorText}`);
  });
  await sample.getByLabel('Code of the sample').fill(`
    console.log(typeof document, typeof parent, typeof localStorage, String(self.origin));
    function attempt(name, action) { try { action(); } catch (error) { console.log(name + " " + error.name); } }
    attempt("request", function () { var r = new XMLHttpRequest(); r.open("GET", "https://example.com", false); r.send(); });
    attempt("script", function () { importScripts("https://example.com/x.js"); });
    attempt("database", function () { indexedDB.open("x"); });
    attempt("eval", function () { eval("1"); });
    setTimeout(function () { while (true) {} }, 200);
  `);
  await sample.getByRole('button', { name: 'Run' }).click();
  const lines = sample.locator('.live-sample__console p');
  await sample.getByText('eval EvalError').waitFor();
  expect(await lines.allTextContents()).toEqual([
    'undefined undefined undefined null',
    'request NetworkError',
    'script NetworkError',
    'database SecurityError',
    'eval EvalError',
  ]);
  await sample.getByText('The code did not come to an end, and was stopped.').waitFor();
  expect([...ends]).toEqual(['https://example.com/ csp']);
  await sample.getByRole('button', { name: 'Reset' }).click();
  await sample.getByText('The code did not').waitFor({ state: 'detached' });
  await context.close();
});

test('with scripts off there is the drawing and nothing to fill in', async () => {
  const context = await site.signedIn({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${FIRST_PROCESS}/PurchaseRequestInFull`);
  const form = page.locator('.live-form').first();
  expect(await form.locator('.form-sketch').isVisible()).toBe(true);
  expect(await form.locator('input, select, button').count()).toBe(0);
  await context.close();
});

/** Sizes of the scripts that a page has loaded, as they came. */
async function scriptsOf(path: string, act: (page: Page) => Promise<void>): Promise<Map<string, number>> {
  const context = await site.signedIn();
  const page = await context.newPage();
  const ended: Promise<readonly [string, number]>[] = [];
  page.on('requestfinished', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/_assets/'))
      ended.push(request.sizes().then(({ responseBodySize }) => [pathname, responseBodySize] as const));
  });
  await page.goto(path);
  await shellReady(page);
  await act(page);
  const sizes = new Map(await Promise.all(ended));
  await context.close();
  return sizes;
}

test('a form and the first sample that is run load at most 60 kB more, and a page without loads nothing of them', async () => {
  const without = await scriptsOf('/docs/LuranaBPA/BasicFeatures/4Roles/Roles', async () => {});
  expect([...without.keys()].join()).not.toMatch(/live-(?:form|sample)/);
  const more = await scriptsOf(`${REFERENCE}/GridMethods`, async (page) => {
    await page.locator('.live-form[data-alive]').first().waitFor();
    const sample = page.locator('.live-sample').first();
    await sample.scrollIntoViewIfNeeded();
    await sample.getByRole('button', { name: 'Run' }).click();
    await sample.getByRole('region', { name: 'Items' }).waitFor();
  });
  const bytes = [...more].filter(([name]) => !without.has(name)).reduce((sum, [, size]) => sum + size, 0);
  expect(bytes).toBeGreaterThan(10_000);
  expect(bytes).toBeLessThan(60_000);
});
