// @module-tag chromium
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { describeBudget, isOver, measureBudgets } from '../../src/build/budgets.ts';
import { type Manifest, readLiveManifest } from '../../src/model/manifest.ts';
import { joinBasePath } from '../../src/model/urls.ts';
import type { PageEnvelope, SidebarNode } from '../../src/ui/page-data.ts';
import { launchChromium } from '../../testing/chromium.ts';
import { projectDir, type RunningSite, startSite } from '../../testing/running-site.ts';
import { type ClientSteps, takeSteps } from './client-steps.ts';

const sites = path.join(import.meta.dirname, 'sites');
const administrator = { email: 'ada@example.com', password: 'correct horse battery' };

/** The parts of the real Docusaurus build's facts that these tests read. */
interface Truth {
  routes: Record<string, string[]>;
  sidebars: Record<string, Record<string, TruthItem[]>>;
  pages: Record<
    string,
    { locale: string; alternates: Record<string, string>; sidebar?: string; diagrams?: number }
  >;
  client: { name: string; got: Record<string, unknown> }[];
}

interface TruthItem {
  type: string;
  label?: string;
  href?: string;
  html?: string;
  className?: string;
  unlisted?: boolean;
  collapsed?: boolean;
  collapsible?: 'no';
  items?: TruthItem[];
}

const read = (file: string) => readFileSync(path.join(sites, 'acme', file), 'utf8');
const truth: Truth = JSON.parse(read('truth.json'));
const clientSteps: ClientSteps[] = JSON.parse(read('client-steps.json'));

let folder: string;
let site: RunningSite;
let manifest: Manifest;
/** File of the release, by the address that browsers ask for. */
let files: ReadonlyMap<string, string>;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'whole-site-'));
  const distDir = path.join(folder, 'dist');
  site = await startSite({
    SITE_DIR: path.join(sites, 'acme'),
    DIST_DIR: distDir,
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
    LOG_LEVEL: 'silent',
  });
  const builtManifest = readLiveManifest(distDir);
  if (!builtManifest) throw new Error("The site wasn't built.");
  manifest = builtManifest;
  files = new Map(
    builtManifest.entries.map(({ url, file }) => [
      joinBasePath(url, builtManifest.basePath),
      path.join(distDir, file),
    ]),
  );
});
afterAll(async () => {
  await site?.stop();
  rmSync(folder, { recursive: true, force: true });
});

function readServed(address: string): string {
  const file = files.get(address);
  if (file === undefined) throw new Error(`Nothing is served at ${address}.`);
  return readFileSync(file, 'utf8');
}

test('reports a dead link once, not once per language', () => {
  const reportedLinks = site.output().match(/Broken link "[^"]+"/g) ?? [];
  expect(reportedLinks.length).toBeGreaterThan(0);
  expect(reportedLinks).toEqual([...new Set(reportedLinks)]);
});

/** The size of a file that a browser gets. */
function readCompressed(address: string): number {
  const file = files.get(address) ?? address;
  return existsSync(`${file}.br`) ? statSync(`${file}.br`).size : statSync(file).size;
}

interface Difference {
  kind: string;
  where: string;
  want: unknown;
  got: unknown;
}

/**
 * Compares each point of a whole site with what Docusaurus made of it. Also counts the points of each kind.
 */
async function compare(): Promise<{ differences: Difference[]; counts: Map<string, number> }> {
  const file = path.join(folder, 'differences.json');
  const args = [
    path.join(sites, 'tools/compare-site.mjs'),
    site.origin,
    path.join(sites, 'acme/truth.json'),
    ...['--sign-in', administrator.email, administrator.password],
    ...['--modules', path.join(projectDir, 'node_modules')],
    ...['--show', '0', '--all', file],
  ];
  // The exit code only tells that there are differences.
  const { stdout } = await promisify(execFile)(process.execPath, args).catch((exitError) => exitError);
  const rows = String(stdout).matchAll(/^ *\d+ of +(\d+) {2}(.+)$/gm);
  return {
    differences: JSON.parse(readFileSync(file, 'utf8')),
    counts: new Map([...rows].map(([, points, kind = '']) => [kind, Number(points)])),
  };
}

const removeSpace = (text: string) => text.replace(/\s+/g, '');

