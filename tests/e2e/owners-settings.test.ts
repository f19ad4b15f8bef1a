// @module-tag chromium
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findAxeViolations } from '../../testing/axe.ts';
import { smallManual } from '../../testing/manuals.ts';
import { type OtherServer, startOtherServer } from '../../testing/other-server.ts';
import { openReadingSite, type ReadingSite, waitForShell } from '../../testing/reading.ts';
import { texts } from '../../testing/site-texts.ts';

const writeSiteConfig = (server: string) => `export default {
  name: 'Other BPA',
  announcement: { id: 'release-2', html: 'Version 2 is <a href="/docs">here</a>.' },
  editUrl: 'https://git.example/edit/main/docs',
  defaultTheme: 'light',
  openApi: {
    documents: [{ spec: 'orders.yaml', route: '/orders-api' }],
    tryIt: { servers: ['${server}'] },
  },
};
`;
const ordersApi = `openapi: 3.1.0
info: { title: Orders API, version: 1.0.0 }
servers: [{ url: 'https://api.example.com/v1' }]
security: [{ key: [] }]
paths:
  /orders/{id}:
    get:
      operationId: readOrder
      summary: Read an order
      parameters:
        - { name: id, in: path, schema: { type: string, example: A 7 } }
        - { name: fields, in: query, schema: { type: array, items: { type: string } } }
      responses: { '200': { description: The order., content: { application/json: {} } } }
  /orders:
    post:
      operationId: createOrder
      summary: Create an order
      requestBody:
        required: true
        content: { application/json: { schema: { example: { item: saw } } } }
      responses: { '201': { description: The new order. } }
  /moved:
    get:
      operationId: readMoved
      summary: Read a moved order
      responses: { '200': { description: An order. } }
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Api-Key }
`;

let api: OtherServer;
let siteDir: string;
let site: ReadingSite;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  siteDir = await mkdtemp(path.join(tmpdir(), 'site-'));
  api = await startOtherServer({ isOpen: true, answer: '{"order":4711}' });
  await writeFile(path.join(siteDir, 'site.config.ts'), writeSiteConfig(api.origin));
  await writeFile(path.join(siteDir, 'orders.yaml'), ordersApi);
  const docsDir = path.join(siteDir, 'docs');
  await cp(smallManual.DOCS_DIR, docsDir, { recursive: true });
  const manual = { DOCS_DIR: docsDir, DIST_DIR: path.join(siteDir, 'dist') };
  site = await openReadingSite({ siteDir, manual });
});
afterAll(async () => {
  await site?.close();
  api?.close();
  await rm(siteDir, { recursive: true, force: true });
});
beforeEach(async () => {
  context = await site.signedIn();
  page = await context.newPage();
  await page.goto('/docs/guides/next-steps');
  await waitForShell(page);
});
afterEach(() => context.close());

const findAnnouncement = () => page.getByRole('region', { name: texts.announcement });

