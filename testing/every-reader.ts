import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { readExcessWidth } from './next-frame.ts';

/** A window for `checkForEveryReader`: its size at 100 %, the system's own colours, and no movement. */
export const everyReadersWindow = {
  viewport: { width: 1280, height: 800 },
  forcedColors: 'active',
  reducedMotion: 'reduce',
} as const;

/**
 * Checks the page in the window: each stop of the Tab key has a ring, nothing moves, and nothing is wider than the window
 * at 100 % and 400 % in both directions. The Tab key stops at `stops` controls at least.
 */
export async function checkForEveryReader(page: Page, stops: number): Promise<void> {
  let ringCount = 0;
  // The skip link, the navbar, and what follows it. Short pages have fewer controls, and the browser's own come next.
  for (let presses = 0; presses < 12; presses++) {
    await page.keyboard.press('Tab');
    const ring = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return undefined;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return { element: element.outerHTML.slice(0, 120), outlineStyle, outlineWidth };
    });
    if (!ring) break;
    expect(ring).not.toMatchObject({ outlineStyle: 'none' });
    expect(ring).not.toMatchObject({ outlineWidth: '0px' });
    ringCount++;
  }
  expect(ringCount).toBeGreaterThanOrEqual(stops);
  const readMovements = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ playState }) => playState === 'running')
        .map(({ effect }) => effect instanceof KeyframeEffect && effect.target?.className),
    );
  await expect.poll(readMovements).toEqual([]);
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 800 });
    for (const direction of ['rtl', 'ltr']) {
      await page.evaluate((dir) => {
        document.documentElement.dir = dir;
      }, direction);
      await expect.poll(() => readExcessWidth(page), { message: `${width} px, ${direction}` }).toBe(0);
    }
  }
}
