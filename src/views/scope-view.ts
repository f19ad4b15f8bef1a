import { basename, dirname } from 'node:path';
import { computeShortHash } from '../build/hashing.ts';
import { writeMarkdownDocument } from '../build/pages/markdown-files.ts';
import { writePageData } from '../build/pages/page-files.ts';
import type { PagePlan } from '../build/pages/page-plan.ts';
import { composeStyleSheet } from '../build/pages/site-files.ts';
import type { SitePage } from '../build/pages/site-pages.ts';
import { writeRobotsFile, writeSitemap } from '../build/pages/sitemap.ts';
import type { FileUser } from '../build/publish/views-file.ts';
import { isInScope, type Previewed, type Scope, scopeKey } from '../model/audience.ts';
import { findVariant } from '../model/parts.ts';
import { joinBasePath, LLMS_FULL_URL, ROBOTS_URL, SITEMAP_URL } from '../model/urls.ts';
import { toggleEndSlash } from '../model/written-links.ts';
import type { Entry, LazyEntry } from '../server/release/release.ts';
import { isEntryVisible } from '../server/release/views.ts';
import { createLanguageView, type LanguageView, listAddresses } from './language-view.ts';
import type { EntryMetadata } from './made-bodies.ts';
import { ScopeArticles, toManifestPath, type ViewSources } from './scope-articles.ts';

const PAGE_BYTES = 2_000;
/** Estimated memory for an existing path, in bytes. */
const ADDRESS_BYTES = 50;

/** The key of a page that equals that of the build. No hash is empty. */
const AS_BUILT = '';

/** A page, and the index of its language. */
interface PlannedPage {
  page: SitePage;
  at: number;
}

/** A release as one scope sees it. */
export class ScopeView {
  readonly #whole: ViewSources;
  readonly #scope: Scope;
  readonly #languages: readonly LanguageView[];
  readonly #articles: ScopeArticles;
  readonly #pages: ReadonlyMap<string, PlannedPage>;
  readonly #files: Map<string, () => string | Promise<string>>;
  /** Paths that this scope may read. Some of them may have nothing to show in it. */
  readonly #readable: ReadonlySet<string>;
  readonly #entries = new Map<string, Entry | LazyEntry>();
  readonly redirects: ReadonlyMap<string, string>;
  /** Estimated memory, when all pages have been requested. */
  readonly bytes: number;

