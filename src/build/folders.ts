import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { Environment } from '../config/environment.ts';
import { addNamedFolders, createBoundary, type PrivateFolderSettings } from '../config/site-boundary.ts';
import type { SiteConfig } from '../config/site-config.ts';
import { findSiteFolder } from '../config/site-folder.ts';
import type { SiteLocale } from '../content/languages/locales.ts';
import { displayPath } from '../shared/file-paths.ts';
import { listFolder } from '../shared/if-present.ts';
import type { Problem } from '../shared/problem.ts';
import { describeIrregularFile } from '../shared/regular-file.ts';
import type { SiteBoundary } from '../shared/site-boundary.ts';
import type { BuildFeatures } from './build-features.ts';
import { resolveCacheFile } from './cache/cache-files.ts';
import { computeShortHash } from './hashing.ts';

/** Folders and files that a build reads and writes. All paths are absolute. */
export interface Folders {
  /** The site folder: configuration, pages, components, static files. */
  siteDir: string;
  docsDir: string;
  /** The folder that `@site/` means: the site folder, or the parent of a docs folder outside of it. */
  docsHome: string;
  /** Folders whose files are served unchanged. If several have a file, the first wins. */
  staticDirs: string[];
  pagesDir: string;
  /** The pages that plugins of the site add, which the build writes. */
  pluginPagesDir: string;
  distDir: string;
  cacheDir: string;
  /** The build cache: one file for each docs folder. */
  cacheFile: string;
  /** The sidebars file, only if the environment names one or says `none`; otherwise it is looked for in `docsHome`. */
  sidebars: string | undefined;
  /** All folders that documents are read from, starting with the docs folder. */
  contentDirs: string[];
  /** The folders of documents, pages and static files, including those that don't exist yet. */
  possibleDirs: string[];
  /** Whether the docs folder is outside of the site folder. Then links of the site into it may lead nowhere. */
  hasForeignDocs: boolean;
  /** Folders in which files that the build publishes, imports or writes may be. */
  boundary: SiteBoundary;
}

type FolderSettings = Pick<Environment, 'SITE_DIR' | 'DOCS_DIR' | 'DIST_DIR' | 'SIDEBARS'> &
  PrivateFolderSettings;
/** Environment variables that decide how documents are read. */
export type ContentSettings = Pick<Environment, 'MARKDOWN_FORMAT' | 'BROKEN_LINKS' | 'BROKEN_DOCUMENTS'> & {
  /** The parts of features that concern a build. By default there are no features. */
  features?: BuildFeatures;
};
export type BuildEnvironment = FolderSettings & ContentSettings & Pick<Environment, 'RELEASES_KEEP'>;

/** Resolves the folders of the environment. Its relative paths start at `workDir`. */
export function resolveFolders(
  environment: FolderSettings,
  workDir: string,
  cacheDir: string = path.join(workDir, '.cache'),
): Folders {
  const siteDir = findSiteFolder(environment, workDir);
  const ownDocs = path.join(siteDir, 'docs');
  const docsDir = environment.DOCS_DIR === undefined ? ownDocs : path.resolve(workDir, environment.DOCS_DIR);
  const hasForeignDocs = !`${docsDir}${path.sep}`.startsWith(`${siteDir}${path.sep}`);
  const docsHome = hasForeignDocs ? path.dirname(docsDir) : siteDir;
  const staticDirs = [path.join(docsHome, 'static'), path.join(siteDir, 'static')];
  return {
    siteDir,
    docsDir,
    docsHome,
    staticDirs: [...new Set(staticDirs)].filter((folder) => existsSync(folder)),
    pagesDir: path.join(siteDir, 'src/pages'),
    pluginPagesDir: path.join(cacheDir, 'plugin-pages', computeShortHash(siteDir)),
    contentDirs: [docsDir],
    possibleDirs: [docsDir, ...staticDirs, path.join(siteDir, 'src/pages')],
    distDir: path.resolve(workDir, environment.DIST_DIR),
    cacheDir,
    cacheFile: resolveCacheFile(cacheDir, docsDir),
    sidebars:
      environment.SIDEBARS === undefined || environment.SIDEBARS === 'none'
        ? environment.SIDEBARS
        : path.resolve(workDir, environment.SIDEBARS),
    hasForeignDocs,
    boundary: addNamedFolders(
      createBoundary(siteDir, environment, workDir),
      siteDir,
      hasForeignDocs ? listForeignFolders(docsDir) : [],
    ),
  };
}

