import type { Frame, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { waitForShell } from '../../testing/reading.ts';

/** A CSS selector, a role with its exact name, or an exact text; looked for in every frame. */
type Where = string | { role: 'button' | 'tab'; name: string; nth?: number } | { text: string };

interface What {
  text?: Where;
  attr?: [Where, string];
  count?: string;
  visible?: Where;
  selectedTabs?: true;
  shownTexts?: string[];
  shownImages?: string;
  address?: true;
  theme?: true;
  style?: [Where, string];
}

interface Step {
  click?: Where;
  scroll?: Where;
  reload?: true;
  read?: Record<string, What>;
}

/** A row of `client-steps.json`: what a reader does on a page, and what is read then. */
export interface ClientSteps {
  name: string;
  path: string;
  scheme?: 'light' | 'dark';
  script?: false;
  do?: Step[];
  read?: Record<string, What>;
}

/**
 * Takes the steps and waits until the page shows what Docusaurus shows. The steps have the names they have in
 * `sites/tools/client-facts.mjs`, but not its fixed waits, which are too short on a busy machine.
 */
export async function takeSteps(
  page: Page,
  { path, script, do: steps = [], read }: ClientSteps,
  expectedState: Readonly<Record<string, unknown>>,
): Promise<void> {
  const waitUntilReady = async () => {
    if (script !== false) await waitForShell(page);
  };
  await page.goto(path);
  await waitUntilReady();
  const all: Step[] = [...steps, ...(read ? [{ read }] : [])];
  for (const step of all) {
    if (step.scroll !== undefined) await show(await findInPage(page, step.scroll));
    if (step.click !== undefined) await press(await findInPage(page, step.click));
    if (step.reload) {
      await page.reload();
      await waitUntilReady();
    }
    for (const [name, what] of Object.entries(step.read ?? {}))
      await expect.poll(() => readPage(page, what), { message: name }).toEqual(expectedState[name]);
  }
}

function locate(frame: Frame, where: Where): Locator {
  if (typeof where === 'string') return frame.locator(where).first();
  if ('text' in where) return frame.getByText(where.text, { exact: true }).first();
  return frame.getByRole(where.role, { name: where.name, exact: true }).nth(where.nth ?? 0);
}

async function findInFrames(page: Page, where: Where): Promise<Locator | undefined> {
  for (const frame of page.frames()) {
    const locator = locate(frame, where);
    if ((await locator.count()) > 0) return locator;
  }
  return undefined;
}

async function findInPage(page: Page, where: Where): Promise<Locator> {
  await expect.poll(async () => (await findInFrames(page, where)) !== undefined).toBe(true);
  return (await findInFrames(page, where)) ?? locate(page.mainFrame(), where);
}

/** Shows the element without waiting for it to be still, because hydration may replace it. */
function show(locator: Locator): Promise<void> {
  return locator.evaluate((element) => element.scrollIntoView());
}

/** Presses the element after its component is alive. An earlier press would be lost. */
async function press(locator: Locator): Promise<void> {
  await show(locator);
  const isAlive = (element: Element) => {
    const live = element.closest('[data-live], [data-island]');
    return live === null || Object.keys(live).some((key) => key.startsWith('__react'));
  };
  await expect.poll(() => locator.evaluate(isAlive)).toBe(true);
  await locator.click();
}

async function readPage(page: Page, what: What): Promise<unknown> {
  if (what.address) return page.url().replace(new URL(page.url()).origin, '');
  if (what.theme) return page.evaluate(() => document.documentElement.dataset.theme);
  if (what.selectedTabs)
    return page
      .locator('main [role=tab][aria-selected=true]')
      .evaluateAll((all) => all.map((tab) => tab.textContent?.trim()));
  if (what.shownImages !== undefined) return page.locator(what.shownImages).evaluateAll(listVisibleFiles);
  if (what.shownTexts) {
    const main = page.locator('main');
    const isShown = async (text: string) => main.getByText(text, { exact: true }).first().isVisible();
    return Object.fromEntries(
      await Promise.all(what.shownTexts.map(async (text) => [text, await isShown(text)])),
    );
  }
  if (what.count !== undefined) {
    const { count } = what;
    const counts = await Promise.all(page.frames().map((frame) => frame.locator(count).count()));
    return counts.reduce((sum, one) => sum + one, 0);
  }
  const [where, name = ''] = what.attr ?? what.style ?? [what.text ?? what.visible ?? ''];
  const locator = await findInFrames(page, where);
  if (!locator) return null;
  if (what.attr) return locator.getAttribute(name);
  if (what.style) return locator.evaluate((one, of) => getComputedStyle(one).getPropertyValue(of), name);
  if (what.visible !== undefined) return locator.isVisible();
  return ((await locator.textContent()) ?? '').replace(/\s+/g, ' ').trim();
}

/** Lists file names without the hash. */
function listVisibleFiles(images: Element[]): string[] {
  const visibleImages = images.filter(
    (image) => image.getClientRects().length > 0 && getComputedStyle(image).visibility !== 'hidden',
  );
  return visibleImages.map((image) =>
    (image.getAttribute('src') ?? '').replace(/^.*\//, '').replace(/[.-][0-9a-f]{6,}(?=\.)/, ''),
  );
}