  constructor(wholeLanguage: ViewSources, scope: Scope) {
    const { storedViews, origin } = wholeLanguage;
    const publicPages = storedViews.languages[0]?.config.publicPages;
    const sees = (audience: Parameters<typeof isInScope>[0]) => isInScope(audience, scope);
    const visibleAddresses = new Set(
      storedViews.languages.flatMap((language) => listAddresses(language, sees)),
    );
    const isHidden = (path: string) =>
      [path, toggleEndSlash(path)].some(
        (address) => wholeLanguage.addresses.has(address) && !visibleAddresses.has(address),
      );
    this.#whole = wholeLanguage;
    this.#scope = scope;
    this.#readable = new Set(
      [...wholeLanguage.entries].flatMap(([path, entry]) => (this.#mayRead(entry) ? [path] : [])),
    );
    this.#languages = storedViews.languages.map((language) =>
      createLanguageView(language, storedViews, {
        sees,
        isHidden,
        preview: getPreview(scope),
        visitor:
          scope.kind === 'visitor'
            ? {
                origin,
                indexed: publicPages?.indexed ? true : undefined,
                pictures: publicPages?.pictures ? true : undefined,
              }
            : undefined,
      }),
    );
    this.#articles = new ScopeArticles(wholeLanguage, scope, this.#languages);
    const pages = this.#languages.flatMap((language, index) =>
      [...language.pages].map(([path, page]) => [path, { page, at: index }] as const),
    );
    // As in the build, the first language that has a path wins.
    this.#pages = new Map(pages.toReversed());
    this.bytes = this.#pages.size * PAGE_BYTES + wholeLanguage.entries.size * ADDRESS_BYTES;
    this.#files = new Map(
      this.#languages
        .flatMap((language, index): (readonly [string, () => string | Promise<string>])[] => [
          ...language.sources.site.blogs.flatMap((blog) =>
            blog.feeds.map(
              ({ path }) =>
                [toManifestPath(this.#whole, path), () => this.#articles.feed(blog, path, index)] as const,
            ),
          ),
          ...language.files,
          ...(language.hasManual ? [[LLMS_FULL_URL, () => this.#articles.writeManual(index)] as const] : []),
        ])
        .toReversed(),
    );
    if (scope.kind === 'visitor' && origin !== undefined) {
      const sites = this.#languages.map(({ sources }) => sources.site);
      const sitemap = origin + joinBasePath(SITEMAP_URL, storedViews.languages[0]?.locale.rootPath ?? '/');
      // The site may have files with these names.
      if (isGenerated(wholeLanguage.entries.get(SITEMAP_URL)))
        this.#files.set(SITEMAP_URL, () => writeSitemap(sites, origin));
      if (isGenerated(wholeLanguage.entries.get(ROBOTS_URL)))
        this.#files.set(ROBOTS_URL, () => writeRobotsFile(sitemap));
    }
    if (storedViews.articleStyles !== undefined)
      this.#files.set(storedViews.articleStyles, () => this.#composeStyles());
    this.redirects = new Map(
      this.#languages
        .flatMap((language) => [...language.redirects])
        .filter(([from]) => !wholeLanguage.entries.has(from)),
    );
  }

  getEntry(path: string): Entry | LazyEntry | undefined {
    const cachedEntry = this.#entries.get(path);
    if (cachedEntry) return cachedEntry;
    // A hidden path takes the same code, and so the same time, as one that never existed.
    const wholeEntry = this.#readable.has(path) ? this.#whole.entries.get(path) : undefined;
    const entry = wholeEntry && this.#createEntry(path, wholeEntry);
    if (entry) this.#entries.set(path, entry);
    return entry;
  }

  #createEntry(path: string, wholeEntry: Entry): Entry | LazyEntry | undefined {
    const { pagesOfData, pagesOfMarkdown, view } = this.#whole;
    const { url, type, audience, cache, status } = wholeEntry;
    const isOpen = this.#scope.kind === 'visitor' && !this.#scope.preview;
    const metadata = { url, type, audience, cache, status, ...(isOpen && { isOpen }) };
    const users = this.#whole.storedViews.files[path];
    if (users && !users.some((user) => this.#showsFile(user))) return undefined;
    const text = this.#files.get(path);
    if (text) {
      const key = computeShortHash(`${path}\0${scopeKey(this.#scope)}`);
      return { ...metadata, make: () => this.#whole.bodies.get(key, metadata, text) };
    }
    // The list has no items in this scope.
    if (view.some(({ files }) => files.has(path))) return undefined;
    const pageOfData = pagesOfData.get(path);
    const pagePath = pageOfData ?? path;
    const pageOfMarkdown = pagesOfMarkdown.get(path);
    if (pageOfMarkdown !== undefined) return this.#createMarkdownEntry(pageOfMarkdown, wholeEntry, metadata);
    // Not a page but a file.
    if (!view.some(({ pages }) => pages.has(pagePath)))
      return isOpen ? { ...wholeEntry, isOpen } : wholeEntry;
    const plannedPage = this.#pages.get(pagePath);
    if (!plannedPage) return undefined;
    // Computed with the first request and stored, because planning takes longer than everything else.
    let key: string | undefined;
    return {
      ...metadata,
      make: () => {
        key ??= this.#computeKey(plannedPage, pageOfData === undefined ? 'page' : 'data') ?? AS_BUILT;
        return key === AS_BUILT
          ? wholeEntry
          : this.#render(key, metadata, plannedPage, pageOfData === undefined);
      },
    };
  }

  #mayRead({ audience, status }: Entry): boolean {
    // Visitors are asked to sign in at a missing page. An administrator who previews their view sees "not found".
    const isMissing = status === 404 && getPreview(this.#scope) !== undefined;
    return isMissing || isEntryVisible(audience, this.#scope);
  }

  #showsFile({ audience, parts }: FileUser): boolean {
    return (
      isInScope(audience, this.#scope) &&
      (parts === undefined || parts.shown.includes(findVariant(parts.audiences, this.#scope)))
    );
  }

  #createMarkdownEntry(
    path: string,
    wholeEntry: Entry,
    metadata: EntryMetadata,
  ): Entry | LazyEntry | undefined {
    const plannedPage = this.#pages.get(path);
    const variant = plannedPage && this.#articles.findVariant(plannedPage.page.path, plannedPage.at);
    if (!plannedPage || !variant)
      return plannedPage && (metadata.isOpen ? { ...wholeEntry, isOpen: true } : wholeEntry);
    const key = computeShortHash(`markdown\0${path}\0${variant.file}\0${scopeKey(this.#scope)}`);
    return {
      ...metadata,
      make: () =>
        this.#whole.bodies.get(key, metadata, async () => {
          const data = await this.#articles.buildPageData(plannedPage.page, plannedPage.at);
          return writeMarkdownDocument(
            data,
            await this.#articles.readMarkdown(plannedPage.page.path, plannedPage.at),
          );
        }),
    };
  }

  /** A key of everything that the page is made from in this scope; undefined if the build's page is the same. */
  #computeKey({ page, at }: PlannedPage, as: 'page' | 'data'): string | undefined {
    const [visibleLanguage, wholeLanguage] = [this.#languages[at], this.#whole.view[at]];
    const inWhole = wholeLanguage?.pages.get(toManifestPath(this.#whole, page.path));
    if (!visibleLanguage || !wholeLanguage || !inWhole) throw new Error(`${page.path} is in no language.`);
    const plan = computePlanKey(page, visibleLanguage);
    const variants = this.#articles
      .listArticlePaths(page)
      .flatMap((path) => this.#articles.findVariant(path, at)?.file ?? []);
    const isWhole = variants.length === 0 && plan === computePlanKey(inWhole, wholeLanguage);
    if (visibleLanguage.context.shell === wholeLanguage.context.shell && isWhole) return undefined;
    return computeShortHash([as, visibleLanguage.context.shell, plan, ...variants].join('\0'));
  }

  #render(
    key: string,
    metadata: EntryMetadata,
    { page, at }: PlannedPage,
    isDocument: boolean,
  ): Entry | Promise<Entry> {
    const { bodies, renderer } = this.#whole;
    const visibleLanguage = this.#articles.getLanguage(at);
    return bodies.get(key, metadata, async () => {
      const data = await this.#articles.buildPageData(page, at);
      return isDocument
        ? renderer.renderPage(at, data, visibleLanguage.context)
        : writePageData(data, visibleLanguage.context.shell);
    });
  }

  /** Rules that replace inline styles belong to the content of their pages. */
  #composeStyles(): string {
    const { languages } = this.#whole.storedViews;
    const rules = languages.flatMap(({ styles }, index) =>
      Object.entries(styles.pages).flatMap(([path, pageStyles]) =>
        this.#pages.has(toManifestPath(this.#whole, path))
          ? [this.#articles.findVariant(path, index)?.styles ?? pageStyles]
          : [],
      ),
    );
    const components = languages.map(({ styles }) => styles.components);
    return composeStyleSheet(rules, components) ?? '';
  }
}

function getPreview(scope: Scope): Previewed | undefined {
  if (scope.kind === 'everything' || !scope.preview) return undefined;
  return scope.kind === 'visitor' ? scope.kind : scope.groups;
}

function isGenerated(entry: Entry | undefined): boolean {
  return entry !== undefined && basename(dirname(entry.variants.identity.file)) === 'data';
}

/** A key of the parts of a plan that depend on the scope. */
function computePlanKey(page: SitePage, { standalone }: LanguageView): string {
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
