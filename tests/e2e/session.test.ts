// @module-tag whole-chromium
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium } from '../../testing/chromium.ts';
import { type KeepingProxy, startKeepingProxy } from '../../testing/keeping-proxy.ts';
import { countColours } from '../../testing/pixels.ts';
import { openReader } from '../../testing/reader.ts';
import { signOutByMenu } from '../../testing/reader-menu.ts';
import { waitForShell } from '../../testing/reading.ts';
import { texts } from '../../testing/site-texts.ts';

const article = '/docs/guides/everything';

const reader = openReader({ launch: () => launchChromium({ backForwardCache: true }) });
let proxy: KeepingProxy;

beforeAll(async () => {
  proxy = await startKeepingProxy(reader.site.origin);
});
afterAll(() => proxy?.close());

const isAtSignIn = (url: URL) => url.pathname === '/login';

test('a session that ended while reading leads to the sign-in page, and back to the page', async () => {
  await reader.open(article);
  await reader.context.clearCookies();
  await reader.page.locator('.sidebar').getByRole('link', { name: 'Next steps' }).click();
  await reader.page.waitForURL(isAtSignIn, { waitUntil: 'commit' });
  expect(new URL(reader.page.url()).searchParams.get('next')).toBe('/docs/guides/next-steps');
});

test('ends in every tab at once, and leaves nothing but the theme in the browser', async () => {
  await reader.open('/docs/reference/alpha');
  await reader.open(article);
  const other = await reader.context.newPage();
  await other.goto('/docs/guides/next-steps');
  await waitForShell(other);
  await reader.page.evaluate(() => {
    localStorage.setItem('theme', 'light');
    localStorage.setItem('recent', 'what was searched');
  });
  await signOutByMenu(reader.page);
  await Promise.all([reader.page, other].map((tab) => tab.waitForURL(isAtSignIn)));
  await expect.poll(() => reader.page.evaluate(() => ({ ...localStorage }))).toEqual({ theme: 'light' });
  await reader.page.goBack();
  await reader.page.waitForURL(isAtSignIn, { waitUntil: 'commit' });
});

// The account page loads its parts by itself. If they are refused, the sign-in must not lead back to them.
test('ending a session here leads to the sign-in page, whatever else was requested meanwhile', async () => {
  const release = ['/api/v1/account', '/api/v1/account/tokens'].map((path) => proxy.hold(path));
  await reader.open(`${proxy.origin}/account`);
  const arrive = proxy.hold('/login');
  const loginRequest = reader.page.waitForRequest((request) => new URL(request.url()).pathname === '/login');
  // The click resolves after the next page has loaded.
  const clicked = signOutByMenu(reader.page);
  await loginRequest;
  const refusedResponse = reader.page.waitForResponse((response) => response.status() === 401);
  for (const go of release) go();
  await refusedResponse;
  arrive();
  await clicked;
  await reader.page.waitForURL(isAtSignIn);
  expect(new URL(reader.page.url()).search).toBe('');
});

// When an administrator ends it, or it expires, no page in this browser receives a message.
test('a session that ended elsewhere leaves only the theme in the browser', async () => {
  await reader.open('/docs/reference/alpha');
  const other = await reader.context.newPage();
  await other.goto('/docs/guides/next-steps');
  await waitForShell(other);
  await reader.page.evaluate(() => {
    localStorage.setItem('theme', 'light');
    localStorage.setItem('search-history', 'titles of articles');
    sessionStorage.setItem('reader-name', 'Ana');
  });
  await reader.context.clearCookies();
  await reader.page.goto(article);
  await Promise.all([reader.page, other].map((tab) => tab.waitForURL(isAtSignIn)));
  const readStorage = () => ({ ...localStorage, ...sessionStorage });
  await expect.poll(() => reader.page.evaluate(readStorage)).toEqual({ theme: 'light' });
  await expect.poll(() => other.evaluate(readStorage)).toEqual({ theme: 'light' });
});

