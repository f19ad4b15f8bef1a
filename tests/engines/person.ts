import { vi } from 'vitest';
import { isShellReady } from '../../testing/is-shell-ready.ts';
import { PATIENCE_MS } from '../../testing/patience.ts';
import type { Tab } from './drivers/engine.ts';

/** Asks again and again until the page gives what is wanted; while a page is changing it can't be asked. */
export async function until<Given extends readonly unknown[]>(
  tab: Tab,
  isSo: (...given: Given) => boolean,
  ...values: Given
): Promise<void> {
  await vi.waitFor(
    async () => {
      if (await tab.evaluate(isSo, ...values)) return;
      const at = await tab.evaluate(() => location.href);
      throw new Error(`At ${at} it is not so: ${isSo} (${JSON.stringify(values)})`);
    },
    { timeout: PATIENCE_MS, interval: 30 },
  );
}

/** Until the page at this path is there, by its main heading too. */
export function untilPage(tab: Tab, pathname: string, heading: string): Promise<void> {
  return until(
    tab,
    (path, text) => location.pathname === path && document.querySelector('h1')?.textContent?.trim() === text,
    pathname,
    heading,
  );
}

/** Until the shell has taken the page over, and all of the page has come. */
export async function untilReady(tab: Tab): Promise<void> {
  await until(tab, isShellReady);
  await until(tab, () => document.readyState === 'complete');
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
  await untilReady(tab);
}

export async function reloadPage(tab: Tab): Promise<void> {
  await markLeft(tab);
  await tab.reload();
  await until(tab, () => !document.documentElement.hasAttribute('data-left'));
  await untilReady(tab);
}

/** Back to another document, until all of it is there. */
export async function goBack(tab: Tab, pathname: string, heading: string): Promise<void> {
  await tab.back();
  await untilPage(tab, pathname, heading);
  await untilReady(tab);
}

/** Tells the document that is about to be left from the one that comes. */
function markLeft(tab: Tab): Promise<void> {
  return tab.evaluate(() => document.documentElement.setAttribute('data-left', ''));
}

/** The pointer goes to what is visible there with this name: its label, else its text; any, without a name. */
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

/** Writes into a field as a person does. */
export async function fill(tab: Tab, selector: string, text: string): Promise<void> {
  await click(tab, selector);
  await tab.type(text);
}

/** Sets a mark that a navigation within the shell leaves in place and a load of the window removes. */
export async function markWindow(tab: Tab): Promise<() => Promise<boolean>> {
  await tab.evaluate(() => document.documentElement.setAttribute('data-marked', ''));
  return () => tab.evaluate(() => document.documentElement.hasAttribute('data-marked'));
}

/** The pages whose data this document has asked for, hint or not, with their number of times. */
export function askedFor(tab: Tab, pathname: string): Promise<number> {
  return tab.evaluate(
    (file) =>
      performance.getEntriesByType('resource').filter(({ name }) => new URL(name).pathname === file).length,
    `/_page${pathname}.json`,
  );
}
