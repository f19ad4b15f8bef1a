// @module-tag chromium
import { describe, expect, test } from 'vitest';
import { openReader } from '../../testing/reader.ts';
import { markWindow, waitForShell } from '../../testing/reading.ts';

const reader = openReader();
const findHeading = (name: string) => reader.page.getByRole('heading', { level: 1, name, exact: true });
const findSidebarLink = (name: string) =>
  reader.page.locator('.sidebar').getByRole('link', { name, exact: true });
const readFocusedId = () => reader.page.evaluate(() => document.activeElement?.id);
const matchPageData = (path: string) => (url: URL) => url.pathname === `/_page${path}.json`;

describe('the next page', () => {
  test('is shown without loading the window, with its title, and at its top', async () => {
    await reader.open('/docs/guides/everything');
    const sameWindow = await markWindow(reader.page);
    await reader.page.evaluate(() => scrollTo(0, 900));
    await reader.page.locator('.pagination-nav__link--next').click();
    await findHeading('Next steps').waitFor();
    expect(await sameWindow()).toBe(true);
    expect(new URL(reader.page.url()).pathname).toBe('/docs/guides/next-steps');
    await expect.poll(() => reader.page.title()).toBe('Next steps | Lurana BPA');
    await expect.poll(() => reader.page.evaluate(() => scrollY)).toBe(0);
    await reader.page.locator('.sidebar [aria-current="page"]', { hasText: 'Next steps' }).waitFor();
  });

  test('is scrolled to the target of a hash', async () => {
    await reader.open('/docs');
    await reader.page.evaluate(() => {
      const link = document.createElement('a');
      link.href = '/docs/guides/next-steps#the-end';
      link.textContent = 'To the end';
      document.querySelector('main')?.append(link);
    });
    await reader.page.getByRole('link', { name: 'To the end' }).click();
    await findHeading('Next steps').waitFor();
    await expect
      .poll(() => reader.page.locator('#the-end').evaluate((element) => element.getBoundingClientRect().top))
      .toBeLessThan(900);
    await expect.poll(readFocusedId).toBe('the-end');
  });

  test('is announced, and the focus goes to its heading', async () => {
    await reader.open('/docs/guides/everything');
    await findSidebarLink('Next steps').click();
    await findHeading('Next steps').waitFor();
    await reader.page
      .locator('[aria-live="polite"]', { hasText: 'Next steps' })
      .waitFor({ state: 'attached' });
    await expect.poll(() => reader.page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  });

  test('going back restores the scroll position', async () => {
    await reader.open('/docs/guides/next-steps');
    // A long article is drawn in several frames, so the target may not be on the page yet.
    await reader.page.waitForFunction(() => {
      scrollTo(0, 640);
      return scrollY === 640;
    });
    const sameWindow = await markWindow(reader.page);
    await reader.page.evaluate(() =>
      document.querySelector<HTMLElement>('.pagination-nav__link--prev')?.click(),
    );
    await findHeading('Everything at once').waitFor();
    await reader.page.goBack();
    await findHeading('Next steps').waitFor();
    await reader.page.waitForFunction(() => scrollY === 640);
    await reader.page.goForward();
    await findHeading('Everything at once').waitFor();
    expect(await sameWindow()).toBe(true);
  });

  test('opens even if a link within the earlier page is followed while it loads', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await reader.page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
    });
    await reader.page.route(matchPageData('/docs/guides/next-steps'), async (route) => {
      await released;
      await route.continue();
    });
    await reader.open('/docs/guides/everything');
    await reader.page.evaluate(() =>
      document.querySelector<HTMLElement>('.pagination-nav__link--next')?.click(),
    );
    await reader.page.waitForURL('**/next-steps');
    await reader.page.evaluate(() => {
      location.hash = 'the-end';
    });
    release();
    await findHeading('Next steps').waitFor();
    await expect.poll(readFocusedId).toBe('the-end');
  });

  test("loads the window at the new address when its data doesn't come", async () => {
    await preventPrefetching();
    await reader.page.route(matchPageData('/docs/guides/next-steps'), (route) =>
      route.fulfill({ status: 500, body: '' }),
    );
    await reader.open('/docs/guides/everything');
    const sameWindow = await markWindow(reader.page);
    const warning = reader.page.waitForEvent('console', (message) =>
      message.text().includes("couldn't be shown"),
    );
    await findSidebarLink('Next steps').click();
    await findHeading('Next steps').waitFor();
    expect(await sameWindow()).toBe(false);
    expect((await warning).type()).toBe('warning');
    expect((await warning).text()).toContain('/docs/guides/next-steps');
  });

  test('loads the window when the site has been published again', async () => {
    await preventPrefetching();
    await reader.page.route(matchPageData('/docs/guides/next-steps'), async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ json: { ...(await answer.json()), shell: 'another' } });
    });
    await reader.open('/docs/guides/everything');
    const sameWindow = await markWindow(reader.page);
    await findSidebarLink('Next steps').click();
    await findHeading('Next steps').waitFor();
    expect(await sameWindow()).toBe(false);
  });
});

