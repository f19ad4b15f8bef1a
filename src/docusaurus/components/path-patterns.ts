/**
 * Calls with a path of which code knows only a part, as webpack understands them:
 *
 * - ``require(`@site/static/img/${name}.png`)`` and `require('./' + name)`
 * - the same with `import()`
 * - `require.context('@site/static/icons', false, /\.svg$/)`
 *
 * Each call gets a module that has a function for each file that may match. The code keeps its lines, because only the
 * name of the called function is replaced.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseAst } from 'vite';
import { type Aliases, resolveImportPath } from '../../markdown/mdx/code-imports.ts';
import { createCodeTest } from '../../shared/code-parts.ts';
import { formatPathFrom } from '../../shared/file-paths.ts';
import { isRecord } from '../../shared/json.ts';
import {
  explainUninstalledPackage,
  findInstalledPackage,
  getPackageName,
} from '../../shared/missing-packages.ts';
import {
  compileRest,
  type FolderFilter,
  holdsSite,
  listPatternFiles,
  PATTERN_FILES_MAX,
  readPathExpression,
  splitPathPattern,
} from '../../shared/path-pattern.ts';
import type { Problem } from '../../shared/problem.ts';
import type { SiteBoundary } from '../../shared/site-boundary.ts';

/** The beginning of the names of modules that answer such calls. */
export const PATTERN_MODULE = 'path-pattern:';

/** A call of the site's code, as the module that answers it needs it. */
export interface PatternCall {
  kind: 'require' | 'import' | 'context';
  /** Whether files are loaded by `import()`, so that the call returns promises. */
  isLater: boolean;
  /** For messages: ``require(`@site/static/img/*.png`)``. */
  callAsWritten: string;
  /** The place of the call, such as `src/icon.jsx:3`. */
  place: string;
  /** Loaders in front of each path. */
  loaders: string;
  /** The folder as written, with a slash at its end. */
  folderAsWritten: string;
  /** Undefined if there is no such folder. */
  filter?: FolderFilter | undefined;
  /** Why the call can't work. It throws this. */
  failure?: string | undefined;
}

interface PatternOptions {
  siteDir: string;
  /** Stores the call and returns the name of the module that answers it. */
  nameModule(call: PatternCall): string;
  aliases: Aliases;
  boundary: SiteBoundary;
  report(problem: Problem): void;
}

interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

const isNode = (value: unknown): value is Node => isRecord(value) && typeof value.type === 'string';

