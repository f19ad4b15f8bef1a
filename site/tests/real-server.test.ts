// @module-tag chromium
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAxeViolations } from '../../testing/axe.ts';
import { type OtherServer, startOtherServer } from '../../testing/other-server.ts';
import { openReadingSite, type ReadingSite, waitForShell } from '../../testing/reading.ts';
import { unfoldSection } from '../../testing/unfold-section.ts';

const siteDir = path.resolve(import.meta.dirname, '..');
const TOKEN = 'a-token-of-the-reader';

let folder: string;
let site: ReadingSite;
let open: OtherServer;
let closed: OtherServer;

/** The manual with one page, whose owner has named two servers of theirs. */
beforeAll(async () => {
  const answer = '{"app_number":4711}';
  [open, closed] = await Promise.all([
    startOtherServer({ isOpen: true, answer }),
    startOtherServer({ isOpen: false, answer }),
  ]);
  folder = await mkdtemp(path.join(tmpdir(), 'real-server-'));
  for (const data of ['docs/_data', 'static/openapi'])
    await cp(path.join(siteDir, data), path.join(folder, data), { recursive: true });
  const endpoints = ['startCase', 'uploadInputDocument', 'listInbox'].map((id) => `<Endpoint id="${id}" />`);
  await writeFile(path.join(folder, 'docs/cases.mdx'), ['# Cases', ...endpoints].join('\n\n'));
  site = await openReadingSite({
    siteDir,
    manual: { DOCS_DIR: path.join(folder, 'docs'), DIST_DIR: path.join(folder, 'dist') },
    settings: { TRY_IT_SERVERS: `${open.origin} ${closed.origin}`, BROKEN_LINKS: 'warn' },
  });
});
afterAll(async () => {
  await site?.close();
  for (const one of [open, closed]) one?.close();
  await rm(folder, { recursive: true, force: true });
});

const readToken = (part: Locator) => part.getByRole('textbox', { name: 'Your access token' }).inputValue();

/** The opened part of an endpoint, which sends to this server. */
async function openPart(page: Page, title: string, origin: string) {
  const part = page.getByRole('dialog', { name: `Try it: ${title}`, exact: true });
  if (!(await part.isVisible())) {
    const button = page.getByRole('button', { name: `Try it: ${title}`, exact: true });
    await unfoldSection(page, `Try it: ${title}`);
    await button.scrollIntoViewIfNeeded();
    // A button that isn't alive yet does nothing.
    await expect
      .poll(async () => {
        if ((await part.count()) === 0 && (await button.getAttribute('aria-expanded')) === 'false')
          await button.press('Enter');
        return part.isVisible();
      })
      .toBe(true);
  }
  await part.getByRole('combobox', { name: 'Send to' }).selectOption(origin);
  return part;
}

test('a request goes to the server of the owner, with the token of the reader, who has it until the page is loaded again', async () => {
  const context = await site.signedIn({ viewport: { width: 390, height: 900 } });
  const page = await context.newPage();
  const answer = await page.goto('/docs/cases');
  await waitForShell(page);
  expect(answer?.headers()['content-security-policy']).toContain(
    `connect-src 'self' ${open.origin} ${closed.origin};`,
  );

  const part = await openPart(page, 'Start a case', open.origin);
  await part.getByRole('textbox', { name: 'Workspace' }).fill('north');
  await part.getByRole('textbox', { name: 'Your access token' }).fill(TOKEN);
  await part.getByText(`${open.origin}/api/1.0/north/cases`).waitFor();
  // The style comes with the part.
  const form = page.locator('.try-it form');
  await expect.poll(() => form.evaluate((one) => getComputedStyle(one).display)).toBe('grid');
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(await findAxeViolations(page, '.try-it')).toEqual([]);
  await part.getByRole('button', { name: /^Send to 127/ }).press('Enter');
  await part.getByText('"app_number": 4711').waitFor();
  const [postRequest] = open.requests.filter(({ method }) => method === 'POST');
  expect(postRequest).toMatchObject({
    url: '/api/1.0/north/cases',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
  });
  expect(postRequest?.headers).not.toHaveProperty('cookie');
  expect(postRequest?.headers).not.toHaveProperty('referer');
  expect(JSON.parse(postRequest?.body ?? '')).toHaveProperty('pro_uid');

  // The other server doesn't get it, and the page doesn't store it.
  await part.getByRole('combobox', { name: 'Send to' }).selectOption(closed.origin);
  await expect.poll(() => readToken(part)).toBe('');
  const storedText = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(storedText).not.toContain(TOKEN);
  await page.keyboard.press('Escape');
  await part.waitFor({ state: 'detached' });
  const list = await openPart(page, 'List the Inbox', open.origin);
  await expect.poll(() => readToken(list)).toBe(TOKEN);
  await page.reload();
  await waitForShell(page);
  const again = await openPart(page, 'Start a case', open.origin);
  await expect.poll(() => readToken(again)).toBe('');
  await context.close();
});

test("a file is sent as a file; a server that doesn't let the page read, and one that is gone, have different messages", async () => {
  const context = await site.signedIn();
  const page = await context.newPage();
  await page.goto('/docs/cases');
  await waitForShell(page);
  const upload = await openPart(page, 'Upload an input document', open.origin);
  const file = { name: 'offer.pdf', mimeType: 'application/pdf', buffer: Buffer.from('an offer') };
  await upload.locator('input[type=file]').setInputFiles(file);
  await upload.getByRole('button', { name: /^Send to/ }).click();
  await upload.getByText('Response: 200').waitFor();
  expect(open.requests.at(-1)?.body).toMatch(/filename="offer.pdf"[\s\S]*an offer/);

  const part = await openPart(page, 'Start a case', closed.origin);
  await part.getByRole('button', { name: /^Send to/ }).click();
  await part.getByRole('alert').getByText(`doesn’t let pages from ${site.origin} read`).waitFor();
  closed.close();
  await part.getByRole('button', { name: /^Send to/ }).click();
  await part.getByRole('alert').getByText('can’t reach').waitFor();
  // The sandbox is as it was when the reader goes back to it.
  await part.getByRole('combobox', { name: 'Send to' }).selectOption('');
  await part.getByRole('button', { name: 'Send', exact: true }).click();
  await part.getByText('"app_number": 1212').waitFor();
  await context.close();
});
