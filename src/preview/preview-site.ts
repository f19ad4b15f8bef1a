import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { bundlePreviewScript, bundleUi } from '../build/bundle/bundle.ts';
import { describeBundledSite } from '../build/bundle/site-plugin.ts';
import { withBuildCache } from '../build/cache/cache-files.ts';
import { type Fingerprints, ImportGraph } from '../build/cache/import-graph.ts';
import { type Dates, loadDates } from '../build/cache/load-dates.ts';
import type { ParsedDocs } from '../build/cache/parsed-docs.ts';
import { checkFiles, isUnsafeToRead } from '../build/check-files.ts';
import { collectModuleFacts, createSiteAnswers } from '../build/compile/compile-setup.ts';
import { loadSections } from '../build/compile/site-sections.ts';
import type { BuildEnvironment, Folders } from '../build/folders.ts';
import { trustOtherLanguages } from '../build/other-languages.ts';
import { loadRenderer } from '../build/pages/renderer.ts';
import { readConfig, readContent } from '../build/read-content.ts';
import { compileSheets } from '../build/styles/compile-sheets.ts';
import { siteConfigSchema } from '../config/site-config.ts';
import { parseDoc } from '../content/documents/parsed-doc.ts';
import { listLocales, type SiteLocale, translateConfig } from '../content/languages/locales.ts';
import { resolveVersionsFile } from '../content/versions/versions.ts';
import { isAnswered } from '../docusaurus/components/answered-imports.ts';
import { bundleComponents, listSiteImports } from '../docusaurus/components/bundle-components.ts';
import type { ComponentBundle } from '../docusaurus/components/component-bundle.ts';
import { loadComponents } from '../docusaurus/components/load-components.ts';
import { listCodeImports } from '../docusaurus/components/owners-imports.ts';
import { collectSharedFacts } from '../docusaurus/components/shared-facts.ts';
import { noFacts, type PageFacts } from '../docusaurus/theme/page-facts.ts';
import type { Site } from '../model/site.ts';
import { displayPath, formatPathFrom } from '../shared/file-paths.ts';
import type { Problem } from '../shared/problem.ts';
import { findRefusalToPublish } from '../shared/site-boundary.ts';
import { composeState, type PreviewState, type PreviewUi, type ReadModules } from './preview-state.ts';

type Part = 'site' | 'config' | 'ui';

/** The site in one of its languages. It is read once and then updated file by file. */
export class PreviewSite {
  readonly #language: string | undefined;
  readonly #hasAccounts: boolean;
  /** Includes the folders that the configuration names. */
  #folders: Folders;
  readonly #base: Folders;
  readonly environment: BuildEnvironment;
  readonly #parsed: ParsedDocs = new Map();
  #dates: Dates = { git: {}, file: {}, problems: [], isShallow: false };
  #site: Site | undefined;
  #read: ReadModules | undefined;
  #locales: readonly [SiteLocale, ...SiteLocale[]];
  #ui: PreviewUi | undefined;
  #state: PreviewState | undefined;
  #modules: readonly string[] = [];
  /** Problems of the Site, the configuration and the UI. Problems of articles are part of their pages. */
  #problems: Record<Part, readonly Problem[]> = { site: [], config: [], ui: [] };
  /** Fingerprints of the files that each part was made from. */
  #fingerprints: Record<Part, Fingerprints> = { site: {}, config: {}, ui: {} };

