import type { BrowserContext, Page } from 'playwright-core';
import { reader } from './server.ts';

/** Signs in as a person does, on the way to `path`, and gives the page that opens. */
export async function signInWithBrowser(
  context: BrowserContext,
  origin: string,
  path = '/docs/Tasks',
): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${origin}${path}`);
  await page.locator('[name=email]').fill(reader.email);
  await page.locator('[name=password]').fill(reader.password);
  await page.locator('[name=password]').press('Enter');
  await page.waitForURL(`${origin}${path}`);
  return page;
}
