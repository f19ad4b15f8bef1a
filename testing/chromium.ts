import { type Browser, chromium } from 'playwright-core';
import { need } from './needed-program.ts';

/**
 * A real Chromium that talks to nobody but the page under test.
 *
 * `whole`: the browser that readers have, for figures that speak of it.
 * `backForwardCache`: pages are kept as they stand when they are left, as for everybody; Playwright turns that off,
 * and only the whole browser can.
 */
export async function launchChromium({ whole = false, backForwardCache = false } = {}): Promise<Browser> {
  return chromium.launch({
    executablePath: need(whole || backForwardCache ? 'whole-chromium' : 'chromium'),
    ...(backForwardCache ? { ignoreDefaultArgs: ['--disable-back-forward-cache'] } : {}),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
