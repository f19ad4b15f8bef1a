// @module-tag chromium
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { readLiveManifest } from '../../src/model/manifest.ts';
import { findAxeViolations } from '../../testing/axe.ts';
import { openReader } from '../../testing/reader.ts';
import { projectDir } from '../../testing/running-site.ts';
import { texts } from '../../testing/site-texts.ts';

const SITE_DIR = path.join(projectDir, 'tests/fixtures/components');
const DIST_DIR = path.join(projectDir, '.cache/manual-of-components');
const reader = openReader({ manual: { SITE_DIR, DOCS_DIR: path.join(SITE_DIR, 'docs'), DIST_DIR } });

/** Messages of the browser's console, above all violations of the content security policy. */
let consoleMessages: string[];
let requestedPaths: string[];
beforeEach(() => {
  consoleMessages = [];
  requestedPaths = [];
  reader.page.on('console', (message) => {
    if (message.type() === 'error') consoleMessages.push(message.text());
  });
  reader.page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
});

const findButton = (name: string) => reader.page.getByRole('button', { name, exact: true });

/** Presses until the press has an effect. A press before the script has loaded is lost. */
async function pressUntil(name: string, then: string): Promise<void> {
  await expect
    .poll(async () => {
      if (await findButton(name).isVisible()) await findButton(name).click();
      return findButton(then).isVisible();
    })
    .toBe(true);
}

test('the owner’s components come alive one by one, over the HTML that is already on the page', async () => {
  await reader.open('/docs/');
  await pressUntil('Canary-of-a-prop: 3', 'Canary-of-a-prop: 4');
  await expect.poll(() => findButton('Strokes: 0').isVisible()).toBe(true);
  const counter = reader.page.locator('[data-counter]').first();
  await expect.poll(() => counter.locator('em').first().textContent()).toBe('Canary-of-an-element');
  await expect.poll(() => counter.getByText('stands here as HTML').locator('em').textContent()).toBe('child');
  // The rest of the article still works: coloured code and tabs.
  expect(await counter.locator('pre .token-line, pre .line').count()).toBeGreaterThan(0);
  await expect
    .poll(async () => {
      await reader.page.getByRole('tab', { name: 'Two' }).click();
      return reader.page.getByText('Second panel').isVisible();
    })
    .toBe(true);
  expect(await counter.evaluate((element) => getComputedStyle(element).paddingLeft)).toBe('11px');
  expect(await counter.evaluate((element) => getComputedStyle(element).borderLeftColor)).toBe('rgb(1, 2, 3)');
  expect(consoleMessages).toEqual([]);
});

test('content that is shown later has its islands', async () => {
  await reader.open('/docs/');
  expect(await reader.page.getByText('Waiting words').count()).toBe(0);
  await findButton('Canary-of-a-label').scrollIntoViewIfNeeded();
  await expect
    .poll(async () => {
      if (!(await reader.page.locator('[data-fold]').isVisible()))
        await findButton('Canary-of-a-label').click();
      return reader.page.locator('[data-fold]').isVisible();
    })
    .toBe(true);
  await pressUntil('Strokes: 20', 'Strokes: 21');
});

test('components within a component share its context', async () => {
  await reader.open('/docs/');
  await findButton('Choose B').scrollIntoViewIfNeeded();
  await expect
    .poll(async () => {
      await findButton('Choose B').click();
      return reader.page.locator('[data-chosen]').textContent();
    })
    .toBe('Chosen: b');
  await expect.poll(() => findButton('Choose B').getAttribute('aria-pressed')).toBe('true');
});

test('an error shows in its own place', async () => {
  await reader.open('/docs/');
  await reader.page.getByRole('heading', { name: 'Failing in the browser' }).scrollIntoViewIfNeeded();
  await reader.page.getByText(texts.livePartFailed).waitFor();
  await pressUntil('Strokes: 0', 'Strokes: 1');
});

test('the modules of Docusaurus answer in the browser', async () => {
  await reader.page.addInitScript(() => localStorage.setItem('theme', 'dark'));
  await reader.open('/docs/');
  const facts = reader.page.locator('[data-facts-shown]');
  await facts.scrollIntoViewIfNeeded();
  await facts.locator('b').waitFor();
  await expect
    .poll(() => facts.locator('li').allTextContents())
    .toEqual(['Documentation', '', 'Next', 'dark', '/docs/']);
  await expect.poll(() => facts.locator('img').getAttribute('src')).toBe('/img/x.png');
  expect(await reader.page.locator('live-island link').count()).toBe(0);
});

test('a page of the shell leads to one with islands, and back', async () => {
  await reader.open('/docs/plain');
  await reader.page.waitForLoadState('networkidle');
  expect(requestedPaths.filter((file) => file.includes('island'))).toEqual([]);
  await reader.page.locator('.sidebar').getByRole('button', { name: 'more', exact: true }).click();
  await reader.page.locator('.sidebar').getByRole('link', { name: 'Far' }).click();
  await pressUntil('Strokes: 7', 'Strokes: 8');
  expect(requestedPaths.filter((file) => /\/react\./.test(file))).toHaveLength(1);
});

