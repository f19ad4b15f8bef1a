import path from 'node:path';
import { scanPathPatterns, splitPathPattern } from '../../shared/path-pattern.ts';
import { type FileScope, takeCode, toDisplayPath } from '../compilation.ts';
import type { MarkdownFile } from '../markdown-file.ts';
import { listFilesOfPattern, resolveImportPath } from './code-imports.ts';
import { collectCode } from './document-code.ts';
import type { ModuleExports } from './evaluate.ts';
import { requireFile } from './modules.ts';

/**
 * Documents that a path may mean which is only partly known. Each is compiled for every document with such a path, so
 * more would make builds slow.
 */
const PATTERN_DOCUMENTS_MAX = 100;

type LoadMarkdown = (file: string) => Promise<ModuleExports | undefined>;

/** Files for `require` whose paths a document knows only in part: `require('@site/docs/' + file)`. */
interface PatternModules {
  /** Files by the paths that mean them, all absolute. */
  filesByPath: ReadonlyMap<string, string>;
  /** Code and Markdown by file. Throws what went wrong when it was loaded. */
  modules: ReadonlyMap<string, () => unknown>;
}

/**
 * Loads the code and the Markdown that may match, because `require` can't wait. Other files, such as pictures, are read
 * when they are asked for. Only the documents that are used add their pictures and problems.
 */
export async function loadPatternModules(
  { tree, scope }: MarkdownFile,
  loadMarkdown: LoadMarkdown,
): Promise<PatternModules> {
  const { compilation } = scope;
  const { context } = compilation;
  const filesByPath = new Map<string, string>();
  const modules = new Map<string, () => unknown>();
  for (const pattern of new Set(collectCode(tree).flatMap(scanPathPatterns))) {
    const matches = listFilesOfPattern(pattern, scope.file, context.aliases, context);
    const folder = resolveImportPath(splitPathPattern(pattern)?.folder ?? '', scope.file, context.aliases);
    if (matches.size > 0 && folder !== undefined) compilation.dependencies.folder(path.resolve(folder));
    for (const [request, file] of matches) filesByPath.set(request, file);
    const files = [...new Set(matches.values())];
    const documents = files.filter((file) => /\.mdx?$/.test(file) && file !== scope.file);
    for (const file of files) {
      if (modules.has(file) || !/\.[cm]?[jt]sx?$/.test(file) || takeCode(compilation, file) === undefined)
        continue;
      modules.set(file, await loadScript(file, scope));
    }
    // A document that is itself loaded by such a path would load all others, and these would do so in turn.
    if (compilation.loadsPattern) continue;
    compilation.loadsPattern = true;
    for (const file of documents)
      if (documents.length > PATTERN_DOCUMENTS_MAX) modules.set(file, refuse(pattern, documents.length));
      else if (!modules.has(file)) modules.set(file, await loadDocument(file, scope, loadMarkdown));
    compilation.loadsPattern = false;
  }
  return { filesByPath, modules };
}

function refuse(pattern: string, count: number): () => never {
  return () => {
    throw new Error(
      `\`${pattern}\` matches ${count} documents; ${PATTERN_DOCUMENTS_MAX} are allowed. Name a deeper folder, or import the documents by name`,
    );
  };
}

async function loadScript(file: string, { compilation }: FileScope): Promise<() => unknown> {
  try {
    const module = await compilation.context.loadCode(file);
    return () => module;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

async function loadDocument(
  file: string,
  scope: FileScope,
  loadMarkdown: LoadMarkdown,
): Promise<() => unknown> {
  const { compilation } = scope;
  const { assets, problems } = compilation;
  compilation.assets = new Map();
  compilation.problems = [];
  const module = await loadMarkdown(file);
  const { assets: ownAssets, problems: ownProblems } = compilation;
  Object.assign(compilation, { assets, problems });
  return () => {
    for (const [url, asset] of ownAssets) compilation.assets.set(url, asset);
    compilation.problems.push(...ownProblems.splice(0));
    if (!module) throw new Error(`${toDisplayPath(compilation.context, file)} can't be read`);
    return module;
  };
}

interface Context {
  (request: string): unknown;
  keys(): string[];
  resolve(request: string): string;
  id: string;
}

interface Require {
  (specifier: string): unknown;
  context(folder: string, isDeep?: boolean, pattern?: RegExp, mode?: string): Context;
}

/** The function `require` of a document. `codeBySpecifier` has the code whose path is known as a whole. */
export function createRequire(
  scope: FileScope,
  codeBySpecifier: ReadonlyMap<string, unknown>,
  { filesByPath, modules }: PatternModules,
): Require {
  const { aliases } = scope.compilation.context;
  const requireOne = (specifier: string): unknown => {
    if (codeBySpecifier.has(specifier)) return codeBySpecifier.get(specifier);
    const file = filesByPath.get(resolveImportPath(specifier, scope.file, aliases) ?? '');
    if (file === undefined) return requireFile(specifier, scope);
    return modules.get(file)?.() ?? requireFile(file, scope);
  };
  const context: Require['context'] = (folder, isDeep = true, pattern = /^\.\/.*$/, mode = 'sync') => {
    const top = path.resolve(resolveImportPath(folder, scope.file, aliases) ?? folder);
    const keys = [...filesByPath.keys()]
      .filter((file) => file.startsWith(`${top}/`))
      .map((file) => `./${path.relative(top, file)}`)
      .filter((key) => (isDeep || !key.slice(2).includes('/')) && key.search(pattern) !== -1)
      .sort();
    const load = (key: string) => {
      if (!keys.includes(key)) throw new Error(`\`${key}\` matches no file in ${folder}`);
      return requireOne(path.join(top, key));
    };
    const isLater = mode === 'lazy' || mode === 'eager';
    return Object.assign(isLater ? async (key: string) => load(key) : load, {
      keys: () => [...keys],
      resolve: (key: string) => path.posix.join(folder, key),
      id: folder,
    });
  };
  return Object.assign(requireOne, { context });
}
