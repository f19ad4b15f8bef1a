// @module-tag chromium
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAxeViolations } from '../../testing/axe.ts';
import { ownManual } from '../../testing/manuals.ts';
import { openReadingSite, type ReadingSite, waitForShell } from '../../testing/reading.ts';

const GATEWAYS = '/docs/LuranaBPA/BasicFeatures/6DefinitionOfProcess/Conditions';
const TITLE = /Manager decision has two conditions/;

let site: ReadingSite;

beforeAll(async () => {
  site = await openReadingSite({ manual: ownManual });
});
afterAll(() => site?.close());

/** The page with the process, when its player is alive. */
async function openProcess(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(GATEWAYS);
  await waitForShell(page);
  await page.locator('.process-player').first().scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: 'Play' }).first().waitFor();
  return page;
}

const listTokens = (page: Page) =>
  page.locator('[data-token]').evaluateAll((nodes) => nodes.map((node) => node.getAttribute('data-node')));

test('a process is played by the keyboard alone, step by step, back and to its end', async () => {
  const context = await site.signedIn({ reducedMotion: 'reduce' });
  const page = await openProcess(context);
  await page.getByRole('button', { name: 'Play' }).first().focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Start:/ }).focus();
  for (const label of [/^Complete Request purchase/, /^Complete Approve request/, /rejected/]) {
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: label }).first().waitFor();
  }
  await expect.poll(() => listTokens(page)).toEqual(['decision']);
  await page.getByRole('button', { name: /more than 5,000 USD/ }).press('Enter');
  await page.getByRole('button', { name: 'Complete Approve budget' }).waitFor();
  await expect.poll(() => listTokens(page)).toEqual(['budget']);
  await page.getByRole('button', { name: 'Back' }).press('Enter');
  await page.getByRole('button', { name: /rejected/ }).press('Enter');
  await page.getByRole('button', { name: 'End: Request rejected' }).press('Enter');
  await page.getByText('Every branch has ended: the case is completed.').waitFor();
  await expect.poll(() => listTokens(page)).toEqual([]);
  await context.close();
});

test('the bar under the drawing goes on and back, and keeps the focus', async () => {
  const context = await site.signedIn({ reducedMotion: 'reduce' });
  const page = await openProcess(context);
  const bar = page.getByRole('toolbar', { name: 'Process' }).first();
  await bar.getByRole('button', { name: 'Play' }).press('Enter');
  const next = bar.getByRole('button', { name: 'Next step' });
  const states: string[][] = [];
  // The start, two tasks, and what follows from the values at the gateway.
  for (let step = 0; step < 4; step += 1) {
    await next.press('Enter');
    await expect.poll(() => listTokens(page)).not.toEqual(states.at(-1));
    states.push((await listTokens(page)).map(String));
    expect(await next.evaluate((button) => button === document.activeElement)).toBe(true);
  }
  const back = bar.getByRole('button', { name: 'Back' });
  for (const state of states.slice(0, -1).toReversed()) {
    await back.press('Enter');
    await expect.poll(() => listTokens(page)).toEqual(state);
  }
  await bar.getByRole('button', { name: 'Start again' }).press('Enter');
  await page.getByRole('button', { name: /^Start:/ }).waitFor();
  expect(await back.getAttribute('aria-disabled')).toBe('true');
  await context.close();
});

