import { vi } from 'vitest';
import { isShellReady } from '../../testing/is-shell-ready.ts';
import { PATIENCE_MS } from '../../testing/patience.ts';
import type { Tab } from './drivers/engine.ts';

/** Repeats the question until the page gives the expected answer. A page that is changing can't answer. */
export async function waitUntil<Given extends readonly unknown[]>(
  tab: Tab,
  isSo: (...given: Given) => boolean,
  ...values: Given
): Promise<void> {
  await vi.waitFor(
    async () => {
      if (await tab.evaluate(isSo, ...values)) return;
      const at = await tab.evaluate(() => location.href);
      throw new Error(`At ${at} it isn't so: ${isSo} (${JSON.stringify(values)})`);
    },
    { timeout: PATIENCE_MS, interval: 30 },
  );
}

/** Waits for the page at this path, with its main heading. */
export function waitForPage(tab: Tab, pathname: string, heading: string): Promise<void> {
  return waitUntil(
    tab,
    (path, text) => location.pathname === path && document.querySelector('h1')?.textContent?.trim() === text,
    pathname,
    heading,
  );
}

/** Waits until the shell is ready and the page is complete. */
export async function waitUntilReady(tab: Tab): Promise<void> {
  await waitUntil(tab, isShellReady);
  await waitUntil(tab, () => document.readyState === 'complete');
}

/**
 * Opens the page like the address bar does. WebKit's driver may answer while the tab still shows the previous document,
 * and loses an address that is requested while the browser goes back; then it is requested again.
 */
export async function openPage(tab: Tab, url: string): Promise<void> {
  await markLeft(tab);
  await vi.waitFor(
    async () => {
      await tab.open(url);
      const at = await tab.evaluate(() =>
        document.documentElement.hasAttribute('data-left') ? 'the document before' : location.href,
      );
      if (at !== url) throw new Error(`${url} was asked for, and the tab is at ${at}.`);
    },
    { timeout: PATIENCE_MS, interval: 1000 },
  );
  await waitUntilReady(tab);
}

export async function reloadPage(tab: Tab): Promise<void> {
  await markLeft(tab);
  await tab.reload();
  await waitUntil(tab, () => !document.documentElement.hasAttribute('data-left'));
  await waitUntilReady(tab);
}

/** Goes back to another document and waits until it is complete. */
export async function goBack(tab: Tab, pathname: string, heading: string): Promise<void> {
  await tab.back();
  await waitForPage(tab, pathname, heading);
  await waitUntilReady(tab);
}

/** Marks the document, so that the next one can be distinguished from it. */
function markLeft(tab: Tab): Promise<void> {
  return tab.evaluate(() => document.documentElement.setAttribute('data-left', ''));
}

/**
 * Moves the pointer to the visible element with this name, which is its label or its text. Without a name,
 * any element counts.
 */
export async function pointAt(tab: Tab, selector: string, name?: string): Promise<void> {
  const centre = await vi.waitFor(
    async () => {
      const place = await tab.evaluate(
        (css, label) => {
          const element = [...document.querySelectorAll(css)].find(
            (one) =>
              one.checkVisibility() &&
              (label === '' || (one.ariaLabel ?? one.textContent ?? '').trim() === label),
          );
          element?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
          const box = element?.getBoundingClientRect();
          return box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : undefined;
        },
        selector,
        name ?? '',
      );
      if (!place) throw new Error(`There is no ${selector} ${name ?? ''}.`);
      return place;
    },
    { timeout: PATIENCE_MS, interval: 30 },
  );
  await tab.moveTo(centre.x, centre.y);
}

export async function click(tab: Tab, selector: string, name?: string): Promise<void> {
  await pointAt(tab, selector, name);
  await tab.click();
}

/** Writes into a field with the keyboard. */
export async function fill(tab: Tab, selector: string, text: string): Promise<void> {
  await click(tab, selector);
  await tab.type(text);
}

/** Sets a mark that a navigation within the shell leaves in place and a load of the window removes. */
export async function markWindow(tab: Tab): Promise<() => Promise<boolean>> {
  await tab.evaluate(() => document.documentElement.setAttribute('data-marked', ''));
  return () => tab.evaluate(() => document.documentElement.hasAttribute('data-marked'));
}

/** Counts how often this document has requested the data of the page, including prefetches. */
export function countRequests(tab: Tab, pathname: string): Promise<number> {
  return tab.evaluate(
    (file) =>
      performance.getEntriesByType('resource').filter(({ name }) => new URL(name).pathname === file).length,
    `/_page${pathname}.json`,
  );
}
