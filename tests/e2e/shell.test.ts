// @module-tag chromium
import { beforeEach, describe, expect, test } from 'vitest';
import { openReader } from '../../testing/reader.ts';
import { texts } from '../../testing/site-texts.ts';

const reader = openReader();
const article = '/docs/guides/everything';
const findSidebar = () => reader.page.locator('.sidebar');

describe('the sidebar', () => {
  test('fetches the items of a closed category once, when it is opened', async () => {
    const sidebarRequests: string[] = [];
    reader.page.on('request', (request) => {
      if (/sidebar/.test(request.url())) sidebarRequests.push(request.url());
    });
    await reader.open('/docs/guides/next-steps');
    expect(sidebarRequests).toEqual([]);
    const reference = findSidebar().getByRole('button', { name: 'Reference', exact: true });
    await expect.poll(() => reference.getAttribute('aria-expanded')).toBe('false');
    await reference.click();
    await findSidebar().getByRole('link', { name: 'Alpha' }).waitFor();
    await findSidebar().getByRole('button', { name: 'Pages in Deep' }).press('Enter');
    await findSidebar().getByRole('link', { name: 'Gamma' }).waitFor();
    expect(sidebarRequests).toHaveLength(1);
    expect(new URL(reader.page.url()).pathname).toBe('/docs/guides/next-steps');
  });

  test('has one stop of the Tab key for each entry, and opens sections with the arrow keys', async () => {
    await reader.open('/docs/guides/everything');
    const stops = await findSidebar()
      .locator('.menu__list')
      .first()
      .evaluate((list) =>
        [...list.querySelectorAll<HTMLElement>('a, button')].filter((one) => one.tabIndex >= 0),
      );
    expect(stops.length).toBeGreaterThan(2);
    const entries = findSidebar().locator('.menu__list-item');
    expect(stops).toHaveLength(await entries.count());
    const guides = findSidebar().getByRole('link', { name: 'Guides', exact: true });
    await guides.press('ArrowLeft');
    await findSidebar().getByRole('link', { name: 'Next steps' }).waitFor({ state: 'detached' });
    await guides.press('ArrowRight');
    await findSidebar().getByRole('link', { name: 'Next steps' }).waitFor();
    expect(new URL(reader.page.url()).pathname).toBe('/docs/guides/everything');
  });

  test("says when they didn't come, and tries again", async () => {
    await reader.page.route(/sidebar/, (route) => route.abort(), { times: 1 });
    await reader.open('/docs/guides/next-steps');
    await findSidebar().getByRole('button', { name: 'Reference', exact: true }).press(' ');
    await findSidebar().getByRole('button', { name: texts.retry }).click();
    await findSidebar().getByRole('link', { name: 'Alpha' }).waitFor();
  });

  test('keeps what the reader opened and closed, on the next page and after a reload', async () => {
    await reader.open('/docs/guides/next-steps');
    await findSidebar().getByRole('button', { name: 'Reference', exact: true }).click();
    await findSidebar().getByRole('link', { name: 'Alpha' }).click();
    await reader.page.getByRole('heading', { level: 1, name: 'Alpha' }).waitFor();
    await reader.page.goto('/docs/guides/everything');
    await findSidebar().getByRole('link', { name: 'Alpha' }).waitFor();
    await findSidebar().getByRole('button', { name: 'Pages in Guides' }).click();
    await reader.page.reload();
    await findSidebar().getByRole('link', { name: 'Next steps' }).waitFor({ state: 'detached' });
  });

  test('shows an unlisted document on its own page only', async () => {
    await reader.open('/docs/reference/hidden');
    await findSidebar().getByRole('link', { name: 'Hidden page' }).waitFor();
    await reader.page.getByText(texts.unlisted).waitFor();
    await findSidebar().getByRole('link', { name: 'Beta' }).click();
    await reader.page.getByRole('heading', { level: 1, name: 'Beta' }).waitFor();
    await findSidebar().getByRole('link', { name: 'Hidden page' }).waitFor({ state: 'detached' });
  });

  test('brings the current page into view and stays where it was scrolled', async () => {
    await reader.change({ viewport: { width: 1440, height: 230 } });
    await reader.open('/docs/reference/beta');
    const scroller = reader.page.locator('.sidebar__scroll');
    const isEntryInView = () =>
      scroller.evaluate((box) => {
        const link = box.querySelector('[aria-current="page"]')?.getBoundingClientRect();
        const frame = box.getBoundingClientRect();
        return link !== undefined && link.top >= frame.top && link.bottom <= frame.bottom;
      });
    await expect.poll(isEntryInView).toBe(true);
    const measureScroll = () => scroller.evaluate((box) => box.scrollTop);
    const before = await measureScroll();
    expect(before).toBeGreaterThan(0);
    await reader.page.reload();
    await expect.poll(measureScroll).toBe(before);
  });
});

