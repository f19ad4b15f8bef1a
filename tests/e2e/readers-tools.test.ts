// @module-tag chromium
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { engineFeatures } from '../../src/features/index.ts';
import { commonEndpoints } from '../../src/model/api/endpoints.ts';
import { loadFeatureApi } from '../../src/server/api/load-api.ts';
import { findAxeViolations } from '../../testing/axe.ts';
import { openReadingSite, type ReadingSite, waitForShell } from '../../testing/reading.ts';
import { texts } from '../../testing/site-texts.ts';
import { findNotice } from './account-steps.ts';

let site: ReadingSite;
let context: BrowserContext;
let page: Page;
beforeAll(async () => {
  site = await openReadingSite();
  context = await site.signedIn({ permissions: ['clipboard-read', 'clipboard-write'] });
  page = await context.newPage();
});
afterAll(async () => {
  await context?.close();
  await site?.close();
});

const findMenu = () => page.getByRole('region', { name: texts.assistantMenu });
const findOpener = () => page.getByRole('button', { name: texts.assistantMenu });
const readFocusedText = () => page.evaluate(() => document.activeElement?.textContent);

test('the menu of a page opens and closes by keyboard, and leaves the focus where it was', async () => {
  await page.goto('/docs/guides/everything');
  await waitForShell(page);
  await findOpener().focus();
  await page.keyboard.press('Enter');
  await findMenu().waitFor();
  await expect.poll(readFocusedText).toBe(texts.viewMarkdown);
  await expect.poll(() => findOpener().getAttribute('aria-expanded')).toBe('true');
  for (const entry of [texts.savePagePdf, texts.saveChapterPdf, texts.reportProblem]) {
    await page.keyboard.press('Tab');
    await expect.poll(readFocusedText).toBe(entry);
  }
  await page.keyboard.press('Tab');
  await expect.poll(readFocusedText).toBe(texts.copyToolsAddress);
  await page.keyboard.press('Enter');
  await findMenu().getByText(texts.copied).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${site.origin}/mcp`);
  await page.keyboard.press('Escape');
  await findMenu().waitFor({ state: 'detached' });
  await expect.poll(() => findOpener().evaluate((button) => button === document.activeElement)).toBe(true);
  await findOpener().click();
  await findMenu().waitFor();
  await page.getByRole('heading', { level: 1 }).click();
  await findMenu().waitFor({ state: 'detached' });
});

test('the menu says when a PDF can be saved, and what to do when it can’t', async () => {
  await findOpener().click();
  const answers: [number, string, string][] = [
    [503, '{"error":{"code":"pdf-unavailable"}}', texts.pdfUnavailable],
    [422, '{"error":{"code":"pdf-too-large"}}', texts.pdfTooLarge],
    [502, 'Bad gateway', texts.pdfFailed],
    [200, '%PDF-1.4', texts.pdfSaved],
  ];
  for (const [status, body, message] of answers) {
    await page.route('**/_pdf?*', (route) => route.fulfill({ status, body }), { times: 1 });
    const sentRequest = page.waitForRequest('**/_pdf?*');
    await findMenu().getByRole('button', { name: texts.saveChapterPdf }).click();
    const { searchParams } = new URL((await sentRequest).url());
    expect([searchParams.get('page'), searchParams.get('part')]).toEqual([
      '/docs/guides/everything',
      'chapter',
    ]);
    await findMenu().getByText(message).waitFor();
  }
  await page.keyboard.press('Escape');
});

test('links of the menu carry the address of the site and no secret, and the menu fits a phone', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await findOpener().click();
  const readHref = async (name: string) =>
    (await findMenu().getByRole('link', { name }).getAttribute('href')) ?? '';
  expect(await readHref(texts.viewMarkdown)).toBe('/docs/guides/everything.md');
  const cursor = new URL(await readHref('Cursor'));
  expect(JSON.parse(atob(cursor.searchParams.get('config') ?? ''))).toEqual({
    url: `${site.origin}/mcp`,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the editor fills it in
    headers: { Authorization: 'Bearer ${env:GATEHOUSE_TOKEN}' },
  });
  const code = await readHref('VS Code');
  expect(JSON.parse(decodeURIComponent(code.slice(code.indexOf('?') + 1)))).toMatchObject({
    type: 'http',
    url: `${site.origin}/mcp`,
    inputs: [{ id: 'token', password: true }],
  });
  await findMenu()
    .getByRole('button', { name: texts.copyForClient.replace('{name}', 'Claude Code') })
    .click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toContain(`${site.origin}/mcp --header "Authorization: Bearer $GATEHOUSE_TOKEN"`);
  for (const assistant of ['ChatGPT', 'Claude']) {
    const question = new URL(await readHref(assistant)).searchParams.get('q');
    expect(question).toContain(`${site.origin}/docs/guides/everything`);
  }
  expect(await findAxeViolations(page)).toEqual([]);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  const box = await findMenu().boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
});

test('the next page comes with its menu closed', async () => {
  await findMenu().waitFor();
  await page.keyboard.press('Escape');
  await findMenu().waitFor({ state: 'detached' });
  await findOpener().click();
  await findMenu().waitFor();
  const heading = page.getByRole('heading', { level: 1 });
  const before = (await heading.textContent()) ?? '';
  await page.evaluate(() => document.querySelector<HTMLElement>('.pagination-nav a')?.click());
  await heading.filter({ hasNotText: before }).waitFor();
  await waitForShell(page);
  expect(await findMenu().count()).toBe(0);
});

test('a token that is created on the account page reads until it is revoked there', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/account');
  const section = page.locator('#tokens');
  await section.getByText(texts.noPersonalTokens).waitFor();
  await section.getByLabel(texts.tokenName).fill('Editor');
  await section.getByLabel(texts.tokenDays).selectOption('7');
  await section.getByRole('button', { name: texts.makeToken }).click();
  await section.getByText(texts.tokenMade.replace('{name}', 'Editor')).waitFor();
  const token = (await section.locator('.one-time-link').textContent()) ?? '';
  await section.getByRole('button', { name: texts.copyToken }).click();
  await section.getByRole('button', { name: texts.copied }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token);
  expect(await findAxeViolations(page)).toEqual([]);
  const reads = async () => {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${site.origin}/docs/guides/everything.md`, { headers })).status;
  };
  expect(await reads()).toBe(200);
  await page.reload();
  await section.getByText(texts.tokenUsed).waitFor();
  expect(await page.content()).not.toContain(token);
  const revoke = section.getByRole('button', { name: texts.endNamedToken.replace('{name}', 'Editor') });
  const question = page.getByRole('dialog', { name: texts.endTokenTitle.replace('{name}', 'Editor') });
  await revoke.click();
  await question.getByText(texts.endTokenWarning).waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await question.getByRole('button', { name: texts.cancel }).click();
  await question.waitFor({ state: 'detached' });
  expect(await reads()).toBe(200);
  await revoke.click();
  await question.getByRole('button', { name: texts.endToken }).click();
  await findNotice(page).getByText(texts.tokenEnded.replace('{name}', 'Editor')).waitFor();
  await section.getByText(texts.noPersonalTokens).waitFor();
  expect(await reads()).toBe(401);
});

