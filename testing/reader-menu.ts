import type { Page } from 'playwright-core';
import { texts } from './site-texts.ts';

/** Opens the menu at the reader's name, in the navbar or in the open drawer. */
export async function openReaderMenu(page: Page): Promise<void> {
  await page.locator('.account-link').filter({ visible: true }).click();
}

/** Signs out with the menu at the reader's name. */
export async function signOutByMenu(page: Page): Promise<void> {
  await openReaderMenu(page);
  await page.getByRole('button', { name: texts.signOut }).filter({ visible: true }).click();
}

/** Chooses a theme in the menu at the reader's name. `label`: what its button says. */
export async function chooseTheme(page: Page, label: string): Promise<void> {
  await openReaderMenu(page);
  await page.getByRole('button', { name: label, exact: true }).filter({ visible: true }).click();
}
