import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { canaries } from '../support/release.ts';
import { reader, startServer, type TestServer } from '../support/server.ts';

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

async function signIn(origin: string) {
  const page = await context.newPage();
  await page.goto(`${origin}/docs/Tasks`);
  await page.locator('[name=email]').fill(reader.email);
  await page.locator('[name=password]').fill(reader.password);
  await page.locator('[name=password]').press('Enter');
  await page.waitForURL(`${origin}/docs/Tasks`);
  return page;
}

test.each(['127.0.0.1', 'localhost', 'docs.localhost'])(
  'a browser keeps the secure cookie on http://%s',
  async (name) => {
    const page = await signIn(`http://${name}:${port}`);
    expect(await page.textContent('h1')).toBe(canaries['/docs/Tasks']);
    const [cookie] = await context.cookies();
    expect(cookie).toMatchObject({
      name: '__Host-sid',
      secure: true,
      httpOnly: true,
      sameSite: 'Lax',
      path: '/',
      expires: -1,
    });
  },
);

test('a page of another site changes nothing, though the browser has a session here', async () => {
  await signIn(`http://127.0.0.1:${port}`);
  const attacker = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(
      `<form method="post" action="http://127.0.0.1:${port}/auth/sign-out"></form><script>document.forms[0].submit()</script>`,
    );
  }).listen(0, '127.0.0.1');
  await once(attacker, 'listening');
  const address = attacker.address();
  const page = await context.newPage();
  const answered = page.waitForResponse((response) => response.url().endsWith('/auth/sign-out'));
  await page.goto(`http://attacker.localhost:${typeof address === 'object' ? address?.port : ''}`);
  expect((await answered).status()).toBe(403);
  const session = await context.request.get(`http://127.0.0.1:${port}/auth/session`);
  expect(await session.json()).toMatchObject({ state: 'signed-in' });
  attacker.close();
});

test('a page of this site stands in no frame of another', async () => {
  const page = await context.newPage();
  const blocked = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
  await page.setContent(`<iframe src="http://127.0.0.1:${port}/login"></iframe>`);
  await blocked;
});
