import type { Page } from 'playwright-core';
import { launchChromium } from '../../../testing/chromium.ts';
import { type Engine, type Tab, VIEWPORT } from './engine.ts';

/** Playwright drives Chromium, as in other browser tests. */
export const chromium: Engine = {
  hasConsole: true,
  async launch() {
    const browser = await launchChromium({ backForwardCache: true });
    const context = await browser.newContext({ viewport: VIEWPORT });
    const consoleMessages: { level: string; text: string }[] = [];
    context.on('console', (message) => consoleMessages.push({ level: message.type(), text: message.text() }));
    context.on('weberror', (error) => consoleMessages.push({ level: 'error', text: error.error().message }));
    return {
      newTab: async () => createTab(await context.newPage()),
      console: (requestedLevel) =>
        consoleMessages.filter(({ level }) => level === requestedLevel).map(({ text }) => text),
      close: () => browser.close(),
    };
  },
};

function createTab(page: Page): Tab {
  const call = async (source: string, values: readonly unknown[]): Promise<string> =>
    page.evaluate(`(${source})(${values.map((value) => JSON.stringify(value)).join(',')})`);
  return {
    open: async (url) => void (await page.goto(url)),
    evaluate: async (work, ...values) =>
      JSON.parse(
        await call(`async (...given) => JSON.stringify((await (${work})(...given)) ?? null)`, values),
      ),
    moveTo: (x, y) => page.mouse.move(x, y),
    async click() {
      await page.mouse.down();
      await page.mouse.up();
    },
    type: (text) => page.keyboard.type(text),
    press: (key, modifier) => page.keyboard.press(modifier === undefined ? key : `${modifier}+${key}`),
    back: () => page.evaluate(() => void setTimeout(() => history.back())),
    reload: async () => void (await page.reload()),
    screenshot: () => page.screenshot(),
    close: () => page.close(),
  };
}
