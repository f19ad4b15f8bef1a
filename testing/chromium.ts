import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { chromiumArguments } from './chromium-arguments.ts';
import { need } from './needed-program.ts';
import { unpackProgram } from './packaged-chromium.ts';
import { PATIENCE_MS } from './patience.ts';

/** The browser that the test files of this worker share. It closes with the worker's process. */
let workersBrowser: Promise<Browser> | undefined;

/**
 * Returns a real Chromium that sends no requests except those of the page under test. Within a test run, the files of a
 * worker share one, and each opens its own windows. Elsewhere, each caller gets its own.
 *
 * `whole` starts the full browser that readers use, for measurements.
 * `backForwardCache` keeps pages in memory when they are left, as browsers do by default. Playwright turns that off,
 * and
 * only the full browser supports it.
 */
export async function launchChromium({ whole = false, backForwardCache = false } = {}): Promise<Browser> {
  if (whole || backForwardCache)
    return startChromium('whole-chromium', backForwardCache ? ['--disable-back-forward-cache'] : []);
  const isInTestRun = process.env.SHARED_PARTS !== undefined;
  if (!isInTestRun) return startChromium('chromium');
  workersBrowser ??= startChromium('chromium');
  const browser = await workersBrowser;
  if (browser.isConnected()) return lend(browser);
  // The browser crashed in an earlier test file.
  workersBrowser = undefined;
  return launchChromium();
}

async function startChromium(
  program: 'chromium' | 'whole-chromium',
  ignoreDefaultArgs: string[] = [],
): Promise<Browser> {
  return chromium.launch({
    executablePath: await unpackProgram(need(program)),
    ignoreDefaultArgs,
    args: [...chromiumArguments],
  });
}

/** A view of a browser for one test file: closing it closes the windows that were opened through it. */
function lend(browser: Browser): Browser {
  const contexts = new Set<BrowserContext>();
  return Object.create(browser, {
    // `newPage` opens its window by this method, too.
    newContext: {
      value: async (...options: Parameters<Browser['newContext']>) => {
        const context = await browser.newContext(...options);
        context.setDefaultTimeout(PATIENCE_MS);
        contexts.add(context);
        context.once('close', () => contexts.delete(context));
        return context;
      },
    },
    close: {
      value: async () => {
        await Promise.all([...contexts].map((context) => context.close()));
      },
    },
  });
}
