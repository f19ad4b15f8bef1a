import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** A busy machine takes its time. */
const START_MAX_MS = 60_000;

/** Usual locations of Chromium and Chrome. */
const systemBrowsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Starts this browser, or else the system's Chromium, or the one that Playwright installed. Returns `undefined` if there
 * is none.
 */
export async function openChromium(file: string | undefined): Promise<Browser | undefined> {
  const executablePath = file ?? systemBrowsers.find((each) => existsSync(each));
  try {
    return await chromium.launch({
      timeout: START_MAX_MS,
      ...(executablePath === undefined ? {} : { executablePath }),
      // Chromium can't use its sandbox as root, in a container. It only shows our own pages, without their scripts.
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    });
  } catch {
    return undefined;
  }
}
