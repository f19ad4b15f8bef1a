/**
 * Paths of which code knows only a part: ``require(`@site/static/img/${name}.png`)``. Webpack, and so Docusaurus, loads
 * any file that matches. A pattern is written with `*` for each unknown part: `@site/static/img/*.png`.
 *
 * ```ts
 * scanPathPatterns("require('./icons/' + name + '.svg')"); // ['./icons/*.svg']
 * ```
 */
import path from 'node:path';
import { createCodeTest } from './code-parts.ts';
import { readFolderTree } from './folder-tree.ts';
import { isMediaFile } from './media-files.ts';
import { findRefusalToImport, isWithin, type SiteBoundary } from './site-boundary.ts';

/** Files that one pattern may load. More are more likely a mistake, and every reader of the page would load them. */
export const PATTERN_FILES_MAX = 2_000;

/** Endings that an import may omit, in Docusaurus' order. */
const omittedEndings = ['.mjs', '.js', '.jsx', '.ts', '.tsx', '.json'] as const;

/** Selects files of a folder, as plain data. */
export interface FolderFilter {
  /** Absolute path. */
  folder: string;
  isDeep: boolean;
  /** A regular expression for paths from the folder, which start with `./`. */
  source: string;
  flags: string;
  /** Whether files are imported as text, whatever their kind. */
  isText?: boolean;
}

/** The parts of a pattern. */
interface PatternParts {
  /** Loaders in front of the path, such as `!!raw-loader!`. */
  loaders: string;
  /** The folder as written, with a slash at its end: `@site/static/img/`. */
  folder: string;
  /** The part after the folder: `*.png`. */
  rest: string;
}

/** Splits a pattern. Undefined if the part before the first `*` names no folder. */
export function splitPathPattern(pattern: string): PatternParts | undefined {
  const [certainStart = ''] = pattern.split('*', 1);
  const loaders = certainStart.slice(0, certainStart.lastIndexOf('!') + 1);
  const folder = certainStart.slice(loaders.length, certainStart.lastIndexOf('/') + 1);
  if (folder === '' || folder === '/') return undefined;
  return { loaders, folder, rest: pattern.slice(loaders.length + folder.length) };
}

/** The regular expression for what follows the folder. As in webpack, `*` also matches paths with folders. */
export function compileRest(rest: string): string {
  return `^\\./${rest.replace(/[.+?^${}()|[\]\\/]/g, '\\$&').replaceAll('*', '.*')}$`;
}

/**
 * Lists the files that a filter selects: paths from the folder by the requests that load them. A request may omit the
 * ending of a module, and `index`. Hidden files, `node_modules` and what the site's boundary refuses are left out.
 */
