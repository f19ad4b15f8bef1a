// @module-tag chromium
import { expect, test } from 'vitest';
import { ownManual } from '../../testing/manuals.ts';
import { openReader } from '../../testing/reader.ts';
import { openReaderMenu } from '../../testing/reader-menu.ts';
import { waitForShell } from '../../testing/reading.ts';
import { texts } from '../../testing/site-texts.ts';

const reader = openReader({ manual: ownManual });

const documentation = '/docs/LuranaBPA';
const findHeading = () => reader.page.getByRole('heading', { level: 1 });
const readPath = () => new URL(reader.page.url()).pathname;

test('home names the product and leads to its documentation', async () => {
  await reader.open('/');
  await expect.poll(() => findHeading().textContent()).toBe('Lurana BPA');
  await reader.page.getByText('Design, run and automate the processes').waitFor();
  for (const who of ['Process designer', 'Administrator', 'Developer', 'End user']) {
    await reader.page.locator('main .card--start').filter({ hasText: who }).click();
    await findHeading()
      .filter({ hasNotText: /^Lurana BPA$/ })
      .waitFor();
    await expect.poll(() => findHeading().count()).toBe(1);
    await reader.page.goto('/');
  }
});

test('speaks English, and Spanish about signing in and out', async () => {
  const { page, site, browser } = reader;
  await reader.open('/docs/category/cases');
  expect(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])).toEqual([
    'en',
    'ltr',
  ]);
  await expect.poll(() => page.locator('.navbar__links').textContent()).toBe('Docs');
  await expect.poll(() => page.locator('.footer').textContent()).toMatch(/^StartYour first process/);
  await expect.poll(() => page.locator('.search-link').first().textContent()).toContain('Search docs');
  await openReaderMenu(page);
  const signOut = page.locator('.navbar').getByRole('button', { name: 'Cerrar sesión' });
  await expect.poll(() => signOut.getAttribute('lang')).toBe('es');
  const visitor = await browser.newPage({ baseURL: site.origin });
  await visitor.goto('/login');
  const signIn = visitor.getByRole('button', { name: 'Iniciar sesión' });
  expect(await signIn.evaluate((button) => button.closest('[lang]')?.getAttribute('lang'))).toBe('es');
  await visitor.close();
});

/** The pages are opened one after the other. Their scripts don't matter here. */
/** Articles by their folder. A slash at the end means folders of articles. */
const topics = [
  ['AdvancedDesign', 'DependentFields/ Notifications/ Permissions ProcessSupervisors/ SubProcesses'],
  ['BasicFeatures', '1Login 2HowToCreateYourFirstProcess/Step1CreateProcess'],
  [
    'BasicFeatures',
    '2HowToCreateYourFirstProcess/Step2AddElements 2HowToCreateYourFirstProcess/Step3CreateDynaform',
  ],
  [
    'BasicFeatures',
    '2HowToCreateYourFirstProcess/Step4AssignSteps 2HowToCreateYourFirstProcess/Step5AssignUsers',
  ],
  [
    'BasicFeatures',
    '2HowToCreateYourFirstProcess/Step6RoutingRules 2HowToCreateYourFirstProcess/ExecutingACase',
  ],
  [
    'BasicFeatures',
    '3ManagingUsers/ 4Roles/ 5UsingConditions 6DefinitionOfProcess/Tasks 6DefinitionOfProcess/Gateways',
  ],
  [
    'BasicFeatures',
    '6DefinitionOfProcess/Events 6DefinitionOfProcess/PoolsAndLanes 6DefinitionOfProcess/Variables',
  ],
  ['BasicFeatures', '7Dynaforms/ 7Dynaforms/DynaformControls/ 8InputDocuments/ 9OutputDocuments/'],
  ['Developer Info/APIReference', 'Users Groups Departments Roles PMTables Categories Calendars'],
  ['Developer Info', 'DataIntegration/ LuranaProgramming/JavaScript/ LuranaProgramming/PHP/'],
  ['Developer Info/LuranaProgramming', 'PluginDevelopment WebServices'],
  ['Developer Info/RESTAPI/Administration', 'Calendars Categories Departments Groups PMTables Roles Users'],
  ['Developer Info/RESTAPI/Cases', 'CasesNotes CaseVariables InputDocuments OutputDocuments'],
  [
    'Developer Info/RESTAPI',
    'Designer/ OAuth20 ErrorMessages CallingLuranaEndpoints/Example CreatingNewEndpoints',
  ],
  ['EnterpriseFeatures', 'DataReportingTool/'],
  ['UserExperience/1CasesMainMenu', '11Home/MyCases 11Home/AdvancedSearch 12Tasks/ 12Tasks/TasksMetrics'],
  ['UserExperience/1CasesMainMenu', 'SupervisorTasks Documents 11Home/'],
  ['UserExperience', 'OpeningCase 2RunningCases/Steps 2RunningCases/Information 2RunningCases/Actions'],
  ['UserExperience', '2RunningCases/CaseNotes'],
] as const;

