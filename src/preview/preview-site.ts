import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { bundlePreviewScript, bundleUi, type UiBundle, type UiFile } from '../build/bundle/bundle.ts';
import { bundledSite } from '../build/bundle/site-plugin.ts';
import { withBuildCache } from '../build/cache/build-cache.ts';
import { ImportGraph, type Looks } from '../build/cache/import-graph.ts';
import { type Dates, loadDates } from '../build/cache/load-dates.ts';
import { ParsedDocs } from '../build/cache/parsed-docs.ts';
import { siteAnswers } from '../build/compile/compile-context.ts';
import { type PortableSettings, portableSettings } from '../build/compile/site-markdown.ts';
import { loadSections, type SectionsModule } from '../build/compile/site-sections.ts';
import {
  bundleComponents,
  type ComponentBundle,
  importsMore,
} from '../build/components/bundle-components.ts';
import { type LoadedCode, loadComponents } from '../build/components/load-components.ts';
import { type SharedFacts, sharedFacts } from '../build/components/page-facts.ts';
import { type BuildEnvironment, configuredFolders, type Folders } from '../build/folders.ts';
import { navigationSets } from '../build/pages/navigation.ts';
import { type PageSources, pageSources } from '../build/pages/page-plan.ts';
import { redirectsOf } from '../build/pages/redirects.ts';
import { renderContext } from '../build/pages/render-context.ts';
import { loadRenderer } from '../build/pages/renderer.ts';
import { type SitePage, sitePages } from '../build/pages/site-pages.ts';
import { listStaticFiles } from '../build/publish/write-files.ts';
import { readConfig, readContent } from '../build/read-content.ts';
import { type SiteConfig, siteConfigSchema } from '../config/site-config.ts';
import { displayPath } from '../content/display-path.ts';
import { configIn, localesOf, type SiteLocale } from '../content/locales.ts';
import { parseDoc } from '../content/parsed-doc.ts';
import { routesOf } from '../content/routes.ts';
import type { SiteComponents } from '../markdown/site-components.ts';
import type { Redirect, Site } from '../model/site.ts';
import { ARTICLE_STYLES_URL } from '../model/urls.ts';
import { lastTags } from '../search/index/site-pages.ts';
import type { Problem } from '../shared/problem.ts';
import type { RenderContext, UiRenderer } from '../ui/page-data.ts';

/** What every page of the preview is made from. A change brings another one. */
export interface PreviewState {
  config: SiteConfig;
  sections: SectionsModule | undefined;
  markdown: PortableSettings;
  components: SiteComponents;
  facts: SharedFacts;
  ui: PreviewUi;
  sources: PageSources;
  pages: ReadonlyMap<string, SitePage>;
  redirects: readonly Redirect[];
  context: RenderContext;
  answers: ReturnType<typeof siteAnswers>;
  /** By address. */
  staticFiles: ReadonlyMap<string, string>;
}

interface PreviewUi {
  /** The owner's code, and what the compiler makes of it in this thread. */
  components: ComponentBundle;
  code: LoadedCode;
  bundle: UiBundle;
  renderer: UiRenderer;
  script: string;
  files: readonly UiFile[];
}

type Part = 'site' | 'config' | 'ui';

interface ReadModules {
  /** In the language. */
  config: SiteConfig;
  sections: SectionsModule | undefined;
  markdown: PortableSettings;
  components: SiteComponents;
  facts: SharedFacts;
}

/** The site folder in one of its languages, read once and then kept up to date file by file. */
export class PreviewSite {
  readonly #language: string | undefined;
  /** With what the configuration names. */
  #folders: Folders;
  readonly #base: Folders;
  readonly environment: BuildEnvironment;
  readonly #parsed = new ParsedDocs([]);
  #dates: Dates = { git: {}, file: {}, problems: [], shallow: false };
  #site: Site | undefined;
  #read: ReadModules | undefined;
  #locales: readonly [SiteLocale, ...SiteLocale[]];
  #ui: PreviewUi | undefined;
  #state: PreviewState | undefined;
  #modules: readonly string[] = [];
  /** Of the Site, the configuration and the UI; those of articles come with their pages. */
  #problems: Record<Part, readonly Problem[]> = { site: [], config: [], ui: [] };
  /** What each was made from. */
  #looks: Record<Part, Looks> = { site: {}, config: {}, ui: {} };

