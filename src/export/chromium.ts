import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Where distributions put it. */
const systemBrowsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The system's Chromium, or the one that Playwright has installed; `undefined` where there is neither. */
export async function openChromium(): Promise<Browser | undefined> {
  const executablePath = systemBrowsers.find((file) => existsSync(file));
  try {
    return await chromium.launch({
      ...(executablePath === undefined ? {} : { executablePath }),
      // As root, in a container, Chromium has no sandbox; it shows nothing here but our own pages, without scripts.
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    });
  } catch {
    return undefined;
  }
}
