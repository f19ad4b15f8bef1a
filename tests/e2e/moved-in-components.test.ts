// @module-tag chromium
import path from 'node:path';
import { expect, test } from 'vitest';
import { countColours } from '../../testing/pixels.ts';
import { openReader } from '../../testing/reader.ts';
import { projectDir } from '../../testing/running-site.ts';
import { texts } from '../../testing/site-texts.ts';

const SITE_DIR = path.join(projectDir, 'tests/fixtures/moved-in');
const DIST_DIR = path.join(projectDir, '.cache/moved-in');
const reader = openReader({ manual: { SITE_DIR, DOCS_DIR: path.join(SITE_DIR, 'docs'), DIST_DIR } });

const findButton = (name: string) => reader.page.getByRole('button', { name, exact: true });

/** Presses until the press has an effect. A press before the script has loaded is lost. */
async function pressUntil(name: string, then: string): Promise<void> {
  await expect
    .poll(async () => {
      if (await findButton(name).isVisible()) await findButton(name).click();
      return findButton(then).isVisible();
    })
    .toBe(true);
}

const measureOverflow = () =>
  reader.page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });

test.each([320, 390, 1440])(
  'no page scrolls sideways for a wide table or code in a live component, %i pixels wide',
  async (width) => {
    await reader.page.setViewportSize({ width, height: 800 });
    await reader.open('/docs/wide');
    expect(await measureOverflow()).toBe(0);
    await pressUntil('Framed: 0', 'Framed: 1');
    await findButton('Turn: 0').scrollIntoViewIfNeeded();
    await pressUntil('Turn: 0', 'Turn: 1');
    expect(await measureOverflow()).toBe(0);
    // If the columns don't fit, each table scrolls by itself.
    const widths = await reader.page.locator('live-island table').evaluateAll((tables) =>
      tables.map((table) => {
        const scroller = table.closest('.table-scroll') ?? table;
        return scroller.scrollWidth > scroller.clientWidth;
      }),
    );
    const isNarrow = width < 1000;
    expect(widths).toEqual([isNarrow, isNarrow, isNarrow]);
    await reader.page.goto(new URL('/readings', reader.page.url()).href);
    await reader.page.getByRole('heading', { name: 'Readings now' }).waitFor();
    expect(await measureOverflow()).toBe(0);
  },
);

test.each(['push', 'replace', 'navigate', 'address', 'redirect'])(
  'a page that leads to another one in the browser keeps query and fragment: %s',
  async (readingMode) => {
    await reader.open('/docs/');
    const { origin } = new URL(reader.page.url());
    // The page may navigate away before it has loaded.
    await reader.page.goto(`${origin}/leave?${readingMode}`, { waitUntil: 'commit' });
    await reader.page.waitForURL(`${origin}/docs/wide?from=here#tables`);
  },
);

test('a label belongs to the box beside it, whichever component of the page has it', async () => {
  await reader.page.setViewportSize({ width: 1280, height: 800 });
  await reader.open('/docs/');
  await expect
    .poll(async () => {
      await reader.page.getByText('Second choice').click();
      return reader.page.getByLabel('Second choice').isChecked();
    })
    .toBe(true);
  expect(await reader.page.getByLabel('First choice').isChecked()).toBe(false);
});

test('react-dom/server works in the browser beside the React of the page', async () => {
  await reader.open('/docs/');
  await pressUntil('<b>0</b>', '<b>1</b>');
});

test("a component’s external script that the policy blocks doesn't count as a failure of the page", async () => {
  const stopped: string[] = [];
  reader.page.on('console', (message) => {
    if (message.type() === 'error') stopped.push(message.text());
  });
  await reader.open('/docs/');
  await reader.page.getByText('Place for an advert').scrollIntoViewIfNeeded();
  await expect.poll(() => stopped.join(' ')).toContain('ads.example.test');
  expect(await reader.page.locator('html').getAttribute('data-not-loaded')).toBeNull();
  expect(await reader.page.getByText(texts.notLoadedProperly).isVisible()).toBe(false);
});

test.each(['/later', '/docs/later'])(
  'a part that the browser asks for within <BrowserOnly>, by require(), arrives: %s',
  async (address) => {
    await reader.open('/docs/');
    await reader.page.goto(new URL(address, reader.page.url()).href);
    await reader.page.getByText('The left is measured in px.').scrollIntoViewIfNeeded();
    expect(await reader.page.getByText('Please wait.').count()).toBe(0);
  },
);

test.each(['light', 'dark'] as const)(
  'content that a page puts behind its text is visible in the %s theme',
  async (colorScheme) => {
    await reader.page.emulateMedia({ colorScheme });
    await reader.open('/docs/');
    await reader.page.goto(new URL('/behind', reader.page.url()).href);
    await reader.page.getByRole('heading', { name: 'Text before a picture' }).waitFor();
    await expect
      .poll(async () => (await countColours(reader.browser, await reader.page.screenshot()))[0]?.[0])
      .toBe('0,128,0');
  },
);

test('a colour that the site sets for :root belongs to its light theme', async () => {
  await reader.open('/docs/');
  const readBackground = (theme: string) =>
    reader.page.evaluate((name) => {
      document.documentElement.dataset.theme = name;
      return getComputedStyle(document.documentElement).backgroundColor;
    }, theme);
  expect(await readBackground('light')).toBe('rgb(250, 250, 250)');
  // The page is dark, as it is in Docusaurus.
  expect(await readBackground('dark')).toBe('rgb(27, 27, 29)');
});

test('everything in a dark navbar of the site is light, and dark in the drawer', async () => {
  await reader.page.setViewportSize({ width: 1440, height: 800 });
  await reader.open('/docs/');
  const readColors = (selector: string) =>
    reader.page
      .locator(selector)
      .evaluateAll((elements) => [...new Set(elements.map((element) => getComputedStyle(element).color))]);
  expect(
    await readColors('.navbar :is(.icon-button, .quiet-button, .navbar__link:not(.navbar__link--active))'),
  ).toEqual(['rgb(255, 255, 255)']);
  expect(await readColors('.navbar .navbar__link--active')).toEqual(['rgb(255, 215, 94)']);
  await reader.page.setViewportSize({ width: 390, height: 800 });
  expect(await readColors('.navbar .search-link')).toEqual(['rgb(255, 255, 255)']);
  const inDrawer = await readColors('.sidebar__site .navbar__link');
  expect(inDrawer).not.toContain('rgb(255, 255, 255)');
  expect(inDrawer).not.toContain('rgb(255, 215, 94)');
});
