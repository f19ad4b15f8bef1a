import { join } from 'node:path';
import { joinExcerpts } from '../build/pages/excerpt-list.ts';
import {
  joinManual,
  listVisibleDocs,
  readMarkdownBody,
  writeManualDocument,
} from '../build/pages/markdown-files.ts';
import { listSiteFiles } from '../build/pages/site-files.ts';
import type { PlannedArticle, SitePage } from '../build/pages/site-pages.ts';
import type { StoredVariant, StoredViews } from '../build/publish/views-file.ts';
import type { Scope } from '../model/audience.ts';
import type { Blog } from '../model/blog.ts';
import { buildFullVariant, findVariant } from '../model/parts.ts';
import { buildMarkdownPath, buildPageFileUrl, removeBasePath } from '../model/urls.ts';
import { hasNamedContent } from '../releases/named-content.ts';
import { DamagedFileError, readEntryText } from '../server/release/damaged-file.ts';
import type { Entry } from '../server/release/release.ts';
import { readRegularFile } from '../shared/regular-file.ts';
import type { PageData, PageFile } from '../ui/page-data.ts';
import type { LanguageView } from './language-view.ts';
import type { BodyCache } from './made-bodies.ts';
import type { RenderProcess } from './render-process.ts';

/** The parts that the views of all scopes share. */
export interface ViewSources {
  /** The folder that contains the files of `storedViews`. */
  folder: string;
  /** Where browsers reach the site, if known. */
  origin: string | undefined;
  storedViews: StoredViews;
  renderer: RenderProcess;
  entries: ReadonlyMap<string, Entry>;
  bodies: BodyCache;
  /** The view of readers who see everything. */
  view: readonly LanguageView[];
  /** Pages by the URLs of their data and of their Markdown copies. */
  pagesOfData: ReadonlyMap<string, string>;
  pagesOfMarkdown: ReadonlyMap<string, string>;
  addresses: ReadonlySet<string>;
}

/** A path without the base path, as in the manifest. */
export function toManifestPath({ storedViews }: Pick<ViewSources, 'storedViews'>, path: string): string {
  return removeBasePath(path, storedViews.languages[0]?.locale.rootPath ?? '/') ?? path;
}

/** Texts of pages in one scope: the text of the build, or one of the variants that it compiled. */
export class ScopeArticles {
  readonly #whole: ViewSources;
  readonly #scope: Scope;
  readonly #languages: readonly LanguageView[];

  constructor(whole: ViewSources, scope: Scope, languages: readonly LanguageView[]) {
    this.#whole = whole;
    this.#scope = scope;
    this.#languages = languages;
  }

  getLanguage(at: number): LanguageView {
    const language = this.#languages[at];
    if (!language) throw new Error(`There is no language ${at}.`);
    return language;
  }

  /** The variant of this article that the scope sees; undefined if that is the whole article. */
  findVariant(path: string, at: number): { file: string; styles: readonly string[] } | undefined {
    const parts = this.#whole.storedViews.languages[at]?.parts[path];
    const variantKey = parts && findVariant(parts.audiences, this.#scope);
    if (!parts || variantKey === buildFullVariant(parts.audiences)) return undefined;
    const variant = variantKey === undefined ? undefined : parts.variants[variantKey];
    if (!variant) throw new Error(`${path} has no variant for the parts that this scope sees.`);
    return variant;
  }

  /** Paths of the articles on a page. */
  listArticlePaths(page: SitePage): string[] {
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

  /** The page of the build, as this scope sees it. */
  async buildPageData(page: SitePage, at: number): Promise<PageData> {
    switch (page.kind) {
      case 'article': {
        const variant = this.findVariant(page.path, at);
        if (variant) {
          const article = await this.#readVariant(variant);
          return { ...page.plan(article), html: article.html };
        }
        const whole = await this.#wholePage(page.path);
        return { ...page.plan(toPlannedArticle(whole)), html: whole.html };
      }
      case 'component': {
        const { standalone } = this.getLanguage(at);
        const renderedPage = await this.#whole.renderer.renderStandalone(at, page.file, standalone);
        return { ...page.plan(renderedPage), html: renderedPage.html };
      }
      case 'excerpts': {
        const articles = this.listArticlePaths(page).map((path) => this.#readHtml(path, at));
        return { ...page.plan(), html: joinExcerpts(await Promise.all(articles)) };
      }
      case 'shell':
        return { ...page.plan(), html: '' };
    }
  }

  /** The Markdown of an article, without an added title. */
  async readMarkdown(path: string, at: number, title?: string): Promise<string> {
    const variant = this.findVariant(path, at);
    if (variant) return (await this.#readVariant(variant)).markdown;
    const entry = this.#whole.entries.get(buildMarkdownPath(toManifestPath(this.#whole, path)));
    return entry ? readMarkdownBody(await readEntryText(entry), title) : '';
  }

  async feed(blog: Blog, path: string, at: number): Promise<string> {
    const { site, config } = this.getLanguage(at).sources;
    const posts = await Promise.all(
      blog.posts.map(async (post) => [post.path, await this.#readHtml(post.path, at)] as const),
    );
    const html = new Map(posts);
    // The writer of feeds is loaded with the first feed, because it brings an HTML parser.
    const { writePlainArticle: plainArticle } = await import('../build/pages/plain-article.ts');
    const files = listSiteFiles(site, config, {
      writeHtml: (post, outlet) => plainArticle(html.get(post.path) ?? '', outlet),
    });
    return files.get(toManifestPath(this.#whole, path))?.() ?? '';
  }

  async writeManual(at: number): Promise<string> {
    const { site, config } = this.getLanguage(at).sources;
    const documents: string[] = [];
    for (const doc of listVisibleDocs(site)) {
      const markdown = await this.readMarkdown(doc.path, at, doc.hideTitle ? undefined : doc.title);
      documents.push(writeManualDocument(doc, doc.hideTitle, markdown));
    }
    return joinManual(config, documents);
  }

  async #readHtml(path: string, at: number): Promise<string> {
    const variant = this.findVariant(path, at);
    const { html } = variant ? await this.#readVariant(variant) : await this.#wholePage(path);
    return html;
  }

  async #readVariant({ file }: { file: string }): Promise<StoredVariant> {
    const content = await readRegularFile(join(this.#whole.folder, file));
    if (!hasNamedContent(file, content)) throw new DamagedFileError(file, 'was cut off or altered');
    // A build of the same format wrote it.
    return JSON.parse(content.toString()) as StoredVariant;
  }

  async #wholePage(path: string): Promise<PageData> {
    const entry = this.#whole.entries.get(buildPageFileUrl(path));
    if (!entry) throw new Error(`The page ${path} has no data.`);
    // A build of the same format wrote it.
    const { page } = JSON.parse(await readEntryText(entry)) as PageFile;
    return page;
  }
}

/** The part of an article that its page was planned from, recovered from the finished page. */
function toPlannedArticle({ toc, title, headTitle, isWholeTitle, description }: PageData): PlannedArticle {
  const hasTitle = title === undefined;
  return {
    toc,
    hasTitle,
    headings: hasTitle ? [{ id: null, level: 1, text: headTitle }] : [],
    page: { title: headTitle, ...(isWholeTitle && { isWholeTitle }), description },
  };
}
