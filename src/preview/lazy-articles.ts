import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { dropReported, withDisplayPath } from '../build/check-site.ts';
import { createCompileContext } from '../build/compile/compile-context.ts';
import { createCompileSetup, delegateAnswers } from '../build/compile/compile-setup.ts';
import { type ArticleSource, toDocument } from '../build/compile/documents.ts';
import { loadExtensions } from '../build/compile/load-extensions.ts';
import { collectMarkdownSettings } from '../build/compile/site-settings.ts';
import { trustOtherLanguages } from '../build/other-languages.ts';
import { weighProblems } from '../build/problem-kinds.ts';
import type { SiteConfig } from '../config/site-config.ts';
import { checkLinks } from '../content/links/check-links.ts';
import type { LoadedCode } from '../docusaurus/components/load-components.ts';
import type { Article, Asset } from '../markdown/article.ts';
import { type Compiler, createCompiler } from '../markdown/compiler.ts';
import type { CompileContext, DocumentToCompile } from '../markdown/context.ts';
import { hashDependency, isUpToDate } from '../markdown/dependencies.ts';
import type { LoadedExtension } from '../markdown/extensions.ts';
import type { SiteComponents } from '../markdown/site-components.ts';
import { displayPath } from '../shared/file-paths.ts';
import type { Problem } from '../shared/problem.ts';
import type { PreviewSite } from './preview-site.ts';
import type { PreviewState } from './preview-state.ts';

interface ShownArticle {
  article: Article;
  readMarkdown(): Promise<string>;
  /** Problems of the saved document. If it can't be compiled, the last good version is shown instead. */
  problems: Problem[];
}

interface Version {
  /** A hash of the document, its entry in the Site, and the components that it may use. */
  key: string;
  source: string;
  article: Article;
}

interface Compiled {
  version: Version;
  /** Shown while the present version can't be compiled. */
  lastGood: Version | undefined;
}

/** Compiles articles when they are requested, and keeps each until something that it is made from changes. */
export class LazyArticles {
  readonly #site: PreviewSite;
  readonly #compiled = new Map<string, Compiled>();
  #compiler:
    | { compiler: Compiler; components: SiteComponents; code: LoadedCode; config: SiteConfig }
    | undefined;
  /** The files that the compiled articles refer to, by their addresses. */
  readonly assets = new Map<string, Asset>();
  readonly #styles = new Set<string>();
  /** Files that the compiled articles were made from and that no watched folder contains. */
  readonly files = new Set<string>();
  readonly #onNewFiles: () => void;

  constructor(site: PreviewSite, onNewFiles: () => void) {
    this.#site = site;
    this.#onNewFiles = onNewFiles;
  }