test('there are articles on every part of the product', async () => {
  const all = await listArticles();
  for (const [folder, names] of topics) {
    for (const name of names.split(' ')) {
      const path = `${documentation}/${folder}/${name}`;
      const first = all.find((knownPath) =>
        name.endsWith('/') ? knownPath.startsWith(path) : knownPath === path,
      );
      expect(first, path).toBeDefined();
      const answer = await reader.context.request.get(encodeURI(first ?? ''));
      expect(answer.status(), path).toBe(200);
      expect(await answer.text(), path).toContain('<h1');
    }
  }
});

/** The height up to which readers keep an overview of a page, in a window of 1440 pixels. */
const HEIGHT_MAX = 6000;
/** Without scripts, a page is lower by what its live parts add. Pages above this height are measured with scripts, too. */
const HEIGHT_WITHOUT_SCRIPTS_MAX = 5600;
/** Nearly all of a page, but never more than it, because a page is as high as its window. */
const HEIGHT_IN_VIEW = 5500;
/** Readers print cheat sheets, or scan them for one row, so they may be as long as their subject. */
const CHEAT_SHEETS = `${documentation}/Guides/CheatSheets/`;
/** Time for drawing all pages. It takes less than a minute on a machine that is busy. */
const ALL_PAGES_MS = 900_000;

/** Whether the live parts in view have started. Runs in the browser. */
function arePartsLive(): boolean {
  return [...document.querySelectorAll('[data-live]')]
    .filter((part) => part.getBoundingClientRect().top < innerHeight && part.checkVisibility())
    .every((part) => Object.keys(part).some((key) => key.startsWith('__reactContainer')));
}

test('no page but a cheat sheet is higher than 6,000 pixels', { timeout: ALL_PAGES_MS }, async () => {
  const viewport = { width: 1440, height: 900 };
  const paths = (await listArticles()).filter((path) => !path.startsWith(CHEAT_SHEETS));
  expect(paths.length).toBeGreaterThan(200);
  await reader.change({ viewport, javaScriptEnabled: false, bypassCSP: true });
  const heights = new Map<string, number>();
  for (const path of paths) heights.set(path, await measureWithoutScripts(encodeURI(decodeURI(path))));
  expect([...heights].filter(([, height]) => height > HEIGHT_MAX)).toEqual([]);
  // A live part in view starts, and may then be higher than its first picture.
  await reader.change({ viewport: { ...viewport, height: HEIGHT_IN_VIEW } });
  for (const [path, height] of heights) {
    if (height <= HEIGHT_WITHOUT_SCRIPTS_MAX) continue;
    await reader.page.goto(encodeURI(decodeURI(path)));
    await waitForShell(reader.page);
    await reader.page.waitForFunction(arePartsLive);
    expect(await reader.page.evaluate(() => document.documentElement.scrollHeight), path).toBeLessThanOrEqual(
      HEIGHT_MAX,
    );
  }
});

/**
 * Measures a page as the server sends it. If the open page has the same styles, its body is replaced by that of the
 * other one, which takes a fifth of the time of opening it.
 */
