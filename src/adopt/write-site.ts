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
import type { SiteConfig } from '../config/site-config.ts';
import { isWithin } from '../shared/site-boundary.ts';
import { configSource } from './config-source.ts';
import type { Examination } from './examine-site.ts';

/** What a site makes again by itself. */
const notCopied = ['node_modules', 'build', 'dist', '.docusaurus', '.cache', '.cache-loader', '.git'];

/** Why a folder cannot become the site; nothing where it can. */
export function refusalToWrite(siteDir: string, folder: string): string | undefined {
  if (
    `${folder}${path.sep}`.startsWith(`${siteDir}${path.sep}`) ||
    `${siteDir}${path.sep}`.startsWith(`${folder}${path.sep}`)
  )
    return `${folder} and the site lie within each other: name a folder outside of it.`;
  if (existsSync(folder) && readdirSync(folder).length > 0)
    return `${folder} is not empty: name a new folder.`;
  return undefined;
}

interface WrittenSite {
  /** What was written besides the copy. */
  files: string[];
  /** Symbolic links that were not copied. */
  droppedLinks: string[];
}

/**
 * Makes a site folder out of a Docusaurus site: everything of its own, a `site.config.ts` that says what its
 * configuration says, and the addresses that it used to redirect. The original stays as it is.
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
      if (notCopied.includes(name)) return false;
      if (name === '' || !lstatSync(from).isSymbolicLink()) return true;
      links.push(name);
      return false;
    },
  });
  const droppedLinks = links.filter((name) => !copyLink(siteDir, folder, name));
  writeFileSync(path.join(folder, 'site.config.ts'), configSource(withOutsidePaths(config, siteDir, folder)));
  if (Object.keys(redirects).length === 0) return { files: ['site.config.ts'], droppedLinks };
  const old = redirectsFile(config);
  mkdirSync(path.dirname(path.join(folder, old)), { recursive: true });
  writeFileSync(path.join(folder, old), `${JSON.stringify(redirects, null, 2)}\n`);
  return { files: ['site.config.ts', old], droppedLinks };
}

/**
 * A symbolic link within the site leads to the same file of the copy. One that leads out of the site, or nowhere, isn't
 * copied: nothing that is written to the copy may change a file elsewhere.
 */
function copyLink(siteDir: string, folder: string, name: string): boolean {
  const site = realpathSync.native(siteDir);
  const from = path.join(siteDir, name);
  const target = existsSync(from) ? path.relative(site, realpathSync.native(from)) : '..';
  if (!isWithin(site, path.resolve(site, target))) return false;
  const link = path.join(folder, name);
  // Folders that hold nothing but links were not copied with a file of theirs.
  mkdirSync(path.dirname(link), { recursive: true });
  symlinkSync(path.relative(path.dirname(link), path.join(folder, target)), link);
  return true;
}

function redirectsFile({ docs }: SiteConfig): string {
  const [first] = docs;
  return path.join(first === undefined || first.path.startsWith('..') ? '' : first.path, 'redirects.json');
}

/** Folders beside the site lie where they lay, and are named from where the new one is. */
function withOutsidePaths(config: SiteConfig, siteDir: string, folder: string): SiteConfig {
  const moved = (file: string) => {
    const at = path.resolve(siteDir, file);
    const outside = path.relative(siteDir, at).startsWith('..');
    if (outside) return path.relative(folder, at);
    return path.isAbsolute(file) ? `./${path.relative(siteDir, at)}` : file;
  };
  return {
    ...config,
    docs: config.docs.map((docs) => ({
      ...docs,
      path: moved(docs.path),
      ...(typeof docs.sidebarPath === 'string' ? { sidebarPath: moved(docs.sidebarPath) } : {}),
    })),
    blogs: config.blogs.map((blog) => ({ ...blog, path: moved(blog.path) })),
    styles: config.styles.map(moved),
    staticDirectories: config.staticDirectories.map(moved),
  };
}
