import { readFileSync } from 'node:fs';
import path from 'node:path';
import { splitCode } from '../../shared/code-parts.ts';
import { formatPathFrom } from '../../shared/file-paths.ts';
import { isReadable, readFolderTree } from '../../shared/folder-tree.ts';

/** A module or a document of a site, with what it imports. */
export interface SiteFile {
  /** Path from the site folder. */
  name: string;
  text: string;
  imports: readonly { specifier: string; line: number }[];
}

/** Lists what the text of a document imports. */
export type ListImports = (text: string) => readonly string[];

/** Reads the files with these endings (`md,mdx`) in folders of a site, sorted by name. */
export function readSiteFiles(
  siteDir: string,
  folders: readonly string[],
  endings: string,
  listFollowedImports: ListImports = listLeadingImports,
): SiteFile[] {
  const ignore = (name: string) => name === 'node_modules' || name.startsWith('.');
  const hasEnding = (name: string) => endings.split(',').includes(path.extname(name).slice(1));
  const names = folders.flatMap((folder) =>
    readFolderTree(path.resolve(siteDir, folder), { ignore })
      .files.filter(hasEnding)
      .map((name) => path.resolve(siteDir, folder, name)),
  );
  return [...new Set(names)]
    .sort()
    .filter(isReadable)
    .map((file) => {
      const text = readFileSync(file, 'utf8');
      const imports = /\.mdx?$/.test(file)
        ? listDocumentImports(text, listFollowedImports)
        : listModuleImports(text);
      return { name: formatPathFrom(siteDir, file), text, imports };
    });
}

/** Imports and exports at the start of a line that a build follows too: not those in samples of code. */
function listDocumentImports(text: string, listFollowedImports: ListImports): SiteFile['imports'] {
  const followedImports = new Set(listFollowedImports(text.replace(TEMPLATE_LITERAL, '')));
  if (followedImports.size === 0) return [];
  return [...text.matchAll(LEADING_IMPORT)].flatMap(({ index, 2: specifier = '' }) =>
    followedImports.has(specifier) ? [{ specifier, line: text.slice(0, index).split('\n').length }] : [],
  );
}

function listLeadingImports(text: string): string[] {
  return [...text.matchAll(LEADING_IMPORT)].map(([, , specifier = '']) => specifier);
}

/** An import or export with a source, at the start of a line. It can have several lines. */
const LEADING_IMPORT = /^[ \t]*(?:import\s*|(?:import|export)\b[^'"`]*?\bfrom\s*)(["'])([^"'\n]+)\1/gm;

/** A template literal in an attribute or expression of a document: <Sample code={`…`} />. Not a code span. */
const TEMPLATE_LITERAL = /(?<=[{:=(,]\s*)(?<!`)`(?!`)(?:[^`\\]|\\[\s\S])*`(?!`)/g;

/** Imports and `require()` calls outside of comments and strings, where they are samples of code. */
function listModuleImports(text: string): SiteFile['imports'] {
  const code = blankSamples(text).replace(TYPE_IMPORT, blank);
  const pattern = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)(["'])([^"'\n]+)\1/g;
  return [...code.matchAll(pattern)].map(({ index, 2: specifier = '' }) => ({
    specifier,
    line: code.slice(0, index).split('\n').length,
  }));
}

/**
 * Replaces comments, strings with spaces in them, and the text of template literals by spaces, so that every line stays
 * where it is. Names of modules stay, because they have no spaces, and so does the code in `${…}`.
 */
function blankSamples(text: string): string {
  return splitCode(text)
    .map(({ kind, start, end }) => {
      const part = text.slice(start, end);
      const isKept = kind === 'code' || (kind === 'string' && /^["'][^\s"']+["']$/.test(part));
      return isKept ? part : blank(part);
    })
    .join('');
}

const blank = (text: string) => text.replace(/[^\n]/g, ' ');

/** `import type { A } from './a'`, which leaves nothing in the JavaScript. */
const TYPE_IMPORT = /\b(?:import|export)\s+type\b(?!\s*(?:,|from\b))[^'";]*?\bfrom\s*(["'])[^"'\n]+\1/g;

const numberLines = (text: string) =>
  text.split(/\r?\n/).map((lineText, index) => ({ text: lineText, line: index + 1 }));

/** The lines of a document without code fences, which hold samples. */
export function listLinesOutsideFences(text: string): { text: string; line: number }[] {
  let fence: string | undefined;
  return numberLines(text).filter(({ text: lineText }) => {
    const mark = /^\s*(`{3,}|~{3,})/.exec(lineText)?.[1];
    if (mark === undefined) return fence === undefined;
    if (fence === undefined) fence = mark;
    else if (mark.startsWith(fence)) fence = undefined;
    return false;
  });
}
