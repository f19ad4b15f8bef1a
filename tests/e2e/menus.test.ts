// @module-tag chromium
import { mkdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { findAxeViolations } from '../../testing/axe.ts';
import { smallManual } from '../../testing/manuals.ts';
import { chooseTheme } from '../../testing/reader-menu.ts';
import { openReadingSite, type ReadingSite, waitForShell } from '../../testing/reading.ts';
import { texts } from '../../testing/site-texts.ts';

const drop = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8H0z"/></svg>';
const customCss = `@import url('https://fonts.example/css2?family=Inter');
@font-face { font-family: Drops; src: url('../fonts/drops.woff2'); }
:root { --ifm-color-primary: #00687a; --ifm-font-family-base: Drops, Georgia, serif; --ifm-navbar-height: 4rem; }
html[data-theme='dark'] { --ifm-color-primary: #5fd3e6; --ifm-background-color: #101820; }
.markdown > h2 { border-bottom: 2px solid var(--ifm-color-primary); }
.footer__link-item { letter-spacing: 2px; }
`;
const configuration = `module.exports = {
  title: 'Pumps', url: 'https://docs.example', baseUrl: '/', titleDelimiter: '·', favicon: 'img/drop.svg',
  onBrokenLinks: 'warn',
  presets: [['classic', {blog: false, theme: {customCss: './src/css/custom.css'}}]],
  themeConfig: {
    colorMode: {respectPrefersColorScheme: true},
    announcementBar: {content: 'Now <b>open</b>.', backgroundColor: '#0b3d5c', textColor: '#ffffff'},
    navbar: {
      title: 'Pumps', style: 'primary',
      logo: {src: 'img/drop.svg', srcDark: 'img/drop-dark.svg', alt: 'Drop'},
      items: [
        {type: 'docSidebar', sidebarId: 'defaultSidebar', label: 'Guide'},
        {label: 'More', items: [
          {to: '/docs/guides/next-steps', label: 'Next steps'},
          {type: 'html', value: '<hr>'},
          {href: 'https://shop.example', label: 'Shop'},
        ]},
        {type: 'docsVersionDropdown', position: 'right'},
        {href: 'https://git.example', position: 'right', html: '<b>Source</b>', 'aria-label': 'Source code'},
      ],
    },
    footer: {
      style: 'dark',
      logo: {src: 'img/drop.svg', alt: 'Mark', href: 'https://pumps.example'},
      links: [{title: 'Learn', items: [{label: 'Guide', to: '/docs/guides/next-steps'}, {html: '<a href="https://jobs.example">Jobs</a>'}]}],
      copyright: 'Pumps <b>since 1931</b>',
    },
  },
};
`;

let siteDir: string;
let site: ReadingSite;
let context: BrowserContext;

beforeAll(async () => {
  siteDir = await mkdtemp(path.join(tmpdir(), 'site-'));
  await writeFile(path.join(siteDir, 'docusaurus.config.js'), configuration);
  mkdirSync(path.join(siteDir, 'static/img'), { recursive: true });
  for (const name of ['drop', 'drop-dark'])
    await writeFile(path.join(siteDir, `static/img/${name}.svg`), drop);
  for (const folder of ['src/css', 'src/fonts']) mkdirSync(path.join(siteDir, folder), { recursive: true });
  await writeFile(path.join(siteDir, 'src/css/custom.css'), customCss);
  await writeFile(path.join(siteDir, 'src/fonts/drops.woff2'), 'no font');
  site = await openReadingSite({ siteDir, manual: { ...smallManual, DIST_DIR: path.join(siteDir, 'dist') } });
});
afterAll(async () => {
  await site?.close();
  await rm(siteDir, { recursive: true, force: true });
});
afterEach(() => context?.close());

async function open(window: BrowserContextOptions = {}): Promise<Page> {
  context = await site.signedIn(window);
  const page = await context.newPage();
  await page.goto('/docs/guides/everything');
  if (window.javaScriptEnabled !== false) await waitForShell(page);
  return page;
}
const findBar = (page: Page) => page.getByRole('navigation', { name: texts.mainNavigation });
const findMenu = (page: Page) => findBar(page).locator('details');

describe('a menu of the navbar', () => {
  test('opens and closes by keyboard, and by leaving it', async () => {
    const page = await open();
    const label = findMenu(page).locator('summary');
    await label.focus();
    await page.keyboard.press('Enter');
    const link = findBar(page).getByRole('link', { name: 'Next steps' });
    await link.waitFor();
    await page.keyboard.press('Escape');
    await link.waitFor({ state: 'hidden' });
    const hasFocus = (locator: Locator) => locator.evaluate((element) => element === document.activeElement);
    await expect.poll(() => hasFocus(label)).toBe(true);
    await page.keyboard.press('Enter');
    await link.waitFor();
    await page.keyboard.press('Tab');
    await expect.poll(() => hasFocus(link)).toBe(true);
    await page.getByRole('heading', { level: 1 }).click();
    await link.waitFor({ state: 'hidden' });
  });

  test('at the reader’s name opens and closes by keyboard, and every item can be reached', async () => {
    const page = await open();
    const label = page.locator('.account-link').filter({ visible: true });
    const menu = page.locator('.reader-menu .dropdown__menu').filter({ visible: true });
    const readFocused = () => page.evaluate(() => document.activeElement?.textContent);
    await label.focus();
    await page.keyboard.press('Enter');
    await menu.getByRole('link', { name: texts.administration }).waitFor();
    const items = await menu.locator('a, button').allTextContents();
    expect(items.length).toBeGreaterThan(3);
    for (const item of items) {
      await page.keyboard.press('Tab');
      await expect.poll(readFocused).toBe(item);
    }
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });
    await expect.poll(() => label.evaluate((summary) => summary === document.activeElement)).toBe(true);
    // The next press of the Tab key leaves the closed menu.
    await page.keyboard.press('Tab');
    await expect.poll(readFocused).not.toBe(items[0]);
  });

  test('is in the bar from 997 px on, and below in the drawer alone', async () => {
    const page = await open({ viewport: { width: 997, height: 800 } });
    await findMenu(page).waitFor();
    await page.setViewportSize({ width: 996, height: 800 });
    await findMenu(page).waitFor({ state: 'hidden' });
  });

  test('closes when the page of a chosen link opens', async () => {
    const page = await open();
    await findMenu(page).locator('summary').click();
    await findBar(page).getByRole('link', { name: 'Next steps' }).click();
    await page.getByRole('heading', { level: 1, name: 'Next steps' }).waitFor();
    await findBar(page).getByRole('link', { name: 'Next steps' }).waitFor({ state: 'hidden' });
  });

  test('opens without scripts', async () => {
    const page = await open({ javaScriptEnabled: false });
    await findMenu(page).locator('summary').click();
    await findBar(page).getByRole('link', { name: 'Shop' }).waitFor();
  });

  test('is in the drawer on a narrow screen', async () => {
    const page = await open({ viewport: { width: 390, height: 800 } });
    expect(await findBar(page).isVisible()).toBe(false);
    await page.getByRole('button', { name: texts.openNavigation }).click();
    const drawer = page.locator('.sidebar__site');
    await drawer.locator('summary').click();
    await drawer.getByRole('link', { name: 'Next steps' }).click();
    await page.waitForURL('**/docs/guides/next-steps');
  });

  test('has its links on as many lines as they need in the drawer', async () => {
    const page = await open({ viewport: { width: 390, height: 800 } });
    await page.getByRole('button', { name: texts.openNavigation }).click();
    const outside = await page.locator('.sidebar__site').evaluate((drawer) => {
      const [list] = drawer.getElementsByClassName('navbar__items');
      for (let more = 0; more < 8; more += 1) list?.append(list.firstElementChild?.cloneNode(true) ?? '');
      const edge = drawer.getBoundingClientRect().right;
      const links = [...(list?.querySelectorAll('a') ?? [])];
      return [links.length, links.filter((link) => link.getBoundingClientRect().right > edge).length];
    });
    expect(outside).toEqual([expect.toSatisfy((links: number) => links > 8), 0]);
  });
});

