// @module-tag chromium
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openReader } from '../../testing/reader.ts';
import { waitForReader, waitForShell } from '../../testing/reading.ts';

const article = '/docs/guides/everything';
const reader = openReader();

interface Drawn {
  step: '1' | '2' | 'growing' | null;
  isLoading: boolean;
  /** Number of blocks of the article in the frame. `of` is the number of all blocks. */
  blocks: number;
  of: number;
  sidebar: boolean;
  contents: boolean;
  pagination: boolean;
}

/** Records each frame with an article while the article is drawn in steps, and the first frame after that. */
async function watchFrames(page: Page): Promise<() => Promise<Drawn[]>> {
  await page.addInitScript(() => {
    const seen: unknown[] = [];
    Object.assign(window, { drawn: seen });
    // The browser calls the observer after layout, just before it paints.
    const watcher = new ResizeObserver(() => {
      const { dataset } = document.documentElement;
      const is = (selector: string) => document.querySelector(selector)?.checkVisibility() ?? false;
      const blocks = [...document.querySelectorAll('.markdown > *')];
      seen.push({
        step: 'growing' in dataset ? 'growing' : (dataset.drawing ?? null),
        isLoading: document.readyState === 'loading',
        blocks: blocks.filter((block) => block.checkVisibility()).length,
        of: blocks.length,
        sidebar: is('.menu__list'),
        contents: is('.table-of-contents'),
        pagination: is('.pagination-nav'),
      });
    });
    const arrival = new MutationObserver(() => {
      const text = document.querySelector('.markdown');
      if (!text) return;
      arrival.disconnect();
      watcher.observe(text);
    });
    arrival.observe(document, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => (window as unknown as { drawn: Drawn[] }).drawn);
}

/** Waits until everything that is drawn in steps is visible. */
const waitUntilDrawn = (page: Page) =>
  page.waitForFunction(() => {
    const { dataset } = document.documentElement;
    return !('drawing' in dataset || 'growing' in dataset);
  });

const wholeWindow = {
  step: null,
  isLoading: false,
  blocks: expect.any(Number),
  of: expect.any(Number),
  sidebar: true,
  contents: true,
  pagination: true,
};

test('the first frame has the beginning of the article, the last all of the page', async () => {
  const frames = await watchFrames(reader.page);
  await reader.open(article);
  await expect.poll(async () => (await frames()).at(-1)).toEqual(wholeWindow);
  const all = await frames();
  const last = all.at(-1);
  expect(last?.of).toBeGreaterThan(20);
  expect(last?.blocks).toBe(last?.of);
  const first = all.filter(({ step }) => step === '1');
  expect(first.length).toBeGreaterThan(0);
  // Each part matches the blocks that have arrived so far.
  for (const { blocks, of, sidebar, contents, pagination } of first) {
    expect(blocks).toBe(Math.min(of, 4));
    expect({ sidebar, contents, pagination }).toEqual({ sidebar: false, contents: false, pagination: false });
  }
  const order = ['1', '2', 'growing', null];
  const steps = all.map(({ step }) => order.indexOf(step));
  expect(steps).toEqual([...steps].sort());
});

test('a long article grows from frame to frame, and nothing that is drawn goes again', async () => {
  const frames = await watchFrames(reader.page);
  const paragraphs = Array.from({ length: 300 }, (_, index) => `<p>Paragraph ${index}.</p>`).join('');
  await reader.page.route(`**${article}`, async (route) => {
    const response = await route.fetch();
    const html = (await response.text()).replace(/<div class="[^"]*markdown[^>]*>/, `$&${paragraphs}`);
    await route.fulfill({ response, body: html });
  });
  await reader.open(article);
  await expect.poll(async () => (await frames()).at(-1)).toEqual(wholeWindow);
  const all = await frames();
  const growing = all.filter(({ step }) => step === 'growing').map(({ blocks }) => blocks);
  expect(growing.length).toBeGreaterThan(3);
  expect(growing[0]).toBeLessThan(20);
  expect(growing).toEqual([...growing].sort((a, b) => a - b));
  expect(all.at(-1)?.blocks).toBeGreaterThan(300);
  expect(await reader.page.locator('[data-waits]').count()).toBe(0);
});

test('no step moves what is drawn', async () => {
  // Opens the page once before, because the navbar moves when the name arrives.
  await reader.open(article);
  await waitForReader(reader.page);
  await reader.page.addInitScript(() => {
    Object.assign(window, { moved: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        (window as unknown as { moved: number }).moved += (
          entry as PerformanceEntry & { value: number }
        ).value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const width of [390, 820, 1440]) {
    await reader.page.setViewportSize({ width, height: 900 });
    await reader.page.goto('about:blank');
    await reader.open(article);
    await waitUntilDrawn(reader.page);
    expect(await reader.page.evaluate(() => (window as unknown as { moved: number }).moved), `${width}`).toBe(
      0,
    );
  }
});

test('nothing moves on the way from a page without a sidebar to one that has it', async () => {
  await reader.open('/');
  await waitForReader(reader.page);
  await waitForShell(reader.page);
  const link = reader.page.locator('main a[href^="/docs/"]').first();
  await link.waitFor();
  await reader.page.evaluate(() => {
    const places: number[] = [];
    Object.assign(window, { places });
    new MutationObserver(() => {
      const text = document.querySelector('.markdown');
      if (text) places.push(text.getBoundingClientRect().left);
    }).observe(document.body, { childList: true, subtree: true, attributes: true });
  });
  await link.click();
  await reader.page.locator('.menu__list').first().waitFor();
  const places = await reader.page.evaluate(() => (window as unknown as { places: number[] }).places);
  expect(places.length).toBeGreaterThan(0);
  expect(new Set(places).size, places.join()).toBe(1);
});

test('a page that is still loading is drawn as it comes', async () => {
  const session = await reader.page.context().newCDPSession(reader.page);
  await session.send('Network.enable');
  const slow = { offline: false, latency: 0, downloadThroughput: 6_000, uploadThroughput: -1 };
  await session.send('Network.emulateNetworkConditions', slow);
  const frames = await watchFrames(reader.page);
  await reader.page.goto(article);
  const early = (await frames()).filter(({ step, isLoading }) => step === 'growing' && isLoading);
  expect(Math.max(...early.map(({ blocks }) => blocks))).toBeGreaterThan(8);
  // The last block may be half a table.
  for (const { blocks, of } of early) expect(blocks).toBeLessThan(of);
});

test("draws everything at once in a tab that isn't visible", async () => {
  await reader.page.addInitScript(() => {
    Object.defineProperty(document, 'hidden', { get: () => true });
    Object.assign(window, { steps: 0 });
    new MutationObserver(() => {
      const { dataset } = document.documentElement ?? {};
      if (dataset && ('drawing' in dataset || 'growing' in dataset)) {
        (window as unknown as { steps: number }).steps += 1;
      }
    }).observe(document, { attributes: true, childList: true, subtree: true });
  });
  await reader.open(article);
  expect(await reader.page.evaluate(() => (window as unknown as { steps: number }).steps)).toBe(0);
  await reader.page.locator('.pagination-nav').waitFor();
});

test('draws the whole page at once when the link leads to a place further down', async () => {
  const frames = await watchFrames(reader.page);
  await reader.open('/docs/guides/next-steps#the-end');
  // The whole article may be visible before the browser has read the end of the document.
  const atOnce = { ...wholeWindow, isLoading: expect.any(Boolean) };
  await expect.poll(async () => (await frames()).at(-1)).toEqual(atOnce);
  expect(new Set((await frames()).map(({ step }) => step))).toEqual(new Set([null]));
  const measureTop = () => reader.page.locator('#the-end').evaluate((end) => end.getBoundingClientRect().top);
  await expect.poll(measureTop).toBeLessThan(900);
});

test('the next page is drawn in steps too, and ends whole', async () => {
  await reader.open(article);
  await waitUntilDrawn(reader.page);
  await reader.page.evaluate(() => {
    const steps: string[] = [];
    Object.assign(window, { steps });
    const { dataset } = document.documentElement;
    new MutationObserver(() =>
      steps.push('growing' in dataset ? 'growing' : (dataset.drawing ?? 'all')),
    ).observe(document.documentElement, { attributeFilter: ['data-drawing', 'data-growing'] });
  });
  await reader.page.locator('.pagination-nav__link--next').click();
  await reader.page.getByRole('heading', { level: 1, name: 'Next steps' }).waitFor();
  await expect
    .poll(() => reader.page.evaluate(() => (window as unknown as { steps: unknown[] }).steps))
    .toEqual(['2', 'growing', 'all']);
  await reader.page.locator('.pagination-nav').waitFor();
});

test('finds a place on the page before it is drawn', async () => {
  await reader.open('/docs/guides/next-steps');
  for (const step of ['drawing', 'growing']) {
    await reader.page.evaluate((attribute) => {
      history.replaceState(null, '', location.pathname);
      scrollTo(0, 0);
      for (const block of document.querySelectorAll('.markdown > :nth-child(n + 3)')) {
        block.setAttribute('data-waits', '');
      }
      document.documentElement.dataset[attribute] = '2';
      location.hash = 'the-end';
    }, step);
    await reader.page.waitForFunction(() => scrollY > 0);
    await expect.poll(() => reader.page.locator('#the-end').isVisible(), { message: step }).toBe(true);
  }
});

test('a heading may be named like a part of the shell', async () => {
  await reader.page.goto('/docs/reference/beta#page');
  await waitForShell(reader.page);
  expect(await reader.page.locator('#page').evaluate(({ tagName }) => tagName)).toBe('H2');
});
