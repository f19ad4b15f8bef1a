// @module-tag chromium
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { openReader } from '../../testing/reader.ts';
import { texts } from '../../testing/site-texts.ts';

const article = '/docs/guides/everything';
const reader = openReader();

test('a crash inside the page leaves the rest usable, and says what and why', async () => {
  const { page } = reader;
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
    // If a list is replaced by a text, the page calls this instead of its own `map`.
    Object.defineProperty(String.prototype, 'map', {
      value: () => {
        throw new Error("The list can't be drawn.", { cause: new Error('It is a text.') });
      },
    });
  });
  await page.route('**/_page/docs/guides/next-steps.json', async (route) => {
    const file = await (await route.fetch()).json();
    await route.fulfill({ json: { ...file, page: { ...file.page, toc: 'not a list' } } });
  });
  await reader.open(article);
  const sidebar = page.locator('.sidebar');
  await sidebar.getByRole('link', { name: 'Next steps' }).click();
  await page.getByRole('heading', { level: 1, name: texts.pageCrashed }).waitFor();
  await expect.poll(() => page.title()).toContain(texts.pageError);
  await expect
    .poll(() => page.locator('.crash pre').allTextContents())
    .toEqual(["The list can't be drawn.", 'It is a text.']);
  await page.getByRole('button', { name: texts.tryAgain }).click();
  await page.getByRole('heading', { name: texts.pageCrashed }).waitFor();
  await sidebar.getByRole('link', { name: 'Everything at once' }).click();
  await page.getByRole('heading', { level: 1, name: 'Everything at once' }).waitFor();
  await expect.poll(() => page.title()).toContain('Everything at once');
});

test.each(['shell', 'react', 'hydrate'])(
  "reports that the script %s didn't load, with the likely cause",
  async (name) => {
    await reader.open(article);
    const banner = reader.page.getByText(texts.notLoadedProperly);
    expect(await banner.isVisible()).toBe(false);
    await reader.page.route(`**/_assets/${name}.*.js`, (route) => route.abort());
    await reader.page.reload();
    await reader.page.getByRole('alert').filter({ hasText: texts.notLoadedProperly }).waitFor();
    await reader.page.getByText(texts.notLoadedReload).waitFor();
    await reader.page.getByText(texts.notLoadedForAdministrators).click();
    await reader.page.getByText(texts.notLoadedHint).waitFor();
  },
);

test('a style that was changed on the way is refused, and the page says so', async () => {
  const banner = reader.page.getByText(texts.notLoadedProperly);
  await reader.page.route(`**${article}`, async (route) => {
    const response = await route.fetch();
    const html = (await response.text()).replace('<style>', '<style>/* changed */');
    await route.fulfill({ response, body: html });
  });
  await reader.open(article);
  await banner.waitFor();
  await reader.page.getByText(texts.notLoadedForAdministrators).click();
  await reader.page.getByText(texts.notLoadedHint).waitFor();
});

describe('an address that leads nowhere', () => {
  const findNearestPages = () => reader.page.getByRole('navigation', { name: texts.nearestPages });

  test('is named, with the pages whose addresses are most like it', async () => {
    const answer = await reader.page.goto('/docs/guides/forms/texbox');
    expect(answer?.status()).toBe(404);
    await reader.page.getByRole('heading', { level: 1, name: texts.pageNotFound }).waitFor();
    await reader.page.locator('main code', { hasText: '/docs/guides/forms/texbox' }).waitFor();
    await findNearestPages().getByRole('link', { name: 'Textbox' }).click();
    await reader.page.waitForURL('**/docs/guides/forms/textbox');
  });

  test('names the address as people read it without similar pages, and links to search and home', async () => {
    const answer = await reader.page.goto('/Zzzz%20zzzz');
    expect(answer?.status()).toBe(404);
    const main = reader.page.locator('main');
    await main.locator('code', { hasText: '/Zzzz zzzz' }).waitFor();
    await main.getByRole('link', { name: texts.search }).waitFor();
    expect(await findNearestPages().count()).toBe(0);
    await main.getByRole('link', { name: texts.home }).click();
    await reader.page.getByRole('heading', { level: 1, name: 'Lurana BPA' }).waitFor();
  });
});

