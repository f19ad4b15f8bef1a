import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { openReadingSite, type ReadingOptions, type ReadingSite, waitForShell } from './reading.ts';

/** One site for the tests of a file, and a signed-in browser window for each test. */
export interface Reader {
  readonly site: ReadingSite;
  readonly browser: Browser;
  readonly context: BrowserContext;
  readonly page: Page;
  /** Opens a page and waits until the shell is ready. */
  open(path: string): Promise<void>;
  /** Replaces this window by another one with these options. */
  change(options: BrowserContextOptions): Promise<void>;
}

/** If the browser never closes a window, the run continues after this time. */
const CLOSING_MS = 30_000;

/** `window` has the options of the windows that the tests start with. */
export function openReader({
  window: first = {},
  ...options
}: ReadingOptions & { window?: BrowserContextOptions } = {}): Reader {
  let site: ReadingSite;
  let context: BrowserContext;
  let page: Page;
  const openWindow = async (window: BrowserContextOptions) => {
    context = await site.signedIn(window);
    page = await context.newPage();
  };
  beforeAll(async () => {
    site = await openReadingSite(options);
  });
  afterAll(() => site?.close());
  beforeEach(() => openWindow(first));
  afterEach(() => context?.close(), CLOSING_MS);
  return {
    get site() {
      return site;
    },
    get browser() {
      return site.browser;
    },
    get context() {
      return context;
    },
    get page() {
      return page;
    },
    async open(path) {
      await page.goto(path);
      await waitForShell(page);
    },
    async change(window) {
      await context.close();
      await openWindow(window);
    },
  };
}
