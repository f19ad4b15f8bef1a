// @module-tag chromium
import path from 'node:path';
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { axeViolations } from '../../testing/axe.ts';
import { openReader } from '../../testing/reader.ts';
import { chooseTheme } from '../../testing/reader-menu.ts';
import { projectDir } from '../../testing/running-site.ts';
import { texts } from '../../testing/site-texts.ts';

const reader = openReader({
  manual: {
    DOCS_DIR: path.join(projectDir, 'tests/fixtures/diagrams/docs'),
    DIST_DIR: path.join(projectDir, '.cache/manual-of-diagrams'),
  },
});

/** Messages of the browser's console, above all violations of the content security policy. */
let reported: string[];
let requestedPaths: string[];
beforeEach(() => {
  reported = [];
  requestedPaths = [];
  reader.page.on('console', (message) => {
    if (message.type() === 'error') reported.push(message.text());
  });
  reader.page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
});

const drawings = () => reader.page.locator('.diagram svg');
const library = () => requestedPaths.filter((file) => file.startsWith('/_assets/mermaid.tiny.'));

/** Diagrams are drawn as they come into view. */
async function showAll(page: Page): Promise<void> {
  for (let at = 0; at < 4; at++) {
    const diagram = page.locator('[data-live="Mermaid"]').nth(at);
    await diagram.scrollIntoViewIfNeeded();
    await diagram.locator('.diagram svg').waitFor();
  }
}

const findShape = (page: Page, name: string) =>
  page.locator('.diagram .node').filter({ hasText: name }).locator('rect, path, polygon').first();

const readFill = (page: Page, name: string) =>
  findShape(page, name).evaluate((shape) => getComputedStyle(shape).fill);

test.each([
  ['dark', 'no-preference'],
  ['light', 'reduce'],
] as const)('are drawn within the policy, in the %s theme, with motion: %s', async (theme, reducedMotion) => {
  const { page } = reader;
  await page.emulateMedia({ reducedMotion });
  await page.addInitScript((value) => localStorage.setItem('theme', value), theme);
  await reader.open('/docs/');
  await showAll(page);
  expect(reported).toEqual([]);
  expect(library()).toHaveLength(1);
  const flow = drawings().first();
  expect(await flow.locator('text').allTextContents()).toEqual(
    expect.arrayContaining([expect.stringContaining('Approve')]),
  );
  const box = await flow.boundingBox();
  expect(box?.width).toBeGreaterThan(300);
  // Styles of the diagram's author, and those of the library in the colours of the page.
  expect(await readFill(page, 'Purchase')).toBe('rgb(34, 68, 102)');
  const [red = 0] = (await readFill(page, 'Approve')).match(/\d+/g)?.map(Number) ?? [];
  expect(red < 128).toBe(theme === 'dark');
  const border = await findShape(page, 'Approve').evaluate((shape) => getComputedStyle(shape).stroke);
  expect(border).not.toBe(await readFill(page, 'Approve'));
});

test('follow the theme, and keep their code', async () => {
  const { page } = reader;
  await reader.open('/docs/');
  await showAll(page);
  const dark = await readFill(page, 'Approve');
  await chooseTheme(page, texts.themeLight);
  await expect.poll(() => readFill(page, 'Approve')).not.toBe(dark);
  const code = page.locator('.language-mermaid').first();
  expect(await code.isVisible()).toBe(false);
  await page.getByText(texts.diagramCode).first().click();
  await code.waitFor();
  await page.getByRole('img', { name: 'A form asks the server' }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
});

test('keep their size on a phone, and scroll in their own place', async () => {
  await reader.change({ viewport: { width: 390, height: 800 } });
  const { page } = reader;
  await reader.open('/docs/');
  await showAll(page);
  const flow = await drawings().first().boundingBox();
  expect(flow?.width).toBeGreaterThan(500);
  const place = page.locator('.diagram').first();
  expect(await place.evaluate((box) => box.scrollWidth > box.clientWidth)).toBe(true);
  await place.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => place.evaluate((box) => box.scrollLeft)).toBeGreaterThan(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test('that cannot be read stay code, and leave the others alone', async () => {
  const { page } = reader;
  const warning = page.waitForEvent('console', (message) => message.text().includes('could not be drawn'));
  await reader.open('/docs/');
  await page.locator('[data-live="Mermaid"]').last().scrollIntoViewIfNeeded();
  expect((await warning).type()).toBe('warning');
  await page.locator('.language-mermaid').last().waitFor();
  await showAll(page);
});

test('cost nothing on a page that has none', async () => {
  const { page } = reader;
  await reader.open('/docs/plain');
  await page.waitForLoadState('networkidle');
  expect(requestedPaths.filter((file) => file.includes('mermaid'))).toEqual([]);
});

test('are code where scripts are off', async () => {
  await reader.change({ javaScriptEnabled: false });
  await reader.page.goto('/docs/');
  const code = reader.page.locator('.language-mermaid');
  expect(await code.count()).toBe(5);
  expect(await code.first().isVisible()).toBe(true);
  expect(await reader.page.getByText(texts.diagramCode).first().isVisible()).toBe(false);
});

test('of two pictures, the one for the theme is seen, and on paper the light one', async () => {
  const { page } = reader;
  await reader.open('/docs/themed');
  const seen = () =>
    page
      .getByRole('img', { name: 'A lamp' })
      .evaluateAll((images) =>
        images.map((image) => /lamp-(\w+)/.exec(image.getAttribute('src') ?? '')?.[1]),
      );
  await expect.poll(seen).toEqual(['dark']);
  await page.emulateMedia({ media: 'print' });
  await expect.poll(seen).toEqual(['light']);
  await page.emulateMedia({ media: 'screen' });
  await expect.poll(seen).toEqual(['dark']);
  await chooseTheme(page, texts.themeLight);
  await expect.poll(seen).toEqual(['light']);
});
