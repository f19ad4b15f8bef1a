import { basename, dirname } from 'node:path';
import { shortHash } from '../build/hashing.ts';
import { markdownDocument } from '../build/pages/markdown-files.ts';
import { dataText } from '../build/pages/page-files.ts';
import type { PagePlan } from '../build/pages/page-plan.ts';
import { styleSheet } from '../build/pages/site-files.ts';
import type { SitePage } from '../build/pages/site-pages.ts';
import { robotsText, sitemapOf } from '../build/pages/sitemap.ts';
import type { FileUser } from '../build/publish/views-file.ts';
import { isWithin, type Previewed, type Scope, scopeKey } from '../model/audience.ts';
import { findVariant } from '../model/parts.ts';
import { atBasePath, LLMS_FULL_URL, ROBOTS_URL, SITEMAP_URL } from '../model/urls.ts';
import { otherEnd } from '../model/written-links.ts';
import type { Entry, LazyEntry } from '../server/release/release.ts';
import { mayRead } from '../server/release/views.ts';
import { addressesOf, type LanguageView, languageView } from './language-view.ts';
import type { Served } from './made-bodies.ts';
import { asInManifest, ScopeArticles, type Whole } from './scope-articles.ts';

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

/** A release as one scope sees it. */
export class ScopeView {
  readonly #whole: Whole;
  readonly #scope: Scope;
  readonly #languages: readonly LanguageView[];
  readonly #articles: ScopeArticles;
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
      [path, otherEnd(path)].some((address) => whole.addresses.has(address) && !there.has(address));
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
    this.#articles = new ScopeArticles(whole, scope, this.#languages);
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
            blog.feeds.map(
              ({ path }) =>
                [asInManifest(this.#whole, path), () => this.#articles.feed(blog, path, at)] as const,
            ),
          ),
          ...language.files,
          ...(language.hasManual ? [[LLMS_FULL_URL, () => this.#articles.manual(at)] as const] : []),
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
      (parts === undefined || parts.shown.includes(findVariant(parts.audiences, this.#scope)))
    );
  }

  #markdown(path: string, own: Entry, served: Served): Entry | LazyEntry | undefined {
    const found = this.#pages.get(path);
    const variant = found && this.#articles.variantOf(found.page.path, found.at);
    if (!found || !variant) return found && (served.isOpen ? { ...own, isOpen: true } : own);
    const key = shortHash(`markdown\0${path}\0${variant.file}\0${scopeKey(this.#scope)}`);
    return {
      ...served,
      make: () =>
        this.#whole.bodies.get(key, served, async () => {
          const data = await this.#articles.pageData(found.page, found.at);
          return markdownDocument(data, await this.#articles.markdownOf(found.page.path, found.at));
        }),
    };
  }

  /** Says all that the page is made from here; nothing where it is what the build made. */
  #keyOf({ page, at }: Planned, as: 'page' | 'data'): string | undefined {
    const [here, whole] = [this.#languages[at], this.#whole.view[at]];
    const inWhole = whole?.pages.get(asInManifest(this.#whole, page.path));
    if (!here || !whole || !inWhole) throw new Error(`${page.path} is in no language.`);
    const plan = planKey(page, here);
    const variants = this.#articles
      .articlesOf(page)
      .flatMap((path) => this.#articles.variantOf(path, at)?.file ?? []);
    const isWhole = variants.length === 0 && plan === planKey(inWhole, whole);
    if (here.context.shell === whole.context.shell && isWhole) return undefined;
    return shortHash([as, here.context.shell, plan, ...variants].join('\0'));
  }

  #make(key: string, served: Served, { page, at }: Planned, isDocument: boolean): Entry | Promise<Entry> {
    const { bodies, renderer } = this.#whole;
    const here = this.#articles.languageAt(at);
    return bodies.get(key, served, async () => {
      const data = await this.#articles.pageData(page, at);
      return isDocument ? renderer.page(at, data, here.context) : dataText(data, here.context.shell);
    });
  }

  /** Rules that inline styles became are content of the pages that have them. */
  #styles(): string {
    const { languages } = this.#whole.stored;
    const rules = languages.flatMap(({ styles }, at) =>
      Object.entries(styles.pages).flatMap(([path, own]) =>
        this.#pages.has(asInManifest(this.#whole, path))
          ? [this.#articles.variantOf(path, at)?.styles ?? own]
          : [],
      ),
    );
    const components = languages.map(({ styles }) => styles.components);
    return styleSheet(rules, components) ?? '';
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