describe('the drawer of a narrow screen', () => {
  const isInert = () => reader.page.locator('main').evaluate((main) => (main as HTMLElement).inert);

  beforeEach(async () => {
    await reader.change({ viewport: { width: 390, height: 844 } });
    await reader.open(article);
    await reader.page.getByRole('button', { name: texts.openNavigation }).click();
    await findSidebar().waitFor();
    // From then on, the page behind it is inert.
    await expect.poll(isInert).toBe(true);
  });

  test('keeps the focus inside', async () => {
    await expect
      .poll(() => reader.page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe(texts.closeNavigation);
    for (let press = 0; press < 25; press++) {
      await reader.page.keyboard.press('Tab');
      const outside = await reader.page.evaluate(
        () => document.activeElement !== document.body && !document.activeElement?.closest('.sidebar'),
      );
      expect(outside).toBe(false);
    }
  });

  test.each([
    ['Escape', () => reader.page.keyboard.press('Escape')],
    ['its button', () => reader.page.getByRole('button', { name: texts.closeNavigation }).click()],
    ['the backdrop', () => reader.page.mouse.click(380, 400)],
    ['moving to another page', () => findSidebar().getByRole('link', { name: 'Next steps' }).click()],
  ])('is closed by %s, and the page can be used again', async (_by, close) => {
    await close();
    await findSidebar().waitFor({ state: 'hidden' });
    await expect.poll(isInert).toBe(false);
  });

  test('is there up to 996 px; from then on the links and the sidebar are in the page', async () => {
    await reader.page.keyboard.press('Escape');
    const menu = reader.page.getByRole('button', { name: texts.openNavigation });
    const readVisibility = async () => [await menu.isVisible(), await findSidebar().isVisible()];
    await reader.page.setViewportSize({ width: 996, height: 800 });
    await expect.poll(readVisibility).toEqual([true, false]);
    await reader.page.setViewportSize({ width: 997, height: 800 });
    await expect.poll(readVisibility).toEqual([false, true]);
    const links = reader.page.locator('.navbar__links');
    await expect.poll(() => links.evaluate((nav) => getComputedStyle(nav).display)).toBe('flex');
  });

  test('gives way when the screen becomes wide', async () => {
    await reader.page.setViewportSize({ width: 1200, height: 800 });
    await expect.poll(() => findSidebar().evaluate((aside) => aside.matches(':popover-open'))).toBe(false);
    await expect.poll(isInert).toBe(false);
  });
});

test('the table of contents covers heading levels 2 to 3', async () => {
  await reader.open(article);
  const levels = reader.page
    .locator('.table-of-contents a')
    .evaluateAll((links) =>
      links.map((link) => document.getElementById(link.getAttribute('href')?.slice(1) ?? '')?.tagName),
    );
  expect(new Set(await levels)).toEqual(new Set(['H2', 'H3']));
  expect(await reader.page.locator('.markdown h4').count()).toBeGreaterThan(0);
});

// The browser looks up each font before the first paint, which takes half a millisecond or more.
test('an article is set in few fonts', async () => {
  await reader.open(article);
  const fonts = await reader.page.evaluate(() => {
    const visibleElements = [...document.querySelectorAll('body *')].filter(
      (element) => element.getClientRects().length > 0 && !(element instanceof SVGElement),
    );
    const readFont = (element: Element) => {
      const { fontFamily, fontSize, fontWeight, fontStyle } = getComputedStyle(element);
      return [fontFamily, fontSize, fontWeight, fontStyle].join();
    };
    return [...new Set(visibleElements.map(readFont))];
  });
  expect(fonts.length).toBeGreaterThan(5);
  expect(fonts.length).toBeLessThan(14);
});

test('a long table of contents is scrolled along with the reading', async () => {
  await reader.page.setViewportSize({ width: 1440, height: 260 });
  await reader.open(article);
  const contents = reader.page.locator('.toc');
  const readMark = () =>
    contents.evaluate((list) => {
      const mark = list.querySelector('[aria-current]');
      const [frame, link] = [list.getBoundingClientRect(), mark?.getBoundingClientRect()];
      const seen = link !== undefined && link.top >= frame.top && link.bottom <= frame.bottom;
      return [mark?.textContent, seen];
    });
  await expect.poll(() => contents.evaluate((list) => list.scrollHeight > list.clientHeight)).toBe(true);
  await reader.page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect.poll(readMark).toEqual(['The last part', true]);
  await reader.page.evaluate(() => scrollTo(0, 0));
  await expect.poll(readMark).toEqual(['Before you begin', true]);
});

describe('by keyboard', () => {
  test('the first stop skips to the content', async () => {
    await reader.open(article);
    await reader.page.keyboard.press('Tab');
    await expect
      .poll(() => reader.page.evaluate(() => document.activeElement?.textContent))
      .toBe(texts.skipToContent);
    await reader.page.keyboard.press('Enter');
    await expect.poll(() => reader.page.evaluate(() => document.activeElement?.id)).toBe('__main');
  });

  test.each(['/', 'Control+k', 'Meta+k'])('%s opens the search', async (keys) => {
    await reader.open(article);
    await reader.page.keyboard.press(keys);
    await reader.page.getByRole('dialog').waitFor();
    await reader.page.keyboard.press('Escape');
    await reader.page.getByRole('dialog').waitFor({ state: 'hidden' });
  });
});
