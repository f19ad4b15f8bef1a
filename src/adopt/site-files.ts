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

/** By the line. */
function importsOf(text: string, isDocument: boolean): SiteFile['imports'] {
  const lines = isDocument ? linesOutsideFences(text) : numbered(text);
  return lines.flatMap(({ text: line, line: at }) => {
    const specifier = isDocument
      ? /^(?:import|export)\b[^'"]*?(?:\bfrom\s*|^import\s*)['"]([^'"]+)['"]/.exec(line)?.[1]
      : /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)['"]([^'"]+)['"]/.exec(line)?.[1];
    return specifier === undefined ? [] : [{ specifier, line: at }];
  });
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
