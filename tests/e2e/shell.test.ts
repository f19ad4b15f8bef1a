import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { texts } from '../../src/config/texts.ts';
import { openReadingSite, type ReadingSite, shellReady } from '../support/reading.ts';

let site: ReadingSite;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  site = await openReadingSite();
});
afterAll(() => site?.close());
beforeEach(async () => {
  context = await site.signedIn();
  page = await context.newPage();
});
afterEach(() => context.close());

async function open(path: string): Promise<void> {
  await page.goto(path);
  await shellReady(page);
}

const narrow = { viewport: { width: 390, height: 844 } };
const article = '/docs/guides/everything';
const sidebar = () => page.locator('.sidebar');

async function useNarrowScreen(): Promise<void> {
  await context.close();
  context = await site.signedIn(narrow);
  page = await context.newPage();
}

describe('the sidebar', () => {
  test('fetches the items of a closed category once, when it is opened', async () => {
    const asked: string[] = [];
    page.on('request', (request) => {
      if (/sidebar/.test(request.url())) asked.push(request.url());
    });
    await open('/docs/guides/next-steps');
    expect(asked).toEqual([]);
    const reference = sidebar().getByRole('button', { name: 'Reference', exact: true });
    expect(await reference.getAttribute('aria-expanded')).toBe('false');
    await reference.click();
    await sidebar().getByRole('link', { name: 'Alpha' }).waitFor();
    await sidebar().getByRole('button', { name: 'Pages in Deep' }).press('Enter');
    await sidebar().getByRole('link', { name: 'Gamma' }).waitFor();
    expect(asked).toHaveLength(1);
    expect(new URL(page.url()).pathname).toBe('/docs/guides/next-steps');
  });

  // Section 4: Page loading: loading (spinner after a delay), error (error text plus Retry button), loaded.
  // Section 8: Page load failure: error text with a Retry button.
  test('says when they did not come, and tries again', async () => {
    await page.route(/sidebar/, (route) => route.abort(), { times: 1 });
    await open('/docs/guides/next-steps');
    await sidebar().getByRole('button', { name: 'Reference', exact: true }).press(' ');
    await sidebar().getByRole('button', { name: texts.retry }).click();
    await sidebar().getByRole('link', { name: 'Alpha' }).waitFor();
  });

  test('keeps what the reader opened and closed, on the next page and after a reload', async () => {
    await open('/docs/guides/next-steps');
    await sidebar().getByRole('button', { name: 'Reference', exact: true }).click();
    await sidebar().getByRole('link', { name: 'Alpha' }).click();
    await page.getByRole('heading', { level: 1, name: 'Alpha' }).waitFor();
    await page.goto('/docs/guides/everything');
    await sidebar().getByRole('link', { name: 'Alpha' }).waitFor();
    await sidebar().getByRole('button', { name: 'Pages in Guides' }).click();
    await page.reload();
    await sidebar().getByRole('link', { name: 'Next steps' }).waitFor({ state: 'detached' });
  });

  test('shows an unlisted document on its own page only', async () => {
    await open('/docs/reference/hidden');
    await sidebar().getByRole('link', { name: 'Hidden page' }).waitFor();
    await page.getByText(texts.unlisted).waitFor();
    await sidebar().getByRole('link', { name: 'Beta' }).click();
    await page.getByRole('heading', { level: 1, name: 'Beta' }).waitFor();
    expect(await sidebar().getByRole('link', { name: 'Hidden page' }).count()).toBe(0);
  });

  test('brings the current page into view and stays where it was scrolled', async () => {
    await context.close();
    context = await site.signedIn({ viewport: { width: 1440, height: 230 } });
    page = await context.newPage();
    await open('/docs/reference/beta');
    const scroller = page.locator('.sidebar__scroll');
    const inView = () =>
      scroller.evaluate((box) => {
        const link = box.querySelector('[aria-current="page"]')?.getBoundingClientRect();
        const frame = box.getBoundingClientRect();
        return link !== undefined && link.top >= frame.top && link.bottom <= frame.bottom;
      });
    expect(await inView()).toBe(true);
    const before = await scroller.evaluate((box) => box.scrollTop);
    expect(before).toBeGreaterThan(0);
    await page.reload();
    expect(await scroller.evaluate((box) => box.scrollTop)).toBe(before);
  });
});

