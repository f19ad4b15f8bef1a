// @module-tag chromium
import { brotliCompressSync } from 'node:zlib';
import { beforeEach, expect, test } from 'vitest';
import { searchAgain } from '../../testing/reading.ts';
import { bundleDialog, openDialogStage } from './support/dialog-stage.ts';

const stage = openDialogStage();
beforeEach(() => searchAgain(stage.site.page));
const hasFocus = () => stage.input().evaluate((element) => element === document.activeElement);

test('opens by the button, by / and by Ctrl+K, and closes by Escape', async () => {
  const { page } = stage.site;
  await page.getByRole('link', { name: 'Search docs' }).click();
  await stage.input().waitFor();
  await page.keyboard.press('Escape');
  await stage.input().waitFor({ state: 'hidden' });
  for (const key of ['/', 'Control+K', 'Meta+K']) {
    await page.keyboard.press(key);
    await stage.input().waitFor();
    await expect.poll(hasFocus).toBe(true);
    await page.keyboard.press('Escape');
    await stage.input().waitFor({ state: 'hidden' });
  }
  await page.getByRole('textbox', { name: 'note' }).press('/');
  await expect.poll(() => page.getByRole('textbox', { name: 'note' }).inputValue()).toBe('/');
  expect(await stage.input().isVisible()).toBe(false);
});

test('keeps text that is typed while the dialog loads', async () => {
  const { page } = stage.site;
  const { promise: typedPromise, resolve: bring } = Promise.withResolvers<void>();
  await page.route(/open-search/, async (route) => {
    await typedPromise;
    await route.continue();
  });
  // Only a page that is opened after this is certain to request the route.
  await page.reload();
  await page.keyboard.press('/');
  await page.keyboard.type('drop/do');
  bring();
  await stage.input().waitFor();
  await page.keyboard.type('wn');
  await expect.poll(() => stage.input().inputValue()).toBe('drop/down');
  await stage.options().first().waitFor();
  await page.keyboard.press('Escape');
  await stage.input().waitFor({ state: 'hidden' });
  await page.getByRole('textbox', { name: 'note' }).press('x');
  await expect.poll(() => page.getByRole('textbox', { name: 'note' }).inputValue()).toBe('x');
});

test('shows hits by section, so many each, with the matched words marked', async () => {
  await stage.open('case');
  await stage.options().first().waitFor();
  const boxes = await stage.site.page
    .getByRole('listbox')
    .evaluateAll((lists) =>
      lists.map((list) => [
        document.getElementById(list.getAttribute('aria-labelledby') ?? '')?.textContent,
        list.querySelectorAll('[role=option]').length,
      ]),
    );
  expect(Object.fromEntries(boxes)).toMatchObject({ 'Developer info': 2 });
  expect((await stage.site.page.locator('dialog mark').first().textContent())?.toLowerCase()).toBe('case');
  expect(stage.site.asked.at(-1)).toMatchObject({
    hitsPerPage: 20,
    attributesToSnippet: ['hierarchy:10', 'content:10'],
  });
});

test('snippets are shorter on a narrow screen', async () => {
  await stage.site.page.setViewportSize({ width: 700, height: 900 });
  await stage.open('case');
  await stage.options().first().waitFor();
  expect(stage.site.asked.at(-1)).toMatchObject({ attributesToSnippet: ['hierarchy:5', 'content:5'] });
});

test('markup in a text is shown as text', async () => {
  await stage.open('isn t a variable');
  await stage.site.page.getByText("What <b>else</b> isn't a variable?").first().waitFor();
  expect(await stage.site.page.locator('dialog b').count()).toBe(0);
});

test('accepts 64 characters', async () => {
  await stage.open('x'.repeat(100));
  await expect.poll(async () => (await stage.input().inputValue()).length).toBe(64);
});

