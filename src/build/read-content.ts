import { configurationFile, loadConfiguration } from '../adopt/load-configuration.ts';
import { siteConfigFile } from '../config/load-site-config.ts';
import { type SiteConfig, siteConfigSchema } from '../config/site-config.ts';
import { withDates } from '../content/dates.ts';
import { listLocales, type SiteLocale } from '../content/locales.ts';
import { listSidebarsFiles } from '../content/read-sidebars.ts';
import { readSite, type SiteReading } from '../content/read-site.ts';
import type { BlogPost } from '../model/blog.ts';
import type { Doc, Site } from '../model/site.ts';
import { callOf } from '../shared/call-of.ts';
import { displayPath } from '../shared/file-paths.ts';
import type { Problem } from '../shared/problem.ts';
import type { BuildCache } from './cache/build-cache.ts';
import type { ImportGraph } from './cache/import-graph.ts';
import type { Dates } from './cache/load-dates.ts';
import type { ParsedDocs } from './cache/parsed-docs.ts';
import type { PortableSettings } from './compile/site-markdown.ts';
import { type SectionsModule, sectionsModule, sectionsProblem } from './compile/site-sections.ts';
import { portableSettings } from './compile/site-settings.ts';
import { type BuildEnvironment, configuredFolders, type Folders } from './folders.ts';
import { addApiPages } from './open-api/add-api-pages.ts';

export interface ReadConfig {
  /** Absent where it is wrong: the rest is checked with the defaults. */
  config: SiteConfig | undefined;
  /** It is one of Docusaurus. */
  isAdopted: boolean;
  /** With what it names. */
  folders: Folders;
  locales: readonly [SiteLocale, ...SiteLocale[]];
  markdown: PortableSettings;
  /** Absent where the site has none, or they cannot be used. */
  sections: SectionsModule | undefined;
  problems: readonly Problem[];
}

/** In the cache: the version of the module of sections that was last found to be in order. */
const SECTIONS = 'sections';

/**
 * The site's configuration, and the module of sections that it names. With a cache that module is loaded only where it
 * has changed: a build's compilers load it once more.
 */
export async function readConfig(
  base: Folders,
  environment: BuildEnvironment,
  graph: ImportGraph,
  cache?: Pick<BuildCache, 'metadata' | 'storeMetadata'>,
): Promise<ReadConfig> {
  const { siteDir } = base;
  const file = configurationFile(siteDir);
  // Changes with its module, and with what that imports.
  const version = graph.key(file === undefined ? [] : [file]);
  const { config, problems } = await loadConfiguration(siteDir, version);
  const sections = config && sectionsModule(config, siteDir, graph);
  const isKnown = sections !== undefined && cache?.metadata(SECTIONS) === sections.version;
  const wrong = isKnown ? [] : await sectionsProblem(sections);
  if (sections && !isKnown && wrong.length === 0) cache?.storeMetadata(SECTIONS, sections.version);
  return {
    config,
    isAdopted: file !== undefined && file !== siteConfigFile(siteDir),
    folders: config ? configuredFolders(base, environment, config) : base,
    locales: listLocales(config ?? siteConfigSchema.parse({}), siteDir),
    markdown: portableSettings(config, siteDir, version),
    sections: wrong.length > 0 ? undefined : sections,
    problems: [...problems, ...wrong],
  };
}

interface ContentSource {
  folders: Folders;
  /** Absent where it is wrong: the site is read as if it had none. */
  config: SiteConfig | undefined;
  locale: SiteLocale;
  graph: ImportGraph;
  dates: Dates;
  parsed: ParsedDocs;
}

/** The Site, as whole as the problems allow. */
export async function readContent(source: ContentSource): Promise<SiteReading> {
  const { folders, config, locale, graph, dates, parsed } = source;
  const { docsDir, docsHome, pagesDir, sidebars, siteDir } = folders;
  const configFile = configurationFile(siteDir);
  // For the graph to know what the sidebars are made from.
  graph.reach(listSidebarsFiles(docsDir, sidebars));
  const added = addApiPages({
    options: (config ?? siteConfigSchema.parse({})).openApi,
    siteDir,
    cacheDir: folders.cacheDir,
    configFile: configFile ?? 'site.config.ts',
  });
  const read = await readSite({
    docsDir,
    siteDir: docsHome,
    pagesDir,
    pages: config?.pages,
    sidebars,
    documentations: config?.docs,
    // Beside somebody else's documents there is nobody's blog.
    blogs: folders.foreignDocs ? [] : config?.blogs,
    locale: locale.name,
    isInLanguage: locale.has,
    redirects: config && configFile ? { options: config.redirects, file: configFile } : undefined,
    audiences: config && {
      groups: config.groups,
      audiences: config.audiences,
      pages: config.pages,
      publicPages: config.publicPages,
      configFile: configFile === undefined ? 'site.config.ts' : displayPath(configFile),
    },
    basePath: locale.basePath,
    rootPath: locale.rootPath,
    language: locale.htmlLang,
    localeDir: locale.dir,
    keyPrefix: locale.isDefault ? '' : `${locale.name}:`,
    trailingSlash: config?.trailingSlash,
    cache: parsed,
    generated: added.generated,
  });
  const site = withTocLevels(
    withDates(read.site, dates.git, dates.file, config?.docs),
    config?.tableOfContents,
  );
  const problems = [
    ...read.problems,
    ...added.problems,
    ...dates.problems,
    ...unknownDates(site, dates, config),
  ];
  return { ...read, site, problems };
}

/** Of what says nothing about it in its front matter. */
function withTocLevels(
  site: Site,
  { minHeadingLevel, maxHeadingLevel }: Partial<SiteConfig['tableOfContents']> = {},
): Site {
  if (minHeadingLevel === undefined && maxHeadingLevel === undefined) return site;
  const withLevels = <Source extends Doc | BlogPost>(source: Source): Source => ({
    ...source,
    tocMinHeadingLevel:
      source.frontMatter.toc_min_heading_level ?? minHeadingLevel ?? source.tocMinHeadingLevel,
    tocMaxHeadingLevel:
      source.frontMatter.toc_max_heading_level ?? maxHeadingLevel ?? source.tocMaxHeadingLevel,
  });
  return {
    ...site,
    docs: site.docs.map(withLevels),
    blogs: site.blogs.map((blog) => ({ ...blog, posts: blog.posts.map(withLevels) })),
    pages: site.pages.map((page) => ({
      ...page,
      tocMinHeadingLevel: page.tocMinHeadingLevel ?? minHeadingLevel,
      tocMaxHeadingLevel: page.tocMaxHeadingLevel ?? maxHeadingLevel,
    })),
  };
}

function unknownDates({ docs }: Site, { shallow }: Dates, config: SiteConfig | undefined): Problem[] {
  if (config?.docs.every(({ showLastUpdateTime }) => !showLastUpdateTime)) return [];
  const unknown = docs.filter(({ lastUpdate }) => lastUpdate?.date === undefined).length;
  if (!shallow || unknown === 0) return [];
  const message =
    `Of ${unknown} documents nobody can tell when they were last changed: this clone has only the end of its history. ` +
    `Fetch the rest (git fetch --unshallow), or bring the dates from a clone that has it: ${callOf('dates')}.`;
  return [{ code: 'shallow-clone', severity: 'warning', message }];
}