test('parts of the theme live within an island', async () => {
  await reader.open('/docs/parts');
  await pressUntil('Times 0', 'Times 1');
  await reader.page.getByText('On the left 1').waitFor();
  // The code is coloured at build, as in documents, until it changes.
  await reader.page.getByRole('tab', { name: 'Right' }).click();
  await expect.poll(() => reader.page.locator('code').textContent()).toBe('const times = 1;');
  await expect.poll(() => reader.page.locator('.theme-admonition-tip').count()).toBe(1);
});

test('components that a document declares come alive, and content for browsers only is shown there', async () => {
  await reader.open('/docs/more/far');
  await pressUntil('off', 'on');
  await expect.poll(() => reader.page.locator('[data-only]').textContent()).toBe('/docs/more/far');
  // The words of the code are in no script.
  await expect
    .poll(() => reader.page.locator('[data-only]').getAttribute('title'))
    .toBe('Canary-of-browsers');
  const readPressed = () => reader.page.locator('body').getAttribute('data-pressed');
  await expect
    .poll(async () => {
      await findButton('Press Canary-of-a-button').click();
      return readPressed();
    })
    .toBe('Canary-of-a-handler');
  expect(consoleMessages).toEqual([]);
});

test('pages in folders have the title that they say, their styles and their islands', async () => {
  await reader.open('/tools/start');
  await expect.poll(() => reader.page.title()).toContain('Tools of Canary');
  await reader.page.getByRole('heading', { level: 1, name: 'Tools' }).waitFor();
  const padding = await reader.page
    .getByRole('heading', { name: 'Tools' })
    .locator('..')
    .evaluate((element) => getComputedStyle(element).paddingTop);
  expect(padding).toBe('11px');
  await pressUntil('Strokes: 4', 'Strokes: 5');
  await reader.open('/alive');
  await pressUntil('off', 'on');
});

test('with scripts off the reader sees what was rendered', async () => {
  await reader.change({ javaScriptEnabled: false });
  await reader.page.goto('/docs/');
  await expect.poll(() => findButton('Canary-of-a-prop: 3').isVisible()).toBe(true);
  await expect.poll(() => reader.page.getByText('Waiting', { exact: true }).isVisible()).toBe(true);
  const counter = reader.page.locator('[data-counter]').first();
  expect(await counter.evaluate((element) => getComputedStyle(element).paddingLeft)).toBe('10px');
  await reader.page.goto('/docs/kinds');
  await expect.poll(() => reader.page.locator('.recipe strong').textContent()).toBe('water');
});

test('accessible, within the policy', async () => {
  for (const address of ['/docs/', '/tools/start', '/docs/kinds', '/docs/parts']) {
    await reader.open(address);
    expect(await findAxeViolations(reader.page), address).toEqual([]);
  }
});

test('no word of a document, no prop and no title is in a script', async () => {
  const entries = readLiveManifest(DIST_DIR)?.entries ?? [];
  const scripts = entries.filter(({ url }) => url.endsWith('.js'));
  expect(scripts.some(({ url }) => url.includes('/island.'))).toBe(true);
  const canaries = [
    'Canary-of-a-prop',
    'Canary-of-an-element',
    'Canary-of-a-child',
    'Canary-of-a-label',
    'canaryOfCode',
    'Canary-of-a-template',
    'Canary-of-a-handler',
    'Canary-of-a-button',
    'Canary-of-an-export',
    'Canary-of-browsers',
    'Canary-of-a-page',
  ];
  for (const { url, file, audience } of scripts) {
    const text = await readFile(path.join(DIST_DIR, file), 'utf8');
    for (const canary of canaries) expect([url, text.includes(canary)]).toEqual([url, false]);
    if (url.includes('/island.')) expect([url, audience]).toEqual([url, 'reader']);
  }
});

test('components share the contexts of the component around the pages, on the next page and after a reload', async () => {
  await reader.open('/docs/basket');
  const total = reader.page.locator('output');
  await pressUntil('Items: 0', 'Items: 1');
  await expect.poll(() => total.textContent()).toBe('Total: 1');
  await findButton('Items: 1').click();
  await expect.poll(() => total.textContent()).toBe('Total: 2');
  await reader.page.locator('article').getByRole('link', { name: 'total' }).click();
  await reader.page.getByRole('heading', { name: 'Total', level: 1 }).waitFor();
  await expect.poll(() => total.textContent()).toBe('Total: 2');
  await expect.poll(() => findButton('Items: 2').isVisible()).toBe(true);
  await reader.page.reload();
  await expect.poll(() => total.textContent()).toBe('Total: 2');
  expect(consoleMessages).toEqual([]);
});
