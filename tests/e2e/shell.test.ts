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

describe('the theme', () => {
  const background = (of: Page) => of.evaluate(() => getComputedStyle(document.body).backgroundColor);

  test('a choice is there before the first paint, and other open tabs follow', async () => {
    await open(article);
    const other = await context.newPage();
    await other.goto('/docs/guides/next-steps');
    const dark = await background(other);
    await page.getByRole('button', { name: texts.themeLight }).click();
    await expect.poll(() => background(other)).not.toBe(dark);
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light');
    await page.getByRole('button', { name: texts.themeDark }).waitFor();

    // With every script file held back, only what is inline has run.
    await other.route(/\/_assets\/.*\.js/, (route) => route.abort());
    await other.reload();
    expect(await background(other)).toBe(await background(page));
  });
});

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

  test('gives way when the screen becomes wide', async () => {
    await page.setViewportSize({ width: 1200, height: 800 });
    await expect.poll(() => sidebar().evaluate((aside) => aside.matches(':popover-open'))).toBe(false);
    expect(await page.locator('main').evaluate((main) => (main as HTMLElement).inert)).toBe(false);
  });
});

describe('when something is wrong', () => {
  test('a crash inside the page leaves the rest usable, and says what and why', async () => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
    });
    await page.route('**/_page/docs/guides/next-steps.json', async (route) => {
      const file = await (await route.fetch()).json();
      await route.fulfill({ json: { ...file, page: { ...file.page, toc: 'not a list' } } });
    });
    await open(article);
    await sidebar().getByRole('link', { name: 'Next steps' }).click();
    await page.getByRole('heading', { name: texts.pageCrashed }).waitFor();
    expect(await page.title()).toContain(texts.pageError);
    expect(await page.locator('.crash pre').first().textContent()).toMatch(/\w+ is not a function/);
    await page.getByRole('button', { name: texts.tryAgain }).click();
    await page.getByRole('heading', { name: texts.pageCrashed }).waitFor();
    await sidebar().getByRole('link', { name: 'Everything at once' }).click();
    await page.getByRole('heading', { level: 1, name: 'Everything at once' }).waitFor();
    expect(await page.title()).toContain('Everything at once');
  });

  test.each(['shell', 'react', 'take-over'])(
    'the script %s that does not come is told of, with the likely cause',
    async (name) => {
      await open(article);
      const banner = page.getByText(texts.notLoadedProperly);
      expect(await banner.isVisible()).toBe(false);
      await page.route(`**/_assets/${name}.*.js`, (route) => route.abort());
      await page.reload();
      await banner.waitFor();
      expect(await page.getByText(texts.notLoadedHint).isVisible()).toBe(true);
    },
  );

  test('a style that was changed on the way is refused, and the page says so', async () => {
    const banner = page.getByText(texts.notLoadedProperly);
    await page.route(`**${article}`, async (route) => {
      const response = await route.fetch();
      const html = (await response.text()).replace('<style>', '<style>/* changed */');
      await route.fulfill({ response, body: html });
    });
    await open(article);
    await banner.waitFor();
    expect(await page.getByText(texts.notLoadedHint).isVisible()).toBe(true);
  });

  test('an address without a page names the path, and leads on', async () => {
    const answer = await page.goto('/docs/Nowhere%20at%20all');
    expect(answer?.status()).toBe(404);
    await page.locator('main code', { hasText: '/docs/Nowhere at all' }).waitFor();
    await page.locator('main').getByRole('link', { name: texts.home }).click();
    await page.getByRole('heading', { level: 1, name: 'Lurana BPA' }).waitFor();
  });
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

describe('with scripts off', () => {
  beforeEach(async () => {
    await context.close();
    context = await site.signedIn({ javaScriptEnabled: false, viewport: { width: 1440, height: 900 } });
    page = await context.newPage();
    await page.goto(article);
  });

  test('the article is there, tabs show everything, and what needs a script is gone', async () => {
    await page.getByRole('heading', { level: 1, name: 'Everything at once' }).waitFor();
    expect(await page.getByText('PHP runs on the server.').isVisible()).toBe(true);
    expect(await page.getByText('JavaScript runs in the form.').isVisible()).toBe(true);
    expect(await page.locator('.code-block-buttons').first().isVisible()).toBe(false);
    expect(await page.locator('.theme-switch').isVisible()).toBe(false);
    expect(await page.getByText(texts.notLoadedProperly).isVisible()).toBe(false);
  });

  test('a closed category leads to its first document', async () => {
    await sidebar().getByRole('button', { name: 'Reference', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Alpha' }).waitFor();
  });

  test('the drawer opens on a narrow screen', async () => {
    await page.setViewportSize(narrow.viewport);
    expect(await sidebar().isVisible()).toBe(false);
    await page.getByRole('button', { name: texts.openNavigation }).click();
    await sidebar().getByRole('link', { name: 'Next steps' }).click();
    await page.getByRole('heading', { level: 1, name: 'Next steps' }).waitFor();
  });

  test('signing out works', async () => {
    await page.getByRole('button', { name: texts.signOut }).click();
    await page.getByRole('heading', { name: texts.signIn }).waitFor();
  });
});

describe('an address that leads nowhere (specification, sections 2 and 8)', () => {
  test('is named, with the pages whose addresses are most like it, search and home', async () => {
    const answer = await page.goto('/docs/guides/forms/texbox');
    expect(answer?.status()).toBe(404);
    await page.getByRole('heading', { level: 1, name: texts.pageNotFound }).waitFor();
    await page.getByText('/docs/guides/forms/texbox').waitFor();
    const near = page.getByRole('navigation', { name: texts.nearestPages });
    await near.getByRole('link', { name: 'Textbox' }).click();
    await page.waitForURL('**/docs/guides/forms/textbox');
  });

  test('like none leads to search and home all the same', async () => {
    await page.goto('/zzzz');
    await page.locator('main').getByRole('link', { name: texts.search }).waitFor();
    await page.locator('main').getByRole('link', { name: texts.home }).waitFor();
    expect(await page.getByRole('navigation', { name: texts.nearestPages }).count()).toBe(0);
  });
});
