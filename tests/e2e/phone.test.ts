// @module-tag chromium
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allPages } from '../../testing/all-pages.ts';
import { openReadingSite, type ReadingSite, waitForShell } from '../../testing/reading.ts';
import { texts } from '../../testing/site-texts.ts';

/** The height of a touch target in CSS pixels. */
const FINGER = 44;

let site: ReadingSite;
beforeAll(async () => {
  site = await openReadingSite();
});
afterAll(() => site?.close());

/**
 * Lists the controls of the page that are lower than a touch target. A checkbox counts as high as its label.
 */
async function findLowElements(page: Page, name: string): Promise<string[]> {
  const lowElements = await page.locator('.own-page').evaluate((ownPage, finger) => {
    const clickableSelector =
      'button, select, summary, textarea, input:not([type=file]), a.button, .own-page__menu a, .panel > a';
    return [...ownPage.querySelectorAll<HTMLElement>(clickableSelector)].flatMap((element) => {
      if (!element.checkVisibility()) return [];
      const isBox = element instanceof HTMLInputElement && ['checkbox', 'radio'].includes(element.type);
      const { height } = ((isBox && element.labels?.[0]) || element).getBoundingClientRect();
      const label = element.getAttribute('aria-label') ?? element.textContent;
      return height < finger ? [`${element.tagName} ${label}: ${height} px`] : [];
    });
  }, FINGER);
  return lowElements.map((line) => `${name}: ${line}`);
}

test('controls on a phone are as high as a finger', async () => {
  const context = await site.signedIn({ viewport: { width: 390, height: 844 }, hasTouch: true });
  await context.request.post('/api/v1/deploy-tokens', { data: { name: 'Pipeline', days: 30 } });
  const page = await context.newPage();
  const lowElements: string[] = [];
  const look = async (name: string) => lowElements.push(...(await findLowElements(page, name)));
  for (const [name, ownPage] of Object.entries(allPages)) {
    if (ownPage.audience !== 'administrator' && name !== 'account') continue;
    await page.goto(ownPage.path);
    await page.locator('.admin, .admin__form, .admin__lead, .account').first().waitFor();
    await page.locator('.own-page .spinner').first().waitFor({ state: 'detached' });
    await look(name);
  }
  await page.goto('/admin/users');
  await waitForShell(page);
  const menu = page.locator('.own-page__menu summary');
  await menu.click();
  await page.locator('.own-page__menu').getByRole('link', { name: texts.sessionsTitle }).waitFor();
  await look('the navigation of the administration');
  await menu.click();
  await page.getByLabel(texts.selectPage).check();
  await page.getByText(texts.clearSelection).waitFor();
  await look('accounts that are selected');
  await page.getByRole('button', { name: /ana@lurana.example/ }).click();
  await page.getByRole('menu').waitFor();
  await look('a menu');
  await page.getByRole('menuitem', { name: texts.remove }).click();
  await page.getByRole('dialog').waitFor();
  await look('a question');
  expect(lowElements).toEqual([]);
  await context.close();
});

test('breadcrumbs on a phone are one line of whole names, which scrolls to the last', async () => {
  const context = await site.signedIn({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const page = await context.newPage();
  await page.goto('/docs/guides/everything');
  await waitForShell(page);
  const crumbs = page.locator('.breadcrumbs');
  const names = crumbs.locator('.breadcrumbs__link:not(:has(svg))');
  for (const length of [1, 12, 40]) {
    await names.evaluateAll((all, count) => {
      for (const name of all) name.textContent = 'Long name '.repeat(count).trim();
    }, length);
    expect(await crumbs.evaluate((row) => row.clientHeight), `${length}`).toBeLessThan(44);
    expect(
      await names.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).length),
    ).toBe(0);
    // The end of the last name is left of the fade once the row is scrolled to its end.
    const distance = await crumbs.evaluate((row) => {
      row.scrollLeft = row.scrollWidth;
      const end = row.querySelector('li:last-child')?.getBoundingClientRect().right ?? Number.NaN;
      return row.getBoundingClientRect().right - end;
    });
    expect(distance, `${length}`).toBeGreaterThanOrEqual(31);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  }
  await context.close();
});

test('a card of a list is pressed beside its box, and the whole width of the name is the name’s', async () => {
  const context = await site.signedIn({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const page = await context.newPage();
  await page.goto('/docs/guides/everything');
  await page.goto('/admin/users');
  const box = page.getByLabel(texts.selectUser.replace('{email}', 'ana@lurana.example'));
  const { x, y } = (await box.boundingBox()) ?? { x: 0, y: 0 };
  await page.touchscreen.tap(x - 10, y - 10);
  await expect.poll(() => box.isChecked()).toBe(true);
  await page.goto('/admin/reading?show=unopened');
  // A page without views has no menu, and no space for one.
  const row = page.locator('.table tbody tr').first();
  await expect.poll(() => row.evaluate((card) => getComputedStyle(card).paddingInlineEnd)).toBe('16px');
  await context.close();
});