  /** `language` is the name of a locale. Default: the site's own. `hasAccounts`: readers sign in. */
  constructor(
    folders: Folders,
    environment: BuildEnvironment,
    { language, hasAccounts }: { language?: string; hasAccounts: boolean },
  ) {
    this.#base = folders;
    this.#folders = folders;
    this.#language = language;
    this.#hasAccounts = hasAccounts;
    this.#locales = listLocales(siteConfigSchema.parse({}), folders.siteDir);
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

  /** The language of this instance. */
  get locale(): SiteLocale {
    const [main] = this.#locales;
    return this.#locales.find(({ name }) => name === this.#language) ?? main;
  }

  get problems(): Problem[] {
    return Object.values(this.#problems).flat();
  }

  /** The problems of a file, given by its absolute path. */
  listProblems(file: string): Problem[] {
    const shownPath = displayPath(file);
    return this.problems.filter((problem) => problem.file === shownPath);
  }

  /** Undefined while the site can't be shown. */
  get state(): PreviewState | undefined {
    return this.#state;
  }

  /**
   * Absolute paths of the files that the site is made from, without its content folders and packages. Returns the same
   * array until the files change.
   */
  get modules(): readonly string[] {
    return this.#modules;
  }

  /** Updates the site after these files (absolute paths) were written, created or removed. */
  async update(files: readonly string[]): Promise<void> {
    const { contentDirs, pagesDir, staticDirs } = this.folders;
    const hasChanged = (part: Part) => files.some((file) => file in this.#fingerprints[part]);
    const isWithin = (folder: string, file: string) => file.startsWith(folder + path.sep);
    const { dir } = this.locale;
    const config =
      hasChanged('config') ||
      // A folder that is new may contain another kind of content.
      files.some((file) => this.folders.possibleDirs.includes(file)) ||
      files.some((file) => dir !== undefined && isWithin(dir, file) && file.endsWith('.json'));
    const ui =
      config ||
      hasChanged('ui') ||
      files.some((file) => this.#importsMore(file)) ||
      files.some((file) => isWithin(pagesDir, file) && /\.[jt]sx?$/.test(file));
    const { boundary } = this.folders;
    const site =
      config ||
      hasChanged('site') ||
      // A file may have become a link that leads out of the site, or may have been one.
      isUnsafeToRead(this.#problems.site) ||
      files.some((file) => findRefusalToPublish(boundary, file) !== undefined) ||
      files.some(
        (file) =>
          isWithin(pagesDir, file) ||
          (contentDirs.some((folder) => isWithin(folder, file)) && !this.#onlyWordsChanged(file)),
      );
    if (config) await this.#readConfig();
    if (ui) await this.#bundle();
    if (site) await this.#readSite();
    const isServed = files.some((file) => staticDirs.some((folder) => isWithin(folder, file)));
    if (ui || site || isServed) this.#compose();
  }

  /**
   * Most saves change only the text of one document and nothing that the Site contains. Then no other file needs to
   * be read.
   */
  #onlyWordsChanged(file: string): boolean {
    const name = formatPathFrom(this.folders.docsDir, file);
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

  /** Whether a document imports code that no document imported before. */
  #importsMore(file: string): boolean {
    const { components } = this.#ui ?? {};
    if (!components || !/\.mdx?$/.test(file) || !existsSync(file)) return false;
    const { aliases, modules } = components;
    return listCodeImports(file, aliases, isAnswered).some(({ id }) => !(id in modules));
  }

  async #readSite(): Promise<void> {
    const { folders, locale } = this;
    const wrongFiles = checkFiles(folders);
    if (isUnsafeToRead(wrongFiles)) {
      this.#site = undefined;
      this.#state = undefined;
      this.#problems.site = wrongFiles;
      return;
    }
    const graph = new ImportGraph(folders);
    const config = this.#read?.config;
    const dates = this.#dates;
    const readResult = await readContent({ folders, config, locale, graph, dates, parsed: this.#parsed });
    this.#site = readResult.site;
    this.#problems.site = [...wrongFiles, ...trustOtherLanguages(readResult.problems, locale)];
    this.#fingerprints.site = graph.fingerprints;
  }

  async #readConfig(): Promise<void> {
    const graph = new ImportGraph(this.folders);
    const readResult = await readConfig({ folders: this.#base, environment: this.environment, graph });
    this.#problems.config = readResult.problems;
    const versionsFiles = (readResult.config?.docs ?? []).map((docs) =>
      resolveVersionsFile(docs, readResult.folders.docsHome),
    );
    this.#fingerprints.config = {
      ...graph.fingerprints,
      ...Object.fromEntries(versionsFiles.map((file) => [file, ''])),
    };
    // An invalid configuration leaves the last valid one in place.
    if (!readResult.config) return;
    this.#folders = readResult.folders;
    this.#locales = readResult.locales;
    const { locale } = this;
    const { sections, markdown } = readResult;
    const config = await translateConfig(locale, readResult.config, this.environment.features?.messages);
    const [components, facts] = await Promise.all([
      loadSections(sections),
      collectSharedFacts(config, locale),
    ]);
    this.#read = { config, sections, markdown, components, facts };
  }

  async #bundle(): Promise<void> {
    const { cacheDir } = this.folders;
    const config = this.#read?.config ?? siteConfigSchema.parse({});
    const { locale } = this;
    const lenient = this.environment.BROKEN_DOCUMENTS === 'warn';
    const { folders } = this;
    const imports = await listSiteImports(folders, config);
    const sheets = await compileSheets({ folders, config, imports, lenient });
    const compiledSheets = sheets.css;
    const site = await describeBundledSite(folders, config, locale, this.environment.features);
    // The preview's own script is bundled next, and after a save all of it again.
    const keepsProcess = true;
    const options = {
      ...site,
      hasAccounts: this.#hasAccounts,
      compiledSheets,
      cacheDir,
      lenient,
      keepsProcess,
    };
    const { bundle, problems, fingerprints, of } = await bundleUi(options);
    const { islandsScript } = bundle ?? {};
    const owners = await bundleComponents({
      folders,
      config,
      islandsScript,
      rootPath: locale.rootPath,
      basePath: locale.basePath,
      site: this.#site ?? { docs: [], blogs: [], pages: [] },
      imports,
      compiledSheets,
      keepsProcess,
    });
    this.#problems.ui = [...sheets.problems, ...problems, ...owners.problems];
    const preview = bundle && (await bundlePreviewScript({ ...of, islandsScript }));
    this.#fingerprints.ui = {
      ...sheets.fingerprints,
      ...fingerprints,
      ...owners.fingerprints,
      ...preview?.fingerprints,
    };
    if (!bundle || !preview) return;
    const renderer = await loadRenderer(bundle.rendererModule);
    const { script } = preview;
    const { components } = owners;
    const code = await loadComponents(components, () => this.#collectModuleFacts(components));
    const files = [...bundle.files, ...preview.files, ...components.files];
    this.#ui = { bundle, renderer, script, files, components, code };
  }

  #collectModuleFacts(components: ComponentBundle): PageFacts {
    if (!this.#site || !this.#read) return noFacts;
    const { config, facts } = this.#read;
    const answers = createSiteAnswers(this.#site, this.folders, { components, facts, texts: config.texts });
    return collectModuleFacts(answers, components);
  }

  #compose(): void {
    this.#modules = Object.values(this.#fingerprints)
      .flatMap((fingerprints) => Object.keys(fingerprints))
      .filter((file) => !file.endsWith('/') && !file.includes(`${path.sep}node_modules${path.sep}`));
    if (!this.#site || !this.#read || !this.#ui) return;
    this.#state = composeState(this.#site, this.#read, this.#ui, this);
  }
}
