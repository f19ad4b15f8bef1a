import { configurationFile } from '../adopt/load-configuration.ts';
import { type SiteConfig, siteConfigSchema } from '../config/site-config.ts';
import { findLocaleProblems, type SiteLocale, translateConfig } from '../content/locales.ts';
import type { Site } from '../model/site.ts';
import type { Problem } from '../shared/problem.ts';
import { bundleUi, type UiBundle } from './bundle/bundle.ts';
import { bundledSite } from './bundle/site-plugin.ts';
import type { BuildCache, StoredArticle } from './cache/build-cache.ts';
import { codeKey } from './cache/code-keys.ts';
import type { ImportGraph, Looks } from './cache/import-graph.ts';
import { type Dates, loadDates } from './cache/load-dates.ts';
import { loadParsedDocs, storeParsedDocs } from './cache/parsed-docs.ts';
import { checkFiles, mustNotBeRead } from './check-files.ts';
import { checkSite } from './check-site.ts';
import { articlesKey, compileDocuments } from './compile/compile-documents.ts';
import { compileSetup } from './compile/compile-setup.ts';
import { documentsOf } from './compile/documents.ts';
import { sectionsProblem } from './compile/site-sections.ts';
import { bundleComponents, siteImports } from './components/bundle-components.ts';
import type { ComponentBundle } from './components/component-bundle.ts';
import { sharedFacts } from './components/shared-facts.ts';
import type { BuildEnvironment, Folders } from './folders.ts';
import { markRedirects } from './page-redirects.ts';
import { ProblemFound } from './problem-found.ts';
import { weighProblems } from './problem-kinds.ts';
import type { Progress } from './progress.ts';
import type { ReadConfig } from './read-content.ts';
import { compileSheets } from './styles/compile-sheets.ts';
import { rendererScript } from './work/thread-scripts.ts';
import { prepareThread } from './work/threads.ts';

/** What every step of a build has at hand. */
export interface BuildRun {
  folders: Folders;
  environment: BuildEnvironment;
  cache: BuildCache;
  progress: Progress;
  graph: ImportGraph;
  /** What is compiled is rendered next. */
  renders?: boolean;
  /** See `BuildOptions`. */
  keepsThreads?: boolean | undefined;
  /** See `BuildOptions`. */
  checkRelease?: CheckRelease | undefined;
}

/** Why a release could not be served, as a server finds out. `manifest`: in the dist folder, beside all its files. */
export type CheckRelease = (distDir: string, manifest: string) => Promise<Problem[]>;

/** Everything that a release is made from in one language, compiled and checked. */
export interface PreparedSite {
  /** With what the configuration names. */
  folders: Folders;
  locale: SiteLocale;
  site: Site;
  config: SiteConfig;
  bundle: UiBundle;
  components: ComponentBundle;
  /** By file of the document. */
  articles: ReadonlyMap<string, StoredArticle>;
  /** Its own, where the rest of them is. */
  cache: BuildCache;
}

interface Preparation {
  /** Of the owner's making, all of them; warnings too. */
  problems: readonly Problem[];
  compiled: number;
  /** What the UI is made from. */
  looks: Looks;
  /** Absent when the problems leave nothing to make a release from. */
  prepared?: PreparedSite;
}

/** Documents. The renderer's start is nothing beside the compiling of more, and its memory is something. */
const RENDERER_AHEAD_MAX = 100;

/** A site folder whose configuration is read, before its documents are. */
export interface OpenedSite extends ReadConfig {
  dates: Dates;
}

export async function openSite(run: BuildRun): Promise<OpenedSite> {
  const { readConfig } = await import('./read-content.ts');
  const read = await readConfig(run.folders, run.environment, run.graph, run.cache);
  const { config, folders, locales } = read;
  const file = configurationFile(folders.siteDir);
  return {
    ...read,
    dates: await loadDates(folders, run),
    problems: [
      ...read.problems,
      ...(config && file ? findLocaleProblems(config, locales, file) : []),
      ...checkFiles(folders),
    ],
  };
}

