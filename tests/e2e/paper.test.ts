// @module-tag chromium
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readLines } from '../../testing/paper-lines.ts';
import { openReadingSite, type ReadingSite, waitForShell } from '../../testing/reading.ts';
import { texts } from '../../testing/site-texts.ts';

let site: ReadingSite;
beforeAll(async () => {
  site = await openReadingSite();
});
afterAll(() => site?.close());

test("a heading stays with what follows it, however high the paper is; the shell isn't printed", async () => {
  const context = await site.signedIn();
  const page = await context.newPage();
  await page.goto('/docs/guides/everything');
  await waitForShell(page);
  const headings = await page.locator('.markdown :is(h2, h3, h4)').evaluateAll((all) =>
    all.map((heading) => {
      heading.querySelector('.hash-link')?.remove();
      return heading.textContent.trim();
    }),
  );
  expect(headings).toContain('Tables');
  let ends = 0;
  for (let height = 400; height < 600; height += 12) {
    const sheets = await readLines(await page.pdf({ width: '600px', height: `${height}px` }));
    ends += sheets.length;
    for (const lines of sheets) expect(headings).not.toContain(lines.at(-1));
    const printedLines = sheets.flat();
    for (const heading of headings) expect(printedLines).toContain(heading);
    for (const part of [
      texts.search,
      texts.onThisPage,
      texts.copyPage,
      texts.feedbackQuestion,
      texts.signOut,
    ])
      expect(printedLines).not.toContain(part);
  }
  // With this many pages, some would end with a heading by chance.
  expect(ends).toBeGreaterThan(50);
  await context.close();
});

test('parts that scroll on the screen are whole on paper, also in HTML of an author', async () => {
  const context = await site.signedIn();
  const page = await context.newPage();
  await page.goto('/docs/guides/everything');
  await waitForShell(page);
  await page.evaluate(() => {
    const words = 'word '.repeat(60);
    const block = document.createElement('div');
    block.innerHTML = `<div class="scroller">${words}ENDOFSCROLLER</div><pre>${words}ENDOFPRE</pre>
<pre><code class="nowrap">${'x'.repeat(300)}ENDOFCODE</code></pre>`;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('.scroller { overflow-x: auto; white-space: nowrap; } .nowrap { white-space: pre; }');
    document.adoptedStyleSheets.push(sheet);
    document.querySelector('.markdown')?.prepend(block);
  });
  for (const format of ['A4', 'A5']) {
    const text = (await readLines(await page.pdf({ format }))).flat().join('').replace(/\s/g, '');
    const ends = ['ENDOFSCROLLER', 'ENDOFPRE', 'ENDOFCODE'];
    expect(ends.filter((end) => !text.includes(end))).toEqual([]);
  }
  await context.close();
});

test('the title is on the paper, and words in columns are whole', async () => {
  const context = await site.signedIn();
  const page = await context.newPage();
  await page.goto('/docs/guides/everything');
  await waitForShell(page);
  await page.locator('.copy-page').waitFor();
  const title = await page.getByRole('heading', { level: 1 }).textContent();
  const words = ['Order', 'datetime', 'integer', 'orderConfirmation', 'Required'];
  await page.evaluate((cells) => {
    const table = document.createElement('table');
    for (const row of [cells, [...cells.slice(1), 'Words that take all of the space there is. '.repeat(8)]])
      table
        .insertRow()
        .append(...row.map((text) => Object.assign(document.createElement('td'), { textContent: text })));
    document.querySelector('.markdown')?.append(table);
  }, words);
  for (const format of ['A4', 'A5']) {
    const pdf = await page.pdf({ format });
    const lines = (await readLines(pdf)).flat();
    expect(lines).toContain(title);
    expect(words.filter((word) => !lines.some((line) => line.includes(word)))).toEqual([]);
    const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
    const sheet = await (await task.promise).getPage(1);
    const { items } = await sheet.getTextContent();
    const printedTitle = items.find((item) => 'str' in item && item.str === title);
    if (!printedTitle || !('transform' in printedTitle)) throw new Error(`${title} isn't on the first sheet`);
    const [, , , , , baseline] = printedTitle.transform;
    // Capital letters have about three quarters of the height of a font.
    expect(baseline + printedTitle.height * 0.75).toBeLessThanOrEqual(sheet.view[3] ?? 0);
    await task.destroy();
  }
  await context.close();
});

test('a printed list has its rows, but no buttons', async () => {
  const context = await site.signedIn();
  const page = await context.newPage();
  await page.goto('/admin/users');
  await page.getByRole('row').filter({ hasText: 'ana@lurana.example' }).waitFor();
  await page.emulateMedia({ media: 'print' });
  await page.locator('.row-menu__button').first().waitFor({ state: 'hidden' });
  const controls = page.locator('.own-page :is(button:not(.table__sort), select, input)');
  expect(await controls.filter({ visible: true }).count()).toBe(0);
  await expect.poll(() => page.getByText('ana@lurana.example').first().isVisible()).toBe(true);
  await context.close();
});

test('code that touch screens show below a row of buttons has no such row on paper', async () => {
  const readPaddingOnScreen = async (options: BrowserContextOptions) => {
    const context = await site.signedIn(options);
    const page = await context.newPage();
    await page.goto('/docs/guides/everything');
    await waitForShell(page);
    const body = page.locator('.code-block-body:first-child').first();
    const readPadding = () => body.evaluate((box) => getComputedStyle(box).paddingTop);
    const paddingOnScreen = await readPadding();
    await page.emulateMedia({ media: 'print' });
    expect(await readPadding()).toBe('0px');
    await context.close();
    return paddingOnScreen;
  };
  expect(await readPaddingOnScreen({})).toBe('0px');
  expect(await readPaddingOnScreen({ hasTouch: true, isMobile: true })).not.toBe('0px');
});
