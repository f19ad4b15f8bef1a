import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { SiteConfig } from '../config/site-config.ts';
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

/**
 * Makes a site folder out of a Docusaurus site: everything of its own, a `site.config.ts` that says what its
 * configuration says, and the addresses that it used to redirect. The original stays as it is.
 */
export function writeSite(
  siteDir: string,
  folder: string,
  { redirects }: Examination,
  config: SiteConfig,
): string[] {
  mkdirSync(folder, { recursive: true });
  cpSync(siteDir, folder, {
    recursive: true,
    filter: (from) => !notCopied.includes(path.relative(siteDir, from)),
  });
  writeFileSync(path.join(folder, 'site.config.ts'), configSource(withOutsidePaths(config, siteDir, folder)));
  if (Object.keys(redirects).length === 0) return ['site.config.ts'];
  const old = redirectsFile(config);
  writeFileSync(path.join(folder, old), `${JSON.stringify(redirects, null, 2)}\n`);
  return ['site.config.ts', old];
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
