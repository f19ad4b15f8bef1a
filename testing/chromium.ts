import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Where distributions put them; Playwright's own browsers serve where there is none. */
const wholeBrowsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const headlessShell = '/usr/bin/chromium-headless-shell';

/**
 * A real Chromium that talks to nobody but the page under test: its headless shell where there is one, which runs
 * the same page for about half the CPU time, since nothing of a browser's own windows runs around it.
 *
 * `whole`: the browser that readers have, for figures that speak of it.
 * `backForwardCache`: pages are kept as they stand when they are left, as for everybody; Playwright turns that off,
 * and only the whole browser can.
 */
export async function launchChromium({ whole = false, backForwardCache = false } = {}): Promise<Browser> {
  const needsWhole = whole || backForwardCache;
  const browsers = needsWhole ? wholeBrowsers : [headlessShell, ...wholeBrowsers];
  const executablePath = browsers.find((file) => existsSync(file));
  // Without a path Playwright starts its own headless shell, and by this name its own whole browser.
  const own = needsWhole ? { channel: 'chromium' } : {};
  return chromium.launch({
    ...(executablePath === undefined ? own : { executablePath }),
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
