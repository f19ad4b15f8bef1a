import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Where distributions put it; Playwright's own browser serves where there is none. */
const systemBrowsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * A real Chromium that talks to nobody but the page under test. `backForwardCache`: pages are kept as they stand
 * when they are left, as for everybody; Playwright turns that off.
 */
export async function launchChromium({ backForwardCache = false } = {}): Promise<Browser> {
  const executablePath = systemBrowsers.find((file) => existsSync(file));
  return chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
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
