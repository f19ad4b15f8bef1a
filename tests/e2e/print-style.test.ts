// @module-tag chromium
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeSiteFolder } from '../../testing/docs-folder.ts';
import { isShellReady } from '../../testing/is-shell-ready.ts';
import { openReadingSite, type ReadingSite } from '../../testing/reading.ts';

let siteDir: string;
let site: ReadingSite;
beforeAll(async () => {
  siteDir = writeSiteFolder({
    'site.config.ts': `export default { name: 'Printed', styles: ['print.css'], publicPages: {} };`,
    'print.css': `.details { padding-bottom: 7px } @media print { .markdown a[href^="http"]::after { content: "!" } .markdown h2 { color: rgb(1 2 3) } }`,
    'docs/intro.md':
      '# Intro\n\n## Part\n\n[A link](https://example.com/)\n\n<details>\n<summary>More</summary>\n\nText\n\n</details>\n',
    'docs/open.md': '---\naudience: public\n---\n\n# Open\n\nText\n',
  });
  site = await openReadingSite({ siteDir, isWhole: true });
});
afterAll(async () => {
  await site?.close();
  await rm(siteDir, { recursive: true, force: true });
});

test('a page is usable before its rules for paper arrive, and its load event waits for them', async () => {
  const context = await site.signedIn();
  const page = await context.newPage();
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/_assets/print.*.css', async (route) => {
    await isReleased;
    await route.continue();
  });
  await page.goto('/docs/intro', { waitUntil: 'commit' });
  await page.getByRole('heading', { name: 'Part' }).waitFor();
  await page.waitForFunction(isShellReady);
  // Chromium prints a page after its load event.
  expect(await page.evaluate(() => document.readyState)).toBe('interactive');
  release();
  await page.waitForLoadState('load');
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('.navbar').isVisible()).toBe(false);
  await context.close();
});

test("a site's own style sheet overrides the engine's rules for paper, in rules for paper or for all media", async () => {
  const context = await site.signedIn();
  const page = await context.newPage();
  await page.goto('/docs/intro');
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('h2').evaluate((heading) => getComputedStyle(heading).color)).toBe(
    'rgb(1, 2, 3)',
  );
  const readContent = (link: Element) => getComputedStyle(link, '::after').content;
  expect(await page.locator('.markdown a[href^="http"]').evaluate(readContent)).toBe('"!"');
  expect(
    await page.locator('.markdown details').evaluate((details) => getComputedStyle(details).paddingBottom),
  ).toBe('7px');
  await context.close();
});

test('visitors print public pages without the shell, too', async () => {
  const context = await site.browser.newContext({ baseURL: site.origin });
  const page = await context.newPage();
  await page.goto('/docs/open');
  await page.getByRole('heading', { name: 'Open' }).waitFor();
  expect(await page.locator('.navbar').isVisible()).toBe(true);
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('.navbar').isVisible()).toBe(false);
  await context.close();
});