test('a page that is opened without a network is waited for, and the reader stays on theirs', async () => {
  const { page, context } = reader;
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  );
  await reader.open(article);
  await context.setOffline(true);
  await page.locator('.sidebar').getByRole('link', { name: 'Next steps' }).click();
  await page.getByText(texts.offline).waitFor();
  await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Everything at once');
  await context.setOffline(false);
  await page.getByRole('heading', { level: 1, name: 'Next steps' }).waitFor();
  expect(await page.getByText(texts.offline).count()).toBe(0);
});

test.each([
  ['keys', (page: Page) => page.keyboard.press('Control+k')],
  ['a click', (page: Page) => page.locator('.search-link').click()],
])(
  'the search that is opened by %s without a network is waited for, and keeps what was typed',
  async (_, open) => {
    const { page, context } = reader;
    await reader.open(article);
    await context.setOffline(true);
    // Holds the request, so that there is time to type.
    const requests = Promise.withResolvers<void>();
    await page.route(/open-search/, async (route) => {
      await requests.promise;
      await route.abort('internetdisconnected');
    });
    await open(page);
    await page.locator('.search-field input').fill('table');
    requests.resolve();
    await page.getByRole('alert').getByText(texts.offline).waitFor();
    expect(new URL(page.url()).pathname).toBe(article);
    await page.unroute(/open-search/);
    await context.setOffline(false);
    await expect.poll(() => page.locator('.search-dialog__input').inputValue()).toBe('table');
    expect(await page.getByText(texts.offline).count()).toBe(0);
  },
);

describe('while the server is gone, and the browser still says that it is online', () => {
  beforeEach(async () => {
    await reader.open(article);
    // Every request fails from here on.
    await reader.page.route('**/*', (route) => route.abort('connectionrefused'));
    expect(await reader.page.evaluate(() => navigator.onLine)).toBe(true);
  });
  const findOffline = () => reader.page.getByRole('alert').filter({ hasText: texts.offline });

  test('a page that is opened is waited for, also after it couldn’t be fetched ahead', async () => {
    const { page } = reader;
    const link = page.locator('.sidebar').getByRole('link', { name: 'Next steps' });
    for (const _ of ['first', 'second']) {
      await link.click();
      await findOffline().waitFor();
      await expect
        .poll(() => page.getByRole('heading', { level: 1 }).textContent())
        .toBe('Everything at once');
    }
    await page.unroute('**/*');
    await findOffline().getByRole('button', { name: texts.retry }).click();
    await page.getByRole('heading', { level: 1, name: 'Next steps' }).waitFor();
  });

  test.each([
    ['Ctrl+K', (page: Page) => page.keyboard.press('Control+k')],
    ['/', (page: Page) => page.keyboard.press('/')],
    ['a click', (page: Page) => page.locator('.search-link').click()],
  ])('the search that is opened by %s leaves the page as it is', async (_, open) => {
    const { page } = reader;
    await open(page);
    await findOffline().waitFor();
    expect(new URL(page.url()).pathname).toBe(article);
    await page.unroute('**/*');
    await findOffline().getByRole('button', { name: texts.retry }).click();
    await page.locator('.search-dialog__input').waitFor();
    expect(await findOffline().count()).toBe(0);
  });
});

test("a page of the engine whose script didn't load says so, and shows no spinner", async () => {
  const { page } = reader;
  await page.route('**/_assets/hydrate.*.js', (route) => route.abort());
  await page.goto('/account');
  await page.getByRole('alert').filter({ hasText: texts.notLoadedProperly }).waitFor();
  await page.locator('.own-page .spinner').waitFor({ state: 'hidden' });
});
