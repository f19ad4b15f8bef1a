import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import type { Browser, Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openEmbeddedEngine } from '../../src/search/embedded.ts';
import type { SearchEngine } from '../../src/search/engine.ts';
import { searchRoutes } from '../../src/search/routes.ts';
import { launchChromium } from '../support/chromium.ts';
import { temporaryIndex } from '../support/search-index.ts';

const projectDir = path.resolve(import.meta.dirname, '../..');
const axe = readFileSync(path.join(projectDir, 'node_modules/axe-core/axe.min.js'), 'utf8');
const index = temporaryIndex();
let engine: SearchEngine;
let browser: Browser;
let assets: Map<string, string>;

beforeAll(async () => {
  engine = await openEmbeddedEngine({ file: index.file, threads: 1 });
  assets = await bundle();
  browser = await launchChromium();
});

afterAll(async () => {
  await browser?.close();
  await engine?.close();
  index.remove();
});

/** The dialog as the shell loads it, without the shell around it. */
async function bundle(external: string[] = []): Promise<Map<string, string>> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    root: projectDir,
    define: { 'process.env.NODE_ENV': '"production"' },
    // The test runner's own mode is for development.
    oxc: { jsx: { runtime: 'automatic', development: false } },
    build: {
      write: false,
      rollupOptions: {
        external,
        input: path.join(projectDir, 'src/ui/search-keys.ts'),
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: 'keys.js' },
      },
    },
  });
  const [output] = Array.isArray(built) ? built : [built];
  if (!output || !('output' in output)) throw new Error('a build has output');
  return new Map(
    output.output.map((file) => [
      `/${file.fileName}`,
      file.type === 'chunk' ? file.code : Buffer.from(file.source).toString(),
    ]),
  );
}

interface Site {
  origin: string;
  page: Page;
  server: FastifyInstance;
  /** What the search endpoint does: answers, fails, turns away, or does not answer at all. */
  mode: 'answer' | 'fail' | 'signed-out' | 'hang';
  events: unknown[];
  asked: Record<string, unknown>[];
  user: string;
}

let site: Site;

beforeEach(async () => {
  const server = fastify({ forceCloseConnections: true });
  const page = await browser.newPage({ hasTouch: true });
  site = { origin: '', page, server, mode: 'answer', events: [], asked: [], user: 'reader@example.com' };
  server.addHook('preHandler', async (request, reply) => {
    if (request.url.startsWith('/1/events')) site.events.push(JSON.parse(String(request.body)).events[0]);
    if (!request.url.startsWith('/1/indexes')) return;
    site.asked.push(JSON.parse(String(request.body)).requests[0]);
    if (site.mode === 'fail') return reply.code(500).send({ message: 'no', status: 500 });
    if (site.mode === 'signed-out')
      return reply.code(401).send({ error: { code: 'signed-out', message: 'x' } });
    if (site.mode === 'hang') return new Promise(() => {});
  });
  await server.register(searchRoutes({ engine }));
  server.get('/auth/session', async () => ({
    state: 'signed-in',
    user: { name: 'R', email: site.user, role: 'reader' },
  }));
  server.get('/*', (request, reply) => {
    const asset = assets.get(request.url);
    if (asset === undefined) return reply.type('text/html').send(html);
    return reply.type(request.url.endsWith('.css') ? 'text/css' : 'text/javascript').send(asset);
  });
  site.origin = await server.listen({ host: '127.0.0.1', port: 0 });
  page.setDefaultTimeout(5_000);
  page.on('pageerror', (error) => console.error(error));
  await page.goto(`${site.origin}/start`);
});

afterEach(async () => {
  await site.page.close();
  await site.server.close();
});

const html = `<!doctype html><html lang="en"><title>t</title>
<style>:root{--page:#111;--raised:#222;--line:#444;--text:#eee;--soft:#bbb;--accent:#5cd}</style>
<script type="application/json" id="page">{"site":{"search":{"resultsPerGroup":2}}}</script>
<main><h1>Start</h1><a href="/search" data-action="search">Search docs</a><textarea aria-label="note"></textarea></main>
<script type="module">import { listenForSearchKeys } from '/keys.js'; listenForSearchKeys();</script></html>`;

