import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { SiteConfig } from '../../config/site-config.ts';
import { isWithin } from '../../shared/site-boundary.ts';
import { writeConfigSource } from './config-source.ts';
import type { Examination } from './examine-site.ts';

/** Folders that Docusaurus, npm or Git create. They aren't copied. */
const generatedFolders = ['node_modules', 'build', 'dist', '.docusaurus', '.cache', '.cache-loader', '.git'];

/** Explains why a site can't be written to a folder. Undefined if it can. */
export function findFolderProblem(siteDir: string, folder: string): string | undefined {
  if (
    `${folder}${path.sep}`.startsWith(`${siteDir}${path.sep}`) ||
    `${siteDir}${path.sep}`.startsWith(`${folder}${path.sep}`)
  )
    return `${folder} can't be used, because one of the two folders contains the other. Name a folder outside of the site.`;
  if (existsSync(folder) && readdirSync(folder).length > 0)
    return `${folder} isn't empty. Name a new folder.`;
  return undefined;
}

interface WrittenSite {
  /** Files that were written in addition to the copy. */
  files: string[];
  /** Symbolic links that weren't copied. */
  droppedLinks: string[];
}

/**
 * Copies a Docusaurus site to a new site folder. Adds a `site.config.ts` with the same configuration, and a
 * `redirects.json` with the redirects of its present host. The original stays as it is.
 */
export function writeSite(
  siteDir: string,
  folder: string,
  { redirects }: Examination,
  config: SiteConfig,
): WrittenSite {
  mkdirSync(folder, { recursive: true });
  const links: string[] = [];
  cpSync(siteDir, folder, {
    recursive: true,
    filter: (from) => {
      const name = path.relative(siteDir, from);
      if (generatedFolders.includes(name)) return false;
      if (name === '' || !lstatSync(from).isSymbolicLink()) return true;
      links.push(name);
      return false;
    },
  });
  const droppedLinks = links.filter((name) => !copyLink(siteDir, folder, name));
  writeFileSync(
    path.join(folder, 'site.config.ts'),
    writeConfigSource(rebaseOutsidePaths(config, siteDir, folder)),
  );
  if (Object.keys(redirects).length === 0) return { files: ['site.config.ts'], droppedLinks };
  const redirectsFile = locateRedirectsFile(config);
  mkdirSync(path.dirname(path.join(folder, redirectsFile)), { recursive: true });
  writeFileSync(path.join(folder, redirectsFile), `${JSON.stringify(redirects, null, 2)}\n`);
  return { files: ['site.config.ts', redirectsFile], droppedLinks };
}

/**
 * Copies a symbolic link whose target is in the site, so that it leads to the same file of the copy. Links to other
 * targets aren't copied, because writing to the copy must not change files elsewhere.
 */
function copyLink(siteDir: string, folder: string, name: string): boolean {
  const site = realpathSync.native(siteDir);
  const from = path.join(siteDir, name);
  const target = existsSync(from) ? path.relative(site, realpathSync.native(from)) : '..';
  if (!isWithin(site, path.resolve(site, target))) return false;
  const link = path.join(folder, name);
  // A folder that contains nothing but links doesn't exist in the copy yet.
  mkdirSync(path.dirname(link), { recursive: true });
  symlinkSync(path.relative(path.dirname(link), path.join(folder, target)), link);
  return true;
}

function locateRedirectsFile({ docs }: SiteConfig): string {
  const [first] = docs;
  return path.join(first === undefined || first.path.startsWith('..') ? '' : first.path, 'redirects.json');
}

/** Folders outside of the site stay where they are. Their paths must be relative to the new folder. */
function rebaseOutsidePaths(config: SiteConfig, siteDir: string, folder: string): SiteConfig {
  const rebase = (file: string) => {
    const absolute = path.resolve(siteDir, file);
    const isOutside = path.relative(siteDir, absolute).startsWith('..');
    if (isOutside) return path.relative(folder, absolute);
    return path.isAbsolute(file) ? `./${path.relative(siteDir, absolute)}` : file;
  };
  return {
    ...config,
    docs: config.docs.map((docs) => ({
      ...docs,
      path: rebase(docs.path),
      ...(typeof docs.sidebarPath === 'string' ? { sidebarPath: rebase(docs.sidebarPath) } : {}),
    })),
    blogs: config.blogs.map((blog) => ({ ...blog, path: rebase(blog.path) })),
    styles: config.styles.map(rebase),
    staticDirectories: config.staticDirectories.map(rebase),
  };
}
