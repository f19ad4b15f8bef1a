import type { Page } from 'playwright-core';

declare global {
  interface Window {
    /** Searches answered so far, as the page has them. */
    answered: number;
    /** From the next key to its results on the screen, in ms. */
    painted: Promise<number>;
  }
}

/** The search client has given an answer up long before. */
const PATIENCE_MS = 5_000;

/** Runs in the page, before anything of it. */
function countAnswers(): void {
  window.answered = 0;
  const send = XMLHttpRequest.prototype.send;
  XMLHttpRequest.prototype.send = function sendCounted(body) {
    // Before `load`, at which the dialog renders at once.
    this.addEventListener('readystatechange', () => {
      if (this.readyState === this.DONE && this.responseURL.includes('/queries')) window.answered += 1;
    });
    send.call(this, body);
  };
}

/**
 * Types each query letter by letter into the dialog of a page; from each key to its results on the screen, in ms.
 * A letter waits until the one before is painted; `Infinity` where no answer came in time for the client.
 */
export async function measureTyping(page: Page, url: string, queries: readonly string[]): Promise<number[]> {
  await page.addInitScript(countAnswers);
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.locator('.search-link').first().click();
  const input = page.getByRole('dialog').getByRole('combobox');
  await input.waitFor();
  const times: number[] = [];
  const askedQueries = new Set<string>();
  for (const query of queries) {
    await input.fill('');
    for (let length = 1; length <= query.length; length += 1) {
      const typed = query.slice(0, length);
      // The client has cached the answer and sends no request.
      const isNew = !askedQueries.has(typed);
      askedQueries.add(typed);
      if (isNew) await page.evaluate(watchNextKey, PATIENCE_MS);
      await page.keyboard.type(typed.slice(-1));
      if (isNew) times.push(await page.evaluate(() => window.painted));
    }
  }
  return times;
}

/** Runs in the page. */
function watchNextKey(patience: number): void {
  window.painted = new Promise((resolve) => {
    const before = window.answered;
    let [started, rendered] = [0, false];
    document.addEventListener('keydown', ({ timeStamp }) => (started = timeStamp), {
      once: true,
      capture: true,
    });
    const dialog = document.querySelector('dialog[open]') ?? document.body;
    const observer = new MutationObserver(() => (rendered = window.answered > before));
    observer.observe(dialog, { childList: true, subtree: true, characterData: true, attributes: true });
    let framesSince = 0;
    const look = () => {
      if (started > 0 && performance.now() - started > patience) {
        observer.disconnect();
        return resolve(Number.POSITIVE_INFINITY);
      }
      if (window.answered > before) framesSince += 1;
      // Where the results are the same as before, nothing is rendered.
      if (framesSince === 0 || (!rendered && framesSince < 3)) return requestAnimationFrame(look);
      observer.disconnect();
      // A message comes after this frame, in which the results are drawn.
      const drawnChannel = new MessageChannel();
      drawnChannel.port1.onmessage = () => resolve(performance.now() - started);
      drawnChannel.port2.postMessage('');
    };
    requestAnimationFrame(look);
  });
}
