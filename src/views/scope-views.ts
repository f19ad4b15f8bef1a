import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { shortHash } from '../build/hashing.ts';
import { excerptList } from '../build/pages/excerpt-list.ts';
import {
  documentInManual,
  joinManual,
  listedDocs,
  markdownBody,
  markdownDocument,
} from '../build/pages/markdown-files.ts';
import { dataText } from '../build/pages/page-files.ts';
import type { PagePlan } from '../build/pages/page-plan.ts';
import { siteFiles, styleSheet } from '../build/pages/site-files.ts';
import type { PlannedArticle, SitePage } from '../build/pages/site-pages.ts';
import { robotsText, sitemapOf } from '../build/pages/sitemap.ts';
import type { FileUser, StoredVariant, StoredViews } from '../build/publish/views-file.ts';
import { isWithin, type Previewed, type Scope, scopeKey } from '../model/audience.ts';
import { shownTo, wholeOf } from '../model/parts.ts';
import type { Blog } from '../model/site.ts';
import {
  atBasePath,
  belowBasePath,
  LLMS_FULL_URL,
  markdownPath,
  pageFileUrl,
  ROBOTS_URL,
  SITEMAP_URL,
} from '../model/urls.ts';
import type { Entry, LazyEntry } from '../server/release/release.ts';
import { mayRead, type OpenViews, type ReleaseViews } from '../server/release/views.ts';
import type { PageData, PageFile } from '../ui/page-data.ts';
import { addressesOf, type LanguageView, languageView } from './language-view.ts';
import { MadeBodies, type Served } from './made-bodies.ts';
import { RenderThread } from './render-thread.ts';

/** A view of 2,000 pages takes some 4 MB: estimated by what is in it, as many views are kept as fit. */
const VIEWS_MAX_BYTES = 96 * 1024 * 1024;
const VIEWS_MIN = 8;
const BYTES_OF_A_PAGE = 2_000;
/** Of one that is there. */
const BYTES_OF_AN_ADDRESS = 50;

/** No hash is empty. */
const AS_BUILT = '';

/** A page, and the number of its language. */
interface Planned {
  page: SitePage;
  at: number;
}

interface Whole {
  /** That the files of `stored` lie in. */
  folder: string;
  /** Where browsers reach the site, as far as that is known. */
  origin: string | undefined;
  stored: StoredViews;
  renderer: RenderThread;
  entries: ReadonlyMap<string, Entry>;
  bodies: MadeBodies;
  /** As those see it who see everything. */
  view: readonly LanguageView[];
  /** Pages by the addresses of their data and of their Markdown copies. */
  pagesOfData: ReadonlyMap<string, string>;
  pagesOfMarkdown: ReadonlyMap<string, string>;
  addresses: ReadonlySet<string>;
}

/** Opens what the build wrote for views: `ReleaseOptions.openViews`. */
export const openViews: OpenViews = async ({ folder, origin, site, renderers, entries }) => {
  // Written by the build of the same format.
  const stored = JSON.parse(await readFile(site, 'utf8')) as StoredViews;
  const everything = () => true;
  const view = stored.languages.map((language) =>
    languageView(language, stored, { sees: everything, isHidden: () => false }),
  );
  const pages = view.flatMap((language) => [...language.pages]);
  const rootPath = stored.languages[0]?.locale.rootPath ?? '/';
  const { articleStyles } = stored;
  return createViews({
    folder,
    origin: origin ?? stored.languages[0]?.config.url?.replace(/\/$/, ''),
    stored,
    renderer: new RenderThread({
      languages: stored.languages.map(({ ui: { assets } }, at) => ({
        renderer: renderers[at] ?? '',
        assets,
        articleStyles: articleStyles && atBasePath(articleStyles, rootPath),
        rootPath,
      })),
    }),
    entries,
    bodies: new MadeBodies(),
    view,
    pagesOfData: new Map(pages.map(([below, { path }]) => [pageFileUrl(path), below])),
    pagesOfMarkdown: new Map(pages.map(([below]) => [markdownPath(below), below])),
    addresses: new Set(stored.languages.flatMap((language) => addressesOf(language, everything))),
  });
};

