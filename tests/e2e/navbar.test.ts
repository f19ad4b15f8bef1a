// @module-tag chromium
import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { openReader } from '../../testing/reader.ts';
import { runFirstSearch, searchAgain, waitForShell } from '../../testing/reading.ts';
import { texts } from '../../testing/site-texts.ts';

const reader = openReader();
const article = '/docs/guides/everything';

/** Opens a window for a reader with this name. */
async function openWindowFor(name: string, width: number): Promise<{ context: BrowserContext; page: Page }> {
  const { origin } = reader.site;
  const headers = { origin };
  const email = `${crypto.randomUUID()}@lurana.example`;
  const added = await reader.context.request.post('/api/v1/accounts', { data: { email, name }, headers });
  const token = new URL((await added.json()).link).searchParams.get('token') ?? '';
  const context = await reader.browser.newContext({ baseURL: origin, viewport: { width, height: 900 } });
  const password = 'a quite different secret';
  const form = { token, password, again: password };
  expect((await context.request.post('/invite', { form, headers })).ok()).toBe(true);
  return { context, page: await context.newPage() };
}

const findAccountMenu = (page: Page, name: string) =>
  page.getByLabel(`${texts.account}: ${name}`, { exact: true });

const readName = async (page: Page): Promise<unknown> => {
  const label = page.locator('.navbar .account-link__label');
  return JSON.parse(await label.evaluate((element) => getComputedStyle(element, '::after').content));
};

describe('the reader’s name', () => {
  test.each(['Al', 'ana', 'María José García Fernández-Villaverde'])(
    '%s takes no more room than it needs',
    async (name) => {
      const { context, page } = await openWindowFor(name, 1440);
      const measureRoom = () =>
        page.locator('.navbar .account-link').evaluate((link) => {
          const label = link.querySelector('span');
          const search = document.querySelector('.navbar .search-link');
          if (!label || !search) throw new Error('The navbar has lost a part.');
          const { width } = label.getBoundingClientRect();
          label.style.width = 'max-content';
          const neededWidth = label.getBoundingClientRect().width;
          label.style.width = '';
          const gap = link.getBoundingClientRect().left - search.getBoundingClientRect().right;
          return { spare: Math.round(width - neededWidth), gap };
        });
      await page.goto(article);
      const before = await measureRoom();
      await findAccountMenu(page, name).first().waitFor({ state: 'attached' });
      for (const { spare, gap } of [before, await measureRoom()]) expect([spare, gap]).toEqual([0, 8]);
      await context.close();
    },
  );

  test('is there from the first paint of the next page on, and nothing moves for it', async () => {
    const { context, page } = await openWindowFor('Al', 1440);
    await page.addInitScript(() => {
      Object.assign(window, { shifts: 0 });
      new PerformanceObserver((list) => {
        (window as unknown as { shifts: number }).shifts += list.getEntries().length;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const readShifts = () => page.evaluate(() => (window as unknown as { shifts: number }).shifts);
    await page.goto(article);
    await findAccountMenu(page, 'Al').first().waitFor({ state: 'attached' });
    await waitForShell(page);
    expect(await readShifts()).toBe(0);
    await page.locator('.pagination-nav__link--next').click();
    await page.getByRole('heading', { level: 1, name: 'Next steps' }).waitFor();
    expect(await readName(page)).toBe('Al');
    // The navbar is complete, but most of the shell isn't ready.
    await page.goto(article, { waitUntil: 'domcontentloaded' });
    const search = () => page.locator('.navbar .search-link').boundingBox();
    const before = await search();
    await findAccountMenu(page, 'Al').first().waitFor({ state: 'attached' });
    expect(await search()).toEqual(before);
    expect(await readShifts()).toBe(0);
    await context.close();
  });

  test.each([390, 820])('is in the drawer on a screen %d px wide', async (width) => {
    const name = 'María José García Fernández-Villaverde';
    const { context, page } = await openWindowFor(name, width);
    await page.goto(article);
    await waitForShell(page);
    expect(await page.locator('.navbar .account-link').isVisible()).toBe(false);
    await page.getByRole('button', { name: texts.openNavigation }).click();
    await findAccountMenu(page, name).filter({ visible: true }).waitFor();
    const overflow = await page.evaluate(() => {
      const bottom = document.querySelector('.sidebar__bottom');
      return (bottom?.scrollWidth ?? 0) - (bottom?.clientWidth ?? 0);
    });
    expect(overflow).toBe(0);
    await context.close();
  });

  test('is text', async () => {
    const name = '"; } body { display: none } \\ <b>';
    const { context, page } = await openWindowFor(name, 1440);
    await page.goto(article);
    for (const path of [article, '/docs/guides/next-steps']) {
      await findAccountMenu(page, name).first().waitFor({ state: 'attached' });
      await page.goto(path);
      expect(await readName(page)).toBe(name);
      await expect.poll(() => page.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
    }
    await context.close();
  });
});

describe('a key for the search, pressed while the page has just loaded', () => {
  /**
   * Frames after the first paint. The shell is ready after some tens of them. One listener hears all keys, so
   * each moment is tried with one key: a slowed browser needs three seconds of processor time for each.
   */
  test.each<[key: string, moments: number[]]>([
    ['/', [0, 5, 24]],
    ['Control+k', [2, 11]],
  ])('%s opens the dialog, and what is typed meanwhile is in it', async (key, moments) => {
    const { page } = reader;
    const session = await page.context().newCDPSession(page);
    const throttleCpu = (rate: number) => session.send('Emulation.setCPUThrottlingRate', { rate });
    await runFirstSearch(reader.context);
    await searchAgain(page);
    for (const frames of moments) {
      await page.goto('about:blank');
      await throttleCpu(4);
      await page.goto(article, { waitUntil: 'commit' });
      await page.waitForFunction(() => performance.getEntriesByName('first-paint').length > 0);
      await page.evaluate(
        (frameCount) =>
          new Promise<void>((resolve) => {
            const count = (seen: number) =>
              seen >= frameCount ? resolve() : void requestAnimationFrame(() => count(seen + 1));
            count(0);
          }),
        frames,
      );
      await page.keyboard.press(key);
      await page.keyboard.type('forms');
      const input = page.getByRole('combobox', { name: texts.search });
      await input.waitFor();
      await expect.poll(() => input.inputValue(), { message: `${frames} frames` }).toBe('forms');
      await throttleCpu(1);
      await page.getByRole('option').first().waitFor();
    }
  });
});

test.each([320, 390])(
  'a long name of the site is cut, and pushes nothing out of a window %d px wide',
  async (width) => {
    const context = await reader.site.signedIn({ viewport: { width, height: 700 } });
    const page = await context.newPage();
    await page.goto(article);
    // Hydration would write the title again.
    await waitForShell(page);
    const title = page.locator('.navbar__title');
    await title.evaluate((name) => {
      name.textContent = 'Documentation of everything that is made here';
    });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    expect(await title.evaluate((name) => name.scrollWidth > name.clientWidth)).toBe(true);
    await context.close();
  },
);
