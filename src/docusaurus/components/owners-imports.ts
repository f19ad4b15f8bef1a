import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Import, scanImports } from '../../build/cache/scan-imports.ts';
import type { PagesOptions } from '../../config/docs-options.ts';
import { createPageMatcher } from '../../content/pages/pages.ts';
import { isShellPage } from '../../content/pages/shell-page.ts';
import {
  ADMONITION_ID,
  ADMONITION_TYPES_ID,
  type Aliases,
  type CodeImport,
  createCodeImport,
  findRawFile,
  isFileImport,
  listFilesOfPattern,
  MDX_COMPONENTS,
  type OwnersImport,
  resolveImportPath,
  toDocumentCodeId,
  toWrapperId,
} from '../../markdown/mdx/code-imports.ts';
import { prepareSource } from '../../markdown/syntax/source.ts';
import { isReadable, readFolderTree } from '../../shared/folder-tree.ts';
import { listPatternMentions } from '../../shared/path-pattern.ts';
import type { SiteBoundary } from '../../shared/site-boundary.ts';
import { findThemeFile, listSiteWrappers } from '../site-wrappers.ts';
import { liveCodePattern } from './lives-by.ts';

interface Sources {
  siteDir: string;
  /** Where files of the site may be. */
  boundary: SiteBoundary;
  /** Folders of documents and pages. */
  contentDirs: readonly string[];
  pagesDir: string;
  /** Folder with the pages that plugins of the site add. */
  pluginPagesDir?: string | undefined;
  /** `false` if the site has no pages. */
  pages: PagesOptions | false;
  /** Folders of translated pages, one per language. */
  translatedPages: readonly string[];
  aliases: Aliases;
}

/** This module is loaded only if a document or page imports something, because React comes with it. */
const loadAnswers = () => import('./answered-imports.ts');

/** Lists all code that the site's documents, pages and theme folder import, including imports that lead nowhere. */
export async function listOwnersImports({
  siteDir,
  boundary,
  contentDirs,
  pagesDir,
  pluginPagesDir,
  pages,
  translatedPages,
  aliases,
}: Sources): Promise<OwnersImport[]> {
  const importsById = new Map<string, OwnersImport>();
  const add = (one: OwnersImport) => {
    if (!importsById.has(one.id)) importsById.set(one.id, one);
  };
  const files = new Set(contentDirs.flatMap((folder) => listFilesBelow(folder, /\.mdx?$/)));
  for (const importer of files) {
    const text = unwrapCodeBlocks(readFileSync(importer, 'utf8'));
    if (mayHaveCode(text)) {
      add({ id: toDocumentCodeId(importer), request: `${importer}?document`, importer });
    }
    for (const file of await listPatternScripts(text, importer, { aliases, siteDir, boundary }))
      add({ id: file, request: file, importer });
    for (const specifier of listDocumentImports(text)) {
      const file = resolveImportPath(specifier, importer, aliases);
      if (file !== undefined && /\.mdx?$/.test(file)) {
        if (isReadable(file)) files.add(file);
      } else if (isCode(specifier)) {
        const { isAnswered } = await loadAnswers();
        if (!isAnswered(specifier)) add({ ...createCodeImport(specifier, importer, aliases), importer });
      }
    }
  }
  for (const [id, name] of [
    [MDX_COMPONENTS, 'MDXComponents'],
    [ADMONITION_TYPES_ID, 'Admonition/Types'],
    [ADMONITION_ID, 'Admonition'],
  ] as const) {
    const file = findThemeFile(siteDir, name);
    if (file !== undefined) add({ id, request: file, importer: file });
  }
  const pluginPages = pluginPagesDir === undefined ? [] : listFilesBelow(pluginPagesDir, /\.jsx$/);
  const ownPages = pages ? listPageFiles(pagesDir, pages, translatedPages) : [];
  for (const file of [...ownPages, ...pluginPages]) {
    const { isAnswered } = await loadAnswers();
    const parts = listPageImports(file)
      .filter((specifier) => !isAnswered(specifier) && !isStyle(specifier) && !isFileImport(specifier))
      .map((specifier) => ({ ...createCodeImport(specifier, file, aliases), importer: file }));
    for (const part of parts) add(part);
    add({ id: namePage(file), request: file, importer: file, parts: parts.map(({ id }) => id) });
  }
  const isUsed = importsById.size > 0;
  if (isUsed)
    for (const { name, file } of listSiteWrappers(siteDir, aliases))
      add({ id: toWrapperId(name), request: file, importer: file });
  return [...importsById.values()];
}

const namePage = (file: string) => `page:${file}`;

