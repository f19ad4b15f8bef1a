import { type Browser, chromium } from 'playwright-core';
import { findSystemBrowser } from './system-browsers.ts';

/** A busy machine takes its time. */
const START_MAX_MS = 60_000;

/**
 * Starts this browser, or else the system's Chromium, or the one that Playwright installed. Returns `undefined` if there
 * is none.
 */
export async function openChromium(file: string | undefined): Promise<Browser | undefined> {
  try {
    return await startChromium(file ?? findSystemBrowser());
  } catch {
    return undefined;
  }
}

/** Starts this browser, or the one that Playwright installed. Rejects with an error of Playwright if it doesn't start. */
export function startChromium(executablePath: string | undefined): Promise<Browser> {
  return chromium.launch({
    timeout: START_MAX_MS,
    ...(executablePath === undefined ? {} : { executablePath }),
    // Chromium can't use its sandbox as root, in a container. It only shows our own pages, without their scripts.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
}