test('the navbar and the footer have the owner’s items, on either side', async () => {
  const page = await open();
  const brand = page.getByRole('link', { name: 'Drop Pumps' });
  await expect.poll(() => brand.getAttribute('href')).toBe('/');
  await expect.poll(() => brand.locator('img:visible').getAttribute('src')).toBe('/img/drop.svg');
  // With a single version, the menu is a link, as in Docusaurus.
  await expect.poll(() => findBar(page).locator('.navbar__items--right').getByRole('link').count()).toBe(2);
  await expect
    .poll(() => findBar(page).getByRole('link', { name: 'Source code' }).textContent())
    .toBe('Source');
  const footer = page.locator('footer.footer--dark');
  await expect
    .poll(() => footer.locator('.footer__link-item').getAttribute('href'))
    .toBe('/docs/guides/next-steps');
  await expect
    .poll(() => footer.getByRole('link', { name: 'Jobs' }).getAttribute('href'))
    .toBe('https://jobs.example');
  expect(await footer.locator('.footer__copyright').innerHTML()).toBe('Pumps <b>since 1931</b>');
  await expect.poll(() => page.title()).toContain(' · Pumps');
  const colour = await page
    .locator('.announcement')
    .evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(colour).toBe('rgb(11, 61, 92)');
});

