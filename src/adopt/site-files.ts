import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathFrom } from '../shared/file-paths.ts';
import { folderTree, mayRead } from '../shared/folder-tree.ts';

/** A module or a document of a site, with what it imports. */
export interface SiteFile {
  /** From the site folder. */
  name: string;
  text: string;
  imports: readonly { specifier: string; line: number }[];
}

/** Files below folders of a site whose names end so, in the order of their names. */
export function readSiteFiles(siteDir: string, folders: readonly string[], endings: string): SiteFile[] {
  const ignore = (name: string) => name === 'node_modules' || name.startsWith('.');
  const isNamed = (name: string) => endings.split(',').includes(path.extname(name).slice(1));
  const names = folders.flatMap((folder) =>
    folderTree(path.resolve(siteDir, folder), { ignore })
      .files.filter(isNamed)
      .map((name) => path.resolve(siteDir, folder, name)),
  );
  return [...new Set(names)]
    .sort()
    .filter(mayRead)
    .map((file) => {
      const text = readFileSync(file, 'utf8');
      return { name: pathFrom(siteDir, file), text, imports: importsOf(text, /\.mdx?$/.test(file)) };
    });
}

/** Of a document by the line; of a module outside of comments and strings, where an import is a sample. */
function importsOf(text: string, isDocument: boolean): SiteFile['imports'] {
  if (isDocument)
    return linesOutsideFences(text).flatMap(({ text: line, line: at }) => {
      const specifier = /^(?:import|export)\b[^'"]*?(?:\bfrom\s*|^import\s*)['"]([^'"]+)['"]/.exec(line)?.[1];
      return specifier === undefined ? [] : [{ specifier, line: at }];
    });
  const code = withoutSamples(text);
  const pattern = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)(["'])([^"'\n]+)\1/g;
  return [...code.matchAll(pattern)].map(({ index, 2: specifier = '' }) => ({
    specifier,
    line: code.slice(0, index).split('\n').length,
  }));
}

/** A module whose comments, template literals and longer texts are spaces, with every line where it was. */
function withoutSamples(text: string): string {
  const blank = (sample: string) => sample.replace(/[^\n]/g, ' ');
  return text.replace(
    /\/\/[^\n]*|\/\*[\s\S]*?\*\/|`(?:[^`\\]|\\[\s\S])*`|"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'/g,
    // The name of a module has no spaces in it.
    (part) => (/^["'][^\s"']+["']$/.test(part) ? part : blank(part)),
  );
}

const numbered = (text: string) => text.split(/\r?\n/).map((line, at) => ({ text: line, line: at + 1 }));

/** Of a document: what is in a fence is a sample. */
export function linesOutsideFences(text: string): { text: string; line: number }[] {
  let fence: string | undefined;
  return numbered(text).filter(({ text: line }) => {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark === undefined) return fence === undefined;
    if (fence === undefined) fence = mark;
    else if (mark.startsWith(fence)) fence = undefined;
    return false;
  });
}
