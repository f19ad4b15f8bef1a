import { buildMarkdownPath, buildPageFileUrl, NOT_FOUND_PATH, pageHref } from '../../model/urls.ts';
import { encodeHref } from '../../model/written-links.ts';
import type { GateRequest } from '../../server/gate/gate.ts';
import { findCanonicalTarget } from '../../server/gate/manifest-step.ts';
import { parseRequestTarget } from '../../server/gate/request-target.ts';
import { readEntryText } from '../../server/release/damaged-file.ts';
import { readPageTitles } from '../../server/release/page-titles.ts';
import { type Entry, resolveEntry } from '../../server/release/release.ts';
import { findEntryFor } from '../../server/release/views.ts';
import { toCanonicalText } from '../../shared/canonical-text.ts';
import { unescapeHtml } from '../../shared/unescape-html.ts';
import type { PageData, PageEnvelope, PageFile, ShellConfig, SidebarNode } from '../../ui/page-data.ts';
import { type PageSection, parseSections, stripFrontMatter } from './sections.ts';

/** A page of the documentation for the tools. */
export interface LibraryPage {
  data: PageData;
  markdown: string;
  sections: readonly PageSection[];
}

/** Facts about the site that the tools need: its name, its language, and its latest versions. */
export type LibrarySite = Pick<ShellConfig, 'name' | 'tagline' | 'lang' | 'search'>;

/** Kinds of pages that are documentation. The others belong to the engine, such as the search page. */
const documentationKinds: ReadonlySet<string> = new Set<PageData['kind']>([
  'doc',
  'page',
  'category',
  'blog-post',
  'blog-list',
  'blog-index',
  'tags',
  'tag',
]);

/** Parsed pages to keep, the most recently read ones. The key is the entry that the gate returned for the reader. */
const CACHED_PAGES_MAX = 200;
const cachedPages = new Map<Entry, { copy: Entry | undefined; page: Promise<LibraryPage> }>();
const cachedSites = new WeakMap<Entry, Promise<LibrarySite | undefined>>();

/** The documentation as one reader may see it. */
export interface Library {
  /** Turns a path of the site into a URL that a person can open, for tools to cite. */
  formatAddress(href: string): string;
  /** Finds the page and section of a URL or path as people, links and the tools write it. */
  find(address: string): Promise<{ page: LibraryPage; anchor: string } | undefined>;
  /** Every sidebar by its name, such as `tutorialSidebar` or `version-1.0/tutorialSidebar`. */
  readSidebars(): Promise<Map<string, readonly SidebarNode[]>>;
  /** Pages at the top of the sidebars. */
  listTopPages(max: number): Promise<{ href: string; title: string }[]>;
  /** Names of the categories at the top of the sidebars, in their order. */
  listTopCategories(): Promise<string[]>;
  /** Encoded paths of listed pages that start with `prefix`. */
  listPathsFrom(prefix: string, max: number): Promise<string[]>;
  readSite(): Promise<LibrarySite | undefined>;
}

/**
 * Opens the published build for the reader of a request. Every file goes through the look-up of the gate, so the tools
 * can't return anything that the same reader couldn't open in a browser.
 */
