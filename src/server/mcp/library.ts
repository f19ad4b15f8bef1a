import { markdownPath, NOT_FOUND_PATH, pageFileUrl, pageHref, TITLES_URL } from '../../model/urls.ts';
import { writtenHref } from '../../model/written-links.ts';
import { unescapeHtml } from '../../shared/unescape-html.ts';
import type { PageData, PageEnvelope, PageFile, ShellConfig, SidebarNode } from '../../ui/page-data.ts';
import type { GateRequest } from '../gate/gate.ts';
import { canonicalPath } from '../gate/manifest-step.ts';
import { parseRequestTarget } from '../gate/request-target.ts';
import { readEntryText } from '../release/damaged-file.ts';
import { type Entry, madeEntry } from '../release/release.ts';
import { entryFor } from '../release/views.ts';
import { type PageSection, sectionsOf, withoutFrontMatter } from './sections.ts';

/** A page of the documentation as tools read it. */
export interface LibraryPage {
  data: PageData;
  markdown: string;
  sections: readonly PageSection[];
}

/** What of the site tools need to know: its name, its language, and which versions readers mean. */
export type LibrarySite = Pick<ShellConfig, 'name' | 'tagline' | 'lang' | 'search'>;

/** Kinds of pages that are documentation; the others are the program's own. */
const documentation: ReadonlySet<string> = new Set<PageData['kind']>([
  'doc',
  'page',
  'category',
  'blog-post',
  'blog-list',
  'blog-index',
  'tags',
  'tag',
]);

/** Pages held with their sections, those that were read last, by the very entry that a reader was let to. */
const PAGES_HELD = 200;
const pages = new Map<Entry, { copy: Entry | undefined; page: Promise<LibraryPage> }>();
const sites = new WeakMap<Entry, Promise<LibrarySite | undefined>>();

export type Library = ReturnType<typeof openLibrary>;

/**
 * What this reader finds in the published build. Every file goes through the gate's own look-up, so there is nothing
 * here that the same reader could not ask for by its address.
 */
