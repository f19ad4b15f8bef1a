import { existsSync } from 'node:fs';

/** Usual locations of Chromium and Chrome. */
const systemBrowsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Finds the Chromium or Chrome of this machine, without the one that Playwright may have installed. */
export function findSystemBrowser(): string | undefined {
  return systemBrowsers.find((file) => existsSync(file));
}
