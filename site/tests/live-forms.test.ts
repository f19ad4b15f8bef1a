// @module-tag chromium
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAxeViolations } from '../../testing/axe.ts';
import { ownManual } from '../../testing/manuals.ts';
import { openReadingSite, type ReadingSite, waitForShell } from '../../testing/reading.ts';

const FIRST_PROCESS = '/docs/LuranaBPA/BasicFeatures/2HowToCreateYourFirstProcess';
const REFERENCE =
  '/docs/LuranaBPA/Developer%20Info/LuranaProgramming/JavaScript/JavaScriptFunctionsAndMethods';

/** The sections with the forms and samples that are tried. A link to a section unfolds it. */
const REQUEST_FORM = `${FIRST_PROCESS}/PurchaseRequestInFull#form-purchase-request`;
const ADD_ROW = `${REFERENCE}/GridMethods#addRow`;

let site: ReadingSite;

beforeAll(async () => {
  site = await openReadingSite({ manual: ownManual });
});
afterAll(() => site?.close());

/** A page, and its first form when it can be filled in. */
async function openFormPage(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(path);
  await waitForShell(page);
  await page.locator('.live-form').first().scrollIntoViewIfNeeded();
  await page.locator('.live-form[data-alive]').first().waitFor();
  return page;
}

test('a form works by keyboard, names missing values, and is sent when it is complete', async () => {
  const context = await site.signedIn();
  const page = await openFormPage(context, `${FIRST_PROCESS}/Step3CreateDynaform`);
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

test('a form keeps text and cursor from before it was interactive', async () => {
  const context = await site.signedIn();
  const page = await context.newPage();
  let letGo = () => {};
  const heldRequest = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(/live-form[^/]*\.js/, async (route) => {
    await heldRequest;
    await route.continue();
  });
  await page.goto(REQUEST_FORM);
  const form = page.locator('.live-form').first();
  await form.getByLabel('Quantity, row 1').fill('9');
  const title = form.getByRole('textbox', { name: 'What do you need?' });
  await title.fill('Bolts');
  await title.press('Home');
  await page.keyboard.type('Long ');
  expect(await page.locator('.live-form[data-alive]').count()).toBe(0);
  letGo();
  await page.locator('.live-form[data-alive]').first().waitFor();
  await page.keyboard.type('steel ');
  await form.getByText('Values of the form').click();
  await form.getByText('"Long steel Bolts"').waitFor();
  await form.getByText('"quantity":"9"').waitFor();
  await context.close();
});

test('lists, rows and totals depend on the chosen values', async () => {
  const context = await site.signedIn();
  const page = await openFormPage(context, REQUEST_FORM);
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
  const page = await openFormPage(context, REQUEST_FORM);
  const form = page.locator('.live-form').first();
  await form.getByLabel('Width').selectOption(device);
  expect(await findAxeViolations(page, '.live-form')).toEqual([]);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  await form.getByLabel('Mode').selectOption('view');
  await form.getByRole('textbox').first().waitFor({ state: 'detached' });
  expect(await findAxeViolations(page, '.live-form')).toEqual([]);
  await context.close();
});

test('a sample runs, runs again after a change, and resets; its console shows the output', async () => {
  const context = await site.signedIn();
  const page = await context.newPage();
  await page.goto(`${REFERENCE}/GridMethods#getNumberRows`);
  await waitForShell(page);
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

test('the editor of a sample has colors and numbers of lines, and names the line of an error', async () => {
  const context = await site.signedIn();
  const page = await context.newPage();
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
  await page.goto(ADD_ROW);
  await waitForShell(page);
  const sample = page.locator('.live-sample').first();
  await sample.scrollIntoViewIfNeeded();
  await sample.getByRole('button', { name: 'Edit' }).waitFor();
  const isEditor = (name: string) => name.includes('code-editor');
  expect(scripts.filter(isEditor)).toEqual([]);
  await sample.getByRole('button', { name: 'Edit' }).click();
  const field = sample.getByRole('textbox', { name: 'Code of the sample' });
  await field.waitFor();
  expect(scripts.filter(isEditor)).not.toEqual([]);
  await field.fill('// Two lines.\nvar rows = 1;\nalert("<b>" + rows);');
  const numbers = sample.locator('.code-editor__numbers span');
  await expect.poll(() => numbers.allTextContents()).toEqual(['1', '2', '3']);
  await expect.poll(() => field.locator('.tk-keyword').allTextContents()).toEqual(['var']);
  expect(await field.locator('.tk-comment').allTextContents()).toEqual(['// Two lines.']);
  // A number is beside its line.
  const tops = await sample.evaluate((element) => {
    const third = element.querySelectorAll('.code-editor__numbers span')[2]?.getBoundingClientRect();
    const word = [...element.querySelectorAll('.tk-function')].at(-1)?.getBoundingClientRect();
    return third && word && { distance: Math.abs(third.top - word.top), height: third.height };
  });
  expect(tops?.distance).toBeLessThan((tops?.height ?? 0) / 2);
  expect(await findAxeViolations(page, '.live-sample')).toEqual([]);

  await field.fill('var a = 1;\nvar b = ;');
  await sample.getByText('Line 2: Unexpected token').waitFor();
  expect(await sample.locator('.code-editor__numbers [data-error]').allTextContents()).toEqual(['2']);
  await field.fill('var a = 1;\n\nmissing();');
  await sample.getByText('Line 2').waitFor({ state: 'detached' });
  await sample.getByRole('button', { name: 'Run' }).click();
  await sample.getByText('ReferenceError in line 3: missing is not defined').waitFor();
  // The Tab key leads out of the editor.
  await field.press('Tab');
  expect(await field.evaluate((element) => element.contains(document.activeElement))).toBe(false);
  await context.close();
});

test('stops hostile code, which reaches nothing, and says so; the page and its forms go on', async () => {
  const context = await site.signedIn();
  const page = await context.newPage();
  const left: string[] = [];
  const isElsewhere = (url: string) => url.startsWith('https://');
  page.on('response', (response) => {
    if (isElsewhere(response.url())) left.push(response.url());
  });
  // The browser tells of what the policy kept back, too.
  page.on('requestfailed', (request) => {
    if (isElsewhere(request.url()) && request.failure()?.errorText !== 'csp') left.push(request.url());
  });
  page.on('popup', (other) => left.push(`popup ${other.url()}`));
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame() && !frame.url().startsWith(site.origin)) left.push(frame.url());
  });
  await page.goto(ADD_ROW);
  await waitForShell(page);
  const sample = page.locator('.live-sample').first();
  await sample.scrollIntoViewIfNeeded();
  await sample.getByRole('button', { name: 'Edit' }).click();
  const lines = sample.locator('.live-sample__console p');
  const run = async (code: string) => {
    await sample.getByLabel('Code of the sample').fill(code);
    await sample.getByRole('button', { name: 'Run' }).click();
  };

  await run(`
    function attempt(name, action) {
      try { var value = action(); console.log(name + ": " + value); }
      catch (error) { console.log(name + ": " + error.message); }
    }
    fetch("https://example.com/fetch").catch(function (error) { console.log("fetch: " + error.message); });
    import("https://example.com/module.js").catch(function (error) { console.log("import: " + error.name); });
    attempt("request", function () { return new XMLHttpRequest(); });
    attempt("socket", function () { return new WebSocket("wss://example.com"); });
    attempt("events", function () { return new EventSource("https://example.com"); });
    attempt("beacon", function () { return navigator.sendBeacon("https://example.com"); });
    attempt("picture", function () { new Image().src = "https://example.com/x.png"; });
    attempt("script", function () { importScripts("https://example.com/x.js"); });
    attempt("element", function () { $("#items").css("background-image", "url(https://example.com/x.png)"); return "no use"; });
    attempt("markup", function () { $("#items").setLabel("<img src=https://example.com/y.png onerror=alert(1)>"); return "text"; });
    attempt("local", function () { return localStorage.length; });
    attempt("session", function () { return sessionStorage.length; });
    attempt("database", function () { return indexedDB.open("x"); });
    attempt("caches", function () { return caches.open("x"); });
    attempt("cookie", function () { return document.cookie; });
    attempt("parent", function () { return parent.document; });
    attempt("top", function () { top.location = "https://example.com/top"; });
    attempt("messages", function () { postMessage({ pong: 1 }); });
    attempt("worker", function () { return new Worker("x.js"); });
    attempt("memory", function () { return "x".repeat(1e9); });
    attempt("buffer", function () { return new Uint8Array(1e9); });
    attempt("eval", function () { return eval("1"); });
    attempt("eval by name", function () { return Function("return 1")(); });
    attempt("origin", function () { return origin; });
    window.open("https://example.com/popup");
    location = "https://example.com/gone";
  `);
  for (const hasText of ['fetch:', 'import:']) await lines.filter({ hasText }).waitFor();
  const describeUndefined = (name: string) => `${name} is not defined`;
  const messages = await lines.allTextContents();
  const refusalText = expect.stringContaining('unsafe-eval');
  expect(messages.filter((line) => line.startsWith('eval'))).toEqual([refusalText, refusalText]);
  expect(messages.filter((line) => !line.startsWith('eval')).toSorted()).toEqual(
    [
      'fetch: There is no network here.',
      'import: TypeError',
      'request: There is no network here.',
      'socket: There is no network here.',
      'events: There is no network here.',
      'beacon: navigator.sendBeacon is not a function',
      `picture: ${describeUndefined('Image')}`,
      `script: ${describeUndefined('importScripts')}`,
      'element: no use',
      'markup: text',
      `local: ${describeUndefined('localStorage')}`,
      `session: ${describeUndefined('sessionStorage')}`,
      `database: ${describeUndefined('indexedDB')}`,
      `caches: ${describeUndefined('caches')}`,
      `cookie: ${describeUndefined('document')}`,
      `parent: ${describeUndefined('parent')}`,
      `top: ${describeUndefined('top')}`,
      `messages: ${describeUndefined('postMessage')}`,
      `worker: ${describeUndefined('Worker')}`,
      'memory: Invalid string length',
      `buffer: ${describeUndefined('Uint8Array')}`,
      'origin: null',
      'A new tab opens: https://example.com/popup',
      'There is no page here that could go to https://example.com/gone.',
    ].toSorted(),
  );
  await sample.getByRole('region', { name: '<img src=https://example.com/y.png' }).waitFor();

  // Browsers say that the script wasn't loaded, and not why.
  await run('$("#items").addRow();\n$("#items").addRow(;\n');
  await lines.filter({ hasText: 'SyntaxError in line 2: Unexpected token' }).waitFor();

  // More lines than a person reads, and longer ones.
  await run('for (var i = 0; i < 100000; i++) console.log("line " + i); alert("x")');
  await lines.filter({ hasText: 'No more lines are shown.' }).waitFor();
  await expect.poll(() => lines.count()).toBe(201);
  await run('console.log("y".repeat(3000))');
  await expect.poll(() => lines.first().textContent()).toBe(`${'y'.repeat(2000)}…`);

  // A form that never rests can still be used; one that has grown too large is ended.
  await run('var n = 0; setInterval(function () { $("#items").setLabel("Turn " + (n += 1)); }, 0)');
  await sample.getByRole('region', { name: 'Turn' }).waitFor();
  await sample.getByText('Values of the form').click();
  await sample.getByLabel('Quantity, row 1').fill('7');
  await sample.getByText('"quantity":"7"').waitFor();
  await run('$("#items").setLabel("x".repeat(600000))');
  await sample.getByText('The code printed more than the page can show, so it was stopped.').waitFor();

  // A loop without end, in which memory grows.
  await run(`
    console.log("begun");
    var all = [];
    while (true) {
      var until = Date.now() + 20;
      while (Date.now() < until);
      all.push(new Array(1e5).fill(all.length));
    }
  `);
  await sample.getByText('The code didn’t finish, so it was stopped.').waitFor();
  await sample.getByRole('button', { name: 'Reset' }).click();
  await sample.getByText('The code didn’t').waitFor({ state: 'detached' });
  expect(left).toEqual([]);
  expect(await page.locator('iframe').count()).toBe(0);
  await context.close();
});

test('hostile values in a form are texts, whatever their length', async () => {
  const context = await site.signedIn();
  const page = await openFormPage(context, `${FIRST_PROCESS}/Step3CreateDynaform`);
  const form = page.locator('.live-form').first();
  const title = form.getByRole('textbox', { name: 'What do you need?' });
  const markup = '"><img src=x onerror="document.title=1"><script>document.title=2</script>@@caseUid';
  await title.fill(markup);
  await form.getByLabel('Needed by').fill('2026-03-27');
  await form.getByText('Values of the form').click();
  await form.getByText(markup).waitFor();
  await title.fill('x'.repeat(200_000));
  await form.getByRole('button', { name: 'Continue' }).press('Enter');
  await form.getByText(/^"x{200000}"$/).waitFor();
  expect(await form.locator('img, script').count()).toBe(0);
  expect(await page.title()).not.toMatch(/^[12]$/);
  await context.close();
});

test('a form that comes alive is as high as its drawing with the room that the page kept free', async () => {
  const context = await site.signedIn();
  for (const width of [1440, 390]) {
    const page = await context.newPage();
    await page.setViewportSize({ width, height: 900 });
    const heldRequest = Promise.withResolvers<void>();
    await page.route(/live-form[^/]*\.js/, (route) => heldRequest.promise.then(() => route.continue()));
    await page.goto('/docs/LuranaBPA/BasicFeatures/7Dynaforms/DynaformControls/Textarea');
    await waitForShell(page);
    const form = page.locator('.live-form').first();
    await form.locator('.form-sketch').waitFor();
    const readFigures = () =>
      form.evaluate((element) => {
        const { top, height } = element.getBoundingClientRect();
        const visibleParts = [...element.querySelectorAll('.form-sketch, .live-form__sheet, figcaption')];
        const boxes = visibleParts
          .map((part) => part.getBoundingClientRect())
          .filter((box) => box.height > 0);
        return [height, ...boxes.map((box) => box.top - top).sort((a, b) => a - b)].map((each) => each / 4);
      });
    const before = await readFigures();
    expect(before).toHaveLength(3);
    heldRequest.resolve();
    await page.locator('.live-form[data-alive]').first().waitFor();
    const after = await readFigures();
    for (const [index, figure] of before.entries()) expect(after[index]).toBeCloseTo(figure, 0);
    await page.close();
  }
  await context.close();
});

test('with scripts off there is the drawing and nothing to fill in', async () => {
  const context = await site.signedIn({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(REQUEST_FORM);
  await page.getByText('Fields and columns of the form').click();
  const form = page.locator('.live-form').first();
  await expect.poll(() => form.locator('.form-sketch').isVisible()).toBe(true);
  expect(await form.locator(':is(input, textarea, select, button):visible').count()).toBe(0);
  await context.close();
});

/** Sizes of the scripts that a page has loaded, as they came. */
async function recordScripts(path: string, act: (page: Page) => Promise<void>): Promise<Map<string, number>> {
  const context = await site.signedIn();
  const page = await context.newPage();
  const finishedRequests: Promise<readonly [string, number]>[] = [];
  page.on('requestfinished', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/_assets/')) return;
    const sized = request.sizes().then(({ responseBodySize }) => [pathname, responseBodySize] as const);
    // Requests that end while the window closes don't count.
    sized.catch(() => undefined);
    finishedRequests.push(sized);
  });
  await page.goto(path);
  await waitForShell(page);
  await act(page);
  const sizes = new Map(await Promise.all(finishedRequests));
  await context.close();
  return sizes;
}

test('a form and the first sample that is run load at most 60 kB more, and a page without loads nothing of them', async () => {
  const without = await recordScripts('/docs/LuranaBPA/BasicFeatures/4Roles/Roles', async () => {});
  expect([...without.keys()].join()).not.toMatch(/live-(?:form|sample)/);
  const more = await recordScripts(ADD_ROW, async (page) => {
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
