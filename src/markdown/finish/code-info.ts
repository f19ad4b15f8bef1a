import type { Element } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { memoize } from '../../shared/memoize.ts';
import type { CodeOptions, MagicComment } from '../context.ts';
import { readClasses, toText } from './properties.ts';

/** Docusaurus' class for highlighted lines. */
export const HIGHLIGHTED = 'theme-code-block-highlighted-line';

/** Docusaurus' default magic comments. */
const usualComments: readonly MagicComment[] = [
  {
    className: HIGHLIGHTED,
    line: 'highlight-next-line',
    block: { start: 'highlight-start', end: 'highlight-end' },
  },
];

/** Finds the `<code>` of a code block. */
export function findCodeElement({ children: [code] }: Element): Element {
  if (code?.type !== 'element') throw new Error('A code block without code.');
  return code;
}

/** The settings of a code block. */
export interface CodeInfo extends CodeLines {
  /** Language in lower case. `text` if none is written. */
  language: string;
  /** Language as the author wrote it. */
  writtenLanguage: string;
  title: string | undefined;
  /** Number of the first line. Undefined without line numbers. */
  firstNumber: number | undefined;
  /** Words of the info string. */
  words: readonly string[];
}

/** Reads the settings of a code block from the info string of a fence or the props of `<CodeBlock>`. */
export function readCodeInfo(pre: Element, options: CodeOptions = {}): CodeInfo {
  const codeElement = findCodeElement(pre);
  const meta = toText(codeElement.properties.metastring);
  const languageClass = readClasses(codeElement).find((name) => name.startsWith('language-'));
  const writtenLanguage = languageClass?.slice('language-'.length) || options.defaultLanguage;
  const language = writtenLanguage?.toLowerCase() || 'text';
  const magicComments = options.magicComments ?? usualComments;
  const { code, marked } = readLines(
    textOf(codeElement).replace(/\r?\n$/, ''),
    language,
    meta,
    magicComments,
  );
  return {
    language,
    writtenLanguage: writtenLanguage || language,
    title: /title=(["'])(.*?)\1/.exec(meta ?? '')?.[2] || toText(pre.properties.dataTitle),
    firstNumber: readFirstNumber(toText(pre.properties.dataNumbers), meta),
    code,
    words: (meta ?? '').split(/\s+/),
    marked,
  };
}

/** `numbers` is the prop `showLineNumbers`: `true`, `false` or a number. */
function readFirstNumber(numbers: string | undefined, meta: string | undefined): number | undefined {
  if (numbers === 'true' || numbers === '') return 1;
  if (numbers === 'false') return undefined;
  if (numbers !== undefined) return Number.parseInt(numbers, 10);
  const word = meta?.split(' ').find((part) => part.startsWith('showLineNumbers'));
  if (word === undefined) return undefined;
  return word.startsWith('showLineNumbers=')
    ? Number.parseInt(word.slice('showLineNumbers='.length), 10) || 1
    : 1;
}

interface CodeLines {
  code: string;
  /** Classes of marked lines, by line counted from 0. */
  marked: Readonly<Record<number, readonly string[]>>;
}

/** A range in the info string wins. Comments in the code are then left in place. */
function readLines(
  code: string,
  language: string,
  meta: string | undefined,
  magic: readonly MagicComment[],
): CodeLines {
  const range = /\{([\d,-]+)\}/.exec(meta ?? '')?.[1];
  if (range === undefined) return readComments(code, language, magic);
  const classes = [magic[0]?.className ?? HIGHLIGHTED];
  const lines = parseRange(range).filter((line) => line > 0);
  return { code, marked: Object.fromEntries(lines.map((line) => [line - 1, classes])) };
}

function parseRange(range: string): number[] {
  return range.split(',').flatMap((part) => {
    const [, from, to] = /^(\d+)(?:-(\d+))?$/.exec(part) ?? [];
    if (from === undefined) return [];
    const first = Number(from);
    const last = to === undefined ? first : Number(to);
    const step = first <= last ? 1 : -1;
    // Limits the damage of a typing error such as {1-99999999}.
    const count = Math.min(Math.abs(last - first) + 1, 10_000);
    return Array.from({ length: count }, (_, index) => first + index * step);
  });
}

function readComments(code: string, language: string, magic: readonly MagicComment[]): CodeLines {
  const classesByLine: Record<number, string[]> = {};
  const mark = (line: number, { className }: MagicComment) => {
    classesByLine[line] = [...new Set([...(classesByLine[line] ?? []), className])];
  };
  const words = magic
    .flatMap(({ line, block }) => [line, block?.start, block?.end])
    .filter((candidate) => candidate);
  if (!words.some((word) => word !== undefined && code.includes(word)))
    return { code, marked: classesByLine };
  const directive = commentPattern({ language, words: words.join('|') });
  const keptLines: string[] = [];
  const starts = new Map<MagicComment, number>();
  for (const line of code.split('\n')) {
    const word = directive
      .exec(line)
      ?.slice(1)
      .find((group) => group !== undefined);
    if (word === undefined) {
      keptLines.push(line);
      continue;
    }
    const magicComment = magic.find(({ line, block }) => [line, block?.start, block?.end].includes(word));
    if (!magicComment) continue;
    if (magicComment.line === word) mark(keptLines.length, magicComment);
    else if (magicComment.block?.start === word) starts.set(magicComment, keptLines.length);
    else
      for (let index = starts.get(magicComment) ?? 0; index < keptLines.length; index += 1)
        mark(index, magicComment);
  }
  return { code: keptLines.join('\n'), marked: classesByLine };
}

/** Start and end of comments as regular expressions. */
const comments = {
  line: ['\\/\\/', ''],
  block: ['\\/\\*', '\\*\\/'],
  jsx: ['\\{\\s*\\/\\*', '\\*\\/\\s*\\}'],
  hash: ['#', ''],
  html: ['<!--', '-->'],
  dashes: ['--', ''],
  semicolons: ['\\;\\;', ''],
  percent: ['%', ''],
  quote: ["['‘’]", ''],
  underscoreQuote: ["(?:_\\s*)?['‘’]", ''],
  rem: ['[Rr][Ee][Mm]\\b', ''],
  exclamation: ['!', ''],
  parentheses: ['\\(\\*', '\\*\\)'],
  starArrow: ['\\*>', ''],
} as const satisfies Record<string, readonly [string, string]>;

type CommentStyle = keyof typeof comments;

const popularStyles: CommentStyle[] = ['line', 'block', 'jsx', 'hash', 'html'];

/** Comment styles by language. Other languages use the popular ones. */
const stylesByLanguage = new Map<string, CommentStyle[]>([
  ...addStyles(['js', 'javascript', 'ts', 'typescript'], ['line', 'block']),
  ...addStyles(['jsx', 'tsx'], ['line', 'block', 'jsx']),
  ...addStyles(['html'], ['line', 'block', 'html']),
  ...addStyles(['python', 'py', 'bash'], ['hash']),
  ...addStyles(['markdown', 'md'], ['html', 'jsx', 'hash']),
  ...addStyles(['tex', 'latex', 'matlab'], ['percent']),
  ...addStyles(['lua', 'haskell'], ['dashes']),
  ...addStyles(['sql'], ['dashes', 'block']),
  ...addStyles(['wasm'], ['semicolons']),
  ...addStyles(['vb', 'vba', 'visual-basic'], ['quote', 'rem']),
  ...addStyles(['vbnet'], ['underscoreQuote', 'rem']),
  ...addStyles(['batch'], ['rem']),
  ...addStyles(['basic'], ['rem', 'exclamation']),
  ...addStyles(['fsharp'], ['line', 'parentheses']),
  ...addStyles(['ocaml', 'sml'], ['parentheses']),
  ...addStyles(['fortran'], ['exclamation']),
  ...addStyles(['cobol'], ['starArrow']),
]);

function addStyles(languages: string[], styles: CommentStyle[]) {
  return languages.map((language) => [language, styles] as const);
}

const PATTERNS_CACHED = 100;

/** The comment must be alone on its line. `words` is a regular expression, as in Docusaurus. */
const commentPattern = memoize(
  PATTERNS_CACHED,
  ({ language, words }: { language: string; words: string }): RegExp => {
    const alternatives = (stylesByLanguage.get(language) ?? popularStyles).map((style) => {
      const [start, end] = comments[style];
      return `(?:${start}\\s*(${words})\\s*${end})`;
    });
    return new RegExp(`^\\s*(?:${alternatives.join('|')})\\s*$`);
  },
  ({ language, words }) => `${language} ${words}`,
);
