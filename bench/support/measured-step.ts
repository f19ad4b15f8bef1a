import type { BrowserContext } from 'playwright-core';

/**
 * Measures the time from the click on a link to the heading of the next page on the screen, in ms. With
 * `ahead`, the data is prefetched. Otherwise the reader saves data, so nothing is prefetched.
 */
export async function measureStep(context: BrowserContext, url: string, ahead: boolean): Promise<number> {
  const page = await context.newPage();
  if (!ahead) await page.addInitScript(saveData);
  await page.goto(url, { waitUntil: 'load' });
  const link = page.locator('.pagination-nav__link--next');
  await link.scrollIntoViewIfNeeded();
  if (ahead) await link.hover();
  await page.waitForLoadState('networkidle');
  const took = await link.evaluate(
    (element) =>
      new Promise<number>((resolve) => {
        const before = document.querySelector('h1')?.textContent;
        const startedAt = performance.now();
        const look = () => {
          if (document.querySelector('h1')?.textContent === before) requestAnimationFrame(look);
          else {
            // The heading is painted in this frame. A message arrives after it.
            const painted = new MessageChannel();
            painted.port1.onmessage = () => resolve(performance.now() - startedAt);
            painted.port2.postMessage('');
          }
        };
        (element as HTMLElement).click();
        requestAnimationFrame(look);
      }),
  );
  await page.close();
  return took;
}

/** Runs in the page before its own scripts. */
function saveData(): void {
  const connection = { saveData: true, effectiveType: '4g', addEventListener() {}, removeEventListener() {} };
  Object.defineProperty(navigator, 'connection', { get: () => connection });
}
