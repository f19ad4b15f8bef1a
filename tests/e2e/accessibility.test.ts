// @module-tag chromium
import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findAxeViolations } from '../../testing/axe.ts';
import { openReadingSite, type ReadingSite, waitForShell } from '../../testing/reading.ts';
import { texts } from '../../testing/site-texts.ts';

const pages = {
  home: '/',
  article: '/docs/guides/everything',
  'category page': '/docs/category/guides',
  'list of tags': '/docs/tags',
  tag: '/docs/tags/forms',
  'unlisted page': '/docs/reference/hidden',
  'markdown page': '/markdown-page',
  'search page': '/search',
  'not-found page': '/docs/nowhere',
};

let site: ReadingSite;

beforeAll(async () => {
  site = await openReadingSite();
});
afterAll(() => site?.close());

describe.each(['dark', 'light'])('axe finds nothing in the %s theme', (theme) => {
  test.each([390, 1440])('on any kind of page, %d px wide', async (width) => {
    const context = await site.signedIn({ viewport: { width, height: 900 } });
    await prefer(context, theme);
    const page = await context.newPage();
    const violations: string[] = [];
    for (const [kind, path] of Object.entries(pages)) {
      await page.goto(path);
      await waitForShell(page);
      violations.push(...(await findAxeViolations(page)).map((line) => `${kind}: ${line}`));
    }
    if (width === 390) {
      await page.goto(pages.article);
      await waitForShell(page);
      await page.getByRole('button', { name: texts.openNavigation }).click();
      await page.locator('.sidebar').waitFor();
      // The page behind an open drawer is inert, so axe doesn't see its landmark and heading.
      const inert = /^(landmark-one-main|page-has-heading-one)/;
      const open = (await findAxeViolations(page)).filter((line) => !inert.test(line));
      violations.push(...open.map((line) => `drawer: ${line}`));
    }
    expect(violations).toEqual([]);
    await context.close();
  });

  test('on the login page', async () => {
    const context = await site.browser.newContext({ baseURL: site.origin });
    await prefer(context, theme);
    const page = await context.newPage();
    await page.goto('/login');
    expect(await findAxeViolations(page)).toEqual([]);
    await context.close();
  });
});

async function prefer(context: BrowserContext, theme: string): Promise<void> {
  await context.addInitScript((value) => localStorage.setItem('theme', value), theme);
}