/** Faults of Docusaurus that Gatehouse doesn't repeat. */
const faults: Readonly<Record<string, (difference: Difference) => boolean>> = {
  // An `img` of a document shows whatever `import` and `require` return for a picture.
  'the plugin of ideal pictures makes an object of their address, which no `img` can show': ({
    kind,
    want,
    got,
  }) => {
    if (kind === 'images') return JSON.stringify(want) === JSON.stringify({ ...(got as object), file: null });
    const address = / src="[^"]*"/;
    const removeDetails = (html: unknown) =>
      removeSpace(
        String(html)
          .replace(address, '')
          .replace(/ (?:decoding|loading)="\w+"/g, ''),
      );
    return (
      kind === 'component html' &&
      String(want).includes('[object Object]') &&
      removeDetails(want) === removeDetails(got)
    );
  },
  // Fault 6 of `sites/README.md`: until a diagram is drawn, our page shows its source between the sentences.
  'a diagram is nothing without scripts': ({ kind, where, want }) => {
    if (kind !== 'text part' || !truth.pages[where]?.diagrams) return false;
    const text = readServed(where).replace(/<details\b.*?<\/details>|<[^>]*>/gs, '');
    return removeSpace(text).includes(removeSpace(String(want)));
  },
  // Our page has a heading for screen readers, which find the content of a page by it.
  'the list of all posts has no first heading': ({ kind, where, want, got }) =>
    kind === 'h1' &&
    want === null &&
    /\/blog\/(?:page\/\d+\/)?$/.test(where) &&
    ['Acme diary', 'Diario de Acme'].includes(String(got)),
};

