import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { texts } from '../../src/config/texts.ts';
import { launchChromium } from '../support/chromium.ts';
import { type KeepingProxy, startKeepingProxy } from '../support/keeping-proxy.ts';
import { coloursOf } from '../support/pixels.ts';
import { openReadingSite, type ReadingSite, shellReady } from '../support/reading.ts';

const article = '/docs/guides/everything';

let site: ReadingSite;
let proxy: KeepingProxy;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  site = await openReadingSite({ browser: launchChromium({ backForwardCache: true }) });
  proxy = await startKeepingProxy(site.origin);
});
afterAll(async () => {
  await proxy?.close();
  await site?.close();
});
beforeEach(async () => {
  context = await site.signedIn();
  page = await context.newPage();
});
afterEach(() => context.close());

async function open(path: string): Promise<void> {
  await page.goto(path);
  await shellReady(page);
}

const isAtSignIn = (url: URL) => url.pathname === '/login';

// Section 4: Signed out on any route other than /login leads to a redirect to /login.
test('that ended while reading: the next page is the sign-in page, which comes back', async () => {
  await open(article);
  await context.clearCookies();
  await page.locator('.sidebar').getByRole('link', { name: 'Next steps' }).click();
  await page.waitForURL(isAtSignIn, { waitUntil: 'commit' });
  expect(new URL(page.url()).searchParams.get('next')).toBe('/docs/guides/next-steps');
});

// Section 4: Signing out sends the browser to /login.
test('ends in every tab at once, and leaves nothing but the theme in the browser', async () => {
  await open('/docs/reference/alpha');
  await open(article);
  const other = await context.newPage();
  await other.goto('/docs/guides/next-steps');
  await shellReady(other);
  await page.evaluate(() => {
    localStorage.setItem('theme', 'light');
    localStorage.setItem('recent', 'what was searched');
  });
  await page.getByRole('button', { name: texts.signOut }).click();
  await Promise.all([page, other].map((tab) => tab.waitForURL(isAtSignIn)));
  expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({ theme: 'light' });
  await page.goBack();
  await page.waitForURL(isAtSignIn, { waitUntil: 'commit' });
});

describe('of a page that comes out of the back/forward cache', () => {
  /** An article that is in the cache, since the reader has gone on to another site. */
  async function leaveArticle(): Promise<void> {
    await open(proxy.origin + article);
    await page.evaluate(() => {
      document.documentElement.dataset.kept = '';
      scrollTo(0, 500);
    });
    await page.goto('about:blank');
  }

  const isKept = () => page.evaluate(() => 'kept' in document.documentElement.dataset);
  /** Not within the call, whose answer the page's going would take away. */
  const goBack = () => page.evaluate(() => void setTimeout(() => history.back()));

  /** Of everything above and below the line in the middle. */
  async function coloursAroundNotice(): Promise<number[]> {
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
    const bands = [0, height / 2 + 50].map((y) => ({ x: 0, y, width, height: height / 2 - 50 }));
    const pictures = await Promise.all(bands.map((clip) => page.screenshot({ clip })));
    const colours = await Promise.all(pictures.map((picture) => coloursOf(site.browser, picture)));
    return colours.map(({ length }) => length);
  }

  /** In the kept document, by its text and by its pixels. */
  async function nothingButNotice(): Promise<void> {
    await page.getByText(texts.loading).waitFor();
    expect(await isKept()).toBe(true);
    // Only what is visible counts.
    // biome-ignore lint/performance/useDomNodeTextContent: see above
    expect(await page.locator('body').innerText()).toBe(texts.loading);
    expect(await coloursAroundNotice()).toEqual([1, 1]);
  }

  // Section 4: Authentication: loading, signed in, signed out. While loading the text 'Cargando...' is shown.
  test('is unknown until the server has answered: nothing but the word for waiting is there', async () => {
    await leaveArticle();
    const answer = proxy.hold('/auth/session');
    await goBack();
    await nothingButNotice();
    answer();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.getByText(texts.loading).count()).toBe(0);
    expect(await isKept()).toBe(true);
    expect(await page.evaluate(() => scrollY)).toBe(500);
    expect(Math.min(...(await coloursAroundNotice()))).toBeGreaterThan(2);
  });

  test('is over: nothing of the article is there, then the sign-in page comes', async () => {
    await leaveArticle();
    await context.clearCookies();
    const answer = proxy.hold('/auth/session');
    await goBack();
    await nothingButNotice();
    answer();
    await page.waitForURL(isAtSignIn, { waitUntil: 'commit' });
    expect(new URL(page.url()).searchParams.get('next')).toBe(article);
  });

  test('cannot be told: the server is asked for the page, and gives none to a visitor', async () => {
    await leaveArticle();
    await context.clearCookies();
    await page.route('**/auth/session', (route) => route.abort());
    await goBack();
    await page.waitForURL(isAtSignIn, { waitUntil: 'commit' });
  });

  test('was ended here: nothing of the pages before comes back', async () => {
    await open(proxy.origin + article);
    await page.goto(`${proxy.origin}/account`);
    await shellReady(page);
    await page.getByRole('button', { name: texts.signOut }).click();
    await page.waitForURL(isAtSignIn, { waitUntil: 'commit' });
    await goBack();
    await page.waitForURL((url) => isAtSignIn(url) && url.searchParams.get('next') === article, {
      waitUntil: 'commit',
    });
    expect(await page.getByText('Everything at once').count()).toBe(0);
  });
});
