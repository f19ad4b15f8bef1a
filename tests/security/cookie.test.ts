// @module-tag chromium
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { english as texts } from '../../src/config/texts.ts';
import { signInWithBrowser } from '../../testing/browser-sign-in.ts';
import { launchChromium } from '../../testing/chromium.ts';
import { canaries } from '../../testing/release.ts';
import { reader, startServer, type TestServer } from '../../testing/server.ts';

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
    await expect.poll(() => page.textContent('h1')).toBe(canaries['/docs/Tasks']);
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

test('after a wrong password a reload sends nothing again, and no address or history names a user', async () => {
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${port}/login?next=/docs/Tasks`);
  const postedCookies: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') postedCookies.push(new URL(request.url()).pathname);
  });
  await page.fill('[name=email]', reader.email);
  await page.fill('[name=password]', 'wrong');
  await page.click('button');
  await page.getByText(texts.wrongCredentials).waitFor();
  await expect.poll(() => page.inputValue('[name=email]')).toBe(reader.email);
  expect(new URL(page.url()).pathname).toBe('/login');
  expect(page.url()).not.toContain('ana');
  await page.reload();
  expect(await page.getByText(texts.wrongCredentials).count()).toBe(0);
  expect(postedCookies).toEqual(['/auth/sign-in']);
  await page.fill('[name=email]', reader.email);
  await page.fill('[name=password]', reader.password);
  await page.click('button');
  await page.waitForURL('**/docs/Tasks');
});

// Before version 0.2, a browser on the same machine had `__Host-sid` over plain HTTP, too.
test.each([
  ['http', 'localhost', '__Host-sid'],
  ['http', 'localhost', 'sid'],
  ['http', 'docs.lan', 'sid'],
  ['https', 'docs.example', '__Host-sid'],
])('a session of an earlier release goes on over %s at %s under %s', async (protocol, host, name) => {
  const site = await startServer(
    protocol === 'https' ? { environment: { BASE_URL: `https://${host}` } } : {},
  );
  const [, token] = (await site.signIn()).split('=');
  const response = await site.get('/docs/Tasks', { host, cookie: `${name}=${token}` });
  expect(response.statusCode).toBe(200);
  await site.close();
});

test.each([
  ['http', 'docs.lan', '__Host-sid'],
  ['https', 'docs.example', 'sid'],
])('over %s at %s the cookie %s counts for nothing', async (protocol, host, name) => {
  const site = await startServer(
    protocol === 'https' ? { environment: { BASE_URL: `https://${host}` } } : {},
  );
  const [, token] = (await site.signIn()).split('=');
  const response = await site.get('/docs/Tasks', { host, cookie: `${name}=${token}` });
  expect(response.statusCode).toBe(401);
  await site.close();
});
