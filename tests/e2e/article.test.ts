// @module-tag chromium
import type { Locator } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { openFeedback } from '../../src/features/insights/feedback/feedback-store.ts';
import { findAxeViolations } from '../../testing/axe.ts';
import { openReader } from '../../testing/reader.ts';
import { waitForReader, waitForShell } from '../../testing/reading.ts';
import { texts } from '../../testing/site-texts.ts';

const reader = openReader({ window: { permissions: ['clipboard-read', 'clipboard-write'] } });
beforeEach(() => reader.open('/docs/guides/everything'));

const findTabs = (name: string) => reader.page.getByRole('tab', { name });
const isSelected = (tab: Locator) => tab.getAttribute('aria-selected');
const isShown = (text: string) => reader.page.getByText(text).first().isVisible();
const readClipboard = () => reader.page.evaluate(() => navigator.clipboard.readText());
/** Stops the clock, so that labels that a button shows for two seconds stay. */
async function stopTime(): Promise<void> {
  await reader.page.clock.install();
  await reader.page.clock.pauseAt(Date.now() + 1_000);
}

/** Scrolls to the tabs, because live parts start when they come into view. */
async function showTabs(): Promise<void> {
  await reader.page.locator('.tabs-container').last().scrollIntoViewIfNeeded();
  await reader.page.waitForFunction(() =>
    [...document.querySelectorAll('[data-live] > *')].every((part) =>
      Object.keys(part).some((key) => key.startsWith('__reactFiber')),
    ),
  );
}

describe('tabs', () => {
  test('tabs of one group stay in step, on this page and on the next visit', async () => {
    await showTabs();
    await findTabs('PHP').first().click();
    await expect.poll(() => isSelected(findTabs('PHP').nth(1))).toBe('true');
    await expect.poll(() => isShown('PHP runs on the server.')).toBe(true);
    await expect.poll(() => isShown('JavaScript runs in the form.')).toBe(false);
    await reader.page.reload();
    await waitForShell(reader.page);
    await showTabs();
    await expect.poll(() => isSelected(findTabs('PHP').nth(1))).toBe('true');
  });

  test('tabs chosen earlier are shown from the first paint, and nothing moves when they become interactive', async () => {
    // Waits for the reader's name, because the navbar moves when it appears.
    await waitForReader(reader.page);
    await reader.page.evaluate(() => localStorage.setItem('tabs:language', 'php'));
    await reader.page.goto('about:blank');
    await reader.page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) =>
        shifts.push(...list.getEntries().map(({ startTime }) => startTime)),
      ).observe({
        type: 'layout-shift',
        buffered: true,
      });
    });
    await reader.page.goto('/docs/guides/everything#with-tabs');
    await showTabs();
    await expect.poll(() => isSelected(findTabs('PHP').nth(1))).toBe('true');
    await expect.poll(() => isShown('PHP runs on the server.')).toBe(true);
    expect(await reader.page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([]);
  });

  test('move by the arrow keys, around the ends', async () => {
    await showTabs();
    await findTabs('JavaScript').first().focus();
    await reader.page.keyboard.press('ArrowRight');
    await expect.poll(() => reader.page.evaluate(() => document.activeElement?.textContent)).toBe('PHP');
    await reader.page.keyboard.press('End');
    await expect.poll(() => isSelected(findTabs('JavaScript').first())).toBe('true');
  });

  test('keep what was pressed where it is when others above change their height', async () => {
    await showTabs();
    const panel = reader.page.getByRole('tabpanel').first();
    await panel.evaluate((element) =>
      element.insertAdjacentHTML('beforeend', '<p>more words</p>'.repeat(30)),
    );
    const second = findTabs('PHP').nth(1);
    await second.scrollIntoViewIfNeeded();
    const measureTop = () => second.evaluate((tab) => tab.getBoundingClientRect().top);
    const before = await measureTop();
    await second.click();
    await expect.poll(() => isShown('more words')).toBe(false);
    // Browsers scroll by whole pixels.
    expect(Math.abs((await measureTop()) - before)).toBeLessThan(1);
  });

  test("tabs stay readable if their script doesn't load, say so, and can be tried again", async () => {
    await reader.page.route(/\/_assets\/tabs\./, (route) => route.abort(), { times: 1 });
    await reader.page.reload();
    await waitForShell(reader.page);
    await reader.page.locator('.tabs-container').first().scrollIntoViewIfNeeded();
    await reader.page.getByText(texts.notLoaded).first().waitFor();
    expect(await isShown('JavaScript runs in the form.')).toBe(true);
    await expect.poll(() => reader.page.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
    await reader.page.getByRole('button', { name: texts.retry }).first().waitFor();
  });
});

