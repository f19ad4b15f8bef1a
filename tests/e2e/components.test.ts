// @module-tag chromium
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { findAxeViolations } from '../../testing/axe.ts';
import { readExcessWidth } from '../../testing/next-frame.ts';
import { openReadingSite, type ReadingSite, waitForShell } from '../../testing/reading.ts';
import { projectDir } from '../../testing/running-site.ts';

const docsSite = path.join(projectDir, 'docs');
const gallery = readFileSync(path.join(docsSite, 'docs/reference/components.mdx'), 'utf8');
const files: Record<string, string> = {
  'site.config.ts': `export default { name: 'Gallery', groups: ['staff', 'partners'] };`,
  // The gallery of the documentation, whose links lead to one page here.
  'docs/gallery.mdx': gallery.replaceAll(/(?<=\(|href="|href=)\.\.\/[\w/-]+\.md(?:#[\w-]+)?/g, 'other.md'),
  'docs/other.md':
    '---\ntitle: Other page\ndescription: The beginning.\n---\n\n## Pipes {#pipes}\n\nWater runs through.\n',
  'docs/secret.md': '---\naudience: staff\ntitle: Secret\n---\n\nFor the staff.\n',
  'docs/plain.md': 'No components.\n',
  'docs/hints.mdx':
    '---\ntitle: Hints\n---\n\n<Term definition="A [tube](other.md).">Hose</Term>, <Preview>[page](other.md)</Preview>, <Preview>[section](other.md#pipes)</Preview>, <Preview>[secret](secret.md)</Preview>.\n',
  'glossary.yaml': readFileSync(path.join(docsSite, 'glossary.yaml'), 'utf8').replaceAll(
    /\(\/docs\/[\w/-]+\)/g,
    '(/docs/other)',
  ),
};

const siteDir = mkdtempSync(path.join(tmpdir(), 'site-'));
let site: ReadingSite;
let context: BrowserContext;
let page: Page;
beforeAll(async () => {
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(siteDir, file)), { recursive: true });
    writeFileSync(path.join(siteDir, file), content);
  }
  cpSync(path.join(docsSite, 'docs/reference/img'), path.join(siteDir, 'docs/img'), { recursive: true });
  site = await openReadingSite({ siteDir, isWhole: true });
});
afterAll(async () => {
  await site?.close();
  rmSync(siteDir, { recursive: true, force: true });
});
afterEach(() => context?.close());

async function open(address: string, options: BrowserContextOptions = {}): Promise<void> {
  context = await site.signedIn(options);
  page = await context.newPage();
  await page.goto(address);
  if (options.javaScriptEnabled !== false) await waitForShell(page);
}

describe('the gallery', () => {
  test('has no finding of axe in either theme, and nothing wider than a window at 400 % or of a phone', async () => {
    await open('/docs/gallery');
    for (const theme of ['dark', 'light']) {
      await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme);
      expect(await findAxeViolations(page, 'main'), theme).toEqual([]);
    }
    for (const direction of ['ltr', 'rtl'])
      for (const width of [320, 390, 820, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        await page.evaluate((dir) => {
          document.documentElement.dir = dir;
        }, direction);
        expect(await readExcessWidth(page), `${width} px, ${direction}`).toBe(0);
      }
  });

  test('shows every component when text is read from the right', async () => {
    await open('/docs/gallery');
    const positions = await page.evaluate(() => {
      document.documentElement.dir = 'rtl';
      const measure = (element: Element | null | undefined) => element?.getBoundingClientRect().right ?? 0;
      const [first, second] = document.querySelectorAll('.md-cards > .md-card');
      const step = document.querySelector('.md-steps > li');
      return {
        cards: measure(first) > measure(second),
        // The number is at the start of the step.
        number: measure(step) - measure(step?.firstElementChild) >= 40,
      };
    });
    expect(positions).toEqual({ cards: true, number: true });
  });

  test('shows borders, signs and rings in forced colours', async () => {
    await open('/docs/gallery', { forcedColors: 'active' });
    const readStyle = (selector: string, pseudo: string, name: string) =>
      page
        .locator(selector)
        .first()
        .evaluate(
          (element, [which, property]) => getComputedStyle(element, which).getPropertyValue(property),
          [pseudo, name] as const,
        );
    const text = await readStyle('body', '', 'color');
    for (const [selector, pseudo, property] of [
      ['.md-badge-warning', '', 'border-top-color'],
      ['.md-steps > li', '::before', 'border-top-color'],
      ['.md-tree-file', '::before', 'border-top-color'],
      ['.md-tree-folder', '::before', 'border-top-color'],
    ] as const)
      expect(await readStyle(selector, pseudo, property), selector).toBe(text);
    await page.locator('.md-card-title > a').first().focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    expect(await readStyle('.md-card-title > a', '::after', 'outline-style')).toBe('solid');
  });

  test('reads without scripts: the whole card is a link, a fold opens, and a term explains itself', async () => {
    await open('/docs/gallery', { javaScriptEnabled: false });
    const term = page.getByRole('button', { name: 'release' });
    await term.click();
    const hint = page.locator('.md-hint:popover-open');
    await hint.waitFor();
    await expect.poll(() => hint.textContent()).toContain('A build of a site');
    await page.keyboard.press('Escape');
    await hint.waitFor({ state: 'detached' });
    await term.focus();
    await page.keyboard.press('Enter');
    await hint.waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Where are the accounts stored?').first().click();
    await page.getByText('In a database on your machine.').first().waitFor();
    // The other section has closed.
    await page.getByText('Only readers with an account, unless').first().waitFor({ state: 'hidden' });
    const card = page.locator('.md-card').first();
    const size = await card.boundingBox();
    await card.click({ position: { x: (size?.width ?? 0) - 8, y: (size?.height ?? 0) - 8 } });
    await page.waitForURL('**/docs/other');
  });
});