function createViews(whole: Whole): ReleaseViews {
  const named = [
    ...[...whole.entries.values()].map(({ audience }) => audience),
    ...whole.stored.languages.flatMap(({ parts }) =>
      Object.values(parts).flatMap(({ audiences }) => audiences),
    ),
  ];
  const groups = new Set(named.flatMap((audience) => (typeof audience === 'string' ? [] : audience)));
  const kept = new Map<string, ScopeView>();
  let bytes = 0;
  const plain = (scope: Scope): Scope =>
    // The bar of a preview names all that were asked for.
    scope.kind === 'reader' && !scope.preview
      ? { ...scope, groups: scope.groups.filter((group) => groups.has(group)) }
      : scope;
  return {
    plain,
    findings: whole.stored.findings,
    of(scope) {
      const seen = plain(scope);
      const key = scopeKey(seen);
      const known = kept.get(key);
      const view = known ?? new ScopeView(whole, seen);
      kept.delete(key);
      kept.set(key, view);
      if (known) return known;
      bytes += view.bytes;
      for (const [oldest, held] of kept) {
        if (bytes <= VIEWS_MAX_BYTES || kept.size <= VIEWS_MIN) break;
        kept.delete(oldest);
        bytes -= held.bytes;
      }
      return view;
    },
  };
}

class ScopeView {
  readonly #whole: Whole;
  readonly #scope: Scope;
  readonly #languages: readonly LanguageView[];
  readonly #pages: ReadonlyMap<string, Planned>;
  readonly #files: Map<string, () => string | Promise<string>>;
  /** Addresses of what is for this scope: not all of it has something to show there. */
  readonly #readable: ReadonlySet<string>;
  readonly #entries = new Map<string, Entry | LazyEntry>();
  readonly redirects: ReadonlyMap<string, string>;
  /** About what it takes, when all of it was asked for. */
  readonly bytes: number;