  /** `language`: name of its locale; default: the site's own. */
  constructor(folders: Folders, environment: BuildEnvironment, language?: string) {
    this.#base = folders;
    this.#folders = folders;
    this.#language = language;
    this.#locales = localesOf(siteConfigSchema.parse({}), folders.siteDir);
    this.environment = environment;
  }

  async open(): Promise<void> {
    const { folders } = this;
    const graph = new ImportGraph(folders);
    this.#dates = await withBuildCache(
      folders.cacheFile,
      (cache) => loadDates(folders, { cache, graph }),
      () => {},
    );
    await this.#readConfig();
    await this.#readSite();
    await this.#bundle();
    this.#compose();
  }

  get folders(): Folders {
    return this.#folders;
  }

  /** All languages of the site, its own first. */
  get locales(): readonly SiteLocale[] {
    return this.#locales;
  }

  /** The one that is read here. */
  get locale(): SiteLocale {
    const [main] = this.#locales;
    return this.#locales.find(({ name }) => name === this.#language) ?? main;
  }

  get problems(): Problem[] {
    return Object.values(this.#problems).flat();
  }

  /** Problems of one file (absolute), as the build would name them. */
  problemsOf(file: string): Problem[] {
    const shown = displayPath(file);
    return this.problems.filter((problem) => problem.file === shown);
  }

  /** Undefined while there is nothing that could be shown. */
  get state(): PreviewState | undefined {
    return this.#state;
  }

  /**
   * Files (absolute) that the site is made from, besides those in its folders of content; not of packages. The same
   * list as long as they are the same.
   */
  get modules(): readonly string[] {
    return this.#modules;
  }

  /** Takes in that these files (absolute) were written, made or removed. */
  async update(files: readonly string[]): Promise<void> {
    const { contentDirs, pagesDir, staticDirs } = this.folders;
    const among = (made: Part) => files.some((file) => file in this.#looks[made]);
    const within = (folder: string, file: string) => file.startsWith(folder + path.sep);
    const { dir } = this.locale;
    const config =
      among('config') ||
      files.some((file) => dir !== undefined && within(dir, file) && file.endsWith('.json'));
    const ui =
      config ||
      among('ui') ||
      files.some((file) => this.#importsMore(file)) ||
      files.some((file) => within(pagesDir, file) && /\.[jt]sx?$/.test(file));
    const site =
      config ||
      among('site') ||
      files.some(
        (file) =>
          within(pagesDir, file) ||
          (contentDirs.some((folder) => within(folder, file)) && !this.#onlyWordsChanged(file)),
      );
    if (config) await this.#readConfig();
    if (ui) await this.#bundle();
    if (site) await this.#readSite();
    const served = files.some((file) => staticDirs.some((folder) => within(folder, file)));
    if (ui || site || served) this.#compose();
  }

  /**
   * Most saves change the words of one document and nothing that the Site says of it: then nothing else needs
   * to be read.
   */
  #onlyWordsChanged(file: string): boolean {
    const name = path.relative(this.folders.docsDir, file).split(path.sep).join('/');
    const doc = this.#site?.docs.find((candidate) => candidate.file === name);
    const before = doc && this.#parsed.get(doc.hash);
    if (!doc || !before) return false;
    let bytes: Buffer;
    try {
      bytes = readFileSync(file);
    } catch {
      return false;
    }
    const after = parseDoc(bytes);
    if (JSON.stringify(after) !== JSON.stringify(before)) return false;
    doc.hash = hash('sha256', bytes);
    this.#parsed.set(doc.hash, after);
    return true;
  }

  /** Whether a document names code that no document named before. */
  #importsMore(file: string): boolean {
    const components = this.#ui?.components;
    return components !== undefined && /\.mdx?$/.test(file) && importsMore(file, components);
  }

  async #readSite(): Promise<void> {
    const { folders, locale } = this;
    const graph = new ImportGraph(folders);
    const config = this.#read?.config;
    const dates = this.#dates;
    const read = await readContent({ folders, config, locale, graph, dates, parsed: this.#parsed });
    this.#site = read.site;
    this.#problems.site = read.problems;
    this.#looks.site = graph.looks;
  }

  async #readConfig(): Promise<void> {
    const graph = new ImportGraph(this.folders);
    const { config: read, configVersion, sections, problems } = await readConfig(this.#base, graph);
    this.#problems.config = problems;
    this.#looks.config = graph.looks;
    // A mistake in it leaves the last good one in place.
    if (!read) return;
    this.#folders = configuredFolders(this.#base, this.environment, read);
    this.#locales = localesOf(read, this.folders.siteDir);
    const { locale } = this;
    const markdown = portableSettings(read, this.folders.siteDir, configVersion);
    const config = await configIn(locale, read);
    const [components, facts] = await Promise.all([loadSections(sections), sharedFacts(config, locale)]);
    this.#read = { config, sections, markdown, components, facts };
  }

  async #bundle(): Promise<void> {
    const { siteDir, cacheDir } = this.folders;
    const config = this.#read?.config;
    const { locale } = this;
    const tag = this.#locales.length > 1 ? locale.htmlLang : undefined;
    const lenient = this.environment.BROKEN_DOCUMENTS === 'warn';
    const options = { ...bundledSite(siteDir, config, { ...locale, tag }), cacheDir, lenient };
    const { bundle, problems, looks, of } = await bundleUi(options);
    const { folders } = this;
    const { islandsScript } = bundle ?? {};
    const owners = await bundleComponents({ folders, config, islandsScript, rootPath: locale.rootPath });
    this.#problems.ui = [...problems, ...owners.problems];
    this.#looks.ui = { ...looks, ...owners.looks };
    const preview = bundle && (await bundlePreviewScript(of));
    if (!bundle || !preview) return;
    const renderer = await loadRenderer(bundle.rendererModule);
    const { script } = preview;
    const { components } = owners;
    const code = await loadComponents(components);
    const files = [...bundle.files, ...preview.files, ...components.files];
    this.#ui = { bundle, renderer, script, files, components, code };
  }

  #compose(): void {
    this.#modules = Object.values(this.#looks)
      .flatMap((looks) => Object.keys(looks))
      .filter((file) => !file.endsWith('/') && !file.includes(`${path.sep}node_modules${path.sep}`));
    const [site, modules, ui] = [this.#site, this.#read, this.#ui];
    if (!site || !modules || !ui) return;
    const { locale } = this;
    const sources = pageSources(site, modules.config, { current: locale, all: this.#locales });
    const routes = routesOf(site);
    const redirects = redirectsOf(site, routes);
    const assets = { ...ui.bundle.assets, script: ui.script, preload: [] };
    const addresses = {
      language: locale,
      base: locale.basePath,
      rootPath: locale.rootPath,
      tags: lastTags(site),
      routes,
      redirects,
      sets: navigationSets(site),
    };
    this.#state = {
      ...modules,
      ui,
      sources,
      pages: sitePages(sources),
      redirects,
      context: renderContext(modules.config, { hash: ui.bundle.hash, assets }, ARTICLE_STYLES_URL, addresses),
      answers: siteAnswers(site, { ...modules, components: ui.components, texts: modules.config.texts }),
      staticFiles: listStaticFiles(this.folders.staticDirs, site.basePath),
    };
  }
}