describe('code', () => {
  test('is copied as it was written, and the button says so', async () => {
    const block = reader.page.locator('.theme-code-block').first();
    await block.hover();
    const copy = block.getByRole('button', { name: texts.copyCode });
    await stopTime();
    await copy.click();
    await expect.poll(readClipboard).toMatch(/^\/\/ Fill the second list.*\n\$\('#country'\)[\s\S]*\n\}\);$/);
    await expect
      .poll(() => copy.evaluate((button) => getComputedStyle(button, '::after').content))
      .toContain(texts.copied);
    await reader.page.locator('[aria-live]', { hasText: texts.copied }).waitFor({ state: 'attached' });
  });

  test('long lines scroll inside, and wrap where the reader wants it', async () => {
    const block = reader.page.locator('.language-sql');
    const overflows = () => block.locator('pre').evaluate((pre) => pre.scrollWidth > pre.clientWidth);
    expect(await overflows()).toBe(true);
    expect(await reader.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await block.hover();
    await block.getByRole('button', { name: texts.wrapLines }).click();
    await expect.poll(overflows).toBe(false);
    await block.getByRole('button', { name: texts.wrapLines, pressed: true }).waitFor();
  });
});

describe('headings', () => {
  test('have links that copy their address', async () => {
    await reader.page.getByRole('heading', { name: 'Tables' }).hover();
    await reader.page.getByRole('link', { name: 'Direct link to Tables' }).click();
    await expect.poll(readClipboard).toBe(`${reader.site.origin}/docs/guides/everything#tables`);
  });

  test('are followed by the table of contents', async () => {
    const current = reader.page.locator('.table-of-contents [aria-current]');
    await reader.page.locator('.table-of-contents').getByRole('link', { name: 'Code' }).click();
    await expect.poll(() => current.textContent()).toBe('Code');
    await reader.page.evaluate(() => scrollTo(0, 0));
    await expect.poll(() => current.textContent()).toBe('Before you begin');
  });

  test('are also followed after a jump to a place where no heading is visible', async () => {
    const current = reader.page.locator('.table-of-contents [aria-current]');
    const jumpBelow = (id: string) =>
      reader.page.locator(`#${id}`).evaluate((heading) => {
        scrollTo({ top: scrollY + heading.getBoundingClientRect().top + 40, behavior: 'instant' });
      });
    await jumpBelow('code');
    await expect.poll(() => current.textContent()).toBe('Code');
    await jumpBelow('tables');
    await expect.poll(() => current.textContent()).toBe('Tables');
  });

  test('are below the bar after a jump to them', async () => {
    await reader.page.locator('.table-of-contents').getByRole('link', { name: 'Tables' }).click();
    const bar = await reader.page
      .locator('.navbar')
      .evaluate((element) => element.getBoundingClientRect().bottom);
    await expect
      .poll(() => reader.page.locator('#tables').evaluate((element) => element.getBoundingClientRect().top))
      .toBeGreaterThan(bar);
  });
});

describe('on a narrow screen', () => {
  beforeEach(async () => {
    await reader.page.setViewportSize({ width: 390, height: 844 });
  });

  test('the table of contents is folded above the article', async () => {
    const link = reader.page.locator('.table-of-contents').getByRole('link', { name: 'Tables' });
    await link.waitFor({ state: 'hidden' });
    await reader.page.getByRole('button', { name: texts.onThisPage }).click();
    await link.click();
    await link.waitFor({ state: 'hidden' });
    await expect.poll(() => new URL(reader.page.url()).hash).toBe('#tables');
  });

  test('shows nothing wider than the screen, and scrolls tables on their own with a first column that stays', async () => {
    await expect
      .poll(() => reader.page.evaluate(() => document.documentElement.scrollWidth))
      .toBeLessThanOrEqual(390);
    const table = reader.page.locator('.table-scroll');
    const first = table.locator('td').first();
    const before = await first.evaluate((cell) => cell.getBoundingClientRect().left);
    await table.evaluate((box) => box.scrollBy(200, 0));
    expect(await table.evaluate((box) => box.scrollLeft)).toBeGreaterThan(50);
    expect(await first.evaluate((cell) => cell.getBoundingClientRect().left)).toBe(before);
  });

  test("a name that is too long for its column wraps and doesn't overlap the next column", async () => {
    const name = reader.page.locator('.table-scroll td:first-child code').first();
    const [right, edge] = await name.evaluate((code) => {
      code.textContent = 'project.setBeforePrintHandler';
      return [code, code.closest('td') ?? code].map((element) => element.getBoundingClientRect().right);
    });
    expect(right).toBeLessThan(edge ?? 0);
  });
});

