import { type Browser, chromium } from 'playwright-core';
import { chromiumArguments } from './chromium-arguments.ts';
import { need } from './needed-program.ts';
import { unpacked } from './packaged-chromium.ts';
import { shared } from './shared.ts';

/**
 * Returns a real Chromium that sends no requests except those of the page under test. Within a test run, all files share
 * one, and each opens its own windows. Elsewhere, each caller gets its own.
 *
 * `whole` starts the full browser that readers use, for measurements.
 * `backForwardCache` keeps pages in memory when they are left, as browsers do by default. Playwright turns that off, and
 * only the full browser supports it.
 */
export async function launchChromium({ whole = false, backForwardCache = false } = {}): Promise<Browser> {
  const needsWhole = whole || backForwardCache;
  const endpoint = needsWhole ? undefined : await shared('chromium');
  if (endpoint !== undefined) return chromium.connect(endpoint);
  return chromium.launch({
    executablePath: await unpacked(need(needsWhole ? 'whole-chromium' : 'chromium')),
    ...(backForwardCache ? { ignoreDefaultArgs: ['--disable-back-forward-cache'] } : {}),
    args: [...chromiumArguments],
  });
}