test('a gateway asks for the values of the form: they choose the way, and the reader can choose another', async () => {
  const context = await site.signedIn();
  const page = await openProcess(context);
  await page.getByRole('button', { name: 'Play' }).first().click();
  for (const label of [/^Start:/, /^Complete Request purchase/, /^Complete Approve request/])
    await page.getByRole('button', { name: label }).click();
  const following = page.getByRole('button', { name: /follows from the values$/ });
  await following.and(page.getByRole('button', { name: /no condition is true, to Place order/ })).waitFor();
  await page.getByRole('textbox', { name: 'Total amount (USD)' }).fill('7440');
  await following.and(page.getByRole('button', { name: /more than 5,000 USD, to Approve budget/ })).waitFor();
  await page.getByRole('combobox', { name: 'Decision' }).selectOption('Rejected');
  await following.and(page.getByRole('button', { name: /rejected, to Request rejected/ })).waitFor();
  // The label, the condition and the hint are words apart.
  await following.and(page.getByRole('button', { name: /\S follows from the values$/ })).waitFor();
  await expect.poll(() => following.count()).toBe(1);
  expect(await findAxeViolations(page)).toEqual([]);
  // The enlarged diagram behaves in the same way.
  await page.getByRole('button', { name: 'Enlarge' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /to Place order/ }).click();
  await dialog.getByRole('button', { name: 'Complete Place order' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Complete Place order' }).waitFor();
  await expect.poll(() => listTokens(page)).toEqual(['order']);
  await context.close();
});

test('a diagram is enlarged, its elements are found by name, and it goes back to its place', async () => {
  const context = await site.signedIn();
  const page = await openProcess(context);
  await page.getByRole('button', { name: 'Enlarge' }).first().click();
  const dialog = page.getByRole('dialog', { name: TITLE });
  const drawing = dialog.locator('.enlarged__view svg');
  const before = (await drawing.boundingBox())?.width ?? 0;
  await dialog.getByRole('button', { name: 'Zoom in' }).click();
  await expect.poll(async () => (await drawing.boundingBox())?.width).toBeGreaterThan(before);
  // A drawing that doesn't fit can be moved with the mouse and by keyboard.
  const view = dialog.locator('.enlarged__view');
  const measureHidden = () => view.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  while ((await measureHidden()) < 200) await dialog.getByRole('button', { name: 'Zoom in' }).click();
  const readScrollLeft = () => view.evaluate((one) => one.scrollLeft);
  const start = await readScrollLeft();
  await view.hover();
  await page.mouse.down();
  await page.mouse.move(500, 400, { steps: 5 });
  await page.mouse.up();
  await expect.poll(readScrollLeft).not.toBe(start);
  await view.focus();
  await page.keyboard.press('Home');
  await dialog.getByRole('textbox', { name: 'Find' }).fill('budget');
  await dialog.getByText('2 found').waitFor();
  await expect.poll(() => dialog.locator('[data-found]').count()).toBe(2);
  // The first hit stays in the window at every size.
  const isStepInView = () =>
    view.evaluate((window) => {
      const outer = window.getBoundingClientRect();
      const inner = window.querySelector('[data-found]')?.getBoundingClientRect();
      return (
        inner &&
        inner.left < outer.right &&
        inner.right > outer.left &&
        inner.top < outer.bottom &&
        inner.bottom > outer.top
      );
    });
  for (const name of ['Zoom in', 'Zoom in', 'Zoom in', 'Zoom out']) {
    await dialog.getByRole('button', { name }).click();
    expect([name, await isStepInView()]).toEqual([name, true]);
  }
  await page.keyboard.press('Escape');
  await page.locator('.process-player .drawing-scroll svg').first().waitFor();
  await dialog.waitFor({ state: 'detached' });
  await context.close();
});

test.each([
  ['dark', 390],
  ['light', 1440],
])('axe finds nothing in a process that is played, in the %s theme, %d px wide', async (theme, width) => {
  const context = await site.signedIn({ viewport: { width, height: 900 } });
  await context.addInitScript((value) => localStorage.setItem('theme', value), theme);
  const page = await openProcess(context);
  await page.getByRole('button', { name: 'Play' }).first().click();
  await page.getByRole('button', { name: /^Start:/ }).click();
  await page.getByText('The diagram as text').first().click();
  expect(await findAxeViolations(page)).toEqual([]);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  await page.getByRole('button', { name: 'Enlarge' }).first().click();
  await page.getByRole('dialog').waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  // However narrow the window, its words are as large as in the file, and what has no room is moved into sight.
  const scale = await page
    .getByRole('dialog')
    .locator('.enlarged__view svg')
    .evaluate((svg) => svg.clientWidth / Number(svg.getAttribute('width')));
  expect(scale).toBeGreaterThanOrEqual(1);
  await context.close();
});

test.each([
  ['dark', 390],
  ['light', 1440],
])('screens are legible in the %s theme, %d px wide, and axe finds nothing in them', async (theme, width) => {
  const context = await site.signedIn({ viewport: { width, height: 900 } });
  await context.addInitScript((value) => localStorage.setItem('theme', value), theme);
  const page = await context.newPage();
  for (const name of ['Inbox', 'TasksMetrics']) {
    await page.goto(`/docs/LuranaBPA/UserExperience/1CasesMainMenu/12Tasks/${name}`);
    await waitForShell(page);
    await page.locator('.screen-drawing').first().waitFor();
    expect(await findAxeViolations(page, '.screen-drawing')).toEqual([]);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    const cut = await page
      .locator('.screen')
      .evaluateAll((screens) => screens.filter((screen) => screen.scrollWidth > screen.clientWidth).length);
    expect(cut).toBe(0);
  }
  await context.close();
});

test('with scripts off there is the drawing and nothing to press', async () => {
  const context = await site.signedIn({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(GATEWAYS);
  await expect.poll(() => page.getByRole('img', { name: TITLE }).count()).toBe(1);
  expect(await page.getByRole('button', { name: 'Play' }).count()).toBe(0);
  await context.close();
});

test('a page without a process loads no part of the player', async () => {
  const context = await site.signedIn();
  const page = await context.newPage();
  const requestedUrls: string[] = [];
  page.on('request', (request) => requestedUrls.push(new URL(request.url()).pathname));
  await page.goto('/docs/LuranaBPA/BasicFeatures/4Roles/Roles');
  await waitForShell(page);
  expect(requestedUrls.filter((name) => name.includes('process-player'))).toEqual([]);
  await context.close();
});