/**
 * Reports a `SITE_DIR` that isn't a folder: nothing can be read then. Also reports pipes and devices among its files,
 * such as the configuration, because reading one could block forever. `checkFiles` reports those in its folders.
 */
export function checkSiteFolder({ siteDir }: Pick<Folders, 'siteDir'>): Problem[] {
  const stats = statSync(siteDir, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return listIrregularSources(siteDir);
  const fault = stats === undefined ? "doesn't exist" : 'is a file';
  const message = `SITE_DIR is ${siteDir}, which ${fault}. Set it to the folder of your site.`;
  return [{ code: 'site-folder-missing', severity: 'error', message }];
}

function listIrregularSources(siteDir: string): Problem[] {
  const sources = listFolder(siteDir).filter((name) => /\.(?:json|ya?ml|[cm]?[jt]sx?|mdx?|css)$/.test(name));
  return sources.flatMap((name): Problem[] => {
    const file = path.join(siteDir, name);
    const kind = describeIrregularFile(file);
    if (kind === undefined) return [];
    return [
      {
        code: 'unreadable',
        severity: 'error',
        file: displayPath(file),
        message: `This is ${kind}, not a file. Remove it.`,
      },
    ];
  });
}

/** The folders that may be read with a foreign docs folder: `DOCS_DIR` itself, and beside it only what a site has. */
function listForeignFolders(docsDir: string): string[] {
  const home = path.dirname(docsDir);
  const names = ['static', 'src', 'i18n', 'versioned_docs', 'versioned_sidebars'];
  return [docsDir, ...names.map((name) => path.join(home, name)).filter((folder) => existsSync(folder))];
}

/** Adds the folders that the site's configuration names. Those of the environment take precedence. */
export function addConfiguredFolders(
  folders: Folders,
  environment: Pick<Environment, 'DOCS_DIR'>,
  config: SiteConfig,
): Folders {
  const { siteDir } = folders;
  const [main] = config.docs;
  const docsDir =
    environment.DOCS_DIR === undefined && main ? path.resolve(siteDir, main.path) : folders.docsDir;
  const home = folders.hasForeignDocs ? folders.docsHome : siteDir;
  const configuredDirs = config.staticDirectories.map((folder) => path.resolve(siteDir, folder));
  const staticDirs = [...(folders.hasForeignDocs ? [path.join(home, 'static')] : []), ...configuredDirs];
  const translationsDir = path.resolve(siteDir, config.i18n.path);
  const versionedFolders = config.docs.flatMap(({ id, path: folder }) => {
    const prefix = id === 'default' ? '' : `${id}_`;
    return [path.resolve(siteDir, folder), path.join(home, `${prefix}versioned_docs`)];
  });
  const blogs = config.blogs.map((blog) => path.resolve(siteDir, blog.path));
  const contentDirs = [docsDir, ...versionedFolders.slice(1), ...blogs, translationsDir];
  const linkedFolders = listLinkedFolders(config).map((folder) => path.resolve(siteDir, folder));
  const pagesDir = config.pages === false ? folders.pagesDir : path.resolve(siteDir, config.pages.path);
  return {
    ...folders,
    docsDir,
    staticDirs: [...new Set(staticDirs)].filter((folder) => existsSync(folder)),
    pagesDir,
    contentDirs: [...new Set(contentDirs)].filter((folder, index) => index === 0 || existsSync(folder)),
    possibleDirs: [...new Set([...contentDirs, ...staticDirs, pagesDir])],
    boundary: addNamedFolders(folders.boundary, siteDir, [
      ...contentDirs,
      ...staticDirs,
      pagesDir,
      folders.pluginPagesDir,
      ...linkedFolders,
    ]),
  };
}

/** A `docusaurus.config` has no key for linked folders, so they may be in its `customFields`. */
function listLinkedFolders({
  linkedFolders: configuredFolders,
  customFields,
}: SiteConfig): readonly string[] {
  const custom = z.array(z.string()).safeParse(customFields.linkedFolders);
  return [...configuredFolders, ...(custom.data ?? [])];
}

/** The build cache of a language. Each has its own, because texts and URLs differ. */
export function nameLanguageCacheFile(
  { cacheFile }: Pick<Folders, 'cacheFile'>,
  { name, isDefault }: Pick<SiteLocale, 'name' | 'isDefault'>,
): string {
  return isDefault ? cacheFile : `${cacheFile.replace(/\.sqlite$/, '')}-${name}.sqlite`;
}
