import path from 'node:path';

/** One module that another one names, as it is written. */
export interface Import {
  specifier: string;
  /**
   * `value`: loaded with the module. `type`: gone before it runs. `later`: by `import()` or as a thread of its own.
   * `glob`: a pattern of the bundler; with `!` what it leaves out. `package`: named by a `package.json`.
   */
  kind: 'value' | 'type' | 'later' | 'glob' | 'package';
}

const SPACE = String.raw`(?:\s|//[^\n]*\n|/\*[^]*?\*/)`;
const TEXT = String.raw`(["'])([^"'\n]+)`;
/** `import … from '…'`, `import '…'`, `export … from '…'`, at the start of a statement. */
const statement = new RegExp(
  String.raw`(?:^|[;}])${SPACE}*(?:import|export)\b(${SPACE}+type\b(?!${SPACE}*(?:,|from${SPACE}*["'])))?(?:(?:[\w$*{},]|${SPACE})+?from)?${SPACE}*${TEXT}\2`,
  'gm',
);
/** Not `import('…').Name`, which is a type. */
const call = new RegExp(
  String.raw`\b(?:import|require)\s*\(${SPACE}*${TEXT}\1${SPACE}*[,)](?!\s*\.\s*[A-Z])`,
  'g',
);
const url = new RegExp(String.raw`\bnew\s+URL\s*\(\s*${TEXT}\1\s*,\s*import\.meta\.url`, 'g');
const glob = /\bimport\.meta\.glob\b[\s\S]*?\(\s*(\[[^\]]*\]|["'][^"'\n]+["'])/g;
const cssImport = /@import\s+(?:url\(\s*)?["']?([^"')\s;]+)/g;
const cssUrl = /\burl\(\s*["']?(?!data:|https?:|#|\/)([^"')]+?)["']?\s*\)/g;

/**
 * What a module names, found without a parser: the bundler's takes longer to load than all our sources take to be
 * looked through. `scan-imports.test.ts` holds it to what that parser finds.
 */
export function scanImports(file: string, source: string): Import[] {
  const extension = path.extname(file);
  if (extension === '.css')
    return all([...found(cssImport, 1, source), ...found(cssUrl, 1, source)], 'value');
  if (!/^\.[cm]?[jt]sx?$/.test(extension)) return [];
  const statements = [...source.matchAll(statement)].map(
    ([, type, , specifier = '']): Import => ({ specifier, kind: type === undefined ? 'value' : 'type' }),
  );
  const later = [...found(call, 2, source), ...found(url, 2, source)];
  const globs = found(glob, 1, source).flatMap((patterns) => found(/["']([^"'\n]+)["']/g, 1, patterns));
  return [...statements, ...all(later, 'later'), ...all(globs, 'glob')];
}

function all(specifiers: readonly string[], kind: Import['kind']): Import[] {
  return specifiers.map((specifier) => ({ specifier, kind }));
}

function found(pattern: RegExp, group: number, text: string): string[] {
  return [...text.matchAll(pattern)].flatMap((match) => match[group] ?? []);
}
