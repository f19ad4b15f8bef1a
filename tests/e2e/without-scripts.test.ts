// @module-tag chromium
import { beforeEach, expect, test } from 'vitest';
import { openReader } from '../../testing/reader.ts';
import { openReaderMenu, signOutByMenu } from '../../testing/reader-menu.ts';
import { texts } from '../../testing/site-texts.ts';

const article = '/docs/guides/everything';
const reader = openReader();

beforeEach(async () => {
  await reader.change({ javaScriptEnabled: false });
  await reader.page.goto(article);
});

test('the article is there, tabs show everything, and what needs a script is gone', async () => {
  await reader.page.getByRole('heading', { level: 1, name: 'Everything at once' }).waitFor();
  expect(await reader.page.getByText('PHP runs on the server.').isVisible()).toBe(true);
  expect(await reader.page.getByText('JavaScript runs in the form.').isVisible()).toBe(true);
  expect(await reader.page.locator('.code-block-buttons').first().isVisible()).toBe(false);
  await openReaderMenu(reader.page);
  expect(await reader.page.locator('.navbar .theme-switch').isVisible()).toBe(false);
  expect(await reader.page.getByText(texts.notLoadedProperly).isVisible()).toBe(false);
});

test('a closed category leads to its first document', async () => {
  await reader.page.locator('.sidebar').getByRole('button', { name: 'Reference', exact: true }).click();
  await reader.page.getByRole('heading', { level: 1, name: 'Alpha' }).waitFor();
});

test('the drawer opens on a narrow screen', async () => {
  await reader.page.setViewportSize({ width: 390, height: 844 });
  await reader.page.locator('.sidebar').waitFor({ state: 'hidden' });
  await reader.page.getByRole('button', { name: texts.openNavigation }).click();
  await reader.page.locator('.sidebar').getByRole('link', { name: 'Next steps' }).click();
  await reader.page.getByRole('heading', { level: 1, name: 'Next steps' }).waitFor();
});

test('signing out works', async () => {
  await signOutByMenu(reader.page);
  await reader.page.getByRole('heading', { name: texts.signIn }).waitFor();
});