describe('an unchanged Docusaurus site matches the build of Docusaurus', () => {
  test('matches in every compared fact, except for faults of Docusaurus', async () => {
    const { differences, counts } = await compare();
    const pages = Object.keys(truth.pages).length;
    // A kind that is never compared would never differ, so each kind must have been compared.
    for (const kind of ['route', 'address', 'title', 'lang', 'dir', 'h1', 'navbar brand', 'prev', 'next'])
      expect([kind, counts.get(kind)]).toEqual([kind, pages]);
    expect([...counts.keys()]).toEqual(expect.arrayContaining(kinds));
    expect(differences.filter((one) => !Object.values(faults).some((is) => is(one)))).toEqual([]);
  });

  test('has its pages in every language, and no others but the engine’s own', () => {
    const engineUrls = /^\/(?:_assets\/.*|404|account(?:\/.*)?|admin(?:\/.*)?|search)$/;
    const pages = manifest.entries
      .filter(
        ({ url, type }) =>
          type.startsWith('text/html') && !engineUrls.test(url.replace(/^\/(?:es|ar)\//, '/')),
      )
      .map(({ url }) => joinBasePath(url, manifest.basePath));
    expect(pages.sort()).toEqual(Object.values(truth.routes).flat().sort());
  });

  test('says in the head of each page where it is in the other languages', () => {
    for (const [address, { alternates }] of Object.entries(truth.pages)) {
      const links = readServed(address).matchAll(/<link rel="alternate" hreflang="([^"]*)" href="([^"]*)">/g);
      expect([address, Object.fromEntries([...links].map(([, lang, href]) => [lang, href]))]).toEqual([
        address,
        alternates,
      ]);
    }
  });

  test('has its sidebars to the last level, in each version and language', () => {
    const ofSidebars = new Map<string, string>();
    for (const [address, { locale, sidebar }] of Object.entries(truth.pages)) {
      if (sidebar === undefined || ofSidebars.has(`${locale} ${sidebar}`)) continue;
      const [, json = '{}'] =
        /<script type="application\/json"[^>]*>(.*?)<\/script>/s.exec(readServed(address)) ?? [];
      const { page }: PageEnvelope = JSON.parse(json);
      ofSidebars.set(`${locale} ${sidebar}`, page.sidebar?.file ?? '');
    }
    const ours = [...ofSidebars].map(([name, file]) => {
      const items: SidebarNode[] = JSON.parse(readServed(file));
      return [name, items.map(toTruthItem)];
    });
    const theirs = Object.entries(truth.sidebars).flatMap(([locale, sidebars]) =>
      Object.entries(sidebars).map(([name, items]) => [`${locale} ${name}`, items.map(removeLastSlash)]),
    );
    expect(Object.fromEntries(ours)).toEqual(Object.fromEntries(theirs));
  });
  test('keeps the budgets; a page with islands loads a little more, and React once', () => {
    const budgets = measureBudgets(path.join(folder, 'dist')) ?? [];
    expect(budgets).toHaveLength(4);
    expect(budgets.filter(isOver).map(describeBudget)).toEqual([]);

    const listScripts = (page: string) =>
      [...readServed(page).matchAll(/<(?:script|link)[^>]* (?:src|href)="([^"]+\.js)"/g)].map(
        ([, url = '']) => url,
      );
    const plainScripts = listScripts('/acme/learn/next/guides/tables/');
    const page = '/acme/learn/next/components/stateful/';
    expect(listScripts(page)).toEqual(plainScripts);
    const loadedScripts = new Set(
      [...readServed(page).matchAll(/data-island="([^"]+)"/g)].map(([, url = '']) => url),
    );
    expect(loadedScripts.size).toBeGreaterThan(2);
    for (const script of loadedScripts)
      for (const [, name] of readServed(script).matchAll(/(?:from|import)\s*"(?:[^"]*\/)?([^"/]+\.js)"/g))
        loadedScripts.add(`/acme/_assets/${name}`);
    // Only React contains React's error messages.
    const all = new Set([...plainScripts, ...loadedScripts]);
    expect([...all].filter((url) => readServed(url).includes('react.dev/errors'))).toEqual([
      expect.stringMatching(/\/react\.[^/]+$/),
    ]);
    const bytes = [...loadedScripts].filter((url) => !plainScripts.includes(url)).map(readCompressed);
    expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThan(14_900);
  });
});

describe('behaves in a browser as Docusaurus does', () => {
  let browser: Browser;
  /** Each kind has one window, so that scripts are fetched and compiled once. */
  const windows = new Map<string, Promise<BrowserContext>>();
  const findWindowFor = (scheme: 'light' | 'dark', hasScripts: boolean) => {
    const kind = `${scheme} ${hasScripts}`;
    const window = windows.get(kind) ?? openWindow(scheme, hasScripts);
    windows.set(kind, window);
    return window;
  };
  const openWindow = async (colorScheme: 'light' | 'dark', javaScriptEnabled: boolean) => {
    const viewport = { width: 1280, height: 900 };
    const window = await browser.newContext({
      baseURL: site.origin,
      viewport,
      colorScheme,
      javaScriptEnabled,
    });
    await window.request.post('/acme/auth/sign-in', { data: administrator });
    return window;
  };
  let page: Page;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterEach(async () => {
    // A reader's choices must not affect the next reader.
    await page?.evaluate(() => localStorage.clear());
    await page?.close();
  });
  afterAll(() => browser?.close());

  test.each(clientSteps)('$name', async (steps) => {
    const { got = {} } = truth.client.find(({ name }) => name === steps.name) ?? {};
    expect(Object.keys(got).length).toBeGreaterThan(0);
    page = await (await findWindowFor(steps.scheme ?? 'light', steps.script ?? true)).newPage();
    const failures: string[] = [];
    page.on('pageerror', ({ message }) => failures.push(message));
    await takeSteps(page, steps, got);
    expect(failures).toEqual([]);
  });
});

function toTruthItem(item: SidebarNode): TruthItem {
  const { className, unlisted } = { className: undefined, unlisted: undefined, ...item };
  const common = {
    type: item.type,
    ...(className ? { className } : {}),
    ...(unlisted ? { unlisted: true } : {}),
  };
  switch (item.type) {
    case 'html':
      return { ...common, html: item.value };
    case 'link':
      return { ...common, label: item.label, href: item.href };
    case 'category':
      return {
        ...common,
        label: item.label,
        ...(item.href === undefined ? {} : { href: item.href }),
        ...(item.collapsed ? { collapsed: true } : {}),
        ...(item.collapsible ? {} : { collapsible: 'no' }),
        items: item.items.map(toTruthItem),
      };
  }
}

/** Ignores the last slash of external addresses, because the browser adds it when it reads them. */
function removeLastSlash({ href, items, ...item }: TruthItem): TruthItem {
  return {
    ...item,
    ...(href === undefined ? {} : { href: href.startsWith('https:') ? href.replace(/\/$/, '') : href }),
    ...(items ? { items: items.map(removeLastSlash) } : {}),
  };
}

/** The kinds of facts that can be compared on a page. */
const kinds = [
  ...[
    'route',
    'address',
    'title',
    'lang',
    'dir',
    'description',
    'h1',
    'headings',
    'links',
    'images',
    'toc',
    'prev',
    'next',
  ],
  ...[
    'admonitions',
    'code',
    'code lines',
    'code marks',
    'code numbers',
    'tabs',
    'tables',
    'details',
    'checks',
    'cards',
  ],
  ...[
    'math inline',
    'math block',
    'text',
    'text part',
    'breadcrumbs',
    'notice',
    'tags',
    'edit link',
    'redirects',
  ],
  ...['component is there', 'component text', 'component html', 'component classes'],
  ...['posts', 'post date', 'post authors', 'post reading time', 'blog sidebar', 'announcement', 'footer'],
  ...['navbar', 'navbar brand', 'navbar dropdown', 'navbar html', 'languages', 'version menu'],
  ...['version banner', 'version badge', 'sidebar top level', 'sidebar current'],
];
