// @module-tag chromium
import { randomUUID } from 'node:crypto';
import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFailurePage } from '../../src/server/http/failure-page.ts';
import { createRequestId } from '../../src/server/http/request-id.ts';
import { allPages } from '../../testing/all-pages.ts';
import { findAxeViolations } from '../../testing/axe.ts';
import { checkForEveryReader, everyReadersWindow } from '../../testing/every-reader.ts';
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

const failurePage = createFailurePage({ texts, language: 'en', requestId: createRequestId() });

/** The paths of pages without a session. Links that work once are created for each test. */
const visitorPages: Readonly<Record<string, () => Promise<string>>> = {
  'sign-in': async () => '/login',
  'ended session': async () => '/login?ended=yes&next=/docs',
  'forgotten password': async () => '/forgotten',
  'expired invitation': async () => '/invite?token=expired',
  'expired link for a password': async () => '/reset?token=expired',
  'expired link for an email': async () => '/confirm-email?token=expired',
  invitation: () => createLink('invitation'),
  'link for a password': () => createLink('reset'),
};

async function createLink(kind: 'invitation' | 'reset'): Promise<string> {
  const context = await site.signedIn();
  const post = async (path: string, data: object): Promise<string> => {
    const headers = { origin: site.origin };
    return (await (await context.request.post(`/api/v1/accounts${path}`, { headers, data })).json()).link;
  };
  const { accounts } = await (await context.request.get('/api/v1/accounts?search=ana@')).json();
  const link =
    kind === 'invitation'
      ? await post('', { email: `${randomUUID()}@lurana.example`, name: 'Grace Hopper', role: 'reader' })
      : await post(`/${accounts[0].id}/reset-link`, {});
  await context.close();
  return link;
}

let site: ReadingSite;

beforeAll(async () => {
  site = await openReadingSite();
});
afterAll(() => site?.close());

describe.each(['dark', 'light'] as const)('axe finds nothing in the %s theme', (theme) => {
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

  test('on pages for visitors', async () => {
    const context = await site.browser.newContext({ baseURL: site.origin });
    await prefer(context, theme);
    const page = await context.newPage();
    const violations: string[] = [];
    for (const [kind, findPath] of Object.entries(visitorPages)) {
      await page.goto(await findPath());
      violations.push(...(await findAxeViolations(page)).map((line) => `${kind}: ${line}`));
    }
    expect(violations).toEqual([]);
    await context.close();
  });

  test('on the page of a failure', async () => {
    const context = await site.browser.newContext({ colorScheme: theme });
    const page = await context.newPage();
    await page.setContent(failurePage.html);
    expect(await findAxeViolations(page)).toEqual([]);
    await context.close();
  });
});

const ownPages = {
  'found pages': '/search?q=form',
  'search without results': '/search?q=xylophone',
  ...Object.fromEntries(Object.entries(allPages).map(([name, { path }]) => [name, path])),
};

describe.each(Object.entries({ ...pages, ...ownPages }))('the %s', (_kind, path) => {
  test('fits at 400 % in both directions, moves nothing and shows the focus in forced colours', async () => {
    const context = await site.signedIn(everyReadersWindow);
    const page = await context.newPage();
    await page.goto(path);
    await waitForShell(page);
    await page.locator('.own-page .spinner').first().waitFor({ state: 'detached' });
    await checkForEveryReader(page, 4);
    await context.close();
  });
});

describe.each(Object.entries(visitorPages))('for visitors, the page of %s', (_kind, findPath) => {
  test('fits at 400 % in both directions, moves nothing and shows the focus in forced colours', async () => {
    const context = await site.browser.newContext({ baseURL: site.origin, ...everyReadersWindow });
    const page = await context.newPage();
    await page.goto(await findPath());
    await checkForEveryReader(page, 1);
    await context.close();
  });
});

test('the page of a failure fits at 400 % and shows the focus in forced colours', async () => {
  const context = await site.browser.newContext(everyReadersWindow);
  const page = await context.newPage();
  await page.setContent(failurePage.html);
  await checkForEveryReader(page, 1);
  await context.close();
});

test.each([1280, 390])('the ring around entries of the contents is whole, %d px wide', async (width) => {
  const context = await site.signedIn({ viewport: { width, height: 800 } });
  const page = await context.newPage();
  await page.goto(pages.article);
  await waitForShell(page);
  // On a wide screen nothing is folded, so the Tab key skips the heading.
  await page.locator('.toc__toggle').waitFor({ state: width < 997 ? 'visible' : 'hidden' });
  const folds = width < 997 ? [page.locator('.toc__toggle')] : [];
  for (const fold of folds) await fold.press('Enter');
  for (const entry of [...folds, page.locator('.table-of-contents__link').first()]) {
    // Like a person who works by keyboard, so that there is a ring.
    await page.keyboard.press('Shift');
    await entry.focus();
    const readOutside = () =>
      entry.evaluate((element) => {
        const { outlineOffset, outlineWidth, outlineStyle } = getComputedStyle(element);
        return outlineStyle === 'none' ? Number.NaN : parseFloat(outlineOffset) + parseFloat(outlineWidth);
      });
    await expect.poll(readOutside).toBeLessThanOrEqual(0);
  }
  await context.close();
});

async function prefer(context: BrowserContext, theme: string): Promise<void> {
  await context.addInitScript((value) => localStorage.setItem('theme', value), theme);
}
