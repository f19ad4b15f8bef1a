// @module-tag chromium
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { signInWithBrowser } from '../../testing/browser-sign-in.ts';
import { launchChromium } from '../../testing/chromium.ts';
import { canaries } from '../../testing/release.ts';
import { startServer, type TestServer } from '../../testing/server.ts';

let browser: Browser;
let context: BrowserContext;
let server: TestServer;
let port: number;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());
beforeEach(async () => {
  server = await startServer();
  ({ port } = await server.listen());
  context = await browser.newContext();
});
afterEach(async () => {
  await context.close();
  await server.close();
});

const signIn = (origin: string) => signInWithBrowser(context, origin);

test.each(['127.0.0.1', 'localhost', 'docs.localhost'])(
  'a browser keeps the cookie on http://%s, where no name counts as secure',
  async (name) => {
    const page = await signIn(`http://${name}:${port}`);
    expect(await page.textContent('h1')).toBe(canaries['/docs/Tasks']);
    const [cookie] = await context.cookies();
    expect(cookie).toMatchObject({
      name: 'sid',
      secure: false,
      httpOnly: true,
      sameSite: 'Lax',
      path: '/',
      expires: -1,
    });
  },
);
