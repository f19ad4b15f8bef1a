import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { compileContext, siteAnswers } from '../build/compile/compile-context.ts';
import { fromDoc, fromPage } from '../build/compile/documents.ts';
import { docPage, type PagePlan } from '../build/page-data/page-plan.ts';
import { redirectsOf } from '../build/redirects.ts';
import { markdownPage, reactPage, shellPages } from '../build/render/plan-pages.ts';
import { standaloneContext } from '../build/render/shell-facts.ts';
import { renderContext } from '../build/render-context.ts';
import { checkLinks } from '../content/check-links.ts';
import { displayPath } from '../content/display-path.ts';
import { routesOf } from '../content/routes.ts';
import type { Article } from '../markdown/article.ts';
import { type Compiler, createCompiler } from '../markdown/compiler.ts';
import type { CompileContext, DocumentToCompile } from '../markdown/context.ts';
import { hashOfFile, isUnchanged } from '../markdown/dependencies.ts';
import { ParsedParts } from '../markdown/tree/parsed-parts.ts';
import { ARTICLE_STYLES_URL } from '../model/urls.ts';
import { formatProblem, type Problem } from '../shared/problem.ts';
import type { PageData, RenderContext } from '../ui/page-data.ts';
import type { PreviewSite } from './preview-site.ts';

export interface PreviewPage {
  data: PageData;
  /** Made when it is asked for; absent where the page is not made from Markdown. */
  markdown?: () => Promise<string>;
  /** `file:line: message`, errors and warnings. */
  problems: string[];
}

interface Compiled {
  bytesHash: string;
  version: Version;
  /** Shown instead while the article cannot be compiled. */
  lastGood?: Version;
}

interface ShownArticle extends Required<Pick<PreviewPage, 'markdown'>> {
  article: Article;
  problems: Problem[];
}

interface Version {
  source: string;
  article: Article;
}

/** Makes pages when they are asked for, and keeps articles as long as nothing they are made from changes. */
export class PreviewPages {
  readonly #preview: PreviewSite;
  readonly #compiled = new Map<string, Compiled>();
  readonly #parsed = new ParsedParts();
  #compiler: Compiler | undefined;
  /** Address → file, of what the articles shown so far refer to. */
  readonly #assets = new Map<string, string>();
  readonly #styles = new Set<string>();

  constructor(preview: PreviewSite) {
    this.#preview = preview;
  }

  assetFile(url: string): string | undefined {
    return this.#assets.get(url);
  }

  get styles(): string {
    return [...this.#styles].join('\n');
  }

  context(): RenderContext | undefined {
    const { ready } = this.#preview;
    if (!ready) return undefined;
    const { bundle, dev } = ready.ui;
    const assets = { ...bundle.assets, script: dev.script, preload: [] };
    const { site, config } = ready.sources;
    const routes = routesOf(site);
    const addresses = { routes, redirects: redirectsOf(site, routes) };
    return renderContext(config, { hash: bundle.hash, assets }, ARTICLE_STYLES_URL, addresses);
  }

  /** The page at this unencoded path, if there is one. */
  async page(route: string): Promise<PreviewPage | undefined> {
    const { ready, folders } = this.#preview;
    const context = this.context();
    if (!ready || !context) return undefined;
    const { sources, ui } = ready;
    const doc = sources.site.docs.find((candidate) => candidate.path === route);
    if (doc) {
      const { document } = fromDoc(doc);
      const { article, markdown, problems } = await this.#article(document);
      return withArticle(docPage(sources, doc, article), article, markdown, [
        ...this.#preview.problemsOf(path.join(folders.docsDir, doc.file)),
        ...problems,
      ]);
    }
    const page = sources.site.pages.find((candidate) => candidate.path === route);
    if (page?.kind === 'markdown') {
      const { article, markdown, problems } = await this.#article(fromPage(page, folders).document);
      return withArticle(markdownPage(page, article), article, markdown, problems);
    }
    if (page) {
      const rendered = ui.renderer.renderStandalone(page.file, standaloneContext(sources, context.config));
      return withProblems(
        reactPage(page, rendered),
        rendered.html,
        this.#preview.problemsOf(path.join(folders.pagesDir, page.file)),
      );
    }
    const plan = shellPages(sources).find((candidate) => candidate.path === route);
    return plan && withProblems(plan, '', []);
  }

  async #article(document: DocumentToCompile): Promise<ShownArticle> {
    const { folders, environment } = this.#preview;
    const full = path.join(folders.docsDir, document.file);
    const bytes = readFileSync(full);
    // What the Site says of the document goes into the article, too.
    const bytesHash = hash('sha256', Buffer.concat([bytes, Buffer.from(JSON.stringify(document))]));
    const known = this.#compiled.get(document.file);
    let current = known;
    if (!known || known.bytesHash !== bytesHash || !this.#isCurrent(known.version.article)) {
      const source = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
      const article = await this.#ensureCompiler().compile(document, source);
      const version = { source, article };
      const lastGood = article.html === '' ? (known?.lastGood ?? known?.version) : version;
      current = { bytesHash, version, ...(lastGood ? { lastGood } : {}) };
      this.#compiled.set(document.file, current);
      for (const { url, file } of article.assets) this.#assets.set(url, file);
      for (const rule of article.styles) this.#styles.add(rule);
    }
    if (!current) throw new Error('An article was neither known nor compiled.');
    const { version, lastGood } = current;
    const { article } = version;
    const failed = article.problems.some((problem) => problem.severity === 'error') && article.html === '';
    const own = article.problems.map((problem) => ({
      ...problem,
      ...(problem.file === undefined
        ? {}
        : { file: displayPath(path.resolve(folders.siteDir, problem.file)) }),
    }));
    const places = new Set(own.map(({ line, column }) => `${line}:${column}`));
    const links = this.#brokenLinks(document, article).filter(
      ({ line, column }) => !places.has(`${line}:${column}`),
    );
    const severity = environment.BROKEN_LINKS === 'fail' ? 'error' : 'warning';
    const shown = failed && lastGood ? lastGood : version;
    return {
      article: shown.article,
      markdown: async () => {
        const { markdown } = await createCompiler(this.#compileContext()).compile(document, shown.source);
        return markdown;
      },
      problems: [...own, ...links.map((problem): Problem => ({ ...problem, severity }))],
    };
  }

