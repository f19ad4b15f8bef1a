import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { hashToken, newToken } from '../src/accounts/sessions/tokens.ts';
import { INDEX_NAME } from '../src/search/protocol/wire.ts';
import { launchChromium } from './chromium.ts';
import { isShellReady } from './is-shell-ready.ts';
import { builtForAll, type Manual, smallManual } from './manuals.ts';
import { startSite } from './running-site.ts';
import { sessionOf } from './store-fixtures.ts';
import { openSqliteStore } from './stores.ts';

const reader = { email: 'ana@lurana.example', password: 'correct horse battery' };

/** A manual, built and served for real, and a browser in front of it. */
export interface ReadingSite {
  origin: string;
  /** Of the server. */
  dataDir: string;
  browser: Browser;
  /** A browser window of its own that is signed in. */
  signedIn(options?: BrowserContextOptions): Promise<BrowserContext>;
  close(): Promise<void>;
}

export interface ReadingOptions {
  /** Another site folder than ours. */
  siteDir?: string;
  /** That folder has its documents as well, and what is made of them. */
  isWhole?: boolean;
  /** The small one unless told. */
  manual?: Manual;
  /** Further settings of the site. */
  settings?: Readonly<Record<string, string>>;
  /** Starts the browser. */
  launch?: () => Promise<Browser>;
}

export async function openReadingSite({
  siteDir,
  isWhole = false,
  manual = smallManual,
  settings = {},
  launch = launchChromium,
}: ReadingOptions = {}): Promise<ReadingSite> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'reading-data-'));
  const environment = {
    DATA_DIR: dataDir,
    ...(isWhole && siteDir !== undefined ? { DIST_DIR: path.join(siteDir, 'dist') } : manual),
    ...(siteDir === undefined ? {} : { SITE_DIR: siteDir }),
    ADMIN_EMAIL: reader.email,
    ADMIN_PASSWORD: reader.password,
    ...settings,
  };
  const command = siteDir === undefined && (await builtForAll(manual)) ? 'serve' : 'start';
  const [site, browser] = await Promise.all([startSite(environment, command), launch()]);
  const store = openSqliteStore(path.join(dataDir, 'accounts.db'));
  return {
    origin: site.origin,
    dataDir,
    browser,
    async signedIn(options = {}) {
      const context = await browser.newContext({
        baseURL: site.origin,
        viewport: { width: 1440, height: 900 },
        ...options,
      });
      // A session as a sign-in makes it, without a tenth of a second of hashing for every window.
      const account = await store.accountByEmail(reader.email);
      if (account === undefined) throw new Error('The site has no administrator.');
      const token = newToken();
      await store.addSession(sessionOf(account, hashToken(token), Date.now()));
      await context.addCookies([
        { name: 'sid', value: token, url: site.origin, httpOnly: true, sameSite: 'Lax' },
      ]);
      return context;
    },
    async close() {
      await browser.close();
      await store.close();
      await site.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Until the shell has taken the page over, and no other page is on its way: the address of that comes before it. */
export async function shellReady(page: Page): Promise<void> {
  await page.waitForFunction(isShellReady);
  await page.waitForLoadState('load');
}

/** Until this tab knows who reads: the navbar of its next page is as wide as that needs from the first paint on. */
export async function readerKnown(page: Page): Promise<void> {
  await page.waitForFunction(() => sessionStorage.getItem('reader-name') !== null);
}

/** A server opens its index at the first search, for which the dialog of a busy machine's browser may not wait. */
export async function firstSearch(reader: BrowserContext): Promise<void> {
  const data = { requests: [{ indexName: INDEX_NAME, query: 'first' }] };
  await reader.request.post(`/1/indexes/*/queries`, { data });
}

/** A busy machine may answer a search later than the dialog waits for it: then it is asked once more, as readers do. */
export async function searchAgain(page: Page): Promise<void> {
  const retry = page.locator('.search-dialog [role=alert] button');
  await page.addLocatorHandler(retry, () => retry.click(), { noWaitAfter: true });
}

/** What a navigation within the shell leaves untouched, and a load of the window does not. */
export async function markWindow(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => document.documentElement.setAttribute('data-marked', ''));
  return () => page.evaluate(() => document.documentElement.hasAttribute('data-marked'));
}
