// @module-tag chromium
import { rm } from 'node:fs/promises';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { english as texts } from '../../src/config/texts.ts';
import { writeSiteFolder } from '../../testing/docs-folder.ts';
import {
  openReadingSite,
  type ReadingSite,
  runFirstSearch,
  searchAgain,
  waitForShell,
} from '../../testing/reading.ts';
import { reader } from '../../testing/server.ts';

const files: Record<string, string> = {
  'site.config.ts': `export default {
  name: 'Sight', groups: ['staff'],
  announcement: { id: 'sale', html: 'Closed on Monday.', closeable: true },
};`,
  'docs/index.md': `---\nslug: /\ntitle: Pumps\n---\n\nA **valve** lets water through. Valves and valve seats wear out.\n\n## Valve seats\n\nMore on pumps.\n`,
  'docs/other.md': '# Other\n\nNothing of that, <mark>mark my words</mark>.\n',
  'docs/pieces.md': `---
title: Pieces
---

The <em>ther</em>mostat, ther\`mostat\`s, <b>t</b><i>h</i>ermo<sub>stat</sub>. One ther<br/>mostat, ~~ther~~

mostat. A [ther](/docs/other)mostat and Thermostats.

| Name | Kind |
| --- | --- |
| ther | mostat |
| **thermo**stat | x |

\`\`\`js
const thermostat = 1; // thermostat
ther
mostat
\`\`\`

<details>
<summary>More</summary>

A hidden thermo*stat*.

</details>

- ther
- mostat
`,
  'docs/inside.md': '---\naudience: staff\n---\n\n# Inside\n\nOnly for staff.\n',
};

let siteDir: string;
let site: ReadingSite;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  siteDir = writeSiteFolder(files);
  site = await openReadingSite({ siteDir, isWhole: true });
});
afterAll(async () => {
  await site?.close();
  await rm(siteDir, { recursive: true, force: true });
});
afterEach(() => context?.close());

async function open(address: string, options: BrowserContextOptions = {}): Promise<void> {
  context = await site.signedIn(options);
  page = await context.newPage();
  await page.goto(address);
  await waitForShell(page);
}

describe('the bar of a preview', () => {
  test.each(['configured', 'own', 'none'] as const)(
    'is shown when the announcement is %s',
    async (announcementState) => {
      await open('/docs/');
      const headers = { origin: site.origin };
      const data = {
        shown: announcementState,
        ...(announcementState === 'own' && { text: 'We move on Friday.' }),
        kind: 'info',
        closeable: true,
      };
      expect((await page.request.post('/api/v1/announcement', { data, headers })).status()).toBe(204);
      await page.request.post('/auth/preview', { form: { group: 'staff' }, headers, maxRedirects: 0 });
      await page.goto('/docs/');
      await waitForShell(page);
      if (announcementState === 'own') await page.getByText('We move on Friday.').waitFor();
      // By then, the page has loaded the announcement.
      await page.waitForFunction(() => sessionStorage.getItem('reader-name') !== null);
      await expect.poll(() => page.getByRole('button', { name: texts.endPreview }).isVisible()).toBe(true);
      await page.getByRole('button', { name: texts.endPreview }).click();
      await page.waitForURL(`${site.origin}/admin/audiences`);
      expect(await page.getByRole('button', { name: texts.endPreview }).count()).toBe(0);
    },
  );

  test('is shown when the reader closed the announcement', async () => {
    await open('/docs/');
    const headers = { origin: site.origin };
    const data = { shown: 'configured', kind: 'info', closeable: true };
    await page.request.post('/api/v1/announcement', { data, headers });
    await page.reload();
    await page.getByRole('button', { name: texts.closeAnnouncement }).click();
    await page.request.post('/auth/preview', { form: { group: 'staff' }, headers, maxRedirects: 0 });
    await page.reload();
    await expect.poll(() => page.getByRole('button', { name: texts.endPreview }).isVisible()).toBe(true);
    expect(await page.getByText('Closed on Monday.').isVisible()).toBe(false);
    await page.request.post('/auth/preview', { form: { end: 'yes' }, headers, maxRedirects: 0 });
  });
});

test('pages that are filtered to none are offered without the filter', async () => {
  await open('/admin/audiences?for=nobody');
  await page.getByText(texts.nothingMatches).waitFor();
  await page.getByRole('button', { name: texts.clearSearch }).click();
  await page.getByRole('row').filter({ hasText: 'Inside' }).waitFor();
  expect(new URL(page.url()).search).toBe('');
});