test.each(['light', 'dark'] as const)('the theme follows a %s system and is accessible', async (scheme) => {
  const page = await open({ colorScheme: scheme });
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe(scheme);
  await findMenu(page).locator('summary').click();
  await findBar(page).getByRole('link', { name: 'Shop' }).waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
});

test('the reader’s own choice of a theme goes before that of the system', async () => {
  const page = await open({ colorScheme: 'dark' });
  await chooseTheme(page, texts.themeLight);
  await page.reload();
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('light');
});

test.each([
  ['light', 'rgb(0, 104, 122)'],
  ['dark', 'rgb(95, 211, 230)'],
] as const)('the owner’s style sheet has a say in the %s theme', async (colorScheme, primary) => {
  const page = await open({ colorScheme });
  const readStyle = (selector: string, property: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
  expect(await readStyle('.markdown > h2', 'border-bottom-color')).toBe(primary);
  expect(await readStyle('.markdown a[href]', 'color')).toBe(primary);
  expect(await readStyle('body', 'font-family')).toBe('Drops, Georgia, serif');
  expect(await readStyle('.navbar', 'height')).toBe('64px');
  expect(await readStyle('.footer__link-item', 'letter-spacing')).toBe('2px');
  if (colorScheme === 'dark') expect(await readStyle('html', 'background-color')).toBe('rgb(16, 24, 32)');
});

test('files that the style sheet names come from the site, and nothing comes from elsewhere', async () => {
  context = await site.signedIn();
  const page = await context.newPage();
  const requestedUrls: string[] = [];
  page.on('request', (request) => requestedUrls.push(request.url()));
  await page.goto('/docs/guides/everything');
  await waitForShell(page);
  await expect.poll(() => requestedUrls.filter((url) => /drops.*woff2/.test(url))).toHaveLength(1);
  expect(requestedUrls.filter((url) => !url.startsWith(site.origin))).toEqual([]);
});

test('visitors see the owner’s icon, and nothing of the style sheet', async () => {
  const answer = await fetch(`${site.origin}/login`);
  const html = await answer.text();
  expect(html).not.toMatch(/ifm|Drops/);
  const [, icon = ''] = /<link rel="icon"[^>]* href="([^"]+)"/.exec(html) ?? [];
  expect(await (await fetch(site.origin + icon)).text()).toBe(drop);
});