/** Lists pages that are components of the site; pages made only of the engine's parts belong to the shell. */
function listPageFiles(
  pagesDir: string,
  options: PagesOptions,
  translatedPages: readonly string[],
): string[] {
  const names = listFilesBelow(pagesDir, /\.[jt]sx?$/)
    .map((file) => path.relative(pagesDir, file))
    .filter(createPageMatcher(options));
  const isOwners = (name: string) =>
    !isShellPage(name, readFileSync(path.join(pagesDir, name), 'utf8'), options);
  const translations = translatedPages.flatMap((folder) => names.map((name) => path.join(folder, name)));
  return [
    ...names.filter(isOwners).map((name) => path.join(pagesDir, name)),
    ...translations.filter((file) => existsSync(file)),
  ];
}

/** Lists what a document imports besides Markdown and files. */
export function listCodeImports(
  importer: string,
  aliases: Aliases,
  isAnswered: (specifier: string) => boolean,
): CodeImport[] {
  return listImportsOfDocument(readFileSync(importer, 'utf8'))
    .filter((specifier) => isCode(specifier) && !isAnswered(specifier) && !/\.mdx?$/.test(specifier))
    .map((specifier) => createCodeImport(specifier, importer, aliases));
}

/** Scripts that a document may load by a path of which it knows only a part. */
async function listPatternScripts(
  text: string,
  importer: string,
  { aliases, ...site }: { aliases: Aliases; siteDir: string; boundary: SiteBoundary },
): Promise<string[]> {
  if (listPatternMentions(text).length === 0) return [];
  // The parser of Markdown is loaded only if it's needed.
  const { listDocumentPatterns } = await import('../../markdown/mdx/document-code.ts');
  return listDocumentPatterns(text)
    .flatMap((pattern) => [...listFilesOfPattern(pattern, importer, aliases, site).values()])
    .filter((file) => /\.[cm]?[jt]sx?$/.test(file));
}

function isCode(specifier: string): boolean {
  return !isFileImport(specifier) && findRawFile(specifier) === undefined;
}

/** A cheap test that never misses code. A false positive only means that something is bundled needlessly. */
function mayHaveCode(text: string): boolean {
  const declares = /^export\s+(?:const|let|function|class)\b/m.test(text);
  if (!declares && !/<BrowserOnly\b|=>|\bfunction\b/.test(text)) return false;
  const unfencedText = removeFences(text);
  // Data that the document declares, such as columns of a table, may have functions in it.
  const hasFunctions = declares && /=>|\bfunction\b/.test(unfencedText);
  return (
    /<BrowserOnly\b/.test(unfencedText) ||
    (hasFunctions && /<[A-Z][^>]*\{\s*(?:\.{3}|[[{]|[a-z_$])/.test(unfencedText)) ||
    /<\w[^>]*=\{[^}]*(?:=>|\bfunction\b)|>\s*\{\s*(?:async\s*)?(?:\([^)]*\)|\w+)\s*=>/.test(unfencedText) ||
    (declares && liveCodePattern.test(unfencedText))
  );
}

/** The document as MDX sees it: the content of an `mdx-code-block` fence is code of the document. */
function unwrapCodeBlocks(text: string): string {
  return text.includes('mdx-code-block') ? prepareSource(text).text : text;
}

function removeFences(text: string): string {
  return text.replace(/^([ \t]*)(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1\2[`~]*[ \t]*$/gm, '');
}

/** Lists what the text of a document imports, in `mdx-code-block` fences too. */
export function listImportsOfDocument(text: string): string[] {
  return listDocumentImports(unwrapCodeBlocks(text));
}

/** Imports of a document: at the start of a line, outside of fences and of code in a sentence. */
function listDocumentImports(text: string): string[] {
  return scanDocument(text).flatMap(({ specifier, kind }) =>
    // Some authors write `./\\_part`, which means the same.
    kind === 'type' || kind === 'glob' || kind === 'pattern' ? [] : specifier.replace(/\\(?=\W|_)/g, ''),
  );
}

function scanDocument(text: string): Import[] {
  if (!/^(?:import|export)\s|\brequire(?:\.context)?\(/m.test(text)) return [];
  // In Markdown, an indented import is text.
  const proseAndImports = removeFences(text)
    .replace(/^[^\S\n]+import\s.*$/gm, '')
    .replace(/(?<!`)(`+)(?!`)(?:(?!\$\{).)*?(?<!`)\1(?!`)/g, '');
  return scanImports('document.mjs', proseAndImports);
}

function listPageImports(file: string): string[] {
  return scanImports(file, readFileSync(file, 'utf8')).flatMap(({ specifier, kind }) =>
    kind === 'value' ? specifier : [],
  );
}

const isStyle = (specifier: string) => /\.(?:css|scss|sass|less)(?:\?|$)/.test(specifier);

/** Files that can't be read are left out here: `checkFiles` reports them. */
function listFilesBelow(folder: string, pattern: RegExp): string[] {
  const ignore = (name: string) => name === 'node_modules' || name.startsWith('.');
  const names = readFolderTree(folder, { ignore }).files.filter((name) => pattern.test(name));
  return names.map((name) => path.join(folder, name)).filter(isReadable);
}
