import { existsSync } from 'node:fs';
import path from 'node:path';
import { formatPathFrom } from '../shared/file-paths.ts';
import type { Aliases } from '../shared/import-roots.ts';
import { isIdentityClient } from './report/identity-services.ts';
import { readSiteFiles, type SiteFile } from './report/site-files.ts';
import { followImports } from './report/used-files.ts';

/**
 * Components of `src/theme` that Docusaurus puts around its pages, from outermost to innermost. Sites use them to give
 * all components a context.
 */
const WRAPPERS = ['Root', 'Layout', 'Layout/Provider'] as const;

interface SiteWrapper {
  /** The name of the component in the theme, such as `Root`. */
  name: (typeof WRAPPERS)[number];
  /** Absolute path. */
  file: string;
}

const scriptEndings = ['.tsx', '.ts', '.jsx', '.js'];
const endings = [...scriptEndings, ...scriptEndings.map((ending) => `/index${ending}`)];

/** Finds a file of the site's `src/theme`. */
export function findThemeFile(siteDir: string, name: string): string | undefined {
  const base = path.join(siteDir, 'src/theme', name);
  return endings.map((ending) => base + ending).find((file) => existsSync(file));
}

/**
 * Lists the wrappers of a site that may provide contexts. A sign-in guard isn't one of them: here the server guards
 * pages, and the guard would send readers to another sign-in page.
 */
export function listSiteWrappers(
  siteDir: string,
  aliases: Aliases,
  code?: readonly SiteFile[],
): SiteWrapper[] {
  const candidates = WRAPPERS.flatMap((name) => {
    const file = findThemeFile(siteDir, name);
    return file === undefined ? [] : [{ name, file }];
  });
  if (candidates.length === 0) return [];
  const files = code ?? readSiteFiles(siteDir, ['src'], 'js,jsx,ts,tsx,mjs,cjs');
  return candidates.filter(({ name, file }) => {
    const siteName = formatPathFrom(siteDir, file);
    const wrapper = files.find((candidate) => candidate.name === siteName);
    if (wrapper === undefined) return false;
    // A layout that doesn't wrap Docusaurus' own draws the shell, which the engine does here.
    const wrapsTheme = wrapper.imports.some(({ specifier }) => /^@theme-(?:original|init)\//.test(specifier));
    if (name === 'Layout' && !wrapsTheme) return false;
    const reach = followImports([wrapper], files, siteDir, aliases);
    const importedNames = reach.flatMap(({ imports }) => imports.map(({ specifier }) => specifier));
    return !importedNames.some(isIdentityClient) && reach.some(({ text }) => PROVIDES.test(text));
  });
}

/** Matches code that provides a context: `<StoreProvider>`, `<Basket.Provider>`, `<BasketContext value={…}>`. */
const PROVIDES = /Provider\b|\bcreateContext\b|<[\w.]*Context\b/;