test('the API reference is a page of the site, linked where tokens are created, and each endpoint has an address', async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/account#tokens');
  await page.locator('#tokens').getByRole('link', { name: texts.apiTitle }).click();
  const contents = page.getByRole('navigation', { name: texts.onThisPage });
  await contents.getByRole('link', { name: 'GET /account/tokens', exact: true }).click();
  await page.waitForURL(/\/account\/api#listTokens$/);
  await expect
    .poll(() => page.locator('#listTokens').evaluate((heading) => heading.getBoundingClientRect().top))
    .toBeLessThan(200);
  const headingIds = await page.locator('.api h3').evaluateAll((headings) => headings.map(({ id }) => id));
  const { endpoints, deployOperations } = await loadFeatureApi(engineFeatures);
  const operations = [
    ...Object.keys(commonEndpoints),
    ...Object.keys(endpoints),
    ...Object.keys(deployOperations),
  ];
  expect(headingIds.toSorted()).toEqual(operations.toSorted());
  const createToken = page.locator('.api__operation', { has: page.locator('#makeToken') });
  for (const phrase of ['days', 'application/json', '201', 'It is returned only once.', '409'])
    await expect.poll(() => createToken.textContent()).toContain(phrase);

  await page.goto('/account/api#endDeployToken');
  await page.reload();
  await page.locator('#endDeployToken').waitFor();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1_000);
  await page.goto('/admin');
  await page.getByRole('link', { name: texts.apiTitle }).waitFor();
});

test.each([
  ['dark', 390],
  ['light', 1440],
])('axe finds nothing on it in the %s theme, %d px wide, and nothing is cut off', async (theme, width) => {
  const other = await site.signedIn({ viewport: { width, height: 900 } });
  await other.addInitScript((value) => localStorage.setItem('theme', value), theme);
  const reference = await other.newPage();
  await reference.goto('/account/api');
  await reference.locator('#rollBack').waitFor();
  expect(await findAxeViolations(reference)).toEqual([]);
  const measureWidth = () => reference.evaluate(() => document.documentElement.scrollWidth);
  await expect.poll(measureWidth).toBe(width);
  await reference.emulateMedia({ media: 'print' });
  await expect.poll(() => reference.getByRole('navigation').filter({ visible: true }).count()).toBe(0);
  await expect.poll(measureWidth).toBe(width);
  await other.close();
});