test('arrows choose, Enter opens, and the opened hit is remembered and counted', async () => {
  const { page } = stage.site;
  await stage.open('dropdown');
  await stage.options().first().waitFor();
  const isChosen = (at: number) => stage.options().nth(at).getAttribute('aria-selected');
  await expect.poll(() => isChosen(0)).toBe('true');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => isChosen(1)).toBe('true');
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => isChosen(0)).toBe('true');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/docs/forms/dropdown');
  await stage.open();
  await page.getByRole('listbox', { name: 'Recent' }).waitFor();
  await expect.poll(() => stage.options().first().textContent()).toContain('Dropdown control');
  await expect
    .poll(() => stage.site.events)
    .toMatchObject([{ eventType: 'click', objectIDs: ['0-/docs/forms/dropdown'] }]);
});

test('Ctrl+Enter opens another tab and leaves the dialog open', async () => {
  const { page } = stage.site;
  await stage.open('dropdown');
  await stage.options().first().waitFor();
  const [other] = await Promise.all([
    page.context().waitForEvent('page'),
    page.keyboard.press('Control+Enter'),
  ]);
  await other.waitForURL('**/docs/forms/dropdown');
  await expect.poll(() => stage.input().isVisible()).toBe(true);
  await other.close();
});

test('a hit is opened by a click', async () => {
  await stage.open('textbox');
  await stage.options().first().click();
  await stage.site.page.waitForURL('**/docs/forms/textbox');
});

test('works by touch alone but for the typing', async () => {
  const { page } = stage.site;
  await page.getByRole('link', { name: 'Search docs' }).tap();
  await stage.input().tap();
  await stage.input().fill('textbox');
  await stage.options().first().tap();
  await page.waitForURL('**/docs/forms/textbox');
});

test('recent hits can be starred and removed', async () => {
  const { page } = stage.site;
  for (const name of ['dropdown', 'textbox']) {
    await stage.open(`${name} control`);
    // The hits of the last query stay until the next ones come.
    await expect.poll(() => stage.options().first().textContent()).toMatch(new RegExp(name, 'i'));
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/docs/forms/${name}`);
  }
  await stage.open();
  await page.getByRole('button', { name: 'Add to favourites: Textbox control' }).click();
  const favourites = page.getByRole('listbox', { name: 'Favourites' });
  await favourites.getByText('Textbox control').waitFor();
  expect(await stage.violations()).toEqual([]);
  await page.getByRole('button', { name: 'Remove: Dropdown control' }).click();
  await page.getByRole('button', { name: 'Remove: Textbox control' }).click();
  await page.getByText('No recent searches').waitFor();
});

test("one user’s recent hits aren't shown to the next", async () => {
  const { page } = stage.site;
  await stage.open('dropdown');
  await stage.options().first().waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/docs/forms/dropdown');
  stage.site.user = 'other@example.com';
  await page.reload();
  await stage.open();
  await page.getByText('No recent searches').waitFor();
});

test('reopening keeps the last query', async () => {
  await stage.open('dropdown');
  await stage.options().first().waitFor();
  await stage.site.page.keyboard.press('Escape');
  await stage.input().waitFor({ state: 'hidden' });
  await stage.open();
  await expect.poll(() => stage.input().inputValue()).toBe('dropdown');
  await stage.options().first().waitFor();
});

test('Enter without a hit leads to the page of all results', async () => {
  await stage.open('zzyzx');
  await stage.site.page.getByText('No results for').waitFor();
  await stage.site.page.keyboard.press('Enter');
  await stage.site.page.waitForURL('**/search?q=zzyzx');
});

test('has no accessibility violations when it is empty and with hits', async () => {
  await stage.open();
  await stage.site.page.getByText('No recent searches').waitFor();
  expect(await stage.violations()).toEqual([]);
  await stage.input().fill('case');
  await stage.options().first().waitFor();
  expect(await stage.violations()).toEqual([]);
});

test('weighs less than 30 kB, beside React, which the shell has loaded', async () => {
  const dialogFiles = await bundleDialog(['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime']);
  const bytes = [...dialogFiles.values()].reduce(
    (sum, content) => sum + brotliCompressSync(content).length,
    0,
  );
  expect(bytes).toBeLessThan(30_000);
});
