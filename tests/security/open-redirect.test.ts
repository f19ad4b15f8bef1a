// @module-tag chromium
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../../testing/chromium.ts';
import { nextTricks } from '../../testing/next-tricks.ts';
import { reader, startServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let origin: string;
let browser: Browser;
beforeAll(async () => {
  server = await startServer({ environment: { LOG_LEVEL: 'error' } });
  ({ origin } = await server.listen());
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

/** Submits the sign-in form with the right password. Returns the `Location` header. */
async function placeAfterSignIn(next: string): Promise<string> {
  const { statusCode, headers } = await server.app.inject({
    method: 'POST',
    url: '/auth/sign-in',
    headers: { host: 'localhost', 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ ...reader, next }).toString(),
  });
  expect(statusCode, next).toBe(303);
  return String(headers.location);
}

/** Resolves the addresses in Chromium on a page of the site, because the browser's rules decide. */
async function readOriginsInChromium(addresses: readonly string[]): Promise<string[]> {
  const page = await browser.newPage();
  await page.goto(`${origin}/login`);
  const origins = await page.evaluate(
    (all) =>
      all.map((address) => {
        const link = document.createElement('a');
        link.href = address;
        return link.origin;
      }),
    addresses,
  );
  await page.close();
  return origins;
}

test(`none of ${nextTricks.length} forms of next leads a signed-in browser to another site`, async () => {
  expect(nextTricks.length).toBeGreaterThan(300);
  const places = [];
  for (const next of nextTricks) places.push(await placeAfterSignIn(next));
  const origins = await readOriginsInChromium(places);
  expect(nextTricks.filter((_, index) => origins[index] !== origin)).toEqual([]);
});

test('many of these forms do lead Chromium elsewhere when they are taken as they are', async () => {
  const origins = await readOriginsInChromium(nextTricks);
  expect(origins.filter((each) => each !== origin).length).toBeGreaterThan(100);
});

test('the login page doesn’t pass any of them on', async () => {
  const passedOn = [];
  for (const next of nextTricks) {
    const { body } = await server.get(`/login?next=${encodeURIComponent(next.toWellFormed())}`);
    passedOn.push(/name="next" type="hidden" value="([^"]*)"/.exec(body)?.[1] ?? 'no place');
  }
  const origins = await readOriginsInChromium(passedOn);
  expect(nextTricks.filter((_, index) => origins[index] !== origin)).toEqual([]);
});

test.each([
  '//evil.example/',
  '/\\evil.example/',
  '/\t/evil.example/',
  '/%0d%0aLocation:%20//evil.example',
  'https://evil.example/',
  'javascript:document.title="evil"',
])('a browser that signs in with next=%j stays here', async (next) => {
  const page = await browser.newPage();
  await page.goto(`${origin}/login?next=${encodeURIComponent(next)}`);
  await page.locator('[name=next]').evaluate((field, value) => field.setAttribute('value', value), next);
  await page.locator('[name=email]').fill(reader.email);
  await page.locator('[name=password]').fill(reader.password);
  await page.locator('[name=password]').press('Enter');
  await page.waitForURL((url) => url.pathname !== '/login');
  expect(new URL(page.url()).origin).toBe(origin);
  expect(await page.title()).not.toBe('evil');
  await page.context().close();
});

test.each([
  ['X-Forwarded-Host', 'evil.example'],
  ['Host', 'evil.example'],
  ['Forwarded', 'host=evil.example'],
  ['Referer', 'https://evil.example/'],
])('every redirect is a path, whatever %s says', async (name, value) => {
  const cookie = await server.signIn();
  for (const [url, signedIn] of [
    ['/docs/Tasks', false],
    ['/docs/Tasks/', true],
    ['/docs', true],
    ['/login', true],
    ['//evil.example/docs', false],
  ] as const) {
    const { headers } = await server.get(url, {
      accept: 'text/html',
      ...(signedIn ? { cookie } : {}),
      [name.toLowerCase()]: value,
    });
    expect(headers.location ?? '/', url).toMatch(/^\/(?![/\\])/);
  }
});
