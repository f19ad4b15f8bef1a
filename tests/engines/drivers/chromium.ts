import type { Page } from 'playwright-core';
import { launchChromium } from '../../../testing/chromium.ts';
import { type Engine, type Tab, VIEWPORT } from './engine.ts';

/** By Playwright, as the other tests in a browser. */
export const chromium: Engine = {
  hasConsole: true,
  async launch() {
    const browser = await launchChromium({ backForwardCache: true });
    const context = await browser.newContext({ viewport: VIEWPORT });
    const said: { level: string; text: string }[] = [];
    context.on('console', (message) => said.push({ level: message.type(), text: message.text() }));
    context.on('weberror', (error) => said.push({ level: 'error', text: error.error().message }));
    return {
      newTab: async () => tabOf(await context.newPage()),
      console: (wanted) => said.filter(({ level }) => level === wanted).map(({ text }) => text),
      close: () => browser.close(),
    };
  },
};

function tabOf(page: Page): Tab {
  const call = async (source: string, given: readonly unknown[]): Promise<string> =>
    page.evaluate(`(${source})(${given.map((value) => JSON.stringify(value)).join(',')})`);
  return {
    open: async (url) => void (await page.goto(url)),
    evaluate: async (work, ...given) =>
      JSON.parse(
        await call(`async (...given) => JSON.stringify((await (${work})(...given)) ?? null)`, given),
      ),
    moveTo: (x, y) => page.mouse.move(x, y),
    async click() {
      await page.mouse.down();
      await page.mouse.up();
    },
    type: (text) => page.keyboard.type(text),
    press: (key, held) => page.keyboard.press(held === undefined ? key : `${held}+${key}`),
    back: () => page.evaluate(() => void setTimeout(() => history.back())),
    reload: async () => void (await page.reload()),
    screenshot: () => page.screenshot(),
    close: () => page.close(),
  };
}