/** A cheap test for code that may have such a call. */
const mayHaveCall = /\b(?:require|import)\s*\(|\brequire\.context\b/;

/** Replaces the calls of a module, which is JavaScript by now. `source` is its text on disk, for line numbers. */
export function replacePatternCalls(
  code: string,
  file: string,
  source: string,
  options: PatternOptions,
): string {
  if (!mayHaveCall.test(code)) return code;
  const calls = findCalls(code);
  let replaced = code;
  let searchFrom = 0;
  const describedCalls = calls.map((call) => {
    const { line, end } = findLineOfCall(source, searchFrom, call);
    searchFrom = end;
    return { ...call, call: describeCall(call, file, line, options) };
  });
  for (const { start, calleeEnd, call } of describedCalls.toReversed())
    replaced = `${replaced.slice(0, start)}require(${JSON.stringify(options.nameModule(call))})${replaced.slice(calleeEnd)}`;
  return replaced;
}

interface FoundCall {
  kind: PatternCall['kind'];
  start: number;
  /** The end of the name of the function. */
  calleeEnd: number;
  pattern: string;
  context?: { isDeep: boolean; source: string; flags: string; mode: string } | undefined;
}

/** Calls in the order of the code. Empty if the module declares a `require` of its own. */
function findCalls(code: string): FoundCall[] {
  const calls: FoundCall[] = [];
  let declaresRequire = false;
  const visit = (node: Node): void => {
    if (declaresItself(node)) declaresRequire = true;
    const call = readCall(node, code);
    if (call) calls.push(call);
    for (const value of Object.values(node)) {
      if (Array.isArray(value)) for (const one of value) isNode(one) && visit(one);
      else if (isNode(value)) visit(value);
    }
  };
  const program: unknown = parseAst(code);
  if (isNode(program)) visit(program);
  return calls
    .filter(({ kind }) => kind === 'import' || !declaresRequire)
    .sort((one, other) => one.start - other.start);
}

function isRequire(node: unknown): boolean {
  return isNode(node) && node.type === 'Identifier' && node.name === 'require';
}

function declaresItself({ type, id, local, params }: Node): boolean {
  if (type === 'VariableDeclarator' || type === 'FunctionDeclaration') {
    if (isRequire(id)) return true;
  }
  if (type.startsWith('Import') && isRequire(local)) return true;
  return Array.isArray(params) && params.some(isRequire);
}

function readCall(node: Node, code: string): FoundCall | undefined {
  if (node.type === 'ImportExpression' && isNode(node.source)) {
    const before = code.slice(node.start, node.source.start);
    if (/webpackIgnore:\s*true|@vite-ignore/.test(before) || isFixed(node.source)) return undefined;
    const pattern = readPathExpression(code.slice(node.source.start, node.end));
    if (!pattern?.includes('*') || /^[a-z]+:/i.test(pattern)) return undefined;
    return { kind: 'import', start: node.start, calleeEnd: code.indexOf('(', node.start), pattern };
  }
  if (node.type !== 'CallExpression' || !isNode(node.callee) || !Array.isArray(node.arguments))
    return undefined;
  const [first, ...furtherArguments]: unknown[] = node.arguments;
  if (!isNode(first)) return undefined;
  const { callee } = node;
  if (isRequire(callee)) {
    if (isFixed(first)) return undefined;
    const pattern = readPathExpression(code.slice(first.start, node.end));
    return {
      kind: 'require',
      start: node.start,
      calleeEnd: callee.end,
      pattern: pattern?.includes('*') ? pattern : '*',
    };
  }
  const isContext =
    callee.type === 'MemberExpression' &&
    isRequire(callee.object) &&
    isNode(callee.property) &&
    callee.property.name === 'context';
  if (!isContext) return undefined;
  const [isDeep = true, regex, mode = 'sync'] = furtherArguments.map((one) =>
    isNode(one) ? readLiteral(one) : undefined,
  );
  const folder = readLiteral(first);
  return {
    kind: 'context',
    start: node.start,
    calleeEnd: callee.end,
    pattern: typeof folder === 'string' ? folder : '*',
    context: {
      isDeep: isDeep !== false,
      ...(regex instanceof RegExp
        ? { source: regex.source, flags: regex.flags }
        : { source: '^\\./.*$', flags: '' }),
      mode: String(mode),
    },
  };
}

/** Whether a path is known as a whole, so that the bundler finds the file. */
function isFixed(node: Node): boolean {
  return typeof readLiteral(node) === 'string';
}

function readLiteral(node: Node): unknown {
  if (node.type === 'Literal') {
    if (!isRecord(node.regex)) return node.value;
    try {
      return new RegExp(String(node.regex.pattern), String(node.regex.flags));
    } catch {
      return undefined;
    }
  }
  // `!0` is how compilers write `true`.
  if (node.type === 'UnaryExpression' && node.operator === '!' && isNode(node.argument))
    return !readLiteral(node.argument);
  if (node.type === 'TemplateLiteral' && Array.isArray(node.quasis) && node.quasis.length === 1) {
    const [only]: unknown[] = node.quasis;
    return isRecord(only) && isRecord(only.value) ? only.value.cooked : undefined;
  }
  return undefined;
}

/** The line of a call in the text on disk: the next call in code with the same beginning of its path. */
function findLineOfCall(
  source: string,
  from: number,
  { kind, pattern }: FoundCall,
): { line: number; end: number } {
  const name = kind === 'context' ? 'require\\.context' : kind;
  const [certainStart = ''] = pattern.split('*', 1);
  const call = new RegExp(
    `\\b${name}\\s*\\((?:\\s|/\\*[\\s\\S]*?\\*/)*["'\`]?${certainStart.replace(/\W/g, '\\$&')}`,
    'g',
  );
  const mentions = [...source.slice(from).matchAll(call)].map(({ index, 0: { length } }) => {
    return { start: from + index, end: from + index + length };
  });
  const isCode = createCodeTest(source);
  const mention = mentions.find(({ start }) => isCode(start)) ?? mentions[0] ?? { start: 0, end: from };
  return { line: source.slice(0, mention.start).split('\n').length, end: mention.end };
}

function describeCall(
  { kind, pattern, context }: FoundCall,
  file: string,
  line: number,
  { siteDir, aliases, boundary, report }: PatternOptions,
): PatternCall {
  const displayedFile = formatPathFrom(siteDir, file);
  const callAsWritten = kind === 'context' ? `require.context('${pattern}')` : `${kind}(\`${pattern}\`)`;
  const isLater = context ? context.mode === 'lazy' || context.mode === 'eager' : kind === 'import';
  const common = { kind, isLater, callAsWritten, place: `${displayedFile}:${line}` };
  const fail = (message: string, severity: Problem['severity']): PatternCall => {
    report({ code: 'import-pattern', severity, file: displayedFile, line, message });
    return { ...common, loaders: '', folderAsWritten: '', failure: message };
  };
  const parts = splitPathPattern(context ? `${pattern.replace(/\/?$/, '/')}*` : pattern);
  const { folder, missingPackage } = parts ? findFolder(parts.folder, file, aliases, siteDir) : {};
  if (missingPackage !== undefined) return fail(explainUninstalledPackage(missingPackage), 'error');
  if (!parts || folder === undefined || (context && pattern === '*'))
    return fail(
      `\`${callAsWritten}\` names no folder before its unknown part (\`*\`), so the build can't tell which files it may load. Write the folder first, such as \`@site/static/img/\`, or import the files by name.`,
      'warning',
    );
  if (holdsSite(folder, siteDir))
    return fail(
      `\`${callAsWritten}\` may load any file of the site, its configuration and packages too. Name a folder in it, such as \`@site/static/img/\`.`,
      'error',
    );
  if (!existsSync(folder))
    return fail(
      `\`${callAsWritten}\` loads files of \`${parts.folder}\`, but there is no such folder. Check the path: it starts at the folder of this file, or at \`@site/\`.`,
      'error',
    );
  const isText = /\braw-loader\b/.test(parts.loaders);
  const filter = context
    ? { folder, isDeep: context.isDeep, source: context.source, flags: context.flags, isText }
    : { folder, isDeep: true, source: compileRest(parts.rest), flags: '', isText };
  const fileCount = new Set(listPatternFiles(filter, boundary).values()).size;
  if (fileCount > PATTERN_FILES_MAX)
    return fail(
      `\`${callAsWritten}\` matches ${fileCount} files; ${PATTERN_FILES_MAX} are allowed. Name a deeper folder, or the ending of the files.`,
      'error',
    );
  return { ...common, loaders: parts.loaders, folderAsWritten: parts.folder, filter };
}

interface PatternModule {
  code: string;
  /** Markdown that browsers don't get. */
  leftOut: string[];
}

/**
 * The module that answers a call. Each file is loaded when it's asked for, as in webpack. `inBrowser` leaves Markdown
 * out: a script, and the pages that load it, would have the text of documents that not every reader may see.
 */
export function writePatternModule(
  { kind, isLater, place, loaders, folderAsWritten, filter, failure }: PatternCall,
  { boundary, inBrowser }: { boundary: SiteBoundary; inBrowser: boolean },
): PatternModule {
  const files = filter ? [...listPatternFiles(filter, boundary)] : [];
  const isLeftOut = (name: string) => inBrowser && !filter?.isText && /\.mdx?$/.test(name);
  const load = isLater ? 'import' : 'require';
  const entries = files
    .filter(([, name]) => !isLeftOut(name))
    .map(([request, name]) => {
      const target = loaders + path.join(filter?.folder ?? '', name);
      return `  ${JSON.stringify(request)}: () => ${load}(${JSON.stringify(target)}),`;
    });
  const head = `const files = {
${entries.join('\n')}
};
const fail = (message) => {
  throw Object.assign(new Error(message), { code: 'MODULE_NOT_FOUND' });
};
const findKey = (key, value) => {
  if (Object.hasOwn(files, key)) return key;
  const sameName = Object.keys(files).find((name) => name.normalize() === key.normalize());
  if (sameName) return sameName;
  const lower = key.toLowerCase();
  const similar = Object.keys(files).find((name) => name.toLowerCase() === lower);
  fail('\`' + value + ${JSON.stringify(`\` matches no file in ${folderAsWritten}${inBrowser ? ` (${place})` : ''}.`)} +
    (similar ? \` Did you mean "\${similar.slice(2)}"?\` : ' Check the name, or add the file.'));
};
`;
  if (failure !== undefined) {
    const message = JSON.stringify(inBrowser ? `${place}: ${failure}` : failure);
    const answer = isLater && kind === 'import' ? 'async () => fail' : '() => fail';
    return { code: `${head}module.exports = ${answer}(${message});\n`, leftOut: [] };
  }
  const start = JSON.stringify(loaders + folderAsWritten);
  const calls = {
    require: `(path) => files[findKey('./' + String(path).slice(${start}.length), path)]()`,
    import: `async (path) => files[findKey('./' + String(path).slice(${start}.length), path)]()`,
    context: `() => Object.assign(${isLater ? 'async ' : ''}(key) => files[findKey(key, key)](), {
  keys: () => Object.keys(files),
  resolve: (key) => ${start} + findKey(key, key).slice(2),
  id: ${start},
})`,
  };
  const leftOut = [...new Set(files.flatMap(([, name]) => (isLeftOut(name) ? name : [])))];
  return { code: `${head}module.exports = ${calls[kind]};\n`, leftOut };
}

/** The folder of a pattern: a path, or a folder of a package. `missingPackage` is one that isn't installed. */
function findFolder(
  folder: string,
  file: string,
  aliases: Aliases,
  siteDir: string,
): { folder?: string; missingPackage?: string } {
  const folderPath = resolveImportPath(folder, file, aliases);
  if (folderPath !== undefined) return { folder: path.resolve(folderPath) };
  if (/^(?:@site|@theme|@generated|@docusaurus)\//.test(folder)) return {};
  const name = getPackageName(folder);
  const packageFolder =
    findInstalledPackage(name, file) ?? findInstalledPackage(name, path.join(siteDir, 'index.js'));
  if (packageFolder === undefined) return { missingPackage: name };
  return { folder: path.resolve(packageFolder, folder.slice(name.length + 1)) };
}
