import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { createToken, hashToken } from '../src/accounts/sessions/tokens.ts';
import { buildSite } from '../src/build/build.ts';
import { silentProgress } from '../src/build/progress.ts';
import { readEnvironment } from '../src/config/environment.ts';
import { toBuildFeatures } from '../src/features/feature.ts';
import { engineFeatures } from '../src/features/index.ts';
import { INDEX_NAME } from '../src/search/protocol/wire.ts';
import { formatProblem } from '../src/shared/problem.ts';
import { launchChromium } from './chromium.ts';
import { isShellReady } from './is-shell-ready.ts';
import { isBuiltForAll, type Manual, smallManual } from './manuals.ts';
import { projectDir, startSite } from './running-site.ts';
import { createSession } from './store-fixtures.ts';
import { openSqliteStore } from './stores.ts';

const reader = { email: 'ana@lurana.example', password: 'correct horse battery' };

/** A built manual, the real server for it, and a browser. */
export interface ReadingSite {
  origin: string;
  /** The server's data folder. */
  dataDir: string;
  browser: Browser;
  /** Opens a new browser window that is signed in. */
  signedIn(options?: BrowserContextOptions): Promise<BrowserContext>;
  close(): Promise<void>;
}

export interface ReadingOptions {
  /** The site folder. The default is ours. */
  siteDir?: string;
  /** Whether that folder also contains its documents and build output. */
  isWhole?: boolean;
  /** The manual. The default is the small one. */
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
  const isInTestRun = process.env.SHARED_PARTS !== undefined;
  const isBuilt = siteDir === undefined && (await isBuiltForAll(manual));
  if (isInTestRun && !isBuilt) await build(environment, settings);
  const [site, browser] = await Promise.all([
    startSite(environment, isInTestRun ? 'serve' : 'start'),
    launch(),
  ]);
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
      // This creates the session of a sign-in without hashing a password, which takes 0.1 s for each window.
      const account = await store.findAccountByEmail(reader.email);
      if (account === undefined) throw new Error('The site has no administrator.');
      const token = createToken();
      await store.addSession(createSession(account, hashToken(token), Date.now()));
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

/**
 * Builds the site in this process, where the compiler and the bundlers of an earlier build wait for the next one. The
 * configuration of a site can read `settings` from `process.env`.
 */
async function build(
  variables: Readonly<Record<string, string>>,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const { environment, problems } = readEnvironment(variables, {
    features: engineFeatures,
    folder: projectDir,
  });
  if (!environment) throw new Error(problems.map(formatProblem).join('\n'));
  const names = Object.keys(settings);
  const earlierValues = names.map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, settings);
  try {
    const result = await buildSite({
      environment: { ...environment, features: toBuildFeatures(engineFeatures) },
      workDir: projectDir,
      progress: silentProgress,
      keepsThreads: true,
    });
    if (!result.ok) throw new Error(result.problems.map(formatProblem).join('\n'));
  } finally {
    for (const [name, value] of earlierValues) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
}

/** Waits until the shell is ready and no navigation is pending. The address changes before the page does. */
export async function waitForShell(page: Page): Promise<void> {
  await page.waitForFunction(isShellReady);
  await page.waitForLoadState('load');
}

/** Waits until this tab has loaded the reader's data. From then on, the navbar has its final width at first paint. */
export async function waitForReader(page: Page): Promise<void> {
  await page.waitForFunction(() => sessionStorage.getItem('reader-name') !== null);
}

/** Makes a first search, for which the server opens its index. On a busy machine the dialog may give up before that. */
export async function runFirstSearch(reader: BrowserContext): Promise<void> {
  const data = { requests: [{ indexName: INDEX_NAME, query: 'first' }] };
  await reader.request.post(`/1/indexes/*/queries`, { data });
}

/** Retries a search as readers do. On a busy machine the answer may arrive after the dialog has given up. */
export async function searchAgain(page: Page): Promise<void> {
  const retry = page.locator('.search-dialog [role=alert] button');
  // The button disappears as soon as an answer arrives. Waiting for it then would hold up the test.
  const press = () => retry.evaluateAll((buttons: HTMLElement[]) => buttons[0]?.click());
  await page.addLocatorHandler(retry, press, { noWaitAfter: true });
}

/** Marks the document. The mark survives a navigation within the shell, but not a page load. */
export async function markWindow(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => document.documentElement.setAttribute('data-marked', ''));
  return () => page.evaluate(() => document.documentElement.hasAttribute('data-marked'));
}
