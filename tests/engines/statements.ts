import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { smallManual, startManual } from '../../testing/manuals.ts';
import type { RunningSite } from '../../testing/running-site.ts';
import { texts } from '../../testing/site-texts.ts';
import type { Engine, EngineBrowser, Tab } from './drivers/engine.ts';
import {
  click,
  countRequests,
  fill,
  goBack,
  markWindow,
  openPage,
  pointAt,
  reloadPage,
  waitForPage,
  waitUntil,
  waitUntilReady,
} from './person.ts';

const administrator = { name: 'Ana Ruiz', email: 'ana@example.com', password: 'a long enough phrase' };
const everything = '/docs/guides/everything';
const nextSteps = '/docs/guides/next-steps';
/** A page without links to the pages of the next steps. */
const elsewhere = '/docs/reference/beta';

/** Tests for every engine. They are one story, in order, in one browser. */
export function testStatements(engine: Engine): void {
  let site: RunningSite;
  let browser: EngineBrowser;
  let tab: Tab;
  /** Whether the next page is swapped in. Otherwise the window loads it. */
  let swaps: boolean;

  beforeAll(async () => {
    [site, browser] = await Promise.all([startManual(smallManual), engine.launch()]);
    tab = await browser.newTab();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.stop();
  });

  const open = (pathname: string) => openPage(tab, site.origin + pathname);
  const isAtSignIn = (of = tab) => waitUntil(of, () => location.pathname === '/login');
  async function signIn(password = administrator.password): Promise<void> {
    await fill(tab, '[name=email]', administrator.email);
    await fill(tab, '[name=password]', password);
    await click(tab, 'main button[type=submit]');
  }
  async function signOut(): Promise<void> {
    await click(tab, '.navbar .account-link');
    await click(tab, '.navbar button', texts.signOut);
    await isAtSignIn();
  }

  test('the printed link lets the administrator create the first account', async () => {
    const [, link = ''] = await site.printed(/(http:\/\/127\.0\.0\.1:\d+\/setup\?token=[\w-]+)/);
    await tab.open(link);
    await fill(tab, '[name=name]', administrator.name);
    await fill(tab, '[name=email]', administrator.email);
    await fill(tab, '[name=password]', administrator.password);
    await click(tab, 'main button[type=submit]');
    await waitUntil(tab, () => location.pathname === '/admin');
    await waitUntilReady(tab);
    swaps = await tab.evaluate(() => 'navigation' in window);
  });

  test('signing in at the printed address leads to the requested page', async () => {
    await signOut();
    await tab.open(site.origin + everything);
    await isAtSignIn();
    await signIn('quite another phrase');
    await waitUntil(
      tab,
      (text) => document.body.textContent?.includes(text) === true,
      texts.wrongCredentials,
    );
    await tab.evaluate(() => {
      for (const field of document.querySelectorAll<HTMLInputElement>('[name=email]')) field.value = '';
    });
    await signIn();
    await waitForPage(tab, everything, 'Everything at once');
    await waitUntilReady(tab);
  });

  describe('the next page', () => {
    test('fetched ahead is shown without asking for more', async () => {
      await open(elsewhere);
      await waitForObservedLinks();
      await addLink(nextSteps, 'Later');
      await pointAt(tab, 'main a', 'Later');
      if (swaps) await expect.poll(() => countRequests(tab, nextSteps)).toBeGreaterThan(0);
      await awaitEarlierAnswers();
      const requestCount = await countRequests(tab, nextSteps);
      expect(requestCount > 0).toBe(swaps);
      const isSameWindow = await markWindow(tab);
      await tab.click();
      await waitForPage(tab, nextSteps, 'Next steps');
      expect(await isSameWindow()).toBe(swaps);
      if (swaps) expect(await countRequests(tab, nextSteps)).toBe(requestCount);
      expect(await tab.evaluate(() => document.title)).toBe('Next steps | Lurana BPA');
    });

    test('not fetched ahead is fetched and shown', async () => {
      await open(elsewhere);
      await addLink(nextSteps, 'Later');
      const isSameWindow = await markWindow(tab);
      await tab.evaluate(() => {
        for (const link of document.querySelectorAll('a')) if (link.textContent === 'Later') link.click();
      });
      await waitForPage(tab, nextSteps, 'Next steps');
      expect(await isSameWindow()).toBe(swaps);
    });

    test('is asked for when its link comes into view, but not where the window is loaded for it', async () => {
      await open(everything);
      if (swaps) await expect.poll(() => countRequests(tab, nextSteps)).toBe(1);
      await pointAt(tab, '.pagination-nav__link--next');
      await awaitEarlierAnswers();
      expect((await countRequests(tab, nextSteps)) > 0).toBe(swaps);
      await tab.click();
      await waitForPage(tab, nextSteps, 'Next steps');
      await waitUntilReady(tab);
      await waitUntil(tab, () => scrollY === 0);
      if (swaps) await waitUntil(tab, () => document.activeElement?.tagName === 'H1');
    });

    test('and back: the earlier one is where the reader left it', async () => {
      await open(nextSteps);
      // A long article is drawn in several frames, so the target may not be on the page yet.
      await waitUntil(tab, () => {
        scrollTo({ top: 640, behavior: 'instant' });
        return scrollY === 640;
      });
      await tab.evaluate(() => document.querySelector<HTMLElement>('.pagination-nav__link--prev')?.click());
      await waitForPage(tab, everything, 'Everything at once');
      await waitUntilReady(tab);
      await goBack(tab, nextSteps, 'Next steps');
      await waitUntil(tab, () => scrollY === 640);
    });

    /** Waits for the answers to earlier requests: the answer to a new request comes after them. */
    async function awaitEarlierAnswers(): Promise<void> {
      await tab.evaluate(async () => void (await fetch('/auth/session', { cache: 'no-store' })));
    }

    /** Waits until links are observed. Links that appear later aren't prefetched when they come into view. */
    async function waitForObservedLinks(): Promise<void> {
      await tab.evaluate(
        () =>
          new Promise((resolve) => {
            if ('requestIdleCallback' in globalThis) requestIdleCallback(resolve);
            else setTimeout(resolve, 1);
          }),
      );
    }

    async function addLink(href: string, text: string): Promise<void> {
      await tab.evaluate(
        (address, label) => {
          const link = document.createElement('a');
          link.href = address;
          link.textContent = label;
          document.querySelector('main')?.prepend(link);
        },
        href,
        text,
      );
    }
  });

  test('a link of the table of contents leads to its heading', async () => {
    await open(everything);
    await click(tab, '.toc a', 'Tables');
    await waitUntil(tab, () => {
      const top = document.getElementById('tables')?.getBoundingClientRect().top ?? -1;
      return location.hash === '#tables' && top >= 0 && top < 200;
    });
  });

  test('the tabs of one group change together, and are remembered', async () => {
    const areTabsSwitched = () =>
      [...document.querySelectorAll('[role=tab][aria-selected=true]')].every(
        ({ textContent }) => textContent === 'PHP',
      );
    await open(everything);
    await waitUntil(tab, () => {
      document.querySelector('.tabs-container')?.scrollIntoView({ block: 'center', behavior: 'instant' });
      const live = [...document.querySelectorAll('[data-live]')];
      return live.some((part) => Object.keys(part).some((key) => key.startsWith('__reactContainer')));
    });
    await click(tab, '[role=tab]', 'PHP');
    await waitUntil(tab, areTabsSwitched);
    await reloadPage(tab);
    await waitUntil(tab, areTabsSwitched);
  });

  describe('the search dialog', () => {
    const isOpen = () =>
      document.querySelector<HTMLDialogElement>('.search-dialog')?.open === true &&
      document.activeElement?.matches('.search-dialog input') === true;
    const isClosed = () => document.querySelector<HTMLDialogElement>('.search-dialog')?.open !== true;

    test('opens by its button, finds, and leads to the hit by the keyboard', async () => {
      await open(everything);
      // A server opens its index at the first search, for which the dialog of a busy machine's browser may not wait.
      await tab.evaluate(async () => {
        const body = JSON.stringify({ requests: [{ indexName: 'docs', query: 'first' }] });
        await fetch('/1/indexes/*/queries', { method: 'POST', body });
      });
      await click(tab, '.navbar .search-link');
      await waitUntil(tab, isOpen);
      await tab.type('dropdown');
      await waitUntil(tab, () => {
        // A search may be too slow again. Then it is repeated, as readers would do.
        document.querySelector<HTMLElement>('.search-dialog [role=alert] button')?.click();
        return document.querySelector('[role=option]')?.textContent?.includes('ropdown') === true;
      });
      await tab.press('Enter');
      await waitForPage(tab, '/docs/guides/forms/dropdown', 'Dropdown');
    });

    test.each(['k', '/'] as const)('opens by the key %s, and closes by Escape', async (key) => {
      await open(everything);
      await tab.press(key, key === 'k' ? 'Control' : undefined);
      await waitUntil(tab, isOpen);
      await tab.press('Escape');
      await waitUntil(tab, isClosed);
    });
  });

  test('the theme is kept over loads, shown from the first frame, and followed by other tabs', async () => {
    const readBackground = (of: Tab) =>
      of.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const other = await browser.newTab();
    await openPage(other, site.origin + nextSteps);
    const dark = await readBackground(other);
    await open(everything);
    await click(tab, '.navbar .account-link');
    await click(tab, '.navbar .theme-switch button', texts.themeLight);
    await waitUntil(other, () => document.documentElement.dataset.theme === 'light');
    const light = await readBackground(tab);
    expect(light).not.toBe(dark);
    await reloadPage(tab);
    expect(await readBackground(tab)).toBe(light);
    expect(await tab.evaluate(() => localStorage.getItem('theme'))).toBe('light');
    await other.close();
  });

  test('an element with keyboard focus has a ring', async () => {
    await open(everything);
    await tab.press('Tab');
    await tab.press('Tab');
    await tab.press('Tab');
    const ring = await tab.evaluate(() => {
      const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement ?? document.body);
      return {
        on: document.activeElement?.tagName,
        outlineStyle,
        isWide: Number.parseFloat(outlineWidth) >= 2,
      };
    });
    expect(ring).toMatchObject({ outlineStyle: 'solid', isWide: true });
    expect(ring.on).not.toBe('BODY');
  });

  test('the fonts of the text and of code are those that the style names', async () => {
    await open(everything);
    const family = await tab.evaluate(() => [
      getComputedStyle(document.querySelector('.markdown p') ?? document.body).fontFamily,
      getComputedStyle(document.querySelector('.markdown pre') ?? document.body).fontFamily,
    ]);
    expect(family[0]).toMatch(/system-ui|sans-serif/);
    expect(family[1]).toMatch(/monospace/);
  });

  test('the account page lists this session, the administration the accounts', async () => {
    await open('/account');
    await waitUntil(tab, (heading) => document.querySelector('h1')?.textContent === heading, texts.account);
    await waitUntil(
      tab,
      (session) => document.querySelector('main')?.textContent.includes(session) === true,
      texts.thisSession,
    );
    await tab.open(`${site.origin}/admin/users`);
    await waitUntil(
      tab,
      (mail) => document.querySelector('main')?.textContent.includes(mail) === true,
      administrator.email,
    );
  });

  test('signing out ends the session in every tab, keeps the theme, and the back button shows nothing', async () => {
    const other = await browser.newTab();
    await openPage(other, site.origin + nextSteps);
    await open('/docs/reference/alpha');
    await open(everything);
    await signOut();
    await isAtSignIn(other);
    await other.close();
    await expect.poll(() => tab.evaluate(() => ({ ...localStorage }))).toEqual({ theme: 'light' });
    await tab.back();
    await waitUntil(tab, () => location.pathname === '/login' && location.search.startsWith('?next='));
    expect(await tab.evaluate(() => document.body.textContent)).not.toContain('Everything at once');
  });

  if (engine.hasConsole) {
    test('the content security policy has blocked nothing', () => {
      const refusalPattern = /content.security.policy/i;
      expect(browser.console?.('error').filter((text) => refusalPattern.test(text))).toEqual([]);
    });

    test("a page that was left hasn't warned of what it was fetching ahead", () => {
      expect(browser.console?.('warning').filter((text) => /fetched ahead/.test(text))).toEqual([]);
    });
  }
}