export function openLibrary(gate: GateRequest, origin: string) {
  async function entryAt(path: string): Promise<Entry | undefined> {
    const entry = entryFor(gate.user, gate.release, path);
    return entry?.status === 200 || entry?.url === NOT_FOUND_PATH ? madeEntry(entry) : undefined;
  }
  async function page(path: string): Promise<LibraryPage | undefined> {
    const [data, copy] = await Promise.all([entryAt(pageFileUrl(path)), entryAt(markdownPath(path))]);
    if (data === undefined) return undefined;
    const held = pages.get(data);
    pages.delete(data);
    for (const oldest of pages.keys()) {
      if (pages.size < PAGES_HELD) break;
      pages.delete(oldest);
    }
    const loading = held !== undefined && held.copy === copy ? held.page : loadPage(data, copy);
    pages.set(data, { copy, page: loading });
    // It may be there the next time.
    loading.catch(() => pages.delete(data));
    const loaded = await loading;
    return documentation.has(loaded.data.kind) ? loaded : undefined;
  }

  async function loadPage(dataEntry: Entry, copy: Entry | undefined): Promise<LibraryPage> {
    // Written by the same build as the manifest.
    const { page: data } = JSON.parse(await readEntryText(dataEntry)) as PageFile;
    const text = copy ? withoutFrontMatter(await readEntryText(copy)) : listOf(data);
    return { data, markdown: text, sections: sectionsOf(text, data.html) };
  }

  /** Every sidebar by its name, as `tutorialSidebar` or `version-1.0/tutorialSidebar`. */
  async function sidebars(): Promise<Map<string, readonly SidebarNode[]>> {
    const found = new Map<string, readonly SidebarNode[]>();
    for (const url of gate.release.entries.keys()) {
      const name = /^(.*)\/_sidebar\/(.+)\.json$/.exec(url);
      const entry = name ? await entryAt(url) : undefined;
      // Written by the same build as the manifest.
      if (entry) found.set(`${name?.[1]}/${name?.[2]}`.slice(1), JSON.parse(await readEntryText(entry)));
    }
    return found;
  }

  return {
    /** For what tools cite: an address that a person can open. */
    addressOf: (href: string) => (/^[a-z][a-z0-9+.-]*:/i.test(href) ? href : origin + writtenHref(href)),
    /** The page at an address as people, links, and these tools write it; its section, if it names one. */
    find: async (address: string): Promise<{ page: LibraryPage; anchor: string } | undefined> => {
      const { path, anchor } = pathOf(address);
      const wanted = path === undefined ? undefined : (canonicalPath(path, gate) ?? path);
      const found = wanted === undefined ? undefined : await page(wanted);
      return found && { page: found, anchor };
    },
    sidebars,
    /** Where the trees begin. */
    topPages: async (max: number): Promise<{ href: string; title: string }[]> =>
      [...(await sidebars()).values()]
        .flat()
        .flatMap((node) =>
          node.type === 'html' || node.href === undefined || !node.href.startsWith('/')
            ? []
            : [{ href: pageHref(node.href), title: node.label }],
        )
        .slice(0, max),
    /** Names of the categories at the top of the trees, in their order. */
    topCategories: async (): Promise<string[]> => {
      const nodes = [...(await sidebars()).values()].flat();
      return [...new Set(nodes.flatMap((node) => (node.type === 'category' ? [node.label] : [])))];
    },
    /** Paths of listed pages, encoded, that begin so. */
    pathsFrom: async (begun: string, max: number): Promise<string[]> => {
      const entry = await entryAt(TITLES_URL);
      // Written by the same build as the manifest.
      const titles: [path: string, title: string][] = entry ? JSON.parse(await readEntryText(entry)) : [];
      const paths = titles.map(([path]) => pageHref(path));
      return paths.filter((path) => path.startsWith(begun)).slice(0, max);
    },
    site: async (): Promise<LibrarySite | undefined> => {
      const entry = await entryAt(NOT_FOUND_PATH);
      if (entry === undefined) return undefined;
      const known = sites.get(entry) ?? readEntryText(entry).then(siteOf);
      sites.set(entry, known);
      return known;
    },
  };
}

/** Every page has the shell's configuration with it. */
function siteOf(html: string): LibrarySite | undefined {
  const json = /<script type="application\/json"[^>]*>([\s\S]*?)<\/script>/.exec(html)?.[1];
  // Written by the same build as the manifest.
  return json === undefined ? undefined : (JSON.parse(json) as PageEnvelope).site;
}

/** Pages that have no Markdown copy lead to others. */
function listOf({ title, headTitle, description, cards = [] }: PageData): string {
  const links = cards.map((card) => {
    const link = `- [${card.title}](${card.href})`;
    return card.description === '' ? link : `${link}: ${card.description}`;
  });
  return [`# ${title ?? headTitle}`, description, links.join('\n')]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** `https://docs.example.com/docs/a#b`, `docs:/docs/a#b`, `/docs/a.md`, encoded or not. */
function pathOf(address: string): { path: string | undefined; anchor: string } {
  const [before = '', ...after] = unescapeHtml(address.trim()).split('#');
  const local = before.replace(/^[a-z][a-z0-9+.-]*:(?:\/\/[^/]*)?/i, '').replace(/\?.*$/s, '');
  const path = parseRequestTarget(local.startsWith('/') ? local : `/${local}`)?.path;
  const anchor = after.join('#');
  return {
    path: path?.replace(/(.)\.md$/, '$1').replace(/^\/index$/, '/'),
    anchor: parseRequestTarget(`/${anchor}`)?.path.slice(1) ?? anchor,
  };
}

/** The address of a section for the library's `find`, and for a link. */
export function sectionHref(page: LibraryPage, section?: PageSection): string {
  const href = pageHref(page.data.path);
  return section?.id === undefined || section.level === 1 ? href : `${href}#${section.id}`;
}
