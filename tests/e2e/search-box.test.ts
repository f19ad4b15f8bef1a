// @module-tag chromium
import type { Request } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { findAxeViolations } from '../../testing/axe.ts';
import { openReader } from '../../testing/reader.ts';
import { runFirstSearch, searchAgain, waitForShell } from '../../testing/reading.ts';
import { texts } from '../../testing/site-texts.ts';

const reader = openReader();
beforeEach(() => runFirstSearch(reader.context));
const findDialog = () => reader.page.locator('.search-dialog');
const findInput = () => reader.page.getByRole('combobox', { name: texts.search });
const findOptions = () => reader.page.getByRole('option');
const isQuery = (request: Request) => request.url().includes('/1/indexes/');

async function openSearch(): Promise<void> {
  await reader.page.keyboard.press('/');
  await findInput().waitFor();
}

test('has the placeholder', async () => {
  const { page } = reader;
  await reader.open('/');
  await page.locator('.navbar').getByRole('link', { name: 'Search docs' }).click();
  await page.getByPlaceholder('Search docs', { exact: true }).waitFor();
  await page.goto('/search');
  await page.locator('main').getByPlaceholder('Search docs', { exact: true }).waitFor();
});

describe('the panel', () => {
  const findPanel = () => reader.page.getByRole('region', { name: texts.searchTitle });

  test('opens with the focus in the field, and closes by Escape, by a click elsewhere and by submitting', async () => {
    const { page } = reader;
    await searchAgain(page);
    await reader.open('/docs/guides/everything');
    const openings = [
      () => page.keyboard.press('Escape'),
      () => page.mouse.click(10, 400),
      () => page.keyboard.press('Enter'),
    ];
    for (const close of openings) {
      await openSearch();
      await findInput().fill('zzyzx');
      await page.getByText(texts.noResultsFor).waitFor();
      await findPanel().waitFor();
      await expect.poll(() => findInput().evaluate((field) => field === document.activeElement)).toBe(true);
      await close();
      await findPanel().waitFor({ state: 'hidden' });
    }
    await page.waitForURL('**/search?q=zzyzx');
  });
});

test('asks for hits of this documentation, in its version and language', async () => {
  const { page } = reader;
  await searchAgain(page);
  await reader.open('/docs/guides/everything');
  await openSearch();
  const [request] = await Promise.all([page.waitForRequest(isQuery), findInput().fill('forms')]);
  const { facetFilters } = request.postDataJSON().requests[0];
  expect(facetFilters).toEqual([
    'language:en',
    expect.arrayContaining(['docusaurus_tag:docs-default-current']),
  ]);
  await findOptions().first().waitFor();
});

test.each([
  [768, 5],
  [769, 10],
])('on a screen %d px wide snippets have %d words', async (width, words) => {
  await reader.change({ viewport: { width, height: 900 } });
  const { page } = reader;
  await searchAgain(page);
  await reader.open('/docs/guides/everything');
  await openSearch();
  const [request] = await Promise.all([page.waitForRequest(isQuery), findInput().fill('identifies')]);
  expect(request.postDataJSON().requests[0]).toMatchObject({
    hitsPerPage: 20,
    attributesToSnippet: [`hierarchy:${words}`, `content:${words}`],
  });
  const snippet = findOptions().filter({ hasText: 'Identifies' }).locator('.search-hit__title').first();
  await snippet.waitFor();
  const snippetText = ((await snippet.textContent()) ?? '').replaceAll('…', ' ').trim();
  // Dots between the cells of a table aren't words.
  expect(snippetText.split(/[\s·]+/)).toHaveLength(words);
});

test('is idle, loads, is stalled after 300 ms and no earlier, and ends with an error', async () => {
  const { page } = reader;
  const readStatus = () => findDialog().getAttribute('data-status');
  await page.clock.install();
  await page.route('**/1/indexes/**', () => new Promise(() => {}));
  await reader.open('/docs/guides/everything');
  await openSearch();
  await expect.poll(readStatus).toBe('idle');
  await page.clock.pauseAt(Date.now() + 60_000);
  await findInput().fill('everything');
  await expect.poll(readStatus).toBe('loading');
  await page.clock.runFor(299);
  expect(await readStatus()).toBe('loading');
  await page.clock.runFor(1);
  await expect.poll(readStatus).toBe('stalled');
  await page.clock.runFor(690);
  expect(await readStatus()).toBe('stalled');
  await page.clock.runFor(20);
  await expect.poll(readStatus).toBe('error');
});

