// @module-tag chromium
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { english as texts } from '../../src/config/texts.ts';
import { expectFragmentsToArrive, hardFragments } from '../../testing/hard-fragments.ts';
import type { MailServer } from '../../testing/mail-server.ts';
import { openMailingSite } from '../../testing/mailing-site.ts';
import { type ReadingSite, waitForShell } from '../../testing/reading.ts';
import { reader } from '../../testing/server.ts';

/** The sections are so far apart that the scroll position identifies one. */
const writeLongPage = (title: string) =>
  `# ${title}\n\n${Array.from({ length: 40 }, (_, n) => `## Section ${n + 1}\n\n${'Words. '.repeat(60)}`).join('\n\n')}\n`;

const files: Record<string, string> = {
  'site.config.ts': `export default {
  name: 'Two languages', publicPages: true,
  i18n: { defaultLocale: 'en', locales: ['en', 'fr'] },
  navbar: { items: [
    { type: 'localeDropdown', position: 'right' },
    { type: 'docsVersionDropdown', position: 'right' },
  ] },
};`,
  'docs/long.md': writeLongPage('Long'),
  'docs/open.md': `---\naudience: public\n---\n\n${writeLongPage('Open')}`,
  'i18n/fr/docusaurus-plugin-content-docs/current/long.md': writeLongPage('Long'),
  'versioned_docs/version-1.0/404.md': '# Error 404\n',
  'versions.json': '["1.0"]',
  'versioned_docs/version-1.0/long.md': writeLongPage('Long'),
};

let site: ReadingSite;
let mail: MailServer;
let origin: string;
let close: (() => Promise<void>) | undefined;

beforeAll(async () => {
  ({ mail, site, origin, close } = await openMailingSite(files));
});
afterAll(() => close?.());

let context: BrowserContext;
let page: Page;
beforeEach(async () => {
  context = await site.browser.newContext({ baseURL: origin });
  page = await context.newPage();
});
afterEach(() => context?.close());

async function signIn(password = reader.password): Promise<void> {
  await page.getByLabel(texts.email).fill(reader.email);
  await page.getByLabel(texts.password, { exact: true }).fill(password);
  await page.getByRole('button', { name: texts.signIn, exact: true }).click();
}

/** Signs in with the link that is mailed to readers who have forgotten their password, and keeps the password. */
async function signInByMail(): Promise<void> {
  const earlierCount = mail.received.length;
  await page.getByRole('link', { name: texts.forgottenLink }).click();
  await page.getByLabel(texts.email).fill(reader.email);
  await page.getByRole('button', { name: texts.forgottenButton }).click();
  const findLink = () =>
    mail.received
      .slice(earlierCount)
      .flatMap(({ text }) => /http:\/\/localhost:\d+(\/reset\?\S+)/.exec(text)?.[1] ?? [])[0];
  await expect.poll(findLink).toBeDefined();
  await page.goto(findLink() ?? '');
  await page.getByLabel(texts.setupNewPassword, { exact: true }).fill(reader.password);
  await page.getByLabel(texts.setupRepeatPassword).fill(reader.password);
  await page.getByRole('button', { name: texts.inviteButton }).click();
}

/** Expects the browser to be at this address, with its section at the top of the window. */
async function expectArrived(address: string): Promise<void> {
  await page.waitForURL((url) => url.pathname + url.search + url.hash === address);
  await waitForShell(page);
  const heading = page.locator(`[id="${decodeURIComponent(new URL(page.url()).hash.slice(1))}"]`);
  await expect
    .poll(() => heading.evaluate((element) => element.getBoundingClientRect().top))
    .toBeLessThan(200);
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(500);
}

describe('a link to a section that is opened signed out', () => {
  test.each(['/docs/long#section-30', '/docs/long?os=two#section-12', '/docs/long#section%2D7'])(
    'leads to %s after the password, also after a wrong one',
    async (address) => {
      await page.goto(address);
      await signIn('not the password');
      await page.getByRole('alert').filter({ hasText: texts.wrongCredentials }).waitFor();
      await signIn();
      await expectArrived(address);
    },
  );

  test('keeps the words to mark that the link names, and arrives when another tab has signed in', async () => {
    const words = '#:~:text=Section%2033,Words';
    await page.goto(`/docs/long${words}`);
    await signIn();
    await page.waitForURL(`${origin}/docs/long${words}`);
    await page.goto('about:blank');
    await page.goto('/login?next=/docs/long#section-12');
    await expectArrived('/docs/long#section-12');
  });

  test('leads to any fragment after the password', async () => {
    await expectFragmentsToArrive(page, '/docs/long', {
      fragments: hardFragments,
      signIn,
      signOut: () => context.clearCookies(),
    });
  });

  test('leads to any fragment after the link in a mail', async () => {
    await expectFragmentsToArrive(page, '/docs/long', {
      // An address gets only a few such mails.
      fragments: hardFragments.slice(-1),
      signIn: signInByMail,
      signOut: () => context.clearCookies(),
    });
  });

  test.each(['/fr/docs/long#section-30', '//docs//long#section-30', '/docs/long?a=%26&b#section-30'])(
    'arrives from %s',
    async (address) => {
      await page.goto(origin + address);
      await signIn();
      await expectArrived(address.replace(/\/{2,}/g, '/'));
    },
  );

  test('is kept from the page of a forgotten password back to signing in', async () => {
    await page.goto('/docs/long#section-30');
    await page.getByRole('link', { name: texts.forgottenLink }).click();
    await page.getByRole('link', { name: texts.backToSignIn }).click();
    await signIn();
    await expectArrived('/docs/long#section-30');
  });

  test('leads there from the mail with which a forgotten password is set', async () => {
    await page.goto('/docs/long#section-21');
    await signInByMail();
    await expectArrived('/docs/long#section-21');
  });

  test('leads back to a public page after its reader signs in from there', async () => {
    await page.goto('/docs/next/open#section-30');
    await waitForShell(page);
    await page.getByRole('link', { name: texts.signIn }).click();
    await signIn();
    await expectArrived('/docs/next/open#section-30');
  });
});

