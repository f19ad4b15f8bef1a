import { siteConfigSchema } from '../config/site-config.ts';
import { findLocaleProblems, translateConfig } from '../content/languages/locales.ts';
import { bundleComponents, listSiteImports } from '../docusaurus/components/bundle-components.ts';
import { collectSharedFacts } from '../docusaurus/components/shared-facts.ts';
import { configurationFile } from '../docusaurus/configuration/load-configuration.ts';
import { writeInfimaVariables } from '../markdown/finish/infima-variables.ts';
import type { LanguageProblem } from '../shared/problem.ts';
import { findBrandProblems } from './brand/read-brand.ts';
import { bundleUi } from './bundle/bundle.ts';
import { describeBundledSite } from './bundle/site-plugin.ts';
import { computeCodeKey } from './cache/code-keys.ts';
import type { Fingerprints } from './cache/import-graph.ts';
import { loadDates } from './cache/load-dates.ts';
import { loadParsedDocs, storeParsedDocs } from './cache/parsed-docs.ts';
import { checkFiles, isUnsafeToRead } from './check-files.ts';
import { checkSite } from './check-site.ts';
import { compileDocuments, computeArticlesKey } from './compile/compile-documents.ts';
import { createCompileSetup } from './compile/compile-setup.ts';
import { listDocuments } from './compile/documents.ts';
import { checkExtensions } from './compile/load-extensions.ts';
import { checkSections } from './compile/site-sections.ts';
import { markUnsettled, trustOtherLanguages } from './other-languages.ts';
import { markRedirects } from './page-redirects.ts';
import { BuildProblemError } from './problem-found.ts';
import { weighProblems } from './problem-kinds.ts';
import { moveShellStyles } from './shell-styles.ts';
import type { Build, OpenedLanguage, OpenedSite, PreparedSite } from './site-build.ts';
import { findMissingPicturePackages } from './social/picture-packages.ts';
import { compileSheets } from './styles/compile-sheets.ts';
import { rendererScript } from './work/thread-scripts.ts';
import { prepareThread } from './work/threads.ts';

export interface Preparation {
  /** All problems of the site, warnings included. */
  problems: readonly LanguageProblem[];
  compiled: number;
  /** Fingerprints of the files that the UI is made from. */
  fingerprints: Fingerprints;
  /** The prepared site. Undefined if the problems leave nothing to build. */
  prepared?: PreparedSite;
}

/** Documents. With more to compile, an early renderer costs memory and saves hardly any time. */
const RENDERER_AHEAD_MAX = 100;

/** Reads the configuration, and checks the files of the site. */
export async function openSite(build: Build): Promise<OpenedSite> {
  build.progress.start('Reading');
  const { readConfig } = await import('./read-content.ts');
  const readResult = await readConfig(build);
  const { config, folders, locales } = readResult;
  const file = configurationFile(folders.siteDir);
  return {
    ...build,
    ...readResult,
    dates: await loadDates(folders, build),
    problems: [
      ...readResult.problems,
      ...(config && file
        ? [
            ...findLocaleProblems(config, locales, file, build.environment.features?.messages),
            ...(await findBrandProblems(folders.siteDir, config, file)),
            ...findMissingPicturePackages(config, file),
          ]
        : []),
      ...checkFiles(folders),
    ],
  };
}

/** Prepares the site in its default language: see `prepareLanguage`. */
export async function prepareSite(build: Build): Promise<Preparation> {
  const opened = await openSite(build);
  const preparation = await prepareLanguage({ ...opened, locale: opened.locales[0] });
  const [language] = opened.locales;
  return { ...preparation, problems: trustOtherLanguages(preparation.problems, language) };
}

