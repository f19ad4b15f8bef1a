import type { Page } from 'playwright-core';

/** Opens the section of an endpoint that contains this button. */
export async function unfoldSection(page: Page, button: string): Promise<void> {
  const fold = page.locator('details.details:not([open])', {
    has: page.getByRole('button', { name: button, exact: true, includeHidden: true }),
  });
  if ((await fold.count()) > 0) await fold.locator('> summary').press('Enter');
}