export function listPatternFiles(filter: FolderFilter, boundary: SiteBoundary): Map<string, string> {
  const { folder, isDeep, source, flags, isText = false } = filter;
  const isInPackage = folder.split(path.sep).includes('node_modules');
  const { files } = readFolderTree(folder, {
    ignore: (name) => name.startsWith('.') || name === 'node_modules',
    // Packages are outside of what a site publishes, but their code may be imported.
    ...(isInPackage ? {} : { boundary }),
  });
  const pattern = new RegExp(source, flags.replace(/[gy]/g, ''));
  const filesByRequest = new Map<string, string>();
  for (const name of files) {
    if (!(isDeep || !name.includes('/')) || !(isText || isLoadable(name))) continue;
    if (isInPackage && findRefusalToImport(boundary, path.join(folder, name))) continue;
    if (pattern.test(`./${name}`)) filesByRequest.set(`./${name}`, name);
  }
  // A complete name wins over a shorter one of another file.
  for (const ending of isText ? [] : omittedEndings)
    for (const name of files) {
      if (!name.endsWith(ending) || !(isDeep || !name.includes('/')) || !isLoadable(name)) continue;
      const withoutEnding = `./${name.slice(0, -ending.length)}`;
      const folderName = /^(.*\/)index$/.exec(withoutEnding)?.[1];
      for (const request of [withoutEnding, folderName, folderName?.slice(0, -1)])
        if (request !== undefined && pattern.test(request) && !filesByRequest.has(request))
          filesByRequest.set(request, name);
    }
  return new Map([...filesByRequest].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Whether a folder holds the whole site. A pattern there could load its configuration and all packages. */
export function holdsSite(folder: string, siteDir: string): boolean {
  return isWithin(path.resolve(folder), path.resolve(siteDir));
}

/** Whether the build can load a file, by its name. */
function isLoadable(name: string): boolean {
  if (/\.d\.[cm]?ts$/.test(name)) return false;
  return /\.(?:[cm]?[jt]sx?|json|ya?ml|mdx?|css|s[ac]ss|less)$/.test(name) || isMediaFile(name);
}

const CALL = /(?<![\w$.])(?:require|import)\s*\(/g;
const CONTEXT_CALL = /(?<![\w$.])require\.context\s*\(\s*(["'`])([^"'`\n$]+)\1/g;
/** The longest argument of a call that is read, in characters. */
const ARGUMENT_MAX = 1_000;

/**
 * Finds the patterns in the text of a module, without a parser: see `scanImports`. Calls in comments and samples of code
 * load nothing.
 */
export function scanPathPatterns(text: string): string[] {
  const mentions = listPatternMentions(text);
  if (mentions.length === 0) return [];
  const isCode = createCodeTest(text);
  return mentions.filter(({ index }) => isCode(index)).map(({ pattern }) => pattern);
}

/** Lists the patterns in any text, with their places: those in comments and samples of code, too. */
export function listPatternMentions(text: string): { index: number; pattern: string }[] {
  if (!/\b(?:require|import)\b/.test(text)) return [];
  const calls = [...text.matchAll(CALL)].flatMap(({ index, 0: call }) => {
    const pattern = readPathExpression(text.slice(index + call.length, index + call.length + ARGUMENT_MAX));
    return pattern?.includes('*') ? [{ index, pattern }] : [];
  });
  const contexts = [...text.matchAll(CONTEXT_CALL)].map(({ index, 2: folder = '' }) => {
    return { index, pattern: `${folder.replace(/\/$/, '')}/*` };
  });
  return [...calls, ...contexts];
}

/** The next token of an argument: a comment, a string, a template literal without code in it, or one character. */
const TOKEN = /\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[\s\S]/gy;

/**
 * Reads the first argument of a call, up to its comma or parenthesis, as a pattern: `'./' + name`, templates, and
 * `'./'.concat(name)`, which compilers write. Undefined if there is none.
 */
export function readPathExpression(code: string): string | undefined {
  let pattern = '';
  let depth = 0;
  let hasUnknown = false;
  let index = 0;
  let isConcatenation = true;
  const addUnknown = () => {
    if (!hasUnknown) pattern += '*';
    hasUnknown = true;
  };
  while (index < code.length) {
    if (code[index] === '`' && depth === 0 && isConcatenation) {
      const template = readTemplate(code, index);
      if (!template) return undefined;
      pattern += template.pattern;
      hasUnknown = false;
      isConcatenation = false;
      index = template.end;
      continue;
    }
    TOKEN.lastIndex = index;
    const [token = ''] = TOKEN.exec(code) ?? [];
    const concat = CONCAT.exec(code.slice(index))?.[0];
    if (depth === 0 && concat !== undefined) return readConcat(pattern, code.slice(index + concat.length));
    index += token.length;
    if (/^\s|^\/[/*]/.test(token)) continue;
    if (depth === 0 && /^[),]$/.test(token)) return pattern === '' ? undefined : pattern;
    if (/^[([{]$/.test(token)) depth += 1;
    if (/^[)\]}]$/.test(token)) depth -= 1;
    if (depth === 0 && token === '+') {
      hasUnknown = false;
      isConcatenation = true;
    } else if (depth === 0 && isConcatenation && /^["']./.test(token)) {
      pattern += unquote(token);
      hasUnknown = false;
      isConcatenation = false;
    } else if (depth === 0 && /^[?|&:=<>]$/.test(token)) {
      // A choice between values: no part of the path is certain.
      return '*';
    } else addUnknown();
  }
  return undefined;
}

const CONCAT = /^\s*\.\s*concat\s*\(/;

/** The arguments of `concat` are parts of the path, too: `'./'.concat(kind).concat('/a.svg')`. */
function readConcat(start: string, code: string): string | undefined {
  let pattern = start;
  let rest = code;
  for (;;) {
    const part = readPathExpression(rest);
    if (part === undefined) return undefined;
    pattern += part;
    const end = findArgumentEnd(rest);
    const hasMoreArguments = rest[end] === ',';
    rest = rest.slice(end + 1);
    if (hasMoreArguments) continue;
    const nextCall = CONCAT.exec(rest)?.[0];
    if (nextCall === undefined) return pattern;
    rest = rest.slice(nextCall.length);
  }
}

function findArgumentEnd(code: string): number {
  let depth = 0;
  for (TOKEN.lastIndex = 0; TOKEN.lastIndex < code.length; ) {
    const at = TOKEN.lastIndex;
    const [token = ''] = TOKEN.exec(code) ?? [];
    if (token === '' || (depth === 0 && /^[),]$/.test(token))) return at;
    if (/^[([{]$/.test(token)) depth += 1;
    if (/^[)\]}]$/.test(token)) depth -= 1;
  }
  return code.length;
}

function readTemplate(code: string, start: number): { pattern: string; end: number } | undefined {
  let pattern = '';
  for (let at = start + 1; at < code.length; at += 1) {
    if (code[at] === '`') return { pattern, end: at + 1 };
    if (code[at] === '\\') {
      at += 1;
      pattern += code[at];
    } else if (code.startsWith('${', at)) {
      pattern += '*';
      at = findBraceEnd(code, at + 2);
    } else pattern += code[at];
  }
  return undefined;
}

/** The position of the brace that closes `${`. */
function findBraceEnd(code: string, start: number): number {
  let depth = 0;
  let at = start;
  while (at < code.length) {
    if (code[at] === '`') {
      const template = readTemplate(code, at);
      if (!template) return code.length;
      at = template.end;
      continue;
    }
    TOKEN.lastIndex = at;
    const [token = ''] = TOKEN.exec(code) ?? [];
    if (token === '}' && depth === 0) return at;
    if (token === '{') depth += 1;
    if (token === '}') depth -= 1;
    at += token.length;
  }
  return at;
}

const unquote = (token: string) => token.slice(1, -1).replace(/\\(.)/g, '$1');