describe('pages ahead', () => {
  test('the data of links in view is fetched ahead by link hints, and its content once only', async () => {
    const network = await reader.context.newCDPSession(reader.page);
    await network.send('Network.enable');
    const requestTypes = new Map<string, string>();
    const statuses = new Map<string, number>();
    network.on('Network.requestWillBeSent', ({ request, requestId, type }) => {
      if (matchPageData('/docs/guides/next-steps')(new URL(request.url)))
        requestTypes.set(requestId, type ?? '');
    });
    // The event and the request come from different processes, so either may be reported first.
    network.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode }) => {
      statuses.set(requestId, statusCode);
    });
    const listAnswers = () =>
      [...requestTypes].map(([requestId, type]) => `${type} ${statuses.get(requestId)}`);
    await reader.open('/docs/guides/everything');
    await expect.poll(listAnswers).toEqual([expect.stringMatching(/^(Prefetch|Other) 200$/)]);
    await findSidebarLink('Next steps').click();
    await findHeading('Next steps').waitFor();
    await expect.poll(() => listAnswers().slice(1)).toEqual(['Fetch 304']);
  });

  test('a link under the pointer or the focus is fetched ahead, and the click asks for nothing more', async () => {
    for (const approach of ['hover', 'focus'] as const) {
      // The pointer must not be where the link will be.
      await reader.page.mouse.move(0, 0);
      await reader.open('/docs/reference/alpha');
      await reader.page.waitForLoadState('networkidle');
      await reader.page.evaluate(() => {
        const link = document.createElement('a');
        link.href = '/docs/guides/next-steps';
        link.textContent = 'Later';
        document.querySelector('main')?.prepend(link);
      });
      const link = reader.page.getByRole('link', { name: 'Later', exact: true });
      const [answer] = await Promise.all([
        reader.page.waitForResponse((response) =>
          matchPageData('/docs/guides/next-steps')(new URL(response.url())),
        ),
        link[approach](),
      ]);
      await answer.finished();
      const requestedPaths: string[] = [];
      reader.page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
      await link.evaluate((element) => (element as HTMLElement).click());
      await findHeading('Next steps').waitFor();
      expect(requestedPaths.filter((path) => path === '/_page/docs/guides/next-steps.json')).toEqual([]);
      reader.page.removeAllListeners('request');
    }
  });

  test('nothing is fetched ahead with data-saver or on slow 2g', async () => {
    for (const connection of [{ saveData: true }, { effectiveType: 'slow-2g' }, { effectiveType: '2g' }]) {
      const saving = await reader.context.newPage();
      const requestedUrls: string[] = [];
      saving.on('request', (request) => {
        if (request.url().includes('/_page/')) requestedUrls.push(request.url());
      });
      await saving.addInitScript((value) => {
        Object.defineProperty(navigator, 'connection', { value });
      }, connection);
      await saving.goto('/docs/guides/everything');
      await waitForShell(saving);
      await saving.locator('.pagination-nav__link--next').hover();
      await saving.waitForLoadState('networkidle');
      expect(requestedUrls).toEqual([]);
      await saving.close();
    }
  });

  test("a page that couldn't be fetched ahead causes a warning and is loaded with the window", async () => {
    await reader.page.route(matchPageData('/docs/guides/next-steps'), (route) => route.abort());
    const warning = reader.page.waitForEvent('console', (message) =>
      message.text().includes('fetched ahead'),
    );
    await reader.open('/docs/guides/everything');
    expect((await warning).text()).toContain('/docs/guides/next-steps');
    const sameWindow = await markWindow(reader.page);
    await findSidebarLink('Next steps').click();
    await findHeading('Next steps').waitFor();
    expect(await sameWindow()).toBe(false);
  });
});

async function preventPrefetching(): Promise<void> {
  await reader.page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
}
