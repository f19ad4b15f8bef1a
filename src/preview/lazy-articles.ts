import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { displayed, unlessReported } from '../build/check-site.ts';
import { compileContext } from '../build/compile/compile-context.ts';
import { answersNow, compileSetup } from '../build/compile/compile-setup.ts';
import { type ArticleSource, documentOf } from '../build/compile/documents.ts';
import { settingsOf } from '../build/compile/site-settings.ts';
import type { LoadedCode } from '../build/components/load-components.ts';
import { weighProblems } from '../build/problem-kinds.ts';
import type { SiteConfig } from '../config/site-config.ts';
import { checkLinks } from '../content/check-links.ts';
import type { Article, Asset } from '../markdown/article.ts';
import { type Compiler, createCompiler } from '../markdown/compiler.ts';
import type { CompileContext, DocumentToCompile } from '../markdown/context.ts';
import { hashFile, isUpToDate } from '../markdown/dependencies.ts';
import type { SiteComponents } from '../markdown/site-components.ts';
import { displayPath } from '../shared/file-paths.ts';
import type { Problem } from '../shared/problem.ts';
import type { PreviewSite } from './preview-site.ts';
import type { PreviewState } from './preview-state.ts';

interface ShownArticle {
  article: Article;
  markdown(): Promise<string>;
  /** Of what is written now, which is not what is shown while that cannot be compiled. */
  problems: Problem[];
}

interface Version {
  /** Of the document, of what the Site says of it, and of the components that it may use. */
  key: string;
  source: string;
  article: Article;
}

interface Compiled {
  version: Version;
  /** Shown instead while the article cannot be compiled. */
  lastGood: Version | undefined;
}

/** Articles, compiled when they are asked for and kept as long as nothing that they are made from changes. */
export class LazyArticles {
  readonly #site: PreviewSite;
  readonly #compiled = new Map<string, Compiled>();
  #compiler: { made: Compiler; components: SiteComponents; code: LoadedCode; config: SiteConfig } | undefined;
  /** By address: what the articles compiled so far refer to. */
  readonly assets = new Map<string, Asset>();
  readonly #styles = new Set<string>();

  constructor(site: PreviewSite) {
    this.#site = site;
  }

  get styles(): string {
    return [...this.#styles].join('\n');
  }

  async article(from: ArticleSource, state: PreviewState): Promise<ShownArticle> {
    const document = documentOf(from, this.#site.folders);
    const { version, lastGood } = await this.#compile(document, state);
    const shown = version.article.failed && lastGood ? lastGood : version;
    return {
      article: shown.article,
      // The compiler of the preview makes none: it would take as long again.
      markdown: async () =>
        (await createCompiler(this.#context(state)).compile(document, shown.source)).markdown,
      problems: this.#problemsOf(document, version.article, state),
    };
  }

  async #compile(document: DocumentToCompile, state: PreviewState): Promise<Compiled> {
    const bytes = readFileSync(path.join(this.#site.folders.docsDir, document.file));
    // The texts are in the bundle, too.
    const made = [
      JSON.stringify(document),
      state.sections?.version,
      state.markdown.key,
      state.ui.bundle.hash,
      state.config.connect.join(' '),
    ];
    const key = hash('sha256', Buffer.concat([bytes, Buffer.from(made.join())]));
    const known = this.#compiled.get(document.file);
    if (known?.version.key === key && isCurrent(known.version.article, state)) return known;
    const source = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    const article = await this.#compilerOf(state).compile(document, source);
    const version = { key, source, article };
    const lastGood = article.failed ? (known?.lastGood ?? known?.version) : version;
    const compiled = { version, lastGood };
    this.#compiled.set(document.file, compiled);
    for (const asset of article.assets) this.assets.set(asset.url, asset);
    for (const rule of article.styles) this.#styles.add(rule);
    return compiled;
  }

  #problemsOf(document: DocumentToCompile, article: Article, state: PreviewState): Problem[] {
    const { folders, environment } = this.#site;
    const own = article.problems.map((problem) => displayed(problem, folders));
    const links = checkLinks({
      site: state.sources.site,
      articles: [
        {
          file: displayPath(path.join(folders.docsDir, document.file)),
          path: document.path,
          // Links to headings of other pages are left to the build: it has compiled those.
          links: article.links.filter(({ href }) => href.startsWith('#') || !href.includes('#')),
          anchors: article.anchors,
          names: article.names,
        },
      ],
      assetExists: (url) => this.assets.has(url) || state.staticFiles.has(url),
    });
    return weighProblems([...own, ...unlessReported(links, own)], state.sources.config.broken, environment);
  }

  /** One as long as components and configuration are the same: it is warm. */
  #compilerOf(state: PreviewState): Compiler {
    const { components, config, ui } = state;
    const { code } = ui;
    const known = this.#compiler;
    if (known?.components !== components || known.config !== config || known.code !== code) {
      const made = createCompiler({ ...this.#context(state), forPreview: true });
      this.#compiler = { made, components, code, config };
      return made;
    }
    return known.made;
  }

  /** It asks the site as it is at that moment. */
  #context(first: PreviewState): CompileContext {
    const now = () => this.#site.state ?? first;
    const { folders, environment } = this.#site;
    const context = compileContext(
      {
        ...compileSetup(folders, environment, first.sources.config, first.sources.site),
        components: first.ui.components,
        facts: first.facts,
      },
      { ...first.ui.code, components: first.components, markdown: settingsOf(first.sources.config) },
      (name, props, slots) => now().ui.renderer.renderLive(name, props, slots),
    );
    return { ...context, ...answersNow(() => now().answers) };
  }
}

function isCurrent({ dependencies }: Article, { answers }: PreviewState): boolean {
  return dependencies.every((dependency) => isUpToDate(dependency, answers, hashFile));
}