export function openLibrary(gate: GateRequest, origin: string): Library {
  async function findEntryAt(path: string): Promise<Entry | undefined> {
    const entry = findEntryFor(gate.user, gate.release, path);
    return entry?.status === 200 || entry?.url === NOT_FOUND_PATH ? resolveEntry(entry) : undefined;
  }
  async function findPage(path: string): Promise<LibraryPage | undefined> {
    const [data, copy] = await Promise.all([
      findEntryAt(buildPageFileUrl(path)),
      findEntryAt(buildMarkdownPath(path)),
    ]);
    if (data === undefined) return undefined;
    const heldPage = cachedPages.get(data);
    cachedPages.delete(data);
    for (const oldest of cachedPages.keys()) {
      if (cachedPages.size < CACHED_PAGES_MAX) break;
      cachedPages.delete(oldest);
    }
    const pagePromise =
      heldPage !== undefined && heldPage.copy === copy ? heldPage.page : loadPage(data, copy);
    cachedPages.set(data, { copy, page: pagePromise });
    // Try to read it again next time.
    pagePromise.catch(() => cachedPages.delete(data));
    const loadedPage = await pagePromise;
    return documentationKinds.has(loadedPage.data.kind) ? loadedPage : undefined;
  }

  async function loadPage(dataEntry: Entry, copy: Entry | undefined): Promise<LibraryPage> {
    // The build that wrote the manifest also wrote this file.
    const { page: data } = JSON.parse(await readEntryText(dataEntry)) as PageFile;
    const text = copy ? stripFrontMatter(await readEntryText(copy)) : formatCards(data);
    return { data, markdown: text, sections: parseSections(text, data.html) };
  }

  async function collectSidebars(): Promise<Map<string, readonly SidebarNode[]>> {
    const sidebarsByName = new Map<string, readonly SidebarNode[]>();
    for (const url of gate.release.entries.keys()) {
      const name = /^(.*)\/_sidebar\/(.+)\.json$/.exec(url);
      const entry = name ? await findEntryAt(url) : undefined;
      // The build that wrote the manifest also wrote this file.
      if (entry)
        sidebarsByName.set(`${name?.[1]}/${name?.[2]}`.slice(1), JSON.parse(await readEntryText(entry)));
    }
    return sidebarsByName;
  }

  return {
    formatAddress: (href: string) => (/^[a-z][a-z0-9+.-]*:/i.test(href) ? href : origin + encodeHref(href)),

    find: async (address: string): Promise<{ page: LibraryPage; anchor: string } | undefined> => {
      const { path, anchor } = parseAddress(address);
      const canonicalPath = path === undefined ? undefined : (findCanonicalTarget(path, gate)?.path ?? path);
      const libraryPage = canonicalPath === undefined ? undefined : await findPage(canonicalPath);
      return libraryPage && { page: libraryPage, anchor };
    },
    readSidebars: collectSidebars,

    listTopPages: async (max: number): Promise<{ href: string; title: string }[]> =>
      [...(await collectSidebars()).values()]
        .flat()
        .flatMap((node) =>
          node.type === 'html' || node.href === undefined || !node.href.startsWith('/')
            ? []
            : [{ href: pageHref(node.href), title: node.label }],
        )
        .slice(0, max),

    listTopCategories: async (): Promise<string[]> => {
      const nodes = [...(await collectSidebars()).values()].flat();
      return [...new Set(nodes.flatMap((node) => (node.type === 'category' ? [node.label] : [])))];
    },

    listPathsFrom: async (prefix: string, max: number): Promise<string[]> => {
      const { user, release } = gate;
      const titles = await Promise.all(release.languages.map((language) => readPageTitles(user, language)));
      const paths = titles.flat().flatMap(([path, , kind]) => (kind === 'list' ? [] : [pageHref(path)]));
      return paths.filter((path) => path.startsWith(prefix)).slice(0, max);
    },
    readSite: async (): Promise<LibrarySite | undefined> => {
      const entry = await findEntryAt(NOT_FOUND_PATH);
      if (entry === undefined) return undefined;
      const siteInfo = cachedSites.get(entry) ?? readEntryText(entry).then(readSiteInfo);
      cachedSites.set(entry, siteInfo);
      return siteInfo;
    },
  };
}

/** Reads the configuration of the shell, which every page contains. */
function readSiteInfo(html: string): LibrarySite | undefined {
  const json = /<script type="application\/json"[^>]*>([\s\S]*?)<\/script>/.exec(html)?.[1];
  // The same build wrote this page and the manifest.
  return json === undefined ? undefined : (JSON.parse(json) as PageEnvelope).site;
}

/** Formats a page without a Markdown copy: such pages consist of cards that link to other pages. */
function formatCards({ title, headTitle, description, cards = [] }: PageData): string {
  const links = cards.map((card) => {
    const link = `- [${card.title}](${card.href})`;
    return card.description === '' ? link : `${link}: ${card.description}`;
  });
  return [`# ${title ?? headTitle}`, description, links.join('\n')]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Parses `https://docs.example.com/docs/a#b`, `docs:/docs/a#b` or `/docs/a.md`, encoded or not. */
function parseAddress(address: string): { path: string | undefined; anchor: string } {
  const [before = '', ...after] = unescapeHtml(address.trim()).split('#');
  const local = before.replace(/^[a-z][a-z0-9+.-]*:(?:\/\/[^/]*)?/i, '').replace(/\?.*$/s, '');
  // Letters such as `é` are encoded first, because the parser reads them as bytes of a request.
  const path = parseRequestTarget(encodeHref(local.startsWith('/') ? local : `/${local}`))?.path;
  const anchor = after.join('#');
  return {
    path: path?.replace(/(.)\.md$/, '$1').replace(/^\/index$/, '/'),
    anchor: toCanonicalText(parseRequestTarget(encodeHref(`/${anchor}`))?.path.slice(1) ?? anchor),
  };
}

/** The path of a section, for `Library.find` and for links. */
export function formatSectionHref(page: LibraryPage, section?: PageSection): string {
  const href = pageHref(page.data.path);
  return section?.id === undefined || section.level === 1 ? href : `${href}#${section.id}`;
}
