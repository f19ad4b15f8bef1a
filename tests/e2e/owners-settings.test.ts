// @module-tag chromium
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { smallManual } from '../../testing/manuals.ts';
import { openReadingSite, type ReadingSite, shellReady } from '../../testing/reading.ts';
import { texts } from '../../testing/site-texts.ts';

const siteConfig = `export default {
  name: 'Other BPA',
  announcement: { id: 'release-2', html: 'Version 2 is <a href="/docs">here</a>.' },
  editUrl: 'https://git.example/edit/main/docs',
  defaultTheme: 'light',
};
`;

let siteDir: string;
let site: ReadingSite;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  siteDir = await mkdtemp(path.join(tmpdir(), 'site-'));
  await writeFile(path.join(siteDir, 'site.config.ts'), siteConfig);
  const manual = { ...smallManual, DIST_DIR: path.join(siteDir, 'dist') };
  site = await openReadingSite({ siteDir, manual });
});
afterAll(async () => {
  await site?.close();
  await rm(siteDir, { recursive: true, force: true });
});
beforeEach(async () => {
  context = await site.signedIn();
  page = await context.newPage();
  await page.goto('/docs/guides/next-steps');
  await shellReady(page);
});
afterEach(() => context.close());

const announcement = () => page.getByRole('region', { name: texts.announcement });

describe('the announcement bar', () => {
  test('is there until it is dismissed, and the dismissal is remembered', async () => {
    await expect.poll(() => announcement().textContent()).toContain('Version 2 is here.');
    await page.getByRole('button', { name: texts.closeAnnouncement }).click();
    await expect.poll(() => announcement().count()).toBe(0);
    await page.reload();
    await shellReady(page);
    expect(await announcement().isVisible()).toBe(false);
  });

  test('dismissed earlier, it moves nothing: it is gone before the first paint', async () => {
    await page.evaluate(() => localStorage.setItem('announcement', 'release-2'));
    page = await context.newPage();
    // Records where the article is in every frame.
    await page.addInitScript(() => {
      const tops = new Set<number>();
      Object.assign(window, { tops });
      const look = () => {
        const heading = document.querySelector('main h1');
        if (heading) tops.add(Math.round(heading.getBoundingClientRect().top));
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    await page.goto('/docs/guides/next-steps');
    await shellReady(page);
    expect(await announcement().isVisible()).toBe(false);
    expect(await page.evaluate(() => (window as unknown as { tops: Set<number> }).tops.size)).toBe(1);
  });

  test('of another announcement the dismissal says nothing', async () => {
    await page.evaluate(() => localStorage.setItem('announcement', 'release-1'));
    await page.reload();
    await expect.poll(() => announcement().isVisible()).toBe(true);
  });
});

test('`Edit this page` leads to the file of the page, where the owner says where that is', async () => {
  const link = page.getByRole('link', { name: texts.editPage });
  await expect
    .poll(() => link.getAttribute('href'))
    .toBe('https://git.example/edit/main/docs/guides/next-steps.md');
});

test('the owner decides the theme before the reader does, and the name everywhere', async () => {
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('light');
  await expect.poll(() => page.title()).toBe('Next steps | Other BPA');
});
