import { readFileSync } from 'node:fs';
import { type SiteConfig, siteConfigSchema } from '../config/site-config.ts';
import { resolveSiteConfigFile } from '../config/site-config-file.ts';
import { addDates } from '../content/dates/dates.ts';
import { findUnknownTexts, listLocales, type SiteLocale } from '../content/languages/locales.ts';
import { readSite, type SiteReading } from '../content/read-site.ts';
import { listSidebarsFiles } from '../content/sidebars/read-sidebars.ts';
import { configurationFile, loadConfiguration } from '../docusaurus/configuration/load-configuration.ts';
import type { BlogPost } from '../model/blog.ts';
import type { Doc, Site } from '../model/site.ts';
import { formatCommand } from '../shared/call-of.ts';
import { displayPath } from '../shared/file-paths.ts';
import type { Problem } from '../shared/problem.ts';
import type { BuildCache } from './cache/build-cache.ts';
import type { Dates } from './cache/load-dates.ts';
import type { ParsedDocs } from './cache/parsed-docs.ts';
import { addChangelogs } from './changelog/add-changelogs.ts';
import type { PortableSettings } from './compile/site-markdown.ts';
import { checkSections, findSectionsModule, type SectionsModule } from './compile/site-sections.ts';
import { checkMarkdownPlugins, createPortableSettings } from './compile/site-settings.ts';
import { guardFunctions } from './configured-functions.ts';
import { addConfiguredFolders, type Folders } from './folders.ts';
import { addApiPages } from './open-api/add-api-pages.ts';
import { addEditUrls } from './pages/edit-url.ts';
import { findPluginPagesDir, writePluginPages } from './plugin-pages.ts';
import type { Build, OpenedLanguage } from './site-build.ts';

export interface ReadConfig {
  /** The configuration. Undefined if it has errors; the rest of the site is then checked with the defaults. */
  config: SiteConfig | undefined;
  /** Whether the configuration is one of Docusaurus. */
  isAdopted: boolean;
  /** Including the folders that the configuration names. */
  folders: Folders;
  locales: readonly [SiteLocale, ...SiteLocale[]];
  markdown: PortableSettings;
  /** The site's own sections. Undefined if the site has none, or if they can't be used. */
  sections: SectionsModule | undefined;
  problems: readonly Problem[];
}

interface SiteToOpen extends Pick<Build, 'folders' | 'environment' | 'graph'> {
  cache?: Pick<BuildCache, 'readMetadata' | 'storeMetadata'>;
}

/** Key in the cache: the version of the sections module that was last checked. */
const SECTIONS = 'sections';

/**
 * Reads the site's configuration, and checks the sections module that it names. With a cache that module is loaded only
 * if it has changed, because each compiler loads it, too.
 */
export async function readConfig({
  folders: base,
  environment,
  graph,
  cache,
}: SiteToOpen): Promise<ReadConfig> {
  const { siteDir } = base;
  const file = configurationFile(siteDir);
  // Changes with the configuration's module, and with what that imports.
  const version = graph.computeKey(file === undefined ? [] : [file]);
  const { config, problems, reads } = await loadConfiguration(siteDir, version);
  if (reads) graph.note(reads);
  const folders = config ? addConfiguredFolders(base, environment, config) : base;
  if (config) writePluginPages(config, folders);
  const sections = config && findSectionsModule(config, siteDir, graph);
  const isChecked = sections !== undefined && cache?.readMetadata(SECTIONS) === sections.version;
  const sectionsProblems = isChecked ? [] : await checkSections(sections);
  if (sections && !isChecked && sectionsProblems.length === 0)
    cache?.storeMetadata(SECTIONS, sections.version);
  return {
    config,
    isAdopted: file !== undefined && file !== resolveSiteConfigFile(siteDir),
    folders,
    locales: listLocales(config ?? siteConfigSchema.parse({}), siteDir),
    markdown: createPortableSettings(config, siteDir, version),
    sections: sectionsProblems.length > 0 ? undefined : sections,
    problems: [
      ...problems,
      ...sectionsProblems,
      ...(config && file ? checkMarkdownPlugins(config, file) : []),
      ...(config && file ? findUnknownTexts(config, file, environment.features?.messages) : []),
    ],
  };
}