/** The site in its own language: see `prepareLanguage`. */
export async function prepareSite(run: BuildRun): Promise<Preparation> {
  run.progress.start('Reading');
  const opened = await openSite(run);
  return prepareLanguage(opened, opened.locales[0], run);
}

/** Reads, bundles, compiles and checks, and goes on past a problem as far as there is something to check. */
export async function prepareLanguage(
  opened: OpenedSite,
  locale: SiteLocale,
  run: BuildRun,
): Promise<Preparation> {
  const { environment, cache, graph, progress } = run;
  const { folders, sections, markdown, dates } = opened;
  // Nobody knows where its documents are, or may read what lies beside them.
  if ((!opened.config && opened.isAdopted) || mustNotBeRead(opened.problems))
    return { problems: opened.problems, compiled: 0, looks: {} };
  // Loaded only now: finding out that nothing has changed takes no parser.
  const { readContent } = await import('./read-content.ts');
  const parsed = loadParsedDocs(cache, codeKey(graph, 'parsed'));
  const known = parsed.size;
  const config = opened.config && (await translateConfig(locale, opened.config));
  const settings = config ?? siteConfigSchema.parse({});
  const lenient = environment.BROKEN_DOCUMENTS === 'warn';
  const imports = await siteImports(folders, settings);
  const sheets = await compileSheets({ folders, config: settings, imports, lenient });
  const [read, ui] = await Promise.all([
    readContent({ folders, config, locale, graph, dates, parsed }),
    bundleUi({
      ...bundledSite(folders, settings, locale),
      compiledSheets: sheets.css,
      cacheDir: folders.cacheDir,
      lenient,
    }),
  ]);
  const { site, sidebarLinks } = read;
  if (parsed.size > known) storeParsedDocs(cache, codeKey(graph, 'parsed'), parsed, site);
  const { bundle } = ui;
  const { islandsScript } = bundle ?? {};
  // The same in every language: what was built for one is taken for the next.
  const owners = await bundleComponents({
    folders,
    config: settings,
    islandsScript,
    rootPath: locale.rootPath,
    imports,
    compiledSheets: sheets.css,
  });
  const { components } = owners;
  const looks = { ...sheets.looks, ...ui.looks, ...owners.looks };
  const problems = [
    ...read.problems,
    ...opened.problems,
    ...sheets.problems,
    ...ui.problems,
    ...owners.problems,
  ];
  if (site.docs.length === 0) return { problems, compiled: 0, looks };

  const setup = {
    ...compileSetup(folders, environment, settings, site),
    sections,
    markdown,
    components,
    facts: await sharedFacts(settings, locale),
    rendererModule: bundle?.rendererModule,
  };
  const compiling = compileDocuments(documentsOf(site, folders), {
    cache,
    setup,
    code: articlesKey(codeKey(graph, 'articles'), sections),
    ui: bundle?.hash ?? '-',
    onStart: (count) => {
      progress.start('Compiling', count);
      if (run.renders && count > 0 && count <= RENDERER_AHEAD_MAX) prepareThread(rendererScript);
    },
    onArticle: () => progress.advance(),
  });
  const { articles, compiled } = await compiling.catch(async (error: unknown) => {
    // What the module of sections reads when it is loaded may have changed since that was seen to go well.
    const [problem] = await sectionsProblem(sections);
    throw problem ? new ProblemFound(problem) : error;
  });

  const checked = checkSite({ site, sidebarLinks, articles, folders, config });
  const weighed = weighProblems([...problems, ...checked.problems], config?.broken, environment);
  if (!checked.config || !bundle) return { problems: weighed, compiled, looks };
  const marked = markRedirects({ site, folders, articles });
  const prepared = {
    folders,
    locale,
    site: marked,
    config: checked.config,
    bundle,
    components,
    articles,
    cache,
  };
  return { problems: weighed, compiled, looks, prepared };
}