/** Selectors of a site, and an element of a page that Docusaurus styles by them. */
const rulesOfSites = [
  ['.navbar', '.navbar'],
  ['.navbar__link', '.navbar__link'],
  ['.navbar__link--active', '.navbar__link--active'],
  ['.navbar__link', '.navbar .account-link'],
  ['.navbar__title', '.navbar__title'],
  ['.dropdown__menu', '.navbar .dropdown__menu'],
  ['.dropdown__link', '.navbar .dropdown__link'],
  ['.menu__link', '.menu__link:not(.menu__link--active)'],
  ['.menu__link--active', 'a.menu__link--active[aria-current]'],
  ['.menu__list-item-collapsible', '.menu__list-item-collapsible'],
  ['.menu__list-item-collapsible .menu__link', '.menu__list-item-collapsible .menu__link'],
  ['.theme-doc-sidebar-container', '.sidebar'],
  ['.theme-doc-sidebar-item-category-level-1', 'li.theme-doc-sidebar-item-category-level-1'],
  [
    '.theme-doc-sidebar-item-link-level-2 > .menu__link',
    '.menu__list .menu__list > li > .menu__link:not(.menu__link--active)',
  ],
  ['.theme-doc-toc-desktop', '.table-of-contents'],
  ['.theme-tabs-container', '.tabs-container'],
  ['.footer', '.footer'],
  ['.footer__title', '.footer__title'],
  ['.footer__link-item', '.footer__link-item'],
  ['.table-of-contents__link', '.table-of-contents__link'],
  ['.table-of-contents__link--active', '.table-of-contents__link--active'],
  ['.pagination-nav__link', '.pagination-nav__link'],
  ['.pagination-nav__label', '.pagination-nav__label'],
  ['.pagination-nav__sublabel', '.pagination-nav__sublabel'],
  ['.breadcrumbs__link', '.breadcrumbs__item:last-child .breadcrumbs__link'],
  ['a', '.markdown a'],
  ['code', '.markdown p code'],
  ['h2', '.markdown h2'],
  ['blockquote', '.markdown blockquote'],
  ['hr', '.markdown hr'],
  ['kbd', '.markdown kbd'],
  ['ul', '.markdown ul'],
  ['thead', '.markdown th', 'background-color'],
  ['table thead tr', '.markdown th', 'background-color'],
  ['table th', '.markdown th'],
  ['tbody tr', '.markdown td', 'background-color'],
  ['table tr:nth-child(1)', '.markdown td', 'background-color'],
  ['table td', '.markdown td'],
  ['.button', '#sample .button'],
  ['.button--primary', '#sample .button--primary'],
  ['.badge', '#sample .badge'],
  ['.badge--danger', '#sample .badge--danger'],
  ['.card', '#sample .card'],
  ['.card__header', '#sample .card__header'],
  ['.alert', '#sample .alert'],
  ['.alert--info', '#sample .alert'],
  ['.hero', '#sample .hero'],
  ['.hero--primary', '#sample .hero'],
  ['.tabs', '#sample .tabs'],
  ['.tabs__item', '#sample .tabs__item'],
  ['.tabs__item--active', '#sample .tabs__item--active'],
  ['img', '.markdown img', 'max-width'],
  ['table td', '.markdown td', 'padding-top'],
  ['h1', '.markdown h1', 'font-size'],
  ['h2', '.markdown h2', 'font-size'],
  ['ul', '.markdown ul', 'padding-left'],
  ['.button', '#sample .button', 'padding-top'],
  ['.card', '#sample .card', 'border-radius'],
  ['.card', '#sample .card', 'padding-left'],
] as const;
const sampleOfSite = `<p>Press <kbd>F5</kbd></p><blockquote>Quote</blockquote><hr><ul><li>Item</li></ul>
<img alt="" src="data:,"><table><thead><tr><th>Name</th></tr></thead><tbody><tr><td>Pump</td></tr></tbody></table>
<a class="button">Open</a><a class="button button--primary">Save</a>
<span class="badge">New</span><span class="badge badge--danger">Old</span>
<div class="card"><div class="card__header">Pumps</div></div><div class="alert alert--info">Text</div>
<header class="hero hero--primary">Pumps</header>
<ul class="tabs"><li class="tabs__item">One</li><li class="tabs__item tabs__item--active">Two</li></ul>`;

