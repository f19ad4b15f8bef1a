import path from 'node:path';
import { decodeUrl } from '../../shared/decode.ts';
import { listPatternMentions, scanPathPatterns, splitPathPattern } from '../../shared/path-pattern.ts';
import { listFileReferences } from '../bundle/file-references.ts';

/** An import as it is written in a module. */
export interface Import {
  specifier: string;
  /**
   * `value`: loaded with the module. `type`: removed before it runs. `later`: loaded by `import()` or in a thread of
   * its own. `glob`: a pattern of the bundler, with `!` in front for exceptions. `package`: listed in a `package.json`.
   * `pattern`: a path of which only a part is known, see `path-pattern.ts`.
   */
  kind: 'value' | 'type' | 'later' | 'glob' | 'package' | 'pattern';
}

const SPACE = String.raw`(?:\s|//[^\n]*\n|/\*[^]*?\*/)`;
const TEXT = String.raw`(["'])([^"'\n]+)`;
/** `import … from '…'`, `import '…'`, `export … from '…'`, at the start of a statement. */
const statement = new RegExp(
  String.raw`(?:^|[;}])${SPACE}*(?:import|export)\b(${SPACE}+type\b(?!${SPACE}*(?:,|from${SPACE}*["'])))?(?:(?:[\w$*{},]|${SPACE})+?from)?${SPACE}*${TEXT}\2`,
  'gm',
);
/** Matches calls of `import()`, but not the type `import('…').Name`. */
const call = new RegExp(
  String.raw`\b(?:import|require)\s*\(${SPACE}*${TEXT}\1${SPACE}*[,)](?!\s*\.\s*[A-Z])`,
  'g',
);
const url = new RegExp(String.raw`\bnew\s+URL\s*\(\s*${TEXT}\1\s*,\s*import\.meta\.url`, 'g');
const glob = /\bimport\.meta\.glob\b[\s\S]*?\(\s*(\[[^\]]*\]|["'][^"'\n]+["'])/g;

/** An image in Markdown, `![Pump](./pump.png)`, or a definition, `[pump]: ./pump.png`. */
const markdownImage =
  /(?:!\[[^\]]*\]\(\s*|^ {0,3}\[[^\]\n]+\]:\s*)<?(?!data:|[a-z]+:\/\/|#|\/)([^\s>)#?]+\.\w+)/gm;

/**
 * Finds the imports of a module without a parser: loading the bundler's parser takes longer than scanning all our
 * sources. `scan-imports.test.ts` compares the result with that parser's.
 */
export function scanImports(file: string, source: string): Import[] {
  const extension = path.extname(file);
  if (extension === '.css')
    return toImports(
      listFileReferences(source).flatMap(({ reference, isImport }) =>
        isImport || !reference.startsWith('/') ? reference : [],
      ),
      'value',
    );
  const isMarkdown = /^\.mdx?$/.test(extension);
  if (!isMarkdown && !/^\.[cm]?[jt]sx?$/.test(extension)) return [];
  const images = isMarkdown ? collectMatches(markdownImage, 1, source).map(toRelativePath) : [];
  const statements = [...source.matchAll(statement)].map(
    ([, type, , specifier = '']): Import => ({ specifier, kind: type === undefined ? 'value' : 'type' }),
  );
  const later = [...collectMatches(call, 2, source), ...collectMatches(url, 2, source)];
  const globs = collectMatches(glob, 1, source).flatMap((patterns) =>
    collectMatches(/["']([^"'\n]+)["']/g, 1, patterns),
  );
  // Markdown isn't parsed here, so a sample of code counts as code.
  const patterns = isMarkdown
    ? listPatternMentions(source).map(({ pattern }) => pattern)
    : scanPathPatterns(source);
  return [
    ...statements,
    ...toImports(images, 'value'),
    ...toImports(later, 'later'),
    ...toImports(globs, 'glob'),
    ...toImports(
      patterns.filter((pattern) => splitPathPattern(pattern) !== undefined),
      'pattern',
    ),
  ];
}

/** A path in Markdown needs no dot in front. Aliases such as `@site` stay. */
function toRelativePath(address: string): string {
  const name = decodeUrl(address);
  return /^(?:\.{1,2}\/|@)/.test(name) ? name : `./${name}`;
}

function toImports(specifiers: readonly string[], kind: Import['kind']): Import[] {
  return specifiers.map((specifier) => ({ specifier, kind }));
}

function collectMatches(pattern: RegExp, group: number, text: string): string[] {
  return [...text.matchAll(pattern)].flatMap((match) => match[group] ?? []);
}
