import { type Browser, chromium } from 'playwright-core';
import { chromiumArguments } from './chromium-arguments.ts';
import { need } from './needed-program.ts';
import { unpacked } from './packaged-chromium.ts';
import { shared } from './shared.ts';

/**
 * A real Chromium that talks to nobody but the page under test: one for all test files of a run, each with windows of
 * its own, and one of its own elsewhere.
 *
 * `whole`: the browser that readers have, for figures that speak of it.
 * `backForwardCache`: pages are kept as they stand when they are left, as for everybody; Playwright turns that off,
 * and only the whole browser can.
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