  constructor(whole: Whole, scope: Scope) {
    const { stored, origin } = whole;
    const publicPages = stored.languages[0]?.config.publicPages;
    const sees = (audience: Parameters<typeof isWithin>[0]) => isWithin(audience, scope);
    const there = new Set(stored.languages.flatMap((language) => addressesOf(language, sees)));
    const isHidden = (path: string) =>
      [path, path.endsWith('/') ? path.slice(0, -1) : `${path}/`].some(
        (address) => whole.addresses.has(address) && !there.has(address),
      );
    this.#whole = whole;
    this.#scope = scope;
    this.#readable = new Set(
      [...whole.entries].flatMap(([path, entry]) => (this.#mayRead(entry) ? [path] : [])),
    );
    this.#languages = stored.languages.map((language) =>
      languageView(language, stored, {
        sees,
        isHidden,
        preview: previewedBy(scope),
        visitor:
          scope.kind === 'visitor' ? { origin, indexed: publicPages?.indexed ? true : undefined } : undefined,
      }),
    );
    const pages = this.#languages.flatMap((language, at) =>
      [...language.pages].map(([path, page]) => [path, { page, at }] as const),
    );
    // As in the build, the first language that has an address has it.
    this.#pages = new Map(pages.toReversed());
    this.bytes = this.#pages.size * BYTES_OF_A_PAGE + whole.entries.size * BYTES_OF_AN_ADDRESS;
    this.#files = new Map(
      this.#languages
        .flatMap((language, at): (readonly [string, () => string | Promise<string>])[] => [
          ...language.sources.site.blogs.flatMap((blog) =>
            blog.feeds.map(({ path }) => [this.#below(path), () => this.#feed(blog, path, at)] as const),
          ),
          ...language.files,
          ...(language.hasManual ? [[LLMS_FULL_URL, () => this.#manual(language, at)] as const] : []),
        ])
        .toReversed(),
    );
    if (scope.kind === 'visitor' && origin !== undefined) {
      const sites = this.#languages.map(({ sources }) => sources.site);
      const sitemap = origin + atBasePath(SITEMAP_URL, stored.languages[0]?.locale.rootPath ?? '/');
      // The owner may have files of these names.
      if (isMade(whole.entries.get(SITEMAP_URL)))
        this.#files.set(SITEMAP_URL, () => sitemapOf(sites, origin));
      if (isMade(whole.entries.get(ROBOTS_URL))) this.#files.set(ROBOTS_URL, () => robotsText(sitemap));
    }
    if (stored.articleStyles !== undefined) this.#files.set(stored.articleStyles, () => this.#styles());
    this.redirects = new Map(
      this.#languages
        .flatMap((language) => [...language.redirects])
        .filter(([from]) => !whole.entries.has(from)),
    );
  }

  entry(path: string): Entry | LazyEntry | undefined {
    const known = this.#entries.get(path);
    if (known) return known;
    // What is hidden is not found, as what never was is not: neither takes longer than the other.
    const own = this.#readable.has(path) ? this.#whole.entries.get(path) : undefined;
    const entry = own && this.#find(path, own);
    if (entry) this.#entries.set(path, entry);
    return entry;
  }

  #find(path: string, own: Entry): Entry | LazyEntry | undefined {
    const { pagesOfData, pagesOfMarkdown, view } = this.#whole;
    const { url, type, audience, cache, status } = own;
    const isOpen = this.#scope.kind === 'visitor' && !this.#scope.preview;
    const served = { url, type, audience, cache, status, ...(isOpen && { isOpen }) };
    const users = this.#whole.stored.files[path];
    if (users && !users.some((user) => this.#showsFile(user))) return undefined;
    const text = this.#files.get(path);
    if (text) {
      const key = shortHash(`${path}\0${scopeKey(this.#scope)}`);
      return { ...served, make: () => this.#whole.bodies.get(key, served, text) };
    }
    // A list that has nothing left to list.
    if (view.some(({ files }) => files.has(path))) return undefined;
    const ofData = pagesOfData.get(path);
    const pagePath = ofData ?? path;
    const copied = pagesOfMarkdown.get(path);
    if (copied !== undefined) return this.#markdown(copied, own, served);
    // A file.
    if (!view.some(({ pages }) => pages.has(pagePath))) return isOpen ? { ...own, isOpen } : own;
    const found = this.#pages.get(pagePath);
    if (!found) return undefined;
    // Worked out when the page is asked for first, and kept: a plan takes longer than all the rest.
    let key: string | undefined;
    return {
      ...served,
      make: () => {
        key ??= this.#keyOf(found, ofData === undefined ? 'page' : 'data') ?? AS_BUILT;
        return key === AS_BUILT ? own : this.#make(key, served, found, ofData === undefined);
      },
    };
  }

  #mayRead({ audience, status }: Entry): boolean {
    // Visitors are asked to sign in where nothing is; who looks at the site as they do has, and is told so.
    const isMissing = status === 404 && previewedBy(this.#scope) !== undefined;
    return isMissing || mayRead(audience, this.#scope);
  }

  #showsFile({ audience, parts }: FileUser): boolean {
    return (
      isWithin(audience, this.#scope) &&
      (parts === undefined || parts.shown.includes(shownTo(parts.audiences, this.#scope)))
    );
  }

  #markdown(path: string, own: Entry, served: Served): Entry | LazyEntry | undefined {
    const found = this.#pages.get(path);
    const variant = found && this.#variantOf(found.page.path, found.at);
    if (!found || !variant) return found && (served.isOpen ? { ...own, isOpen: true } : own);
    const key = shortHash(`markdown\0${path}\0${variant.file}\0${scopeKey(this.#scope)}`);
    return {
      ...served,
      make: () =>
        this.#whole.bodies.get(key, served, async () => {
          const data = await this.#pageData(found.page, found.at, this.#languageAt(found.at));
          return markdownDocument(data, await this.#markdownOf(found.page.path, found.at));
        }),
    };
  }

  /** How this article is to be seen here; nothing where it is the whole. */
  #variantOf(path: string, at: number): { file: string; styles: readonly string[] } | undefined {
    const parts = this.#whole.stored.languages[at]?.parts[path];
    const way = parts && shownTo(parts.audiences, this.#scope);
    if (!parts || way === wholeOf(parts.audiences)) return undefined;
    const variant = way === undefined ? undefined : parts.variants[way];
    if (!variant) throw new Error(`${path} was not compiled for whoever sees these parts of it.`);
    return variant;
  }

  async #readVariant({ file }: { file: string }): Promise<StoredVariant> {
    // Written by the build of the same format.
    return JSON.parse(await readFile(join(this.#whole.folder, file), 'utf8')) as StoredVariant;
  }

  #languageAt(at: number): LanguageView {
    const language = this.#languages[at];
    if (!language) throw new Error(`There is no language ${at}.`);
    return language;
  }

  /** Says all that the page is made from here; nothing where it is what the build made. */
  #keyOf({ page, at }: Planned, as: 'page' | 'data'): string | undefined {
    const [here, whole] = [this.#languages[at], this.#whole.view[at]];
    const inWhole = whole?.pages.get(this.#below(page.path));
    if (!here || !whole || !inWhole) throw new Error(`${page.path} is in no language.`);
    const plan = planKey(page, here);
    const variants = this.#articlesOf(page).flatMap((path) => this.#variantOf(path, at)?.file ?? []);
    const isWhole = variants.length === 0 && plan === planKey(inWhole, whole);
    if (here.context.shell === whole.context.shell && isWhole) return undefined;
    return shortHash([as, here.context.shell, plan, ...variants].join('\0'));
  }

  #make(key: string, served: Served, { page, at }: Planned, isDocument: boolean): Entry | Promise<Entry> {
    const { bodies, renderer } = this.#whole;
    const here = this.#languageAt(at);
    return bodies.get(key, served, async () => {
      const data = await this.#pageData(page, at, here);
      return isDocument ? renderer.page(at, data, here.context) : dataText(data, here.context.shell);
    });
  }

  /** The page as the build made it, with what this scope makes of it. */
  async #pageData(page: SitePage, at: number, { standalone }: LanguageView): Promise<PageData> {
    switch (page.kind) {
      case 'article': {
        const variant = this.#variantOf(page.path, at);
        if (variant) {
          const article = await this.#readVariant(variant);
          return { ...page.plan(article), html: article.html };
        }
        const whole = await this.#wholePage(page.path);
        return { ...page.plan(articleOf(whole)), html: whole.html };
      }
      case 'component': {
        const rendered = await this.#whole.renderer.standalone(at, page.file, standalone);
        return { ...page.plan(rendered), html: rendered.html };
      }
      case 'excerpts': {
        const articles = this.#articlesOf(page).map((path) => this.#htmlOf(path, at));
        return { ...page.plan(), html: excerptList(await Promise.all(articles)) };
      }
      case 'shell':
        return { ...page.plan(), html: '' };
    }
  }

  /** Paths of those that the page shows. */
  #articlesOf(page: SitePage): string[] {
    switch (page.kind) {
      case 'article':
        return [page.path];
      case 'excerpts':
        return page.sources.flatMap((source) => (source.kind === 'post' ? [source.post.path] : []));
      case 'component':
      case 'shell':
        return [];
    }
  }

  async #feed(blog: Blog, path: string, at: number): Promise<string> {
    const { site, config } = this.#languageAt(at).sources;
    const posts = await Promise.all(
      blog.posts.map(async (post) => [post.path, await this.#htmlOf(post.path, at)] as const),
    );
    const html = new Map(posts);
    const files = siteFiles(site, config, { html: (post) => html.get(post.path) ?? '' });
    return files.get(this.#below(path))?.() ?? '';
  }

  async #htmlOf(path: string, at: number): Promise<string> {
    const variant = this.#variantOf(path, at);
    const { html } = variant ? await this.#readVariant(variant) : await this.#wholePage(path);
    return html;
  }

  /** Of an article, without an added title. */
  async #markdownOf(path: string, at: number, title?: string): Promise<string> {
    const variant = this.#variantOf(path, at);
    if (variant) return (await this.#readVariant(variant)).markdown;
    const entry = this.#whole.entries.get(markdownPath(this.#below(path)));
    return entry ? markdownBody(await readFile(entry.variants.identity.file, 'utf8'), title) : '';
  }

  async #wholePage(path: string): Promise<PageData> {
    const entry = this.#whole.entries.get(pageFileUrl(path));
    if (!entry) throw new Error(`The page ${path} has no data.`);
    // Written by the build of the same format.
    const { page } = JSON.parse(await readFile(entry.variants.identity.file, 'utf8')) as PageFile;
    return page;
  }

  /** As the manifest has it. */
  #below(path: string): string {
    return belowBasePath(path, this.#whole.stored.languages[0]?.locale.rootPath ?? '/') ?? path;
  }

  /** Rules that inline styles became are content of the pages that have them. */
  #styles(): string {
    const { languages } = this.#whole.stored;
    const rules = languages.flatMap(({ styles }, at) =>
      Object.entries(styles.pages).flatMap(([path, own]) =>
        this.#pages.has(this.#below(path)) ? [this.#variantOf(path, at)?.styles ?? own] : [],
      ),
    );
    const components = languages.map(({ styles }) => styles.components);
    return styleSheet(rules, components) ?? '';
  }

  async #manual({ sources: { site, config } }: LanguageView, at: number): Promise<string> {
    const documents: string[] = [];
    for (const doc of listedDocs(site)) {
      const markdown = await this.#markdownOf(doc.path, at, doc.hideTitle ? undefined : doc.title);
      documents.push(documentInManual(doc, doc.hideTitle, markdown));
    }
    return joinManual(config, documents);
  }
}

function previewedBy(scope: Scope): Previewed | undefined {
  if (scope.kind === 'everything' || !scope.preview) return undefined;
  return scope.kind === 'visitor' ? scope.kind : scope.groups;
}

function isMade(entry: Entry | undefined): boolean {
  return entry !== undefined && basename(dirname(entry.variants.identity.file)) === 'data';
}

/** Whatever of a plan depends on the scope, as text. */
function planKey(page: SitePage, { standalone }: LanguageView): string {
  const plan = (): PagePlan => {
    switch (page.kind) {
      case 'article':
        return page.plan({ toc: [], hasTitle: false, headings: [] });
      case 'component':
        return page.plan({ title: '', description: '' });
      case 'excerpts':
      case 'shell':
        return page.plan();
    }
  };
  return JSON.stringify([plan(), page.kind === 'component' ? standalone : '']);
}

/** What the plan took of the article, as the finished page tells it. */
function articleOf({ toc, title, headTitle, description }: PageData): PlannedArticle {
  const hasTitle = title === undefined;
  return {
    toc,
    hasTitle,
    headings: hasTitle ? [{ id: null, level: 1, text: headTitle }] : [],
    page: { title: headTitle, description },
  };
}
