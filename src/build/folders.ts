import { existsSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { Environment } from '../config/environment.ts';
import { createBoundary, type PrivateFolderSettings, withNamedFolders } from '../config/site-boundary.ts';
import type { SiteConfig } from '../config/site-config.ts';
import { siteFolder } from '../config/site-folder.ts';
import type { SiteLocale } from '../content/locales.ts';
import type { SiteBoundary } from '../shared/site-boundary.ts';
import { cacheFile } from './cache/cache-files.ts';

/** Where a build reads and writes; all absolute. */
export interface Folders {
  /** The site folder: configuration, pages, components, static files. */
  siteDir: string;
  docsDir: string;
  /** What `@site/` stands for: the site folder, or the folder around a docs folder that lies elsewhere. */
  docsHome: string;
  /** Served as they are; the first that has a file wins. */
  staticDirs: string[];
  pagesDir: string;
  distDir: string;
  cacheDir: string;
  /** Of the build cache: one for each folder that was named to be built. */
  cacheFile: string;
  /** Only where the environment names one, or says `none`; else it is looked for in `docsHome`. */
  sidebars: string | undefined;
  /** Every folder that documents are read from, the docs folder first. */
  contentDirs: string[];
  /** The docs folder is not the site's own, so the site's links into it need not lead anywhere. */
  foreignDocs: boolean;
  /** Where files that the build publishes, imports or writes may lie. */
  boundary: SiteBoundary;
}

type FolderSettings = Pick<Environment, 'SITE_DIR' | 'DOCS_DIR' | 'DIST_DIR' | 'SIDEBARS'> &
  PrivateFolderSettings;
/** How documents are read. */
export type ContentSettings = Pick<Environment, 'MARKDOWN_FORMAT' | 'BROKEN_LINKS' | 'BROKEN_DOCUMENTS'>;
export type BuildEnvironment = FolderSettings & ContentSettings & Pick<Environment, 'RELEASES_KEEP'>;

/** `workDir`: where the environment's relative paths start. */
export function resolveFolders(
  environment: FolderSettings,
  workDir: string,
  cacheDir: string = path.join(workDir, '.cache'),
): Folders {
  const siteDir = siteFolder(environment, workDir);
  const ownDocs = path.join(siteDir, 'docs');
  const docsDir = environment.DOCS_DIR === undefined ? ownDocs : path.resolve(workDir, environment.DOCS_DIR);
  const foreignDocs = !`${docsDir}${path.sep}`.startsWith(`${siteDir}${path.sep}`);
  const docsHome = foreignDocs ? path.dirname(docsDir) : siteDir;
  const staticDirs = [path.join(docsHome, 'static'), path.join(siteDir, 'static')];
  return {
    siteDir,
    docsDir,
    docsHome,
    staticDirs: [...new Set(staticDirs)].filter((folder) => existsSync(folder)),
    pagesDir: path.join(siteDir, 'src/pages'),
    contentDirs: [docsDir],
    distDir: path.resolve(workDir, environment.DIST_DIR),
    cacheDir,
    cacheFile: cacheFile(cacheDir, docsDir),
    sidebars:
      environment.SIDEBARS === undefined || environment.SIDEBARS === 'none'
        ? environment.SIDEBARS
        : path.resolve(workDir, environment.SIDEBARS),
    foreignDocs,
    boundary: withNamedFolders(
      createBoundary(siteDir, environment, workDir),
      siteDir,
      foreignDocs ? foreignFolders(docsDir) : [],
    ),
  };
}

/** `DOCS_DIR` names the docs folder; of what lies beside it only what a site has. */
function foreignFolders(docsDir: string): string[] {
  const home = path.dirname(docsDir);
  const names = ['static', 'src', 'i18n', 'versioned_docs', 'versioned_sidebars'];
  return [docsDir, ...names.map((name) => path.join(home, name)).filter((folder) => existsSync(folder))];
}

/** The folders that the site's configuration names; what the environment names comes first. */
export function configuredFolders(
  folders: Folders,
  environment: Pick<Environment, 'DOCS_DIR'>,
  config: SiteConfig,
): Folders {
  const { siteDir } = folders;
  const [main] = config.docs;
  const docsDir =
    environment.DOCS_DIR === undefined && main ? path.resolve(siteDir, main.path) : folders.docsDir;
  const home = folders.foreignDocs ? folders.docsHome : siteDir;
  const named = config.staticDirectories.map((folder) => path.resolve(siteDir, folder));
  const staticDirs = [...(folders.foreignDocs ? [path.join(home, 'static')] : []), ...named];
  const translated = path.resolve(siteDir, config.i18n.path);
  const versioned = config.docs.flatMap(({ id, path: folder }) => {
    const prefix = id === 'default' ? '' : `${id}_`;
    return [path.resolve(siteDir, folder), path.join(home, `${prefix}versioned_docs`)];
  });
  const blogs = config.blogs.map((blog) => path.resolve(siteDir, blog.path));
  const contentDirs = [docsDir, ...versioned.slice(1), ...blogs, translated];
  const linked = linkedFolders(config).map((folder) => path.resolve(siteDir, folder));
  const pagesDir = config.pages === false ? folders.pagesDir : path.resolve(siteDir, config.pages.path);
  return {
    ...folders,
    docsDir,
    staticDirs: [...new Set(staticDirs)].filter((folder) => existsSync(folder)),
    pagesDir,
    contentDirs: [...new Set(contentDirs)].filter((folder, at) => at === 0 || existsSync(folder)),
    boundary: withNamedFolders(folders.boundary, siteDir, [
      ...contentDirs,
      ...staticDirs,
      pagesDir,
      ...linked,
    ]),
  };
}

/** Of a `docusaurus.config`, which has no key of ours, in its `customFields`. */
function linkedFolders({ linkedFolders: named, customFields }: SiteConfig): readonly string[] {
  const custom = z.array(z.string()).safeParse(customFields.linkedFolders);
  return [...named, ...(custom.data ?? [])];
}

/** The build cache of a language: it has words and addresses of its own. */
export function languageCacheFile(
  { cacheFile }: Pick<Folders, 'cacheFile'>,
  { name, isDefault }: Pick<SiteLocale, 'name' | 'isDefault'>,
): string {
  return isDefault ? cacheFile : `${cacheFile.replace(/\.sqlite$/, '')}-${name}.sqlite`;
}
