import type { Page } from 'playwright-core';

declare global {
  interface Window {
    /** Number of searches that the page has answers for. */
    answered: number;
    /** Milliseconds from the next key to its results on the screen. */
    painted: Promise<number>;
  }
}

/** The search client gives up long before this. */
const PATIENCE_MS = 5_000;

/** Runs in the page before its own scripts. */
function countAnswers(): void {
  window.answered = 0;
  const send = XMLHttpRequest.prototype.send;
  XMLHttpRequest.prototype.send = function sendCounted(body) {
    // The listener is added before `load`, at which the dialog renders at once.
    this.addEventListener('readystatechange', () => {
      if (this.readyState === this.DONE && this.responseURL.includes('/queries')) window.answered += 1;
    });
    send.call(this, body);
  };
}

/**
 * Types each query letter by letter into the dialog, and measures from each key to its results on the screen,
 * in ms. Each letter waits until the previous one is painted. `Infinity` means that no answer came in time.
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
      const typedText = query.slice(0, length);
      // The client has cached the answer and sends no request.
      const isNew = !askedQueries.has(typedText);
      askedQueries.add(typedText);
      if (isNew) await page.evaluate(watchNextKey, PATIENCE_MS);
      await page.keyboard.type(typedText.slice(-1));
      if (isNew) times.push(await page.evaluate(() => window.painted));
    }
  }
  return times;
}

/** Runs in the page. */
function watchNextKey(patience: number): void {
  window.painted = new Promise((resolve) => {
    const before = window.answered;
    let [isStarted, isRendered] = [0, false];
    document.addEventListener('keydown', ({ timeStamp }) => (isStarted = timeStamp), {
      once: true,
      capture: true,
    });
    const dialog = document.querySelector('dialog[open]') ?? document.body;
    const observer = new MutationObserver(() => (isRendered = window.answered > before));
    observer.observe(dialog, { childList: true, subtree: true, characterData: true, attributes: true });
    let framesSince = 0;
    const look = () => {
      if (isStarted > 0 && performance.now() - isStarted > patience) {
        observer.disconnect();
        return resolve(Number.POSITIVE_INFINITY);
      }
      if (window.answered > before) framesSince += 1;
      // Equal results aren't rendered again.
      if (framesSince === 0 || (!isRendered && framesSince < 3)) return requestAnimationFrame(look);
      observer.disconnect();
      // A message arrives after this frame, in which the results are painted.
      const drawnChannel = new MessageChannel();
      drawnChannel.port1.onmessage = () => resolve(performance.now() - isStarted);
      drawnChannel.port2.postMessage('');
    };
    requestAnimationFrame(look);
  });
}
