import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A module or a document of a site, with what it imports. */
export interface SiteFile {
  /** From the site folder. */
  name: string;
  text: string;
  imports: readonly { specifier: string; line: number }[];
}

/** Files below folders of a site whose names end so, in the order of their names. */
export function readSiteFiles(siteDir: string, folders: readonly string[], endings: string): SiteFile[] {
  const names = folders.flatMap((folder) =>
    globSync(`**/*.{${endings}}`, {
      cwd: path.resolve(siteDir, folder),
      exclude: ['**/node_modules/**'],
    }).map((name) => path.resolve(siteDir, folder, name)),
  );
  return [...new Set(names)].sort().map((file) => {
    const text = readFileSync(file, 'utf8');
    return {
      name: path.relative(siteDir, file).split(path.sep).join('/'),
      text,
      imports: importsOf(text, /\.mdx?$/.test(file)),
    };
  });
}

/** By the line: what is in a fence of a document is a sample. */
function importsOf(text: string, isDocument: boolean): SiteFile['imports'] {
  let fence: string | undefined;
  return text.split(/\r?\n/).flatMap((line, at) => {
    const mark = isDocument ? /^\s*(`{3,}|~{3,})/.exec(line)?.[1] : undefined;
    if (mark !== undefined) {
      if (fence === undefined) fence = mark;
      else if (mark.startsWith(fence)) fence = undefined;
      return [];
    }
    if (fence !== undefined) return [];
    const specifier = isDocument
      ? /^(?:import|export)\b[^'"]*?(?:\bfrom\s*|^import\s*)['"]([^'"]+)['"]/.exec(line)?.[1]
      : /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)['"]([^'"]+)['"]/.exec(line)?.[1];
    return specifier === undefined ? [] : [{ specifier, line: at + 1 }];
  });
}
