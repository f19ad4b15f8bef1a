import type { Page } from 'playwright-core';

/** Opens the section of an endpoint that contains this button, and the fold around the section where there is one. */
export async function unfoldSection(page: Page, button: string): Promise<void> {
  const fold = page.locator('details.details:not([open])', {
    has: page.getByRole('button', { name: button, exact: true, includeHidden: true }),
  });
  while ((await fold.count()) > 0) await fold.first().locator('> summary').press('Enter');
}