/** Without a configuration, the site is read as if it had none. */
interface ContentSource extends Pick<OpenedLanguage, 'folders' | 'config' | 'locale' | 'graph' | 'dates'> {
  parsed: ParsedDocs;
}

/** Reads the Site as completely as its problems allow. */
export async function readContent(source: ContentSource): Promise<SiteReading> {
  const { folders, locale, graph, dates, parsed } = source;
  const { docsDir, docsHome, pagesDir, sidebars, siteDir } = folders;
  const configFile = configurationFile(siteDir);
  const guardedConfig =
    source.config &&
    guardFunctions(source.config, {
      siteDir,
      name: displayPath(configFile ?? resolveSiteConfigFile(siteDir)),
      text: configFile === undefined ? '' : readFileSync(configFile, 'utf8'),
    });
  const config = guardedConfig?.config;
  // Makes the graph hash the sidebars and what they import.
  graph.reach(listSidebarsFiles(docsDir, sidebars));
  const apiPages = addApiPages({
    options: (config ?? siteConfigSchema.parse({})).openApi,
    siteDir,
    cacheDir: folders.cacheDir,
    configFile: configFile ?? 'site.config.ts',
  });
  graph.reach(apiPages.files);
  // A foreign docs folder comes without the site's blogs.
  const blogs = config === undefined || folders.hasForeignDocs ? [] : config.blogs;
  const changelogs = addChangelogs({
    blogs,
    siteDir,
    cacheDir: folders.cacheDir,
    boundary: folders.boundary,
  });
  graph.reach(changelogs.files);
  const readResult = await readSite({
    docsDir,
    docsHome,
    pagesDir,
    sidebars,
    config: config && { ...config, blogs },
    configFile: config && configFile,
    locale,
    generated: {
      ...apiPages.generated,
      pageDirs: [
        ...apiPages.generated.pageDirs,
        ...(config ? [findPluginPagesDir(config, folders, locale.name)] : []),
      ],
      blogDirs: changelogs.blogDirs,
    },
    cache: parsed,
  });
  const datedSite = applyTocLevels(
    addDates(readResult.site, dates.git, dates.file, config?.docs),
    config?.tableOfContents,
  );
  const site = config ? addEditUrls(datedSite, config, locale.name) : datedSite;
  const problems = [
    ...(guardedConfig?.problems ?? []),
    ...readResult.problems,
    ...apiPages.problems,
    ...changelogs.problems,
    ...dates.problems,
    ...checkDates(site, dates, config),
  ];
  return { ...readResult, site, problems };
}

/** Applies the configured heading levels to documents that don't set them in their front matter. */
function applyTocLevels(
  site: Site,
  { minHeadingLevel, maxHeadingLevel }: Partial<SiteConfig['tableOfContents']> = {},
): Site {
  if (minHeadingLevel === undefined && maxHeadingLevel === undefined) return site;
  const addLevels = <Source extends Doc | BlogPost>(source: Source): Source => ({
    ...source,
    tocMinHeadingLevel:
      source.frontMatter.toc_min_heading_level ?? minHeadingLevel ?? source.tocMinHeadingLevel,
    tocMaxHeadingLevel:
      source.frontMatter.toc_max_heading_level ?? maxHeadingLevel ?? source.tocMaxHeadingLevel,
  });
  return {
    ...site,
    docs: site.docs.map(addLevels),
    blogs: site.blogs.map((blog) => ({ ...blog, posts: blog.posts.map(addLevels) })),
    pages: site.pages.map((page) => ({
      ...page,
      tocMinHeadingLevel: page.tocMinHeadingLevel ?? minHeadingLevel,
      tocMaxHeadingLevel: page.tocMaxHeadingLevel ?? maxHeadingLevel,
    })),
  };
}

function checkDates({ docs }: Site, { isShallow }: Dates, config: SiteConfig | undefined): Problem[] {
  if (config?.docs.every(({ showLastUpdateTime }) => !showLastUpdateTime)) return [];
  const unknown = docs.filter(({ lastUpdate }) => lastUpdate?.date === undefined).length;
  if (!isShallow || unknown === 0) return [];
  const message =
    `The date of the last change is unknown for ${unknown} documents, because this clone contains only part of the history. ` +
    `Fetch the rest (git fetch --unshallow), or write the dates to a file in a full clone: ${formatCommand('dates')}.`;
  return [{ code: 'shallow-clone', severity: 'warning', message }];
}
