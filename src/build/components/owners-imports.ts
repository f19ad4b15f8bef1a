import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { PagesOptions } from '../../config/docs-options.ts';
import { createPageMatcher } from '../../content/pages.ts';
import { isShellPage } from '../../content/shell-page.ts';
import {
  ADMONITION_TYPES,
  type Aliases,
  type CodeImport,
  createCodeImport,
  findRawFile,
  isFileImport,
  MDX_COMPONENTS,
  resolveImportPath,
  toDocumentCodeId,
} from '../../markdown/mdx/code-imports.ts';
import { prepareSource } from '../../markdown/syntax/source.ts';
import { folderTree, mayRead } from '../../shared/folder-tree.ts';
import { scanImports } from '../cache/scan-imports.ts';
import { livesBy } from './lives-by.ts';

/** Code that some document or page is made from. */
export interface OwnersImport {
  /** See `CodeImport`; `page:` and the file for a page. */
  id: string;
  request: string;
  /** Where packages are looked for, and what is named when there is none. */
  importer: string;
  /** Of a page: ids of what it imports, which are islands in it where they live. */
  parts?: readonly string[];
}

interface Sources {
  siteDir: string;
  /** Folders of documents and pages. */
  contentDirs: readonly string[];
  pagesDir: string;
  /** `false`: there are none. */
  pages: PagesOptions | false;
  /** Where pages are translated: a folder for each language. */
  translatedPages: readonly string[];
  aliases: Aliases;
}

/** Loaded only for a document or page that imports something: what the compiler answers for comes with React. */
const loadAnswers = () => import('./answered-imports.ts');

/** All code that the site's documents, pages and theme folder name. What is named and is not there comes too. */
export async function ownersImports({
  siteDir,
  contentDirs,
  pagesDir,
  pages,
  translatedPages,
  aliases,
}: Sources): Promise<OwnersImport[]> {
  const found = new Map<string, OwnersImport>();
  const add = (one: OwnersImport) => {
    if (!found.has(one.id)) found.set(one.id, one);
  };
  const files = new Set(contentDirs.flatMap((folder) => filesBelow(folder, /\.mdx?$/)));
  for (const importer of files) {
    const text = asParsed(readFileSync(importer, 'utf8'));
    if (mayHaveCode(text)) {
      add({ id: toDocumentCodeId(importer), request: `${importer}?document`, importer });
    }
    for (const specifier of importsOfDocument(text)) {
      const file = resolveImportPath(specifier, importer, aliases);
      if (file !== undefined && /\.mdx?$/.test(file)) {
        if (mayRead(file)) files.add(file);
      } else if (isCode(specifier)) {
        const { isAnswered } = await loadAnswers();
        if (!isAnswered(specifier)) add({ ...createCodeImport(specifier, importer, aliases), importer });
      }
    }
  }
  for (const [id, name] of [
    [MDX_COMPONENTS, 'MDXComponents'],
    [ADMONITION_TYPES, 'Admonition/Types'],
  ] as const) {
    const file = themeFile(siteDir, name);
    if (file !== undefined) add({ id, request: file, importer: file });
  }
  for (const file of pages ? pageFiles(pagesDir, pages, translatedPages) : []) {
    const { isAnswered } = await loadAnswers();
    const parts = importsOfPage(file)
      .filter((specifier) => !isAnswered(specifier) && !isStyle(specifier) && !isFileImport(specifier))
      .map((specifier) => ({ ...createCodeImport(specifier, file, aliases), importer: file }));
    for (const part of parts) add(part);
    add({ id: pageId(file), request: file, importer: file, parts: parts.map(({ id }) => id) });
  }
  return [...found.values()];
}

const endings = ['.tsx', '.ts', '.jsx', '.js', '/index.tsx', '/index.ts', '/index.jsx', '/index.js'];

/** A file of the site's `src/theme`. */
export function themeFile(siteDir: string, name: string): string | undefined {
  const base = path.join(siteDir, 'src/theme', name);
  return endings.map((ending) => base + ending).find((file) => existsSync(file));
}

const pageId = (file: string) => `page:${file}`;

/** Components that are pages of their own; those made of the engine's own parts are the shell's. */
function pageFiles(pagesDir: string, options: PagesOptions, translatedPages: readonly string[]): string[] {
  const names = filesBelow(pagesDir, /\.[jt]sx?$/)
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

/** What a document imports besides Markdown and files: code, if there is some of it. */
export function codeImports(
  importer: string,
  aliases: Aliases,
  isAnswered: (specifier: string) => boolean,
): CodeImport[] {
  return importsOfDocument(asParsed(readFileSync(importer, 'utf8')))
    .filter((specifier) => isCode(specifier) && !isAnswered(specifier) && !/\.mdx?$/.test(specifier))
    .map((specifier) => createCodeImport(specifier, importer, aliases));
}

function isCode(specifier: string): boolean {
  return !isFileImport(specifier) && findRawFile(specifier) === undefined;
}

/** Cheap, and sure to find it; what it finds besides is only built for nothing. */
function mayHaveCode(text: string): boolean {
  const declares = /^export\s+(?:const|let|function|class)\b/m.test(text);
  if (!declares && !/<BrowserOnly\b|=>|\bfunction\b/.test(text)) return false;
  const written = withoutFences(text);
  return (
    /<BrowserOnly\b/.test(written) ||
    /<\w[^>]*=\{[^}]*(?:=>|\bfunction\b)|>\s*\{\s*(?:async\s*)?(?:\([^)]*\)|\w+)\s*=>/.test(written) ||
    (declares && livesBy.test(written))
  );
}

/** Documents as MDX gets them: what stands in an `mdx-code-block` fence is code of theirs. */
function asParsed(text: string): string {
  return text.includes('mdx-code-block') ? prepareSource(text).text : text;
}

function withoutFences(text: string): string {
  return text.replace(/^([ \t]*)(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1\2[`~]*[ \t]*$/gm, '');
}

/** What a document imports: at the start of a line, outside of fences and of code in a sentence. */
function importsOfDocument(text: string): string[] {
  if (!/^[^\S\n]*(?:import|export)\s|\brequire\(/m.test(text)) return [];
  const written = withoutFences(text).replace(/(?<!`)(`+)(?!`)(?:(?!\$\{).)*?(?<!`)\1(?!`)/g, '');
  return scanImports('document.mjs', written).flatMap(({ specifier, kind }) =>
    // Some write `./\\_part`, which is the same.
    kind === 'type' || kind === 'glob' ? [] : specifier.replace(/\\(?=\W|_)/g, ''),
  );
}

function importsOfPage(file: string): string[] {
  return scanImports(file, readFileSync(file, 'utf8')).flatMap(({ specifier, kind }) =>
    kind === 'value' ? specifier : [],
  );
}

const isStyle = (specifier: string) => /\.(?:css|scss|sass|less)(?:\?|$)/.test(specifier);

/** What cannot be read is named elsewhere. */
function filesBelow(folder: string, pattern: RegExp): string[] {
  const ignore = (name: string) => name === 'node_modules' || name.startsWith('.');
  const names = folderTree(folder, { ignore }).files.filter((name) => pattern.test(name));
  return names.map((name) => path.join(folder, name)).filter(mayRead);
}