describe('the drawer of a narrow screen', () => {
  beforeEach(async () => {
    await useNarrowScreen();
    await open(article);
    await page.getByRole('button', { name: texts.openNavigation }).click();
    await sidebar().waitFor();
  });

  test('keeps the focus inside', async () => {
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
      texts.closeNavigation,
    );
    for (let press = 0; press < 25; press++) {
      await page.keyboard.press('Tab');
      const outside = await page.evaluate(
        () => document.activeElement !== document.body && !document.activeElement?.closest('.sidebar'),
      );
      expect(outside).toBe(false);
    }
  });

  // Section 4: The mobile navbar sidebar opens and closes.
  test.each([
    ['Escape', () => page.keyboard.press('Escape')],
    ['its button', () => page.getByRole('button', { name: texts.closeNavigation }).click()],
    ['the backdrop', () => page.mouse.click(380, 400)],
    ['moving to another page', () => sidebar().getByRole('link', { name: 'Next steps' }).click()],
  ])('is closed by %s, and the page can be used again', async (_by, close) => {
    await close();
    await sidebar().waitFor({ state: 'hidden' });
    expect(await page.locator('main').evaluate((main) => (main as HTMLElement).inert)).toBe(false);
  });

  // Section 9: Navbar desktop breakpoint 996 px.
  test('is there up to 996 px; from then on the links and the sidebar stand in the page', async () => {
    await page.keyboard.press('Escape');
    const menu = page.getByRole('button', { name: texts.openNavigation });
    await page.setViewportSize({ width: 996, height: 800 });
    expect([await menu.isVisible(), await sidebar().isVisible()]).toEqual([true, false]);
    await page.setViewportSize({ width: 997, height: 800 });
    expect([await menu.isVisible(), await sidebar().isVisible()]).toEqual([false, true]);
    await page.locator('.navbar').getByRole('link', { name: 'Docs', exact: true }).waitFor();
  });

  test('gives way when the screen becomes wide', async () => {
    await page.setViewportSize({ width: 1200, height: 800 });
    await expect.poll(() => sidebar().evaluate((aside) => aside.matches(':popover-open'))).toBe(false);
    expect(await page.locator('main').evaluate((main) => (main as HTMLElement).inert)).toBe(false);
  });
});

// Section 9: Table of contents covers heading levels 2 to 3.
test('the table of contents covers heading levels 2 to 3', async () => {
  await open(article);
  const levels = page
    .locator('.table-of-contents a')
    .evaluateAll((links) =>
      links.map((link) => document.getElementById(link.getAttribute('href')?.slice(1) ?? '')?.tagName),
    );
  expect(new Set(await levels)).toEqual(new Set(['H2', 'H3']));
  expect(await page.locator('.markdown h4').count()).toBeGreaterThan(0);
});

test('a long table of contents is scrolled along with the reading', async () => {
  await page.setViewportSize({ width: 1440, height: 260 });
  await open(article);
  const contents = page.locator('.toc');
  const marked = () =>
    contents.evaluate((list) => {
      const mark = list.querySelector('[aria-current]');
      const [frame, link] = [list.getBoundingClientRect(), mark?.getBoundingClientRect()];
      const seen = link !== undefined && link.top >= frame.top && link.bottom <= frame.bottom;
      return [mark?.textContent, seen];
    });
  expect(await contents.evaluate((list) => list.scrollHeight > list.clientHeight)).toBe(true);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect.poll(marked).toEqual(['The last part', true]);
  await page.evaluate(() => scrollTo(0, 0));
  await expect.poll(marked).toEqual(['Before you begin', true]);
});

describe('by keyboard', () => {
  test('the first stop skips to the content', async () => {
    await open(article);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(texts.skipToContent);
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
  });

  test.each(['/', 'Control+k', 'Meta+k'])('%s opens the search', async (keys) => {
    await open(article);
    await page.keyboard.press(keys);
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });
});
