import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { excerptList } from '../build/pages/excerpt-list.ts';
import { documentInManual, joinManual, listedDocs, markdownBody } from '../build/pages/markdown-files.ts';
import { siteFiles } from '../build/pages/site-files.ts';
import type { PlannedArticle, SitePage } from '../build/pages/site-pages.ts';
import type { StoredVariant, StoredViews } from '../build/publish/views-file.ts';
import type { Scope } from '../model/audience.ts';
import type { Blog } from '../model/blog.ts';
import { buildFullVariant, findVariant } from '../model/parts.ts';
import { belowBasePath, markdownPath, pageFileUrl } from '../model/urls.ts';
import { hasNamedContent } from '../releases/named-content.ts';
import { DamagedFileError, readEntryText } from '../server/release/damaged-file.ts';
import type { Entry } from '../server/release/release.ts';
import type { PageData, PageFile } from '../ui/page-data.ts';
import type { LanguageView } from './language-view.ts';
import type { MadeBodies } from './made-bodies.ts';
import type { RenderProcess } from './render-process.ts';

/** What the views of all scopes are made from. */
export interface Whole {
  /** That the files of `stored` lie in. */
  folder: string;
  /** Where browsers reach the site, as far as that is known. */
  origin: string | undefined;
  stored: StoredViews;
  renderer: RenderProcess;
  entries: ReadonlyMap<string, Entry>;
  bodies: MadeBodies;
  /** As those see it who see everything. */
  view: readonly LanguageView[];
  /** Pages by the addresses of their data and of their Markdown copies. */
  pagesOfData: ReadonlyMap<string, string>;
  pagesOfMarkdown: ReadonlyMap<string, string>;
  addresses: ReadonlySet<string>;
}

/** An address as the manifest has it. */
export function asInManifest({ stored }: Pick<Whole, 'stored'>, path: string): string {
  return belowBasePath(path, stored.languages[0]?.locale.rootPath ?? '/') ?? path;
}

/** Texts of pages as one scope sees them: what the build made, or one of the variants that it compiled. */
export class ScopeArticles {
  readonly #whole: Whole;
  readonly #scope: Scope;
  readonly #languages: readonly LanguageView[];

  constructor(whole: Whole, scope: Scope, languages: readonly LanguageView[]) {
    this.#whole = whole;
    this.#scope = scope;
    this.#languages = languages;
  }

  languageAt(at: number): LanguageView {
    const language = this.#languages[at];
    if (!language) throw new Error(`There is no language ${at}.`);
    return language;
  }

  /** How this article is to be seen here; nothing where it is the whole. */
  variantOf(path: string, at: number): { file: string; styles: readonly string[] } | undefined {
    const parts = this.#whole.stored.languages[at]?.parts[path];
    const way = parts && findVariant(parts.audiences, this.#scope);
    if (!parts || way === buildFullVariant(parts.audiences)) return undefined;
    const variant = way === undefined ? undefined : parts.variants[way];
    if (!variant) throw new Error(`${path} was not compiled for whoever sees these parts of it.`);
    return variant;
  }

  /** Paths of those that the page shows. */
  articlesOf(page: SitePage): string[] {
    switch (page.kind) {
      case 'article':
        return [page.path];
      case 'excerpts':
        return page.sources.map(({ of }) => of.path);
      case 'component':
      case 'shell':
        return [];
    }
  }

  /** The page as the build made it, with what this scope makes of it. */
  async pageData(page: SitePage, at: number): Promise<PageData> {
    switch (page.kind) {
      case 'article': {
        const variant = this.variantOf(page.path, at);
        if (variant) {
          const article = await this.#readVariant(variant);
          return { ...page.plan(article), html: article.html };
        }
        const whole = await this.#wholePage(page.path);
        return { ...page.plan(articleOf(whole)), html: whole.html };
      }
      case 'component': {
        const { standalone } = this.languageAt(at);
        const rendered = await this.#whole.renderer.standalone(at, page.file, standalone);
        return { ...page.plan(rendered), html: rendered.html };
      }
      case 'excerpts': {
        const articles = this.articlesOf(page).map((path) => this.#htmlOf(path, at));
        return { ...page.plan(), html: excerptList(await Promise.all(articles)) };
      }
      case 'shell':
        return { ...page.plan(), html: '' };
    }
  }

  /** Of an article, without an added title. */
  async markdownOf(path: string, at: number, title?: string): Promise<string> {
    const variant = this.variantOf(path, at);
    if (variant) return (await this.#readVariant(variant)).markdown;
    const entry = this.#whole.entries.get(markdownPath(asInManifest(this.#whole, path)));
    return entry ? markdownBody(await readEntryText(entry), title) : '';
  }

  async feed(blog: Blog, path: string, at: number): Promise<string> {
    const { site, config } = this.languageAt(at).sources;
    const posts = await Promise.all(
      blog.posts.map(async (post) => [post.path, await this.#htmlOf(post.path, at)] as const),
    );
    const html = new Map(posts);
    // Loaded for the first feed: it parses HTML.
    const { plainArticle } = await import('../build/pages/plain-article.ts');
    const files = siteFiles(site, config, {
      html: (post, outlet) => plainArticle(html.get(post.path) ?? '', outlet),
    });
    return files.get(asInManifest(this.#whole, path))?.() ?? '';
  }

  async manual(at: number): Promise<string> {
    const { site, config } = this.languageAt(at).sources;
    const documents: string[] = [];
    for (const doc of listedDocs(site)) {
      const markdown = await this.markdownOf(doc.path, at, doc.hideTitle ? undefined : doc.title);
      documents.push(documentInManual(doc, doc.hideTitle, markdown));
    }
    return joinManual(config, documents);
  }

  async #htmlOf(path: string, at: number): Promise<string> {
    const variant = this.variantOf(path, at);
    const { html } = variant ? await this.#readVariant(variant) : await this.#wholePage(path);
    return html;
  }

  async #readVariant({ file }: { file: string }): Promise<StoredVariant> {
    const content = await readFile(join(this.#whole.folder, file));
    if (!hasNamedContent(file, content)) throw new DamagedFileError(file, 'was cut off or altered');
    // Written by the build of the same format.
    return JSON.parse(content.toString()) as StoredVariant;
  }

  async #wholePage(path: string): Promise<PageData> {
    const entry = this.#whole.entries.get(pageFileUrl(path));
    if (!entry) throw new Error(`The page ${path} has no data.`);
    // Written by the build of the same format.
    const { page } = JSON.parse(await readEntryText(entry)) as PageFile;
    return page;
  }
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