test('rules of the site count as much as in Docusaurus', async () => {
  const page = await open();
  await page.locator('.table-of-contents__link--active').first().waitFor();
  const ignoredRules = await page.evaluate(
    ({ rules, sample }) => {
      document.querySelector('.navbar')?.classList.remove('navbar--primary');
      document.querySelector('.footer')?.classList.remove('footer--dark');
      const block = document.createElement('div');
      block.id = 'sample';
      block.className = 'table-scroll';
      block.innerHTML = sample;
      document.querySelector('.markdown')?.append(block);
      const sheet = new CSSStyleSheet();
      document.adoptedStyleSheets.push(sheet);
      const counts = ([selector, target, ...properties]: readonly string[]) => {
        const element = document.querySelector(target ?? '');
        if (!element) throw new Error(`The page has no ${target}`);
        const names = properties.length > 0 ? properties : ['color', 'background-color'];
        return names.every((name) => {
          const value = name.endsWith('color') ? 'rgb(1, 2, 3)' : '13px';
          sheet.replaceSync(`* { transition: none !important; } ${selector} { ${name}: ${value}; }`);
          return getComputedStyle(element).getPropertyValue(name) === value;
        });
      };
      return rules.filter((rule) => !counts(rule)).map((rule) => rule.join(' | '));
    },
    { rules: rulesOfSites, sample: sampleOfSite },
  );
  expect(ignoredRules).toEqual([]);
});

test('parts of the site look like in Docusaurus, and a button without a colour like the text around it', async () => {
  const page = await open();
  const looks = await page.evaluate((sample) => {
    const block = document.createElement('div');
    block.id = 'sample';
    block.innerHTML = sample;
    block.style.color = 'rgb(1, 2, 3)';
    document.querySelector('.markdown')?.append(block);
    return ['.button', '.button--primary', '.badge--danger'].map((selector) => {
      const { color, backgroundColor, borderTopColor } = getComputedStyle(
        block.querySelector(selector) ?? block,
      );
      return [color, backgroundColor, borderTopColor];
    });
  }, sampleOfSite);
  // A card has no icon of the engine, and the arrow of a menu is beside its label.
  const arrow = await findMenu(page)
    .locator('summary')
    .evaluate((label) => getComputedStyle(label).display);
  const sign = await page
    .locator('#sample .card')
    .evaluate((card) => [getComputedStyle(card, '::before').content, getComputedStyle(card).paddingLeft]);
  expect([arrow, sign]).toEqual(['flex', ['none', '0px']]);
  const primary = 'rgb(0, 104, 122)';
  const clear = 'rgba(0, 0, 0, 0)';
  expect(looks[0]).toEqual(['rgb(1, 2, 3)', clear, clear]);
  expect(looks[1]).toEqual([expect.stringMatching(/0\.99/), primary, clear]);
  expect(looks[2]).toEqual([
    expect.stringMatching(/0\.99/),
    expect.stringMatching(/^oklch/),
    expect.stringMatching(/^oklch/),
  ]);
  // Long words don't widen the page. The build puts tables into boxes that scroll.
  await page.evaluate(() => {
    document.querySelector('#sample table')?.remove();
    const walker = document.createTreeWalker(
      document.querySelector('#sample') ?? document,
      NodeFilter.SHOW_TEXT,
    );
    while (walker.nextNode())
      if (walker.currentNode.nodeValue?.trim()) walker.currentNode.nodeValue = 'CONFIGURATION_'.repeat(8);
  });
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 720 });
  const wide = await page.evaluate(() =>
    [...document.querySelectorAll('#sample [class]:not(.tabs *)')].flatMap(({ className, scrollWidth }) =>
      scrollWidth > innerWidth ? [className] : [],
    ),
  );
  expect(wide).toEqual(['tabs']);
  if (size) await page.setViewportSize(size);
  const button = page.locator('#sample .button--primary');
  await button.hover();
  expect(await button.evaluate((element) => getComputedStyle(element).color)).toMatch(/0\.99/);
});