const input = () => site.page.getByRole('combobox', { name: 'Search docs' });
const options = () => site.page.getByRole('option');
async function open(typed?: string) {
  await site.page.keyboard.press('/');
  await input().waitFor();
  if (typed !== undefined) await input().fill(typed);
}
async function violations(): Promise<string[]> {
  // What is still fading in has less contrast than it will have.
  await site.page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map(({ finished }) => finished),
    ),
  );
  await site.page.evaluate(axe);
  const found: { id: string; nodes: { html: string }[] }[] = await site.page.evaluate(
    "axe.run('dialog').then((result) => result.violations)",
  );
  return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
}

// Section 2: A documentation search modal opens by a button, by Ctrl/Cmd+K, or by '/' when no text field is focused.
// Escape closes it.
test('opens by the button, by / and by Ctrl+K, and closes by Escape', async () => {
  const { page } = site;
  await page.getByRole('link', { name: 'Search docs' }).click();
  await input().waitFor();
  await page.keyboard.press('Escape');
  await input().waitFor({ state: 'hidden' });
  for (const key of ['/', 'Control+K', 'Meta+K']) {
    await page.keyboard.press(key);
    await input().waitFor();
    expect(await input().evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Escape');
    await input().waitFor({ state: 'hidden' });
  }
  await page.getByRole('textbox', { name: 'note' }).press('/');
  expect(await page.getByRole('textbox', { name: 'note' }).inputValue()).toBe('/');
  expect(await input().isVisible()).toBe(false);
});

// Section 9: Search: 20 hits per page; results per group configurable.
test('shows hits by section, so many each, with the matched words marked', async () => {
  await open('case');
  await options().first().waitFor();
  const boxes = await site.page
    .getByRole('listbox')
    .evaluateAll((lists) =>
      lists.map((list) => [
        document.getElementById(list.getAttribute('aria-labelledby') ?? '')?.textContent,
        list.querySelectorAll('[role=option]').length,
      ]),
    );
  expect(Object.fromEntries(boxes)).toMatchObject({ 'Developer info': 2 });
  expect((await site.page.locator('dialog mark').first().textContent())?.toLowerCase()).toBe('case');
  expect(site.asked.at(-1)).toMatchObject({
    hitsPerPage: 20,
    attributesToSnippet: ['hierarchy:10', 'content:10'],
  });
});

test('snippets are shorter on a narrow screen', async () => {
  await site.page.setViewportSize({ width: 700, height: 900 });
  await open('case');
  await options().first().waitFor();
  expect(site.asked.at(-1)).toMatchObject({ attributesToSnippet: ['hierarchy:5', 'content:5'] });
});

test('markup in a text is shown as text', async () => {
  await open('isn t a variable');
  await site.page.getByText("What <b>else</b> isn't a variable?").first().waitFor();
  expect(await site.page.locator('dialog b').count()).toBe(0);
});

// Section 9: Search: query length 64.
test('takes 64 characters', async () => {
  await open('x'.repeat(100));
  expect((await input().inputValue()).length).toBe(64);
});

test('arrows choose, Enter opens, and the opened hit is remembered and counted', async () => {
  const { page } = site;
  await open('dropdown');
  await options().first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.locator('[role=option][aria-selected=true]').nth(0).waitFor();
  const second = await options().nth(1).getAttribute('aria-selected');
  expect(second).toBe('true');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/docs/forms/dropdown');
  await open();
  await page.getByRole('listbox', { name: 'Recent' }).waitFor();
  expect(await options().first().textContent()).toContain('Dropdown control');
  await expect
    .poll(() => site.events)
    .toMatchObject([{ eventType: 'click', objectIDs: ['0-/docs/forms/dropdown'] }]);
});

test('Ctrl+Enter opens another tab and leaves the dialog open', async () => {
  const { page } = site;
  await open('dropdown');
  await options().first().waitFor();
  const [other] = await Promise.all([
    page.context().waitForEvent('page'),
    page.keyboard.press('Control+Enter'),
  ]);
  await other.waitForURL('**/docs/forms/dropdown');
  expect(await input().isVisible()).toBe(true);
  await other.close();
});

test('a hit is opened by a click', async () => {
  await open('textbox');
  await options().first().click();
  await site.page.waitForURL('**/docs/forms/textbox');
});

test('works by touch alone but for the typing', async () => {
  const { page } = site;
  await page.getByRole('link', { name: 'Search docs' }).tap();
  await input().tap();
  await input().fill('textbox');
  await options().first().tap();
  await page.waitForURL('**/docs/forms/textbox');
});

// Section 8: No history: 'No recent searches'.
test('recent hits can be starred and removed', async () => {
  const { page } = site;
  for (const name of ['dropdown', 'textbox']) {
    await open(`${name} control`);
    // The hits of the last query stay until the next ones come.
    await expect.poll(() => options().first().textContent()).toMatch(new RegExp(name, 'i'));
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/docs/forms/${name}`);
  }
  await open();
  await page.getByRole('button', { name: 'Add to favourites: Textbox control' }).click();
  const favourites = page.getByRole('listbox', { name: 'Favourites' });
  await favourites.getByText('Textbox control').waitFor();
  expect(await violations()).toEqual([]);
  await page.getByRole('button', { name: 'Remove: Dropdown control' }).click();
  await page.getByRole('button', { name: 'Remove: Textbox control' }).click();
  await page.getByText('No recent searches').waitFor();
});

test('what one user opened is not shown to the next', async () => {
  const { page } = site;
  await open('dropdown');
  await options().first().waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/docs/forms/dropdown');
  site.user = 'other@example.com';
  await page.reload();
  await open();
  await page.getByText('No recent searches').waitFor();
});

test('reopening keeps the last query', async () => {
  await open('dropdown');
  await options().first().waitFor();
  await site.page.keyboard.press('Escape');
  await open();
  expect(await input().inputValue()).toBe('dropdown');
  await options().first().waitFor();
});

// Section 8: No hits: 'No results for' followed by the query; also 'Try searching for'.
test('says that nothing was found, and what to search for instead', async () => {
  const { page } = site;
  await open('texbax');
  await page.getByText('No results for').waitFor();
  await page.getByText('Try searching for').waitFor();
  expect(await violations()).toEqual([]);
  await page.getByRole('button', { name: 'textbox', exact: true }).click();
  await options().first().waitFor();
});

const unreachable = async () => {
  const { page } = site;
  await page.getByText('Unable to fetch results').waitFor();
  await page.getByText('You might want to check your network connection.').waitFor();
  expect(await page.locator('dialog').getAttribute('data-status')).toBe('error');
};

// Section 8: Search provider unreachable: 'Unable to fetch results' with help 'You might want to check your network
// connection.'
test('says that results cannot be fetched when the server fails, and fetches them when it works again', async () => {
  site.mode = 'fail';
  await open('dropdown');
  await unreachable();
  expect(await violations()).toEqual([]);
  site.mode = 'answer';
  await site.page.getByRole('button', { name: 'Retry' }).click();
  await options().first().waitFor();
});

// Section 8: Search provider unreachable: 'Unable to fetch results' with help 'You might want to check your network
// connection.'
test('says that results cannot be fetched when the server is stopped', async () => {
  await open('drop');
  await options().first().waitFor();
  await site.server.close();
  await input().fill('dropdown');
  await unreachable();
});

// Section 8: Search provider unreachable: 'Unable to fetch results' with help 'You might want to check your network
// connection.'
test('says that results cannot be fetched without a network', async () => {
  await open('drop');
  await options().first().waitFor();
  await site.page.context().setOffline(true);
  await input().fill('dropdown');
  await unreachable();
  await site.page.context().setOffline(false);
});

test('says that it is slow, and then that results cannot be fetched, when no answer comes', async () => {
  site.mode = 'hang';
  await open('dropdown');
  await site.page.locator('dialog[data-status=stalled]').waitFor();
  await unreachable();
});

test('goes to sign in, and back, when the session has ended', async () => {
  site.mode = 'signed-out';
  await open('dropdown');
  await site.page.waitForURL('**/login?next=%2Fstart');
});

test('Enter without a hit leads to the page of all results', async () => {
  await open('zzyzx');
  await site.page.getByText('No results for').waitFor();
  await site.page.keyboard.press('Enter');
  await site.page.waitForURL('**/search?q=zzyzx');
});

test('has no accessibility violations when it is empty and with hits', async () => {
  await open();
  await site.page.getByText('No recent searches').waitFor();
  expect(await violations()).toEqual([]);
  await input().fill('case');
  await options().first().waitFor();
  expect(await violations()).toEqual([]);
});

test('weighs less than 30 kB, beside React, which the shell has loaded', async () => {
  const own = await bundle(['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime']);
  const bytes = [...own.values()].reduce((sum, content) => sum + brotliCompressSync(content).length, 0);
  expect(bytes).toBeLessThan(30_000);
});
