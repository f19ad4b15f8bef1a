// @module-tag chromium
import path from 'node:path';
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { findAxeViolations } from '../../testing/axe.ts';
import { waitForNextFrame } from '../../testing/next-frame.ts';
import { readLines } from '../../testing/paper-lines.ts';
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
let consoleMessages: string[];
let requestedPaths: string[];
beforeEach(() => {
  consoleMessages = [];
  requestedPaths = [];
  reader.page.on('console', (message) => {
    if (message.type() === 'error') consoleMessages.push(message.text());
  });
  reader.page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
});

const findDrawings = () => reader.page.locator('.diagram svg');
const listLibraryRequests = () => requestedPaths.filter((file) => file.startsWith('/_assets/mermaid.tiny.'));

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
  expect(consoleMessages).toEqual([]);
  expect(listLibraryRequests()).toHaveLength(1);
  const flow = findDrawings().first();
  await expect
    .poll(() => flow.locator('text').allTextContents())
    .toEqual(expect.arrayContaining([expect.stringContaining('Approve')]));
  const box = await flow.boundingBox();
  expect(box?.width).toBeGreaterThan(300);
  // The author's styles apply, and otherwise the library's in the colours of the page.
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
  expect(await findAxeViolations(page)).toEqual([]);
});

test('keep their size on a phone, and scroll in their own place', async () => {
  await reader.change({ viewport: { width: 390, height: 800 } });
  const { page } = reader;
  await reader.open('/docs/');
  await showAll(page);
  const flow = await findDrawings().first().boundingBox();
  expect(flow?.width).toBeGreaterThan(500);
  const place = page.locator('.diagram').first();
  expect(await place.evaluate((box) => box.scrollWidth > box.clientWidth)).toBe(true);
  await place.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => place.evaluate((box) => box.scrollLeft)).toBeGreaterThan(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test("diagrams that can't be read stay code, and leave the others alone", async () => {
  const { page } = reader;
  const warning = page.waitForEvent('console', (message) => message.text().includes("couldn't be drawn"));
  await reader.open('/docs/');
  await page.locator('[data-live="Mermaid"]').last().scrollIntoViewIfNeeded();
  expect((await warning).type()).toBe('warning');
  await page.locator('.language-mermaid').last().waitFor();
  await showAll(page);
});

describe('out of view', () => {
  const countMissingDrawings = async () =>
    (await reader.page.locator('[data-live="Mermaid"]').count()) - (await findDrawings().count());

  test.each([
    { address: '/docs/', unreadable: 1, words: ['Approve request', 'GET /cases', 'Draft', 'Approved'] },
    { address: '/docs/below', unreadable: 0, words: ['Order', 'Deliver'] },
    { address: '/docs/hidden-diagrams', unreadable: 0, words: ['InTabs', 'InDetails'] },
  ])(
    'are drawn for paper, which shows them without their code: $address',
    async ({ address, unreadable, words }) => {
      const { page } = reader;
      // On paper, a drawing for the dark theme is a picture, which has no text.
      await page.addInitScript(() => localStorage.setItem('theme', 'light'));
      await reader.open(address);
      await expect.poll(countMissingDrawings).toBe(unreadable);
      const text = (await readLines(await page.pdf({ format: 'A4' }))).flat().join(' ');
      expect(words.filter((word) => !text.includes(word))).toEqual([]);
      expect(text).not.toMatch(/flowchart|sequenceDiagram|stateDiagram|need\[/);
    },
  );

  test('are drawn without moving what the reader sees', async () => {
    const { page } = reader;
    await page.addInitScript(() => {
      Object.assign(window, { shifts: [] });
      new PerformanceObserver((list) => {
        (window as unknown as { shifts: unknown[] }).shifts.push(...list.getEntries());
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await reader.open('/docs/around#middle');
    const heading = page.getByRole('heading', { name: 'Middle' });
    const { y: before } = (await heading.boundingBox()) ?? {};
    await expect.poll(countMissingDrawings).toBe(0);
    expect((await heading.boundingBox())?.y).toBeCloseTo(before ?? Number.NaN, 0);
    expect(await page.evaluate(() => (window as unknown as { shifts: unknown[] }).shifts)).toEqual([]);
  });

  /** Counts the drawings that each `print()` would print, -1 if the browser itself would print, and prints nothing. The reader saves data, so nothing is drawn ahead. */
  async function recordPrints(): Promise<void> {
    await reader.page.addInitScript(() => {
      const prints: number[] = [];
      const print = () => void prints.push(document.querySelectorAll('.diagram svg').length);
      Object.assign(window, { prints, print });
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
      addEventListener('keydown', (event) => {
        if (event.key === 'p') setTimeout(() => event.defaultPrevented || prints.push(-1));
      });
    });
  }
  /** Opens a page with diagrams, and waits until it listens to the key. */
  async function openToPrint(address: string): Promise<void> {
    const { page } = reader;
    const response = page.waitForResponse('**/_assets/drawings-for-paper.*');
    await reader.open(address);
    // The page has imported the same module before.
    await page.evaluate(`import(${JSON.stringify((await response).url())}).then(() => {})`);
  }
  const readPrints = () => reader.page.evaluate(() => (window as unknown as { prints: number[] }).prints);

  test.each([
    ['/docs/', 4],
    ['/docs/below', 1],
    ['/docs/hidden-diagrams', 2],
  ])('are drawn before the key for printing prints: %s', async (address, count) => {
    const { page } = reader;
    await recordPrints();
    await openToPrint(address);
    await page.keyboard.press('Control+p');
    await expect.poll(readPrints).toEqual([count]);
    expect(await countMissingDrawings()).toBe(address === '/docs/' ? 1 : 0);
    // Now the browser prints by itself.
    await page.keyboard.press('Control+p');
    await expect.poll(readPrints).toEqual([count, -1]);
  });

  test('are waited for if they are being drawn, and printed once', async () => {
    const { page } = reader;
    await recordPrints();
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/_assets/mermaid.tiny.*', async (route) => {
      await isReleased;
      await route.continue();
    });
    const libraryRequest = page.waitForRequest('**/_assets/mermaid.tiny.*');
    await openToPrint('/docs/');
    await page.locator('[data-live="Mermaid"]').first().scrollIntoViewIfNeeded();
    await libraryRequest;
    await page.keyboard.press('Meta+p');
    await page.keyboard.press('Shift');
    expect(await readPrints()).toEqual([]);
    release();
    await expect.poll(readPrints).toEqual([4]);
  });

  test('leave other keys and pages without diagrams alone', async () => {
    const { page } = reader;
    await recordPrints();
    await reader.open('/docs/plain');
    await page.keyboard.press('Control+p');
    await expect.poll(readPrints).toEqual([-1]);
    await openToPrint('/docs/below');
    for (const keys of ['p', 'Control+Alt+p', 'Control+o']) await page.keyboard.press(keys);
    await expect.poll(readPrints).toEqual([-1, -1]);
    expect(listLibraryRequests()).toEqual([]);
  });

  test('wait on phones until they come into view', async () => {
    await reader.change({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 400 } });
    const { page } = reader;
    await reader.open('/docs/below');
    await page.waitForLoadState('networkidle');
    expect(listLibraryRequests()).toEqual([]);
    await page.locator('[data-live="Mermaid"]').scrollIntoViewIfNeeded();
    await findDrawings().waitFor();
  });
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
  await expect.poll(() => code.count()).toBe(5);
  await expect.poll(() => code.first().isVisible()).toBe(true);
  expect(await reader.page.getByText(texts.diagramCode).first().isVisible()).toBe(false);
});

test('shows the one of two pictures that suits the theme, and the light one on paper', async () => {
  const { page } = reader;
  await reader.open('/docs/themed');
  const readVisibleArea = () =>
    page
      .getByRole('img', { name: 'A lamp' })
      .evaluateAll((images) =>
        images.map((image) => /lamp-(\w+)/.exec(image.getAttribute('src') ?? '')?.[1]),
      );
  await expect.poll(readVisibleArea).toEqual(['dark']);
  await page.emulateMedia({ media: 'print' });
  await expect.poll(readVisibleArea).toEqual(['light']);
  await page.emulateMedia({ media: 'screen' });
  await expect.poll(readVisibleArea).toEqual(['dark']);
  await chooseTheme(page, texts.themeLight);
  await expect.poll(readVisibleArea).toEqual(['light']);
});

describe('a diagram that is larger than its place', () => {
  const enlargeButton = (name: string) =>
    reader.page.getByRole('button', { name: texts.enlarge.replace('{name}', name), exact: true });
  const findDialog = () => reader.page.getByRole('dialog');
  const view = () => reader.page.locator('.enlarged__view');
  const readPercentage = async () =>
    Number.parseInt((await findDialog().getByRole('status').textContent()) ?? '', 10);
  const names = [
    'Plan of the office',
    `Wide table (${texts.table})`,
    `Flow (${texts.diagram})`,
    `Last table (${texts.table})`,
  ];

  async function openPage(): Promise<void> {
    await reader.open('/docs/enlarge');
    await reader.page.locator('[data-live="Mermaid"]').scrollIntoViewIfNeeded();
    await expect.poll(() => reader.page.locator('.enlarge').count()).toBe(names.length);
  }

  test('is enlarged by keyboard, moved and zoomed, and the focus returns', async () => {
    await openPage();
    for (const name of names) {
      await enlargeButton(name).focus();
      await reader.page.keyboard.press('Enter');
      await reader.page.getByRole('dialog', { name }).waitFor();
      expect(await findAxeViolations(reader.page, 'dialog[open]')).toEqual([]);
      const first = await readPercentage();
      for (let turn = 0; turn < 5; turn++) await reader.page.keyboard.press('+');
      expect(await readPercentage()).toBeGreaterThan(first * 2);
      const left = await view().evaluate((element) => element.scrollLeft);
      await reader.page.keyboard.press('ArrowRight');
      await expect.poll(() => view().evaluate((element) => element.scrollLeft)).toBeGreaterThan(left);
      await reader.page.keyboard.press('-');
      await reader.page.keyboard.press('0');
      expect(await readPercentage()).toBe(first);
      await reader.page.keyboard.press('Escape');
      await findDialog().waitFor({ state: 'detached' });
      expect(await enlargeButton(name).evaluate((button) => button === document.activeElement)).toBe(true);
    }
    expect(consoleMessages).toEqual([]);
  });

  test('keeps the focus where the reader has moved it while the window closes', async () => {
    await openPage();
    await enlargeButton(names[0] ?? '').focus();
    await reader.page.keyboard.press('Enter');
    await findDialog().waitFor();
    // Between the moment when the dialog returns the focus and the one when it tells that it has closed.
    await reader.page.evaluate(
      (label) => {
        const focusOther = () => document.querySelector<HTMLElement>(`[aria-label="${label}"]`)?.focus();
        document.addEventListener('close', focusOther, { capture: true });
      },
      texts.enlarge.replace('{name}', names[1] ?? ''),
    );
    await reader.page.keyboard.press('Escape');
    await reader.page.locator('dialog').waitFor({ state: 'detached' });
    expect(await enlargeButton(names[1] ?? '').evaluate((button) => button === document.activeElement)).toBe(
      true,
    );
  });

  test('is enlarged by a click on a picture, zoomed by the wheel and dragged', async () => {
    await openPage();
    await reader.page.getByRole('img', { name: 'Plan of the office' }).click();
    await view().waitFor();
    const first = await readPercentage();
    await view().hover();
    await reader.page.keyboard.down('Control');
    for (let turn = 0; turn < 5; turn++) await reader.page.mouse.wheel(0, -100);
    await reader.page.keyboard.up('Control');
    await expect.poll(readPercentage).toBeGreaterThan(first * 2);
    const read = () => view().evaluate(({ scrollLeft, scrollTop }) => [scrollLeft, scrollTop]);
    const [left = 0, top = 0] = await read();
    await reader.page.mouse.down();
    await reader.page.mouse.move(500, 300, { steps: 4 });
    await reader.page.mouse.up();
    await expect.poll(read).toEqual([expect.toSatisfy((x) => x > left), expect.toSatisfy((y) => y > top)]);
    await findDialog().getByRole('button', { name: texts.close }).click();
    await reader.page.locator('dialog').waitFor({ state: 'detached' });
    expect(await enlargeButton(names[0] ?? '').evaluate((button) => button === document.activeElement)).toBe(
      true,
    );
  });

  test('has its button always in sight of a finger, and is zoomed by two', async () => {
    await reader.change({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await openPage();
    for (const name of names) {
      const button = enlargeButton(name);
      await expect.poll(() => button.evaluate((element) => getComputedStyle(element).opacity)).toBe('1');
      await button.scrollIntoViewIfNeeded();
      const box = await button.boundingBox();
      expect(box?.x).toBeGreaterThan(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(390);
    }
    await enlargeButton(names[0] ?? '').tap();
    await view().waitFor();
    const first = await readPercentage();
    const devtools = await reader.context.newCDPSession(reader.page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...xs: number[]) =>
      devtools.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: xs.map((x, id) => ({ x, y: 400, id })),
      });
    await touch('touchStart', 180, 220);
    await touch('touchMove', 120, 280);
    await touch('touchMove', 60, 340);
    await touch('touchEnd');
    await expect.poll(readPercentage).toBeGreaterThan(first * 3);
    expect(await reader.page.evaluate(() => visualViewport?.scale)).toBe(1);
  });

  test('moves nothing when the buttons come, and has none on paper', async () => {
    await reader.page.addInitScript(() => {
      const movedNames: string[] = [];
      Object.assign(window, { moved: movedNames });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { sources: { node?: Element }[] })[])
          movedNames.push(...entry.sources.map(({ node }) => node?.textContent ?? ''));
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await reader.open('/docs/enlarge');
    await expect.poll(() => reader.page.locator('.enlarge').count()).toBeGreaterThan(1);
    expect(await reader.page.evaluate(() => (window as unknown as { moved: string[] }).moved)).toEqual([]);
    await reader.page.emulateMedia({ media: 'print' });
    expect(await enlargeButton(names[0] ?? '').isVisible()).toBe(false);
  });

  test('keeps its button in its corner when the window changes and the text around it wraps again', async () => {
    await reader.open('/docs/moved');
    for (const width of [1280, 820, 390, 320, 1440]) {
      await reader.page.setViewportSize({ width, height: 800 });
      await waitForNextFrame(reader.page);
      for (const name of ['In a sentence', 'In the middle', 'At the end']) {
        const picture = await reader.page.getByRole('img', { name }).boundingBox();
        const button = await enlargeButton(name).boundingBox();
        if (!picture || !button) throw new Error(`There is no picture “${name}” or no button for it.`);
        const distances = [picture.x + picture.width - button.x - button.width, button.y - picture.y];
        expect(distances, `${name}, ${width} px`).toEqual([expect.closeTo(8, 0), expect.closeTo(8, 0)]);
      }
    }
  });

  test.each(['ltr', 'rtl'])(
    'is enlarged in forced colours and four times as large, in text that runs %s',
    async (direction) => {
      await reader.change({ viewport: { width: 320, height: 256 }, forcedColors: 'active' });
      await reader.open('/docs/enlarge');
      await reader.page.evaluate((dir) => {
        document.documentElement.dir = dir;
      }, direction);
      for (const name of names.slice(0, 2)) {
        await enlargeButton(name).focus();
        await reader.page.keyboard.press('Enter');
        await reader.page.getByRole('dialog', { name }).waitFor();
        for (const button of await findDialog().getByRole('button').all()) {
          const box = await button.boundingBox();
          expect(box?.x).toBeGreaterThanOrEqual(0);
          expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320);
        }
        const icon = findDialog().getByRole('button', { name: texts.zoomIn }).locator('svg');
        const colors = await icon.evaluate((svg) => [
          getComputedStyle(svg).stroke,
          getComputedStyle(svg.closest('dialog') ?? svg).backgroundColor,
        ]);
        expect(colors[0]).not.toBe(colors[1]);
        const first = await readPercentage();
        await findDialog().getByRole('button', { name: texts.zoomIn }).click();
        await expect.poll(readPercentage).toBeGreaterThan(first);
        for (let turn = 0; turn < 8; turn++) await reader.page.keyboard.press('+');
        // In text from the right, the start of a wide picture is at the right.
        const measureScroll = () => view().evaluate((element) => Math.abs(element.scrollLeft));
        const before = await measureScroll();
        await view().focus();
        await reader.page.keyboard.press(direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight');
        await expect.poll(measureScroll).toBeGreaterThan(before);
        await reader.page.keyboard.press('Escape');
        await findDialog().waitFor({ state: 'detached' });
      }
    },
  );
});