// A session that a provider must confirm: the browser goes to the provider and back, and has a session again.
test('a session that is restored after a moment keeps what its reader has written', async () => {
  await reader.open(proxy.origin + article);
  await reader.page.getByRole('button', { name: texts.no, exact: true }).click();
  await reader.page.getByRole('textbox', { name: texts.feedbackComment }).fill('Which of the two?');
  proxy.loseCookies('/_feedback');
  // Waits for the response to the repeated request, not for that to the refused one or an earlier one.
  const answeredRequest = reader.page.waitForResponse(
    (response) => response.url().endsWith('/_feedback') && response.status() === 204,
  );
  await reader.page.getByRole('button', { name: texts.feedbackSend }).click();
  expect((await answeredRequest).request().postDataJSON()).toMatchObject({ comment: 'Which of the two?' });
  await reader.page.getByText(texts.feedbackThanks).first().waitFor();
  const commentBox = reader.page.getByRole('textbox', { name: texts.feedbackComment });
  await expect.poll(() => commentBox.inputValue()).toBe('Which of the two?');
  expect(await reader.page.evaluate(() => sessionStorage.getItem('feedback'))).toBeNull();
  expect(reader.page.url()).toBe(proxy.origin + article);
});

describe('the session of a page from the back/forward cache', () => {
  /** Leaves an article in the back/forward cache by opening another site. */
  async function leaveArticle(): Promise<void> {
    await reader.open(proxy.origin + article);
    // A page with pending requests may not be cached.
    await reader.page.waitForLoadState('networkidle');
    await reader.page.evaluate(() => {
      document.documentElement.dataset.kept = '';
      scrollTo(0, 500);
    });
    await reader.page.goto('about:blank');
  }

  const isKept = () => reader.page.evaluate(() => 'kept' in document.documentElement.dataset);
  /** The timer starts after the call, because the navigation would discard its result. */
  const goBack = () => reader.page.evaluate(() => void setTimeout(() => history.back()));

  /** Reads the colours above and below the line in the middle. */
  async function readColoursAroundNotice(): Promise<number[]> {
    const { width, height } = reader.page.viewportSize() ?? { width: 0, height: 0 };
    const bands = [0, height / 2 + 50].map((y) => ({ x: 0, y, width, height: height / 2 - 50 }));
    const pictures = await Promise.all(bands.map((clip) => reader.page.screenshot({ clip })));
    const colours = await Promise.all(pictures.map((picture) => countColours(reader.site.browser, picture)));
    return colours.map(({ length }) => length);
  }

  /** Checks by text and by pixels that the cached document shows only the notice. */
  async function expectOnlyNotice(): Promise<void> {
    await reader.page.getByText(texts.loading).waitFor();
    expect(await isKept()).toBe(true);
    // Only what is visible counts.
    // biome-ignore lint/performance/useDomNodeTextContent: see above
    await expect.poll(() => reader.page.locator('body').innerText()).toBe(texts.loading);
    expect(await readColoursAroundNotice()).toEqual([1, 1]);
  }

  test('is unknown until the server has answered, and the page shows only that it is loading', async () => {
    await leaveArticle();
    const answer = proxy.hold('/auth/session');
    await goBack();
    await expectOnlyNotice();
    answer();
    await reader.page.getByRole('heading', { level: 1 }).waitFor();
    expect(await reader.page.getByText(texts.loading).count()).toBe(0);
    expect(await isKept()).toBe(true);
    await expect.poll(() => reader.page.evaluate(() => scrollY)).toBe(500);
    await expect.poll(async () => Math.min(...(await readColoursAroundNotice()))).toBeGreaterThan(2);
  });

  test('is over: the article is hidden, and the sign-in page follows', async () => {
    await leaveArticle();
    await reader.context.clearCookies();
    const answer = proxy.hold('/auth/session');
    await goBack();
    await expectOnlyNotice();
    answer();
    await reader.page.waitForURL(isAtSignIn, { waitUntil: 'commit' });
    expect(new URL(reader.page.url()).searchParams.get('next')).toBe(article);
  });

  test("can't be checked: the server is asked for the page and refuses it to a visitor", async () => {
    await leaveArticle();
    await reader.context.clearCookies();
    const mend = proxy.cut('/auth/session');
    await goBack();
    await reader.page.waitForURL(isAtSignIn, { waitUntil: 'commit' });
    mend();
  });

  test('was ended here: no earlier page comes back', async () => {
    await reader.open(proxy.origin + article);
    await reader.page.goto(`${proxy.origin}/account`);
    await waitForShell(reader.page);
    await signOutByMenu(reader.page);
    await reader.page.waitForURL(isAtSignIn, { waitUntil: 'commit' });
    await goBack();
    await reader.page.waitForURL((url) => isAtSignIn(url) && url.searchParams.get('next') === article, {
      waitUntil: 'commit',
    });
    expect(await reader.page.getByText('Everything at once').count()).toBe(0);
  });
});
