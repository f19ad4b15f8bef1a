// @module-tag chromium
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { countColours } from '../../testing/pixels.ts';
import { openReader } from '../../testing/reader.ts';
import { chooseTheme } from '../../testing/reader-menu.ts';
import { texts } from '../../testing/site-texts.ts';

const article = '/docs/guides/everything';
const reader = openReader();

const readBackground = (of: Page) =>
  of.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);

test('is dark at first; what the reader chooses is kept, and other open tabs follow', async () => {
  const { page, context } = reader;
  await reader.open(article);
  const other = await context.newPage();
  await other.goto('/docs/guides/next-steps');
  const dark = await readBackground(other);
  expect(
    await page.evaluate(() => [getComputedStyle(document.body).colorScheme, localStorage.length]),
  ).toEqual(['dark', 0]);
  await chooseTheme(page, texts.themeLight);
  await expect.poll(() => readBackground(other)).not.toBe(dark);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('theme'))).toBe('light');
  await page.reload();
  expect(await readBackground(page)).not.toBe(dark);

  // Scripts in files are blocked, so only inline scripts run.
  await other.route(/\/_assets\/.*\.js/, (route) => route.abort());
  await other.reload();
  expect(await readBackground(other)).toBe(await readBackground(page));
});

/**
 * Records the main colour of each painted frame while the page reloads on a slow machine. The browser reports
 * the frames; the function waits for the first and the last one.
 */
async function recordPaintedColours(page: Page): Promise<Set<string>> {
  const devtools = await page.context().newCDPSession(page);
  const pictures = [await page.screenshot()];
  devtools.on('Page.screencastFrame', ({ data, sessionId }) => {
    pictures.push(Buffer.from(data, 'base64'));
    void devtools.send('Page.screencastFrameAck', { sessionId });
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await devtools.send('Page.startScreencast', { format: 'png', everyNthFrame: 1 });
  await page.reload({ waitUntil: 'networkidle' });
  await devtools.send('Page.stopScreencast');
  pictures.push(await page.screenshot());
  await devtools.detach();
  const colours = await Promise.all(pictures.map((picture) => countColours(reader.browser, picture)));
  return new Set(colours.map(([most]) => most?.[0] ?? ''));
}

test('never flashes: no picture that is painted has the other one', async () => {
  const { page } = reader;
  await reader.open(article);
  await chooseTheme(page, texts.themeLight);
  const light = await recordPaintedColours(page);
  await page.evaluate(() => localStorage.clear());
  // The old page is still light, the new one is dark.
  const both = await recordPaintedColours(page);
  const dark = await recordPaintedColours(page);
  expect([light.size, dark.size]).toEqual([1, 1]);
  expect(light).not.toEqual(dark);
  expect(both).toEqual(new Set([...light, ...dark]));
});

test('follows the system if the reader chooses that, from the first frame on', async () => {
  const { page } = reader;
  await page.emulateMedia({ colorScheme: 'dark' });
  await reader.open(article);
  const dark = await readBackground(page);
  await chooseTheme(page, texts.themeSystem);
  expect(await readBackground(page)).toBe(dark);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(() => readBackground(page)).not.toBe(dark);
  await page.route(/\/_assets\/.*\.js/, (route) => route.abort());
  await page.reload();
  expect(await readBackground(page)).not.toBe(dark);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.reload();
  expect(await readBackground(page)).toBe(dark);
});

test('is pressed in the menu: one of three', async () => {
  const { page } = reader;
  await reader.open(article);
  await chooseTheme(page, texts.themeLight);
  const pressedButton = page.locator('.navbar .theme-switch').getByRole('button', { pressed: true });
  await expect.poll(() => pressedButton.allTextContents()).toEqual([texts.themeLight]);
});
