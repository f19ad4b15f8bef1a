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

// Until 0.1 a browser on the machine itself had `__Host-sid` over plain HTTP too.
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
