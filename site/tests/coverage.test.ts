import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { listRedirects } from '../../src/build/pages/redirects.ts';
import { listRoutes } from '../../src/content/links/routes.ts';
import { isBuiltForAll, ownManual } from '../../testing/manuals.ts';
import { prepareDocs } from '../../testing/prepare-docs.ts';
import { manualData } from '../testing/manual.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A thing of the reference data, the page that documents it, and the ids its heading can have there. */
interface Documented {
  kind: string;
  name: string;
  page: string;
  ids: string[];
  /** The id says enough for no other page to have it. */
  unique: boolean;
}

/** Ids of each page by its path below the docs folder, without the ending. */
let pages: Map<string, Set<string>>;
let answeredRoutes: Set<string>;
let pageRoutes: readonly string[];

beforeAll(async () => {
  // The build compiles the articles of the manual.
  await isBuiltForAll(ownManual);
  const { site, articles } = await prepareDocs((preparedDocs) => preparedDocs);
  pages = new Map(
    [...articles].map(([file, { summary }]) => [
      findPage(file),
      new Set(summary.headings.map(({ id }) => id ?? '')),
    ]),
  );
  const routes = listRoutes(site);
  pageRoutes = site.docs.map((doc) => doc.path);
  answeredRoutes = new Set([...routes, ...listRedirects(site, routes).map(({ from }) => from)]);
});

function findPage(file: string): string {
  return file.replace(/\.mdx?$/, '').replace(/\/index$/, '');
}

function listEverything(): Documented[] {
  const { api, php, javaScript, permissions } = manualData;
  const { controls } = manualData.controls;
  const isAloneOnPage = (page: string) => controls.filter((control) => control.page === page).length === 1;
  return [
    ...api.endpoints.map(({ method, path: address, heading, page }) => ({
      kind: 'endpoint',
      name: `${method} ${address}`,
      page,
      ids: [heading],
      unique: true,
    })),
    ...php.functions.map(({ id, page }) => ({
      kind: 'PHP function',
      name: id,
      page,
      ids: [id],
      unique: true,
    })),
    ...javaScript.members.map(({ id, page }) => ({
      kind: 'JavaScript member',
      name: id,
      page,
      ids: [id],
      unique: false,
    })),
    ...controls.map(({ id, page }) => ({
      kind: 'control',
      name: id,
      page,
      ids: [`${id}-properties`, ...(isAloneOnPage(page) ? ['properties'] : [])],
      unique: false,
    })),
    ...permissions.permissions.map(({ id, page }) => ({
      kind: 'permission key',
      name: id,
      page,
      ids: [id],
      unique: true,
    })),
  ];
}

test('the reference data has everything that the product has', () => {
  const counts = Object.groupBy(listEverything(), ({ kind }) => kind);
  expect(Object.fromEntries(Object.entries(counts).map(([kind, list]) => [kind, list?.length]))).toEqual({
    endpoint: 433,
    'PHP function': 98,
    'JavaScript member': 79,
    control: 29,
    'permission key': 69,
  });
});

test('everything in the reference data has its heading on its page', () => {
  const all = listEverything();
  const missing = all.filter(({ page, ids }) => !ids.some((id) => pages.get(page)?.has(id)));
  console.log(`Covered: ${all.length - missing.length} of ${all.length}.`);
  expect(missing.map(({ kind, name, page }) => `${kind} ${name} is missing on ${page}`)).toEqual([]);
});

test('no heading is on a second page', () => {
  const twice = listEverything()
    .filter(({ unique }) => unique)
    .flatMap(({ kind, name, page, ids: [id = ''] }) =>
      [...pages]
        .filter(([other, anchors]) => other !== page && anchors.has(id))
        .map(([other]) => `${kind} ${name} is on ${other}`),
    );
  expect(twice).toEqual([]);
});

/** Folders of articles that the plan doesn't have. */
const beyondThePlan = ['/docs/LuranaBPA/Administering/', '/docs/LuranaBPA/Guides/'];

test('every route of the plan answers, and other articles are only in the folders added to it', () => {
  const plan = path.join(root, '../shared/spec/sitemap.json');
  if (!existsSync(plan)) return console.warn('The plan of the routes is not here: nothing to compare with.');
  const { articles, categories, pages: ownPages }: Sitemap = JSON.parse(readFileSync(plan, 'utf8'));
  const plannedPaths = [
    ...ownPages,
    ...categories.map(({ slug }) => `/docs/category/${slug}`),
    ...articles.map(({ route }) => route),
    // The plan ends with the tutorial. This is what the other articles make of its process.
    '/docs/LuranaBPA/BasicFeatures/2HowToCreateYourFirstProcess/PurchaseRequestInFull',
    // Parts of pages of the plan that had more endpoints than a reader can look over.
    ...['HomeScreen', 'CustomCaseLists', 'ClassicLists', 'OlderCaseLists', 'TaskMetrics'].map(
      (page) => `/docs/LuranaBPA/Developer Info/RESTAPI/Cases/${page}`,
    ),
    ...['ProcessFiles', 'StartingTasks'].map(
      (page) => `/docs/LuranaBPA/Developer Info/RESTAPI/Designer/${page}`,
    ),
  ];
  // The server answers these addresses itself; they aren't pages of the release.
  const servedPaths = new Set(['/login', '/search', '/docs']);
  const missing = plannedPaths.filter((route) => !answeredRoutes.has(route) && !servedPaths.has(route));
  console.log(`Routes: ${plannedPaths.length - missing.length} of ${plannedPaths.length} answer.`);
  expect(missing).toEqual([]);
  const plannedSet = new Set(plannedPaths);
  const isAdded = (route: string) => beyondThePlan.some((folder) => route.startsWith(folder));
  const strangeRoutes = pageRoutes.filter((route) => !plannedSet.has(route) && !isAdded(route));
  expect(strangeRoutes).toEqual([]);
});

interface Sitemap {
  pages: string[];
  categories: { slug: string }[];
  articles: { route: string }[];
}