  /** Links to headings of other pages are left to the build: it has compiled those. */
  #brokenLinks(document: DocumentToCompile, article: Article): Problem[] {
    const sources = this.#preview.ready?.sources;
    if (!sources) return [];
    const links = article.links.filter(({ href }) => href.startsWith('#') || !href.includes('#'));
    return checkLinks({
      site: sources.site,
      articles: [
        {
          file: displayPath(path.join(this.#preview.folders.docsDir, document.file)),
          path: document.path,
          links,
          anchors: article.anchors,
        },
      ],
      assetExists: (url) => this.#assets.has(url) || this.#preview.staticFile(url) !== undefined,
      severity: 'error',
    });
  }

  #isCurrent(article: Article): boolean {
    const sources = this.#preview.ready?.sources;
    if (!sources) return false;
    const answers = siteAnswers(sources.site);
    return article.dependencies.every((dependency) => isUnchanged(dependency, answers, hashOfFile));
  }

  /** One for the whole life of the preview. */
  #ensureCompiler(): Compiler {
    this.#compiler ??= createCompiler({ ...this.#compileContext(), withoutMarkdown: true });
    return this.#compiler;
  }

  /** It asks the Site as it stands at that moment. */
  #compileContext(): CompileContext {
    const preview = this.#preview;
    const { docsDir, docsHome: siteDir, staticDirs } = preview.folders;
    const ready = () => {
      if (!preview.ready) throw new Error('The preview compiles nothing before it has read the site.');
      return preview.ready;
    };
    const context = compileContext(
      {
        docsDir,
        siteDir,
        staticDirs,
        format: preview.environment.MARKDOWN_FORMAT,
        brokenLinks: preview.environment.BROKEN_LINKS,
        site: ready().sources.site,
      },
      ready().components,
      (name, props, slots) => ready().ui.renderer.renderLive(name, props, slots),
    );
    return {
      ...context,
      parsed: this.#parsed,
      docPath: (file) => ready().sources.site.docs.find((doc) => doc.file === file)?.path,
      cards: (docId) => siteAnswers(ready().sources.site).cards(docId),
    };
  }
}

function withArticle(
  plan: PagePlan,
  { html }: Article,
  markdown: () => Promise<string>,
  problems: readonly Problem[],
): PreviewPage {
  return { ...withProblems(plan, html, problems), markdown };
}

function withProblems(plan: PagePlan, html: string, problems: readonly Problem[]): PreviewPage {
  return { data: { ...plan, html }, problems: problems.map(formatProblem) };
}
