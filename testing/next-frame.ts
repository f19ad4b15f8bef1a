import type { Page } from 'playwright-core';

/** Waits until the page has drawn what its code has changed so far, its observers of sizes included. */
export async function waitForNextFrame(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/**
 * How much wider than its window the page is, in CSS pixels; 0 if it doesn't scroll sideways. Buttons at the corners
 * of pictures only follow a resized window when the next frame is drawn.
 */
export async function readExcessWidth(page: Page): Promise<number> {
  await waitForNextFrame(page);
  return await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}
