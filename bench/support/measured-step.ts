import type { BrowserContext } from 'playwright-core';

/**
 * From the click on the link to the next page to its heading on the screen, in ms. `ahead`: its data is there
 * before the click; otherwise the reader saves data, and nothing is fetched ahead.
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
        const started = performance.now();
        const look = () => {
          if (document.querySelector('h1')?.textContent === before) requestAnimationFrame(look);
          else {
            // The heading is drawn in the frame that begins here; a message comes after it.
            const painted = new MessageChannel();
            painted.port1.onmessage = () => resolve(performance.now() - started);
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

/** Runs in the page, before anything of it. */
function saveData(): void {
  const connection = { saveData: true, effectiveType: '4g', addEventListener() {}, removeEventListener() {} };
  Object.defineProperty(navigator, 'connection', { get: () => connection });
}