describe('in forced colours', () => {
  test('highlighted words are readable, and the selected hit and the current page stand out', async () => {
    await open('/docs/', { forcedColors: 'active' });
    await runFirstSearch(context);
    await searchAgain(page);
    const readStyle = (selector: string, properties: string[]) =>
      page
        .locator(selector)
        .first()
        .evaluate(
          (element, names) => names.map((name) => getComputedStyle(element).getPropertyValue(name)),
          properties,
        );
    await page.keyboard.press('/');
    await page.keyboard.type('valve');
    await page.locator('.search-hit mark').first().waitFor();
    const [background, text] = await readStyle('.search-hit mark', ['background-color', 'color']);
    expect(background).not.toBe(text);
    expect(background).not.toBe('rgba(0, 0, 0, 0)');
    expect(await readStyle('.search-hit[aria-selected="true"]', ['outline-style'])).toEqual(['solid']);
    await page.keyboard.press('Escape');
    expect(await readStyle('.menu__link[aria-current="page"]', ['outline-style'])).toEqual(['solid']);
    await page.goto('/search?q=valve');
    await waitForShell(page);
    const [behind, letters] = await readStyle('.search-page mark', ['background-color', 'color']);
    expect(behind).not.toBe(letters);
    await page.goto('/docs/other');
    const [behindMark, markedLetters] = await readStyle('.markdown mark', ['background-color', 'color']);
    expect(behindMark).not.toBe(markedLetters);
  });

  test('the current one of several links stands out, whatever they lead to, and so does a rule', async () => {
    await open('/docs/', { forcedColors: 'active' });
    const readLooks = (value: string) =>
      page.evaluate((current) => {
        const link = document.createElement('a');
        link.setAttribute('aria-current', current);
        const rule = document.createElement('hr');
        document.querySelector('.markdown')?.append(link, rule);
        return [getComputedStyle(link).outlineStyle, getComputedStyle(rule).borderTopStyle];
      }, value);
    for (const value of ['page', 'location', 'true', 'step'])
      expect(await readLooks(value)).toEqual(['solid', 'solid']);
  });
});

test('a server without backups needs attention, on the page of its health and in the overview', async () => {
  await open('/admin/health');
  const finding = page.getByRole('listitem').filter({ hasText: 'BACKUP_DIR' });
  await finding.getByText(texts.healthWarn, { exact: true }).waitFor();
  await page
    .getByRole('status')
    .filter({ hasText: /needs? attention/ })
    .waitFor();
  expect(await page.getByText(texts.healthAllWell).count()).toBe(0);
  await page.goto('/admin');
  const panel = page.getByRole('region', { name: texts.health });
  await panel.getByRole('listitem').filter({ hasText: 'BACKUP_DIR' }).waitFor();
  expect(await panel.getAttribute('data-state')).toBe('warn');
  expect(await panel.getByText(texts.healthAllWell).count()).toBe(0);
});

test('the confirmation of a changed password is in view', async () => {
  await open('/account', { viewport: { width: 1440, height: 700 } });
  const findField = (label: string) => page.getByLabel(label, { exact: true });
  // The old password is restored, because the other tests sign in with it.
  await findField(texts.currentPassword).fill(reader.password);
  await findField(texts.newPassword).fill(reader.password);
  await findField(texts.repeatPassword).fill(reader.password);
  await page.getByRole('button', { name: texts.changePassword, exact: true }).click();
  const confirmation = page.getByText(texts.passwordChanged);
  await confirmation.waitFor();
  const isInView = () =>
    confirmation.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
  await expect.poll(isInView).toBe(true);
});

describe('the words that were searched for', () => {
  const listMarks = () =>
    page.evaluate(() => [...(CSS.highlights.get('search-words') ?? [])].map((range) => String(range)));

  test('are marked on the page that a hit opens, until Escape, without being in its address', async () => {
    await open('/docs/other');
    await runFirstSearch(context);
    await searchAgain(page);
    await page.keyboard.press('/');
    await page.keyboard.type('valve');
    await page.locator('.search-hit mark').first().waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: texts.clearMarks }).waitFor();
    expect(new URL(page.url()).search).toBe('');
    expect(page.url()).not.toMatch(/valve.*valve|%3A~/i);
    const words = await listMarks();
    expect(words.length).toBeGreaterThan(3);
    for (const word of words) expect(word.toLowerCase()).toMatch(/^valves?$/);
    await page.keyboard.press('Escape');
    expect(await listMarks()).toEqual([]);
    expect(await page.getByRole('button', { name: texts.clearMarks }).count()).toBe(0);
  });

  test('are marked where they are in pieces, and not across lines, cells and paragraphs', async () => {
    await open('/docs/other');
    await runFirstSearch(context);
    await searchAgain(page);
    await page.keyboard.press('/');
    await page.keyboard.type('thermostat');
    await page.locator('.search-hit mark').first().waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: texts.clearMarks }).waitFor();
    const words = await listMarks();
    expect(words.map((word) => word.toLowerCase())).toEqual(Array.from({ length: 9 }, () => 'thermostat'));
    const background = await page.evaluate(() => {
      const element = document.querySelector('article em') ?? document.body;
      return getComputedStyle(element, '::highlight(search-words)').backgroundColor;
    });
    await page.emulateMedia({ media: 'print' });
    const onPaper = await page.evaluate(() => {
      const element = document.querySelector('article em') ?? document.body;
      return getComputedStyle(element, '::highlight(search-words)').backgroundColor;
    });
    expect([onPaper, background === onPaper]).toEqual(['rgba(0, 0, 0, 0)', false]);
  });

  test('are marked on the page that a result of the search page opens, until the next page', async () => {
    await open('/search?q=valve');
    await page.locator('.search-page a:has(mark)').first().click();
    await page.getByRole('button', { name: texts.clearMarks }).waitFor();
    expect((await listMarks()).length).toBeGreaterThan(3);
    await page.locator('.sidebar').getByRole('link', { name: 'Other' }).click();
    await page.waitForURL(`${site.origin}/docs/other`);
    await expect.poll(listMarks).toEqual([]);
  });
});