describe('the announcement bar', () => {
  test('is there until it is dismissed, and the dismissal is remembered', async () => {
    await expect.poll(() => findAnnouncement().textContent()).toContain('Version 2 is here.');
    await page.getByRole('button', { name: texts.closeAnnouncement }).click();
    await expect.poll(() => findAnnouncement().count()).toBe(0);
    await page.reload();
    await waitForShell(page);
    expect(await findAnnouncement().isVisible()).toBe(false);
  });

  test('is gone before the first paint if it was dismissed earlier, so nothing moves', async () => {
    await page.evaluate(() => localStorage.setItem('announcement', 'release-2'));
    page = await context.newPage();
    // Records where the article is in every frame.
    await page.addInitScript(() => {
      const tops = new Set<number>();
      Object.assign(window, { tops });
      const look = () => {
        const heading = document.querySelector('main h1');
        if (heading) tops.add(Math.round(heading.getBoundingClientRect().top));
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    await page.goto('/docs/guides/next-steps');
    await waitForShell(page);
    expect(await findAnnouncement().isVisible()).toBe(false);
    expect(await page.evaluate(() => (window as unknown as { tops: Set<number> }).tops.size)).toBe(1);
  });

  test('is shown to readers who have closed another announcement', async () => {
    await page.evaluate(() => localStorage.setItem('announcement', 'release-1'));
    await page.reload();
    await expect.poll(() => findAnnouncement().isVisible()).toBe(true);
  });
});

test('`Edit this page` leads to the file of the page, where the owner says where that is', async () => {
  const link = page.getByRole('link', { name: texts.editPage });
  await expect
    .poll(() => link.getAttribute('href'))
    .toBe('https://git.example/edit/main/docs/guides/next-steps.md');
});

test('the owner decides the theme before the reader does, and the name everywhere', async () => {
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('light');
  await expect.poll(() => page.title()).toBe('Next steps | Other BPA');
});

describe('Try it on pages of OpenAPI files', () => {
  const KEY = 'a-key-of-the-reader';

  /** Opens the form of an operation by keyboard. */
  async function openForm(title: string) {
    const button = page.getByRole('button', { name: `Try it: ${title}`, exact: true });
    await button.scrollIntoViewIfNeeded();
    const form = page.getByRole('dialog', { name: `Try it: ${title}`, exact: true });
    // A button that isn't alive yet does nothing.
    await expect
      .poll(async () => {
        if ((await button.getAttribute('aria-expanded')) === 'false') await button.press('Enter');
        return form.isVisible();
      })
      .toBe(true);
    return form;
  }

  const send = (form: Locator) => form.getByRole('button', { name: /^Send to 127/ }).press('Enter');
  const findLastRequest = (method: string) => api.requests.findLast((request) => request.method === method);

  test('a request goes from the browser to the server, with the key of the reader and no cookie', async () => {
    const policies: (string | undefined)[] = [];
    page.on('response', (response) => {
      if (/orders-api$|request-frame/.test(response.url()))
        policies.push(response.headers()['content-security-policy']);
    });
    const reported: string[] = [];
    page.on('console', (message) => {
      if (/content security policy/i.test(message.text())) reported.push(message.text());
    });
    await page.goto('/orders-api');
    await waitForShell(page);
    const form = await openForm('Read an order');
    await expect.poll(() => form.getByRole('textbox', { name: 'id' }).inputValue()).toBe('A 7');
    await form.getByRole('textbox', { name: 'fields' }).fill('item, price');
    await form.getByRole('textbox', { name: 'API key' }).fill(KEY);
    await expect.poll(() => form.textContent()).toContain(`${api.origin}/v1/orders/A%207`);
    // The request as code has a variable instead of the key.
    expect(await form.textContent()).not.toContain(KEY);
    expect(await findAxeViolations(page, '.try-it')).toEqual([]);
    await send(form);
    await form.getByText('"order": 4711').waitFor();
    const request = findLastRequest('GET');
    expect(request?.url).toBe('/v1/orders/A%207?fields=item&fields=price');
    expect(request?.headers).toMatchObject({ 'x-api-key': KEY, origin: site.origin });
    expect(request?.headers).not.toHaveProperty('cookie');
    expect(request?.headers).not.toHaveProperty('referer');

    // The page may call its own site only. The document that sends requests may call the server only.
    expect(policies).toHaveLength(2);
    expect(policies[0]).toContain("connect-src 'self';");
    expect(policies[1]).toContain(`connect-src ${api.origin};`);
    expect(reported).toEqual([]);
    const storedText = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href]),
    );
    expect(storedText).not.toContain(KEY);
  });

  test('another form of the page has the key, too, until the page is loaded again', async () => {
    await page.goto('/orders-api');
    await waitForShell(page);
    const first = await openForm('Read an order');
    await first.getByRole('textbox', { name: 'API key' }).fill(KEY);
    const second = await openForm('Create an order');
    // There is room for one form.
    await expect.poll(() => first.isVisible()).toBe(false);
    const keyInput = second.getByRole('textbox', { name: 'API key' });
    await expect.poll(() => keyInput.inputValue()).toBe(KEY);

    const body = second.getByRole('textbox', { name: 'application/json' });
    await body.fill('');
    await send(second);
    await expect.poll(() => second.getByRole('alert').textContent()).toBe('Fill in application/json.');
    await body.fill('{"item":"hammer"}');
    await send(second);
    await second.getByText('"order": 4711').waitFor();
    expect(findLastRequest('POST')).toMatchObject({
      body: '{"item":"hammer"}',
      headers: { 'content-type': 'application/json', 'x-api-key': KEY },
    });
    await second.press('Escape');
    await expect.poll(() => second.isVisible()).toBe(false);
    const button = page.getByRole('button', { name: 'Try it: Create an order' });
    await expect.poll(() => button.evaluate((one) => one === document.activeElement)).toBe(true);

    await page.reload();
    await waitForShell(page);
    const again = await openForm('Read an order');
    await expect.poll(() => again.getByRole('textbox', { name: 'API key' }).inputValue()).toBe('');
  });

  test("on a phone, a redirect and a server that is gone are explained, and the page doesn't scroll sideways", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/orders-api');
    await waitForShell(page);
    const form = await openForm('Read a moved order');
    await send(form);
    await form.getByRole('alert').getByText('a redirect').waitFor();
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    const { origin } = api;
    api.close();
    await send(form);
    await form
      .getByRole('alert')
      .getByText(`Your browser can’t reach ${new URL(origin).host}`)
      .waitFor();
  });
});