  get styles(): string {
    return [...this.#styles].join('\n');
  }

  async compileArticle(from: ArticleSource, state: PreviewState): Promise<ShownArticle> {
    const document = toDocument(from, this.#site.folders);
    const { version, lastGood } = await this.#compile(document, state);
    const shownVersion = version.article.failed && lastGood ? lastGood : version;
    return {
      article: shownVersion.article,
      // The preview's compiler writes no Markdown, because that would double its time.
      readMarkdown: async () => {
        const compiler = createCompiler(this.#context(state, await this.#loadExtensions()));
        return (await compiler.compile(document, shownVersion.source)).markdown;
      },
      problems: this.#collectProblems(document, version.article, state),
    };
  }

  async #compile(document: DocumentToCompile, state: PreviewState): Promise<Compiled> {
    const bytes = readFileSync(path.join(this.#site.folders.docsDir, document.file));
    // The texts are part of the bundle, too.
    const inputs = [
      JSON.stringify(document),
      state.sections?.version,
      state.markdown.key,
      state.ui.bundle.hash,
      [...state.config.connect, ...(state.config.openApi.tryIt?.servers ?? [])].join(' '),
    ];
    const key = hash('sha256', Buffer.concat([bytes, Buffer.from(inputs.join())]));
    const earlierArticle = this.#compiled.get(document.file);
    if (earlierArticle?.version.key === key && isCurrent(earlierArticle.version.article, state))
      return earlierArticle;
    const source = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    const compiler = await this.#getCompiler(state);
    const article = await compiler.compile(document, source);
    const version = { key, source, article };
    const lastGood = article.failed ? (earlierArticle?.lastGood ?? earlierArticle?.version) : version;
    const compiled = { version, lastGood };
    this.#compiled.set(document.file, compiled);
    for (const asset of article.assets) this.assets.set(asset.url, asset);
    for (const rule of article.styles) this.#styles.add(rule);
    this.#noteFiles(article);
    return compiled;
  }

  #noteFiles({ dependencies }: Article): void {
    const { possibleDirs } = this.#site.folders;
    const count = this.files.size;
    for (const dependency of dependencies) {
      if (dependency.kind !== 'file') continue;
      const { file } = dependency;
      const isWatched = possibleDirs.some((folder) => file.startsWith(folder + path.sep));
      if (!isWatched && !file.endsWith('/') && !file.includes(`${path.sep}node_modules${path.sep}`))
        this.files.add(file);
    }
    if (this.files.size > count) this.#onNewFiles();
  }

  #collectProblems(document: DocumentToCompile, article: Article, state: PreviewState): Problem[] {
    const { folders, environment } = this.#site;
    const articleProblems = article.problems.map((problem) => withDisplayPath(problem, folders));
    const links = checkLinks({
      site: state.sources.site,
      articles: [
        {
          file: displayPath(path.join(folders.docsDir, document.file)),
          path: document.path,
          // Links to headings of other pages are only checked by a build, which compiles all pages.
          links: article.links.filter(({ href }) => href.startsWith('#') || !href.includes('#')),
          anchors: article.anchors,
          names: article.names,
        },
      ],
      assetExists: (url) => this.assets.has(url) || state.staticFiles.has(url),
    });
    const linkProblems = trustOtherLanguages(links, this.#site.locale);
    return weighProblems(
      [...articleProblems, ...dropReported(linkProblems, articleProblems)],
      state.sources.config.broken,
      environment,
    );
  }

  /** Reuses the warm compiler while components and configuration stay the same. */
  async #getCompiler(state: PreviewState): Promise<Compiler> {
    const extensions = await this.#loadExtensions();
    const { components, config, ui } = state;
    const { code } = ui;
    const current = this.#compiler;
    if (current?.components !== components || current.config !== config || current.code !== code) {
      const compiler = createCompiler({ ...this.#context(state, extensions), forPreview: true });
      this.#compiler = { compiler, components, code, config };
      return compiler;
    }
    return current.compiler;
  }

  /** Only the first call is slow, because modules are loaded once. */
  #loadExtensions(): Promise<LoadedExtension[]> {
    return loadExtensions(this.#site.environment.features?.compilers ?? []);
  }

  /** The context reads the site's state at the time of each use. */
  #context(first: PreviewState, extensions: readonly LoadedExtension[]): CompileContext {
    const readState = () => this.#site.state ?? first;
    const { folders, environment } = this.#site;
    const context = createCompileContext(
      {
        ...createCompileSetup(folders, environment, first.sources.config, first.sources.site),
        components: first.ui.components,
        facts: first.facts,
      },
      {
        ...first.ui.code,
        components: first.components,
        extensions,
        markdown: collectMarkdownSettings(first.sources.config),
      },
      (name, props, slots) => readState().ui.renderer.renderLive(name, props, slots),
    );
    return { ...context, ...delegateAnswers(() => readState().answers) };
  }
}

function isCurrent({ dependencies }: Article, { answers }: PreviewState): boolean {
  return dependencies.every((dependency) => isUpToDate(dependency, answers, hashDependency));
}