test('quotes the passage that answers a question above the hits, for the keyboard and screen readers', async () => {
  const { page } = reader;
  await searchAgain(page);
  await reader.open('/docs/guides/next-steps');
  await openSearch();
  await findInput().fill('Can a form in use be renamed?');
  const answer = findDialog().getByRole('region', { name: texts.quotedAnswer });
  await answer.getByText("A form that is in use can't be renamed.").waitFor();
  await findDialog()
    .getByText(texts.quotedFrom.replace('{title}', 'Admonitions'))
    .waitFor({ state: 'attached' });
  expect(await findAxeViolations(page, '.search-dialog')).toEqual([]);
  const above = await answer.evaluate((card) => card.getBoundingClientRect().bottom);
  expect(above).toBeLessThanOrEqual((await findOptions().first().boundingBox())?.y ?? 0);
  const link = answer.getByRole('link', { name: 'Everything at once › Admonitions' });
  for (const key of ['Tab', 'Tab', 'Tab']) await page.keyboard.press(key);
  await expect.poll(() => link.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await findDialog().waitFor({ state: 'hidden' });
  await page.waitForURL('**/docs/guides/everything#admonitions');
  await openSearch();
  await findInput().fill('form');
  await findOptions().first().waitFor();
  await answer.waitFor({ state: 'detached' });
});

test.each([
  ['in the dialog', '.search-dialog'],
  ['on the page', 'main'],
])('on a phone, the rest of a quoted section is folded %s', async (_, place) => {
  const question = 'Can a form in use be renamed?';
  await reader.change({ viewport: { width: 390, height: 844 } });
  const { page } = reader;
  await searchAgain(page);
  await reader.open(`/search?q=${encodeURIComponent(question)}`);
  if (place === '.search-dialog') {
    await page.keyboard.press('Control+k');
    await findInput().fill(question);
  }
  const answer = page.locator(`${place} .search-answer`);
  const rest = answer.locator('.search-answer__around').first();
  const label = answer.getByText(texts.quotedMore).first();
  await answer.getByText("A form that is in use can't be renamed.").waitFor();
  await rest.waitFor({ state: 'hidden' });
  await label.press('Enter');
  await rest.waitFor();
  expect(await findAxeViolations(page, place)).toEqual([]);
  await label.press('Enter');
  await rest.waitFor({ state: 'hidden' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await rest.waitFor();
  await label.waitFor({ state: 'hidden' });
});

describe('pages that were opened', () => {
  const countHits = (list: string) =>
    reader.page.getByRole('listbox', { name: list }).getByRole('option').count();

  async function openHit(query: string): Promise<void> {
    await openSearch();
    await findInput().fill(query);
    await findOptions().first().filter({ hasText: query }).waitFor();
    await reader.page.keyboard.press('Enter');
    await findDialog().waitFor({ state: 'hidden' });
    await waitForShell(reader.page);
  }
  async function showHistory(): Promise<void> {
    await openSearch();
    await findInput().fill('');
    await reader.page.getByRole('listbox', { name: texts.recentSearches }).waitFor();
  }
  const pressStar = async (times: number) => {
    for (let count = 0; count < times; count++) {
      const before = await countHits(texts.favourites);
      await reader.page
        .getByRole('button', { name: /^Add to favourites/ })
        .first()
        .click();
      await expect.poll(() => countHits(texts.favourites)).toBe(Math.min(before + 1, 10));
    }
  };

  test('is remembered: seven, or four where there are favourites; ten favourites', async () => {
    await searchAgain(reader.page);
    await reader.open('/docs/guides/everything');
    for (const query of ['Admonitions', 'With tabs', 'Tables', 'The last part', 'Next steps', 'Far down'])
      await openHit(query);
    for (const query of ['Dropdown', 'Textbox']) await openHit(query);
    await showHistory();
    await expect.poll(() => countHits(texts.recentSearches)).toBe(7);
    await pressStar(1);
    await expect.poll(() => countHits(texts.recentSearches)).toBe(4);
    await pressStar(6);
    expect(await countHits(texts.favourites)).toBe(7);
    await reader.page.keyboard.press('Escape');
    await findDialog().waitFor({ state: 'hidden' });
    for (const query of ['Alpha', 'Beta', 'Gamma', 'Before you begin']) await openHit(query);
    await showHistory();
    await pressStar(4);
    expect(await countHits(texts.favourites)).toBe(10);
  });
});

describe('with nothing to list', () => {
  const findSections = () => findDialog().getByRole('navigation', { name: texts.searchSections });

  test('offers the sections, also while nothing is found, and tells the authors', async () => {
    const { page } = reader;
    await searchAgain(page);
    await reader.open('/docs/guides/everything');
    await openSearch();
    await findDialog().getByText(texts.noRecentSearches).waitFor();
    await findSections().getByRole('link', { name: 'Reference' }).waitFor();
    await findInput().fill('zzyzx');
    await findDialog().getByText(texts.noResultsFor).waitFor();
    await findDialog().getByRole('button', { name: texts.tellAuthors }).click();
    await findDialog().getByText(texts.toldAuthors).waitFor();
    const feedback = await (await reader.context.request.get('/api/v1/feedback')).json();
    expect(feedback.rows).toContainEqual(
      expect.objectContaining({ page: '/search', comment: texts.missingSearch.replace('{query}', 'zzyzx') }),
    );
    await findSections().getByRole('link', { name: 'Guides' }).click();
    await page.waitForURL('**/docs/category/guides');
    await findDialog().waitFor({ state: 'hidden' });
  });

  test('shows a field at once on a slow network, and keeps what is typed in it', async () => {
    const { page } = reader;
    let arrive = () => {};
    const arrival = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route(/open-search/, async (route) => {
      await arrival;
      await route.continue();
    });
    await searchAgain(page);
    await reader.open('/docs/guides/everything');
    await page.keyboard.press('Control+k');
    const field = page.getByRole('textbox', { name: texts.search });
    await field.waitFor();
    await page.keyboard.type('forms');
    arrive();
    await expect.poll(() => findInput().inputValue()).toBe('forms');
    expect(await field.count()).toBe(0);
  });
});

test('? lists the keyboard shortcuts, but not in a text field', async () => {
  const { page } = reader;
  await reader.open('/docs/guides/everything');
  const list = page.getByRole('dialog', { name: texts.shortcuts });
  await page.keyboard.press('?');
  await list.getByText(texts.shortcutSearch).first().waitFor();
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'detached' });
  await openSearch();
  await page.keyboard.type('why?');
  await expect.poll(() => findInput().inputValue()).toBe('why?');
  expect(await list.count()).toBe(0);
});
