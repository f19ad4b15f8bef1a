import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Usual locations of Chromium and Chrome. */
const systemBrowsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Starts the system's Chromium, or the one that Playwright installed. Returns `undefined` if there is neither. */
export async function openChromium(): Promise<Browser | undefined> {
  const executablePath = systemBrowsers.find((file) => existsSync(file));
  try {
    return await chromium.launch({
      ...(executablePath === undefined ? {} : { executablePath }),
      // Chromium can't use its sandbox as root, in a container. It only shows our own pages, without their scripts.
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    });
  } catch {
    return undefined;
  }
}