async function measureWithoutScripts(path: string): Promise<number> {
  const html = await (await reader.context.request.get(path)).text();
  const replaceBody = (text: string) => {
    const nextPage = new DOMParser().parseFromString(text, 'text/html');
    const readStyles = (page: Document) =>
      [...page.querySelectorAll('link[rel=stylesheet], style')].map(({ outerHTML }) => outerHTML).join('');
    if (readStyles(nextPage) !== readStyles(document)) return undefined;
    document.body.replaceWith(nextPage.body);
    return document.documentElement.scrollHeight;
  };
  const height = await reader.page.evaluate(replaceBody, html);
  if (height !== undefined) return height;
  await reader.page.goto(path);
  return reader.page.evaluate(() => document.documentElement.scrollHeight);
}

/** Lists the pages in the documentation's sidebar, without its categories. */
async function listArticles(): Promise<string[]> {
  const answer = await reader.context.request.get('/_sidebar/tutorialSidebar.json');
  return [...(await answer.text()).matchAll(/"href":"(\/docs\/LuranaBPA\/[^"]*)"/g)].map(
    ([, path]) => path ?? '',
  );
}

const slugs = `1-cases-main-menu 11-home 12-tasks 2-how-to-create-your-first-process 2-runing-cases
  6-definition-of-a-process 7-dynaforms aditional-resources administration advanceddesing basic-features
  calling-lurana-endpoints cases create-the-html-email-template data-integration database-connections
  dependent-fields dependent-fields-with-grids designer designer-experience---creating-a-new-process developer-info
  dynaform-controls end-user-experience---running-a-case enterprise-features foundation-in-lurana javascript
  javascript-functions-and-methods links-to-cases-in-templates lurana-functions lurana-programming lurana-rest-api
  menssage-events notifications php rest-api triggers-message-examples user-experience`.split(/\s+/);

test('each category has a page with cards for its entries', async () => {
  for (const slug of slugs) {
    const answer = await reader.context.request.get(`/docs/category/${slug}`);
    expect(answer.status(), slug).toBe(200);
    const html = await answer.text();
    expect(html, slug).toContain('<h1');
    expect(html, slug).toMatch(/<section class="card-grid"><article>/);
  }
});

test('a query changes nothing', async () => {
  const plainHtml = await (await reader.context.request.get('/docs/category/cases')).text();
  expect(await (await reader.context.request.get('/docs/category/cases?page=2&sort=title')).text()).toBe(
    plainHtml,
  );
});

test('the documentation root is the main document', async () => {
  await reader.open('/docs');
  expect(readPath()).toBe(`${documentation}/AdvancedDesign/DependentFields/Overview`);
  await expect.poll(() => findHeading().textContent()).toContain('Dependent fields');
});

test.each([
  ['/markdown-page', 'About this documentation'],
  ['/search', texts.searchTitle],
])('%s is a page of its own', async (path, title) => {
  await reader.open(path);
  expect([readPath(), await findHeading().textContent()]).toEqual([path, title]);
});

test.each(['.html', '/index.html'])('an address that ends in %s is the one without', async (suffix) => {
  await reader.open(`/docs/category/cases${suffix}?from=mail#top`);
  expect(reader.page.url()).toBe(`${reader.site.origin}/docs/category/cases?from=mail#top`);
});

test.each([
  ['/docs/category/cases/', '/docs/category/cases'],
  ['/markdown-page/', '/markdown-page'],
  [
    `${documentation}/AdvancedDesign/ProcessSupervisors`,
    `${documentation}/AdvancedDesign/ProcessSupervisors/`,
  ],
  [`${documentation}/Developer%20Info/RESTAPI/Cases`, `${documentation}/Developer%20Info/RESTAPI/Cases/`],
  [
    `${documentation}/Developer%20Info/RESTAPI/CallingLuranaEndpoints`,
    `${documentation}/Developer%20Info/RESTAPI/CallingLuranaEndpoints/`,
  ],
])('%s leads to %s', async (requestedPath, finalPath) => {
  const answer = await reader.page.goto(requestedPath);
  expect([answer?.status(), readPath()]).toEqual([200, finalPath]);
  expect((await reader.page.goto(finalPath))?.request().redirectedFrom()).toBeNull();
});

test('the sidebar has its name', async () => {
  await reader.open('/docs');
  const data = await reader.page.locator('#__page').textContent();
  expect(JSON.parse(data ?? '').page.sidebar.name).toBe('tutorialSidebar');
});