describe('on paper', () => {
  test('prints the article without the shell, and opens folded parts', async () => {
    await reader.page.emulateMedia({ media: 'print' });
    for (const part of ['.navbar', '.sidebar', '.toc', '.footer', '.pagination-nav']) {
      await reader.page.locator(part).first().waitFor({ state: 'hidden' });
    }
    expect(await isShown('Because the database decides.')).toBe(true);
    expect(await isShown('PHP runs on the server.')).toBe(true);
    expect(await reader.page.evaluate(() => getComputedStyle(document.body).colorScheme)).toBe('light');
  });
});

describe('an article as Markdown', () => {
  test('is copied by one button, and is what the reader sees', async () => {
    await stopTime();
    await reader.page.getByRole('link', { name: texts.copyPage }).click();
    await expect.poll(() => reader.page.locator('.copy-page').getAttribute('data-copied')).toBe(texts.copied);
    const copiedText = await readClipboard();
    expect(copiedText).toMatch(/^---\ntitle: /);
    expect(copiedText).toContain('**JavaScript**\n\nJavaScript runs in the form.');
    expect(reader.page.url()).toBe(`${reader.site.origin}/docs/guides/everything`);
  });

  test('has an address of its own, named in the page, behind the gate', async () => {
    const href = await reader.page.locator('link[rel="alternate"]').getAttribute('href');
    expect(href).toBe('/docs/guides/everything.md');
    const answer = await reader.context.request.get(href ?? '');
    expect(answer.headers()['content-type']).toBe('text/markdown; charset=utf-8');
    const visitor = await reader.site.browser.newContext({ baseURL: reader.site.origin });
    for (const path of [href ?? '', '/llms.txt', '/llms-full.txt']) {
      expect((await visitor.request.get(path)).status()).toBe(401);
    }
    await visitor.close();
  });
});

