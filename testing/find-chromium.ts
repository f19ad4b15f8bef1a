import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { findPackagedChromium } from './packaged-chromium.ts';

/** Where distributions and installers put them. */
const wholeBrowsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const headlessShell = '/usr/bin/chromium-headless-shell';

/**
 * The file of a Chromium on this machine. The headless shell runs the same page for about half the CPU time, since
 * nothing of a browser's own windows runs around it; the whole browser is the one that readers have. The headless shell
 * comes from npm where the system has neither; `unpacked` makes it ready.
 */
export function findChromium(kind: 'any' | 'whole'): string | undefined {
  const system = kind === 'whole' ? wholeBrowsers : [headlessShell, ...wholeBrowsers];
  const installed = [...system, chromium.executablePath()].find((file) => existsSync(file));
  return kind === 'whole' ? installed : (installed ?? findPackagedChromium());
}
