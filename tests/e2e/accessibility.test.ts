// @module-tag chromium
import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findAxeViolations } from '../../testing/axe.ts';
import { openReadingSite, type ReadingSite, waitForShell } from '../../testing/reading.ts';
import { texts } from '../../testing/site-texts.ts';

const pages = {
  home: '/',
  article: '/docs/guides/everything',
  'category page': '/docs/category/guides',
  'list of tags': '/docs/tags',
  tag: '/docs/tags/forms',
  'unlisted page': '/docs/reference/hidden',
  'markdown page': '/markdown-page',
  'search page': '/search',
  'not-found page': '/docs/nowhere',
};

let site: ReadingSite;

beforeAll(async () => {
  site = await openReadingSite();
});
afterAll(() => site?.close());

describe.each(['dark', 'light'])('axe finds nothing in the %s theme', (theme) => {
  test.each([390, 1440])('on any kind of page, %d px wide', async (width) => {
    const context = await site.signedIn({ viewport: { width, height: 900 } });
    await prefer(context, theme);
    const page = await context.newPage();
    const violations: string[] = [];
    for (const [kind, path] of Object.entries(pages)) {
      await page.goto(path);
      await waitForShell(page);
      violations.push(...(await findAxeViolations(page)).map((line) => `${kind}: ${line}`));
    }
    if (width === 390) {
      await page.goto(pages.article);
      await waitForShell(page);
      await page.getByRole('button', { name: texts.openNavigation }).click();
      await page.locator('.sidebar').waitFor();
      // The page behind an open drawer is inert, so axe doesn't see its landmark and heading.
      const inert = /^(landmark-one-main|page-has-heading-one)/;
      const open = (await findAxeViolations(page)).filter((line) => !inert.test(line));
      violations.push(...open.map((line) => `drawer: ${line}`));
    }
    expect(violations).toEqual([]);
    await context.close();
  });

  test('on the login page', async () => {
    const context = await site.browser.newContext({ baseURL: site.origin });
    await prefer(context, theme);
    const page = await context.newPage();
    await page.goto('/login');
    expect(await findAxeViolations(page)).toEqual([]);
    await context.close();
  });
});

const ownPages = {
  'found pages': '/search?q=form',
  'search without results': '/search?q=xylophone',
  account: '/account',
  'API reference': '/account/api',
  overview: '/admin',
  users: '/admin/users',
  audiences: '/admin/audiences',
  sessions: '/admin/sessions',
  'page views': '/admin/reading',
  announcement: '/admin/announcement',
  mails: '/admin/mails',
  health: '/admin/health',
  'audit log': '/admin/audit',
};

describe.each(Object.entries({ ...pages, ...ownPages }))('the %s', (_kind, path) => {
  test('fits at 400 % in both directions, moves nothing and shows the focus in forced colours', async () => {
    const context = await site.signedIn({
      viewport: { width: 1280, height: 800 },
      forcedColors: 'active',
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await page.goto(path);
    await waitForShell(page);
    await page.locator('.own-page .spinner').first().waitFor({ state: 'detached' });
    // The skip link, the navbar, and what follows it. Short pages have fewer controls, and the browser's own come next.
    let ringCount = 0;
    for (let presses = 0; presses < 12; presses++) {
      await page.keyboard.press('Tab');
      const ring = await page.evaluate(() => {
        const element = document.activeElement;
        if (!element || element === document.body) return undefined;
        const { outlineStyle, outlineWidth } = getComputedStyle(element);
        return { element: element.outerHTML.slice(0, 120), outlineStyle, outlineWidth };
      });
      if (!ring) break;
      expect(ring).not.toMatchObject({ outlineStyle: 'none' });
      expect(ring).not.toMatchObject({ outlineWidth: '0px' });
      ringCount++;
    }
    expect(ringCount).toBeGreaterThan(3);
    const readMovements = () =>
      page.evaluate(() =>
        document
          .getAnimations()
          .filter(({ playState }) => playState === 'running')
          .map(({ effect }) => effect instanceof KeyframeEffect && effect.target?.className),
      );
    await expect.poll(readMovements).toEqual([]);
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 800 });
      for (const direction of ['rtl', 'ltr']) {
        await page.evaluate((dir) => {
          document.documentElement.dir = dir;
        }, direction);
        const readExcess = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        await expect.poll(readExcess, { message: `${width} px, ${direction}` }).toBe(0);
      }
    }
    await context.close();
  });
});

test.each([1280, 390])('the ring around entries of the contents is whole, %d px wide', async (width) => {
  const context = await site.signedIn({ viewport: { width, height: 800 } });
  const page = await context.newPage();
  await page.goto(pages.article);
  await waitForShell(page);
  // On a wide screen nothing is folded, so the Tab key skips the heading.
  await page.locator('.toc__toggle').waitFor({ state: width < 997 ? 'visible' : 'hidden' });
  const folds = width < 997 ? [page.locator('.toc__toggle')] : [];
  for (const fold of folds) await fold.press('Enter');
  for (const entry of [...folds, page.locator('.table-of-contents__link').first()]) {
    // Like a person who works by keyboard, so that there is a ring.
    await page.keyboard.press('Shift');
    await entry.focus();
    const readOutside = () =>
      entry.evaluate((element) => {
        const { outlineOffset, outlineWidth, outlineStyle } = getComputedStyle(element);
        return outlineStyle === 'none' ? Number.NaN : parseFloat(outlineOffset) + parseFloat(outlineWidth);
      });
    await expect.poll(readOutside).toBeLessThanOrEqual(0);
  }
  await context.close();
});

async function prefer(context: BrowserContext, theme: string): Promise<void> {
  await context.addInitScript((value) => localStorage.setItem('theme', value), theme);
}