test('a session that ended says so, and leads back to the page', async () => {
  await page.goto('/docs/long');
  expect(await page.getByText(texts.sessionHasEnded).count()).toBe(0);
  await signIn();
  await page.waitForURL(`${origin}/docs/long`);
  await context.addCookies([{ name: 'sid', value: 'x'.repeat(43), url: origin, httpOnly: true }]);
  await page.goto('/docs/next/long#section-9');
  await expect.poll(() => page.getByRole('status').textContent()).toContain(texts.sessionHasEnded);
  await signIn();
  await expectArrived('/docs/next/long#section-9');
});

describe('the same page in another language or version', () => {
  beforeEach(async () => {
    await context.close();
    context = await site.signedIn();
    page = await context.newPage();
  });

  test.each([
    ['the other language', '/docs/long', 'Français', '/fr/docs/long'],
    ['the first language again', '/fr/docs/long', 'English', '/docs/long'],
    ['another version', '/docs/long', 'Next', '/docs/next/long'],
  ])('%s opens at the same section, with the same query', async (_, from, label, to) => {
    await page.goto(`${from}?os=two&q=a%20b#section-12`);
    await waitForShell(page);
    const link = page.locator('a[data-same-page]', { hasText: label });
    const menu = page.locator('.navbar details').filter({ has: link });
    await menu.locator('summary').click();
    await menu.locator(link).click();
    await expectArrived(`${to}?os=two&q=a+b#section-12`);
    expect(await page.locator('.navbar a[data-same-page]').first().getAttribute('href')).not.toContain('#');
  });

  test.each([
    ['another language', '/docs/missing', 'Français', '/fr/docs/missing'],
    ['the first language', '/fr/docs/r%C3%A9sum%C3%A9/$&', 'English', '/docs/r%C3%A9sum%C3%A9/$&'],
    ['a language, from a page named 404', '/docs/404', 'Français', '/fr/docs/404'],
  ])('the menu of a missing page leads to the same address in %s', async (_, from, label, to) => {
    await page.goto(`${from}?q=1#part`);
    await waitForShell(page);
    const link = page.locator('a[data-same-page]', { hasText: label });
    const menu = page.locator('.navbar details').filter({ has: link });
    await menu.locator('summary').click();
    await menu.locator(link).click();
    await page.waitForURL(`${site.origin}${to}?q=1#part`);
    await page.locator('h1').waitFor();
  });

  test.each([
    ['another language', '/docs/missing', 'Français', /^\/fr\//],
    ['the first language', '/fr/docs/missing', 'English', /^\/(?!fr\/)/],
  ])('without scripts, the menu of a missing page leads to the home of %s', async (_, from, label, to) => {
    await context.close();
    context = await site.signedIn({ javaScriptEnabled: false });
    page = await context.newPage();
    await page.goto(from);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const link = page.locator('a[data-same-page]', { hasText: label });
    const menu = page.locator('.navbar details').filter({ has: link });
    await menu.locator('summary').click();
    await menu.locator(link).click();
    await page.waitForURL(({ pathname }) => pathname !== from && to.test(pathname));
    expect((await page.reload())?.status()).toBe(200);
  });

  test('is copied from the menu of the link with its place', async () => {
    await page.goto('/docs/long?os=two#section-12');
    await waitForShell(page);
    const link = page.locator('a[data-same-page]', { hasText: 'Français' });
    const menu = page.locator('.navbar details').filter({ has: link });
    await menu.locator('summary').click();
    await page.evaluate(() =>
      addEventListener('contextmenu', ({ target }) => {
        if (target instanceof HTMLAnchorElement) document.title = target.href;
      }),
    );
    await menu.locator(link).click({ button: 'right' });
    expect(await page.title()).toBe(`${site.origin}/fr/docs/long?os=two#section-12`);
    await expect.poll(() => menu.locator(link).getAttribute('href')).toBe('/fr/docs/long');
  });

  test('is reached by the banner that leads to the latest version, too', async () => {
    await page.goto('/docs/next/long#section-12');
    await waitForShell(page);
    await page.locator('.theme-doc-version-banner a').click();
    await expectArrived('/docs/long#section-12');
  });
});

test('a fragment with an invalid escape sequence breaks nothing', async () => {
  await context.close();
  context = await site.signedIn();
  page = await context.newPage();
  await page.goto('/docs/next/long');
  await waitForShell(page);
  await page.evaluate(() => {
    const link = document.createElement('a');
    link.href = '/docs/long#50%';
    document.querySelector('main')?.append(link);
    link.click();
  });
  await page.waitForURL(`${site.origin}/docs/long#50%`);
  await expect.poll(() => page.locator('h1').textContent()).toBe('Long');
});