/** Reads, bundles, compiles and checks. After a problem it continues as long as there is something left to check. */
export async function prepareLanguage(opened: OpenedLanguage): Promise<Preparation> {
  const { environment, folders, locale, cache, graph, progress, sections, markdown, dates } = opened;
  // Without a valid configuration it isn't known where the documents are, and which files may be read.
  if ((!opened.config && opened.isAdopted) || isUnsafeToRead(opened.problems))
    return { problems: opened.problems, compiled: 0, fingerprints: {} };
  // The module is loaded only now, because a check that nothing has changed needs no parser.
  const { readContent } = await import('./read-content.ts');
  const parsedDocs = loadParsedDocs(cache, computeCodeKey(graph, 'parsed'));
  const parsedBefore = parsedDocs.size;
  const config =
    opened.config && (await translateConfig(locale, opened.config, environment.features?.messages));
  const settings = config ?? siteConfigSchema.parse({});
  const isLenient = environment.BROKEN_DOCUMENTS === 'warn';
  const imports = await listSiteImports(folders, settings);
  const sheets = await compileSheets({ folders, config: settings, imports, lenient: isLenient });
  const [readResult, ui] = await Promise.all([
    readContent({ folders, config, locale, graph, dates, parsed: parsedDocs }),
    bundleUi({
      ...(await describeBundledSite(folders, settings, locale, environment.features)),
      compiledSheets: sheets.css,
      cacheDir: folders.cacheDir,
      lenient: isLenient,
      keepsProcess: opened.keepsThreads,
    }),
  ]);
  const { site, sidebarLinks } = readResult;
  if (parsedDocs.size > parsedBefore)
    storeParsedDocs(cache, computeCodeKey(graph, 'parsed'), parsedDocs, site);
  const { bundle } = ui;
  const { islandsScript } = bundle ?? {};
  // The bundle is the same in every language: the second language reuses it.
  const ownersCode = await bundleComponents({
    folders,
    config: settings,
    islandsScript,
    rootPath: locale.rootPath,
    basePath: locale.basePath,
    site,
    imports,
    compiledSheets: sheets.css,
    keepsProcess: opened.keepsThreads,
  });
  const { components } = ownersCode;
  const fingerprints = { ...sheets.fingerprints, ...ui.fingerprints, ...ownersCode.fingerprints };
  const problems = [
    ...readResult.problems,
    ...opened.problems,
    ...sheets.problems,
    ...ui.problems,
    ...ownersCode.problems,
  ];
  if (problems.some(({ code }) => code === 'no-docs')) return { problems, compiled: 0, fingerprints };

  const setup = {
    ...createCompileSetup(folders, environment, settings, site),
    sections,
    markdown,
    components,
    facts: await collectSharedFacts(settings, locale),
    rendererModule: bundle?.rendererModule,
  };
  const addedModules = setup.compilers.map(({ module }) => module);
  const compileTask = compileDocuments(listDocuments(site, folders), {
    cache,
    setup,
    originals: opened.originals,
    keepsThreads: opened.hasNextLanguage,
    code: computeArticlesKey(computeCodeKey(graph, 'articles', addedModules), sections),
    ui: bundle?.hash ?? '-',
    onStart: (count) => {
      progress.start('Compiling', count);
      if (opened.rendersNext && count > 0 && count <= RENDERER_AHEAD_MAX) prepareThread(rendererScript);
    },
    onArticle: () => progress.advance(),
  });
  const { articles, compiled } = await compileTask.catch(async (error: unknown) => {
    // The sections loaded before, but the files that they read may have changed since.
    const [problem] = [...(await checkSections(sections)), ...(await checkExtensions(setup.compilers))];
    throw problem ? new BuildProblemError(problem) : error;
  });

  const checkResult = checkSite({
    site,
    sidebarLinks,
    articles,
    folders,
    config,
    features: environment.features,
  });
  const foundProblems = markUnsettled([...problems, ...checkResult.problems], locale);
  const weighedProblems = weighProblems(foundProblems, config?.broken, environment);
  if (!checkResult.config || !bundle) return { problems: weighedProblems, compiled, fingerprints };
  const siteWithRedirects = markRedirects({ site, folders, articles });
  const shell = moveShellStyles({ config: checkResult.config, site: siteWithRedirects });
  const variables = settings.infima ? writeInfimaVariables(components.style) : '';
  const prepared = {
    ...opened,
    site: shell.site,
    config: shell.config,
    bundle,
    components: { ...components, style: `${variables}${[components.style, ...shell.rules].join('\n')}` },
    sheets: sheets.sources,
    articles,
  };
  return { problems: weighedProblems, compiled, fingerprints, prepared };
}