describe('hints', () => {
  const hint = () => page.locator('.md-hint:popover-open');

  test('a term opens under the pointer, stays while the pointer is on it, and closes with Escape', async () => {
    await open('/docs/hints');
    const term = page.getByRole('button', { name: 'Hose' });
    await term.hover();
    await hint().waitFor();
    expect(await findAxeViolations(page, 'main')).toEqual([]);
    const link = hint().getByRole('link', { name: 'tube' });
    await link.hover();
    await page.keyboard.press('Escape');
    await hint().waitFor({ state: 'detached' });
    await term.hover();
    await hint().getByRole('link', { name: 'tube' }).click();
    await page.waitForURL('**/docs/other');
  });

  test('a term opens under a pointer, and a preview at a focus, that came before their code', async () => {
    for (const [reach, text] of [
      [() => page.getByRole('button', { name: 'Hose' }).hover(), 'A tube.'],
      [
        () => page.getByRole('main').getByRole('link', { name: 'page', exact: true }).focus(),
        'The beginning.',
      ],
    ] as const) {
      context = await site.signedIn();
      page = await context.newPage();
      const requestArrival = Promise.withResolvers<void>();
      await page.route('**/show-hints.*.js', async (route) => {
        await requestArrival.promise;
        await route.continue();
      });
      const codeRequest = page.waitForRequest('**/show-hints.*.js');
      await page.goto('/docs/hints');
      // A focus shows after a key.
      await page.keyboard.press('Tab');
      await codeRequest;
      await reach();
      requestArrival.resolve();
      await hint().getByText(text).waitFor();
      await context.close();
    }
  });

  test.each([
    ['page', 'Other page', 'The beginning.'],
    ['section', 'Pipes', 'Water runs through.'],
    ['secret', 'Secret', 'For the staff.'],
  ])('the link to a %s previews it by pointer and by keyboard', async (name, title, text) => {
    await open('/docs/hints');
    const link = page.getByRole('main').getByRole('link', { name, exact: true });
    await link.hover();
    await hint().getByText(text).waitFor();
    await expect.poll(() => hint().locator('strong').textContent()).toBe(title);
    await page.keyboard.press('Escape');
    await hint().waitFor({ state: 'detached' });
    await page.mouse.move(0, 0);
    await link.focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    await hint().getByText(text).waitFor();
    await page.keyboard.press('Tab');
    await hint().waitFor({ state: 'detached' });
  });

  test('a page that the reader may not read has no preview', async () => {
    await open('/docs/hints');
    const headers = { origin: site.origin };
    await page.request.post('/auth/preview', { form: { group: 'partners' }, headers, maxRedirects: 0 });
    await page.goto('/docs/hints');
    await waitForShell(page);
    const refusal = page.waitForResponse((response) => response.url().endsWith('/_page/docs/secret.json'));
    await page.getByRole('main').getByRole('link', { name: 'secret', exact: true }).hover();
    expect((await refusal).status()).toBe(404);
    // The preview of the next link shows that the previous one was cancelled.
    await page.getByRole('main').getByRole('link', { name: 'page', exact: true }).hover();
    await hint().getByText('The beginning.').waitFor();
    await expect.poll(() => page.locator('.md-preview').count()).toBe(1);
    expect(await page.locator('.md-preview').textContent()).not.toContain('staff');
  });

  test('an article without them loads no script for them', async () => {
    await open('/docs/plain');
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(request.url()));
    await page.goto('/docs/plain');
    await waitForShell(page);
    // The other reading aids have loaded.
    await expect.poll(() => scripts.some((url) => url.includes('reading-aids'))).toBe(true);
    await page.waitForLoadState('networkidle');
    expect(scripts.filter((url) => url.includes('show-hints'))).toEqual([]);
  });
});