describe('"was this helpful"', () => {
  const readFeedback = async () => {
    const store = await openFeedback({ DATA_DIR: reader.site.dataDir });
    const all = await store.list('/docs/guides/next-steps');
    await store.close();
    return all.map(({ helpful, comment }) => ({ helpful, comment }));
  };
  const readReports = async () => {
    const store = await openFeedback({ DATA_DIR: reader.site.dataDir });
    const all = await store.list('/docs/guides/everything');
    await store.close();
    return all.map(({ kind, passage, comment }) => ({ kind, passage, comment }));
  };
  const reportButton = () => reader.page.getByRole('button', { name: texts.reportProblem });

  test('tells what is wrong with the words that a reader selects', async () => {
    const line = reader.page.locator('.markdown p').first();
    await line.selectText();
    await reportButton().click();
    const dialog = reader.page.getByRole('dialog', { name: texts.reportPassageTitle });
    const passage = (await line.textContent())?.replace(/\s+/g, ' ').trim();
    await expect.poll(() => dialog.locator('blockquote').textContent()).toBe(passage);
    expect(await findAxeViolations(reader.page, 'dialog[open]')).toEqual([]);
    await dialog.getByRole('radio', { name: texts.reportUnclear }).check();
    await dialog.getByRole('button', { name: texts.reportSend }).click();
    await dialog.getByText(texts.reportThanks).waitFor();
    expect(await readReports()).toEqual([{ kind: 'unclear', passage, comment: '' }]);
    await reader.page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await reader.page.evaluate(() => getSelection()?.removeAllRanges());
    await reportButton().waitFor({ state: 'detached' });
  });

  test.each(['ltr', 'rtl'])(
    'asks what is wrong in forced colours and four times as large, in text that runs %s',
    async (direction) => {
      await reader.change({ viewport: { width: 320, height: 256 }, forcedColors: 'active' });
      await reader.open('/docs/guides/everything');
      await reader.page.evaluate((dir) => {
        document.documentElement.dir = dir;
      }, direction);
      await reader.page.locator('.markdown p').first().selectText();
      // The button is inside the window, has a border, and opens the dialog by keyboard.
      await reportButton().waitFor();
      const offer = await reportButton().boundingBox();
      expect(offer?.x).toBeGreaterThanOrEqual(0);
      expect((offer?.x ?? 0) + (offer?.width ?? 0)).toBeLessThanOrEqual(320);
      await reportButton().press('Enter');
      const dialog = reader.page.getByRole('dialog', { name: texts.reportPassageTitle });
      await dialog.waitFor();
      expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
      const size = await dialog.boundingBox();
      expect(size?.x).toBeGreaterThanOrEqual(0);
      expect((size?.x ?? 0) + (size?.width ?? 0)).toBeLessThanOrEqual(320);
      for (const control of [
        dialog.getByRole('radio').last(),
        dialog.getByRole('textbox'),
        dialog.getByRole('button', { name: texts.reportSend }),
      ]) {
        await control.focus();
        const isInside = () =>
          control.evaluate((element) => {
            const { top, bottom, left, right } = element.getBoundingClientRect();
            // For a text field, the first line is enough, because it has the cursor.
            return top >= 0 && Math.min(bottom, top + 40) <= innerHeight && left >= 0 && right <= innerWidth;
          });
        await expect.poll(isInside).toBe(true);
      }
      expect(await dialog.getByRole('textbox').evaluate((box) => getComputedStyle(box).borderTopStyle)).toBe(
        'solid',
      );
      await reader.page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    },
  );

  test('tells what is wrong with a page by keyboard, and again after it failed', async () => {
    await reader.page.route('**/_feedback', (route) => route.abort(), { times: 1 });
    await reader.page.getByRole('button', { name: texts.assistantMenu }).focus();
    await reader.page.keyboard.press('Enter');
    await reportButton().focus();
    await reader.page.keyboard.press('Enter');
    const dialog = reader.page.getByRole('dialog', { name: texts.reportPageTitle });
    await dialog.getByRole('radio', { name: texts.reportWrong }).focus();
    await reader.page.keyboard.press('ArrowUp');
    await dialog.getByRole('textbox', { name: texts.reportComment }).fill('It ends too soon.');
    await dialog.getByRole('button', { name: texts.reportSend }).press('Enter');
    await dialog.getByText(texts.reportFailed).waitFor();
    await dialog.getByRole('button', { name: texts.reportSend }).press('Enter');
    await dialog.getByText(texts.reportThanks).waitFor();
    expect(await readReports()).toContainEqual({ kind: 'other', passage: '', comment: 'It ends too soon.' });
    await reader.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  test('is answered by one press, changed by another, and takes a comment', async () => {
    await reader.page.goto('/docs/guides/next-steps');
    await waitForShell(reader.page);
    await reader.page.getByRole('button', { name: texts.yes, exact: true }).click();
    await reader.page.getByText(texts.feedbackThanks).first().waitFor();
    expect(await readFeedback()).toEqual([{ helpful: true, comment: '' }]);
    await reader.page.getByRole('button', { name: texts.no, exact: true }).click();
    // The server stores the answer before the page shows it.
    await reader.page.getByRole('button', { name: texts.no, pressed: true }).waitFor();
    expect(await readFeedback()).toEqual([{ helpful: false, comment: '' }]);
    await reader.page.getByRole('textbox', { name: texts.feedbackComment }).fill('Say more.');
    await reader.page.getByRole('button', { name: texts.feedbackSend }).click();
    await expect.poll(readFeedback).toEqual([{ helpful: false, comment: 'Say more.' }]);
  });

  test('works with scripts off', async () => {
    await reader.change({ javaScriptEnabled: false });
    await reader.page.goto('/docs/guides/next-steps');
    await reader.page.getByText(texts.feedbackComment).first().click();
    await reader.page.getByRole('textbox', { name: texts.feedbackComment }).fill('By hand.');
    await reader.page.getByRole('button', { name: texts.yes, exact: true }).click();
    await reader.page.waitForURL('**/docs/guides/next-steps#feedback-thanks');
    await reader.page.getByText(texts.feedbackThanks).first().waitFor();
    expect(await readFeedback()).toEqual([{ helpful: true, comment: 'By hand.' }]);
  });

  test("says that an answer didn't reach the server", async () => {
    await reader.page.route('**/_feedback', (route) => route.abort());
    // Only a page that is opened after this is certain to request the route.
    await reader.page.reload();
    await waitForShell(reader.page);
    await reader.page.getByRole('button', { name: texts.yes, exact: true }).click();
    await reader.page.getByText(texts.feedbackFailed).first().waitFor();
  });
});
