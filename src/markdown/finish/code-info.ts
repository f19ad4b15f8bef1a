import type { Element } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { memoize } from '../../shared/memoize.ts';
import type { CodeOptions, MagicComment } from '../context.ts';
import { classesOf, stringOf } from './properties.ts';

/** As Docusaurus calls the lines that are highlighted. */
export const HIGHLIGHTED = 'theme-code-block-highlighted-line';

/** What Docusaurus has unless told otherwise. */
const usualComments: readonly MagicComment[] = [
  {
    className: HIGHLIGHTED,
    line: 'highlight-next-line',
    block: { start: 'highlight-start', end: 'highlight-end' },
  },
];

/** The `<code>` of a code block. */
export function codeOf({ children: [code] }: Element): Element {
  if (code?.type !== 'element') throw new Error('A code block without code.');
  return code;
}

/** What a code block says of its code, by a fence's info string or the props of `<CodeBlock>`. */
export function codeInfoOf(pre: Element, options: CodeOptions = {}) {
  const block = codeOf(pre);
  const meta = stringOf(block.properties.metastring);
  const named = classesOf(block).find((name) => name.startsWith('language-'));
  const writtenLanguage = named?.slice('language-'.length) || options.defaultLanguage;
  const language = writtenLanguage?.toLowerCase() || 'text';
  const magic = options.magicComments ?? usualComments;
  const { code, marked } = readLines(textOf(block).replace(/\r?\n$/, ''), language, meta, magic);
  return {
    /** In lower case; `text` when none is written. */
    language,
    /** As the author wrote it. */
    writtenLanguage: writtenLanguage || language,
    title: /title=(["'])(.*?)\1/.exec(meta ?? '')?.[2] || stringOf(pre.properties.dataTitle),
    /** Of the lines; absent when they are not numbered. */
    firstNumber: firstNumber(stringOf(pre.properties.dataNumbers), meta),
    code,
    /** Of the info string. */
    words: (meta ?? '').split(/\s+/),
    marked,
  };
}

export type CodeInfo = ReturnType<typeof codeInfoOf>;

/** `numbers`: `showLineNumbers` of the component: `true`, `false` or a number. */
function firstNumber(numbers: string | undefined, meta: string | undefined): number | undefined {
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
  /** Classes of lines that the author marked, by line from 0. */
  marked: Readonly<Record<number, readonly string[]>>;
}

/** A range in the info string wins; comments in the code are then left alone. */
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
    // A typing error such as {1-99999999} must not fill the memory.
    const count = Math.min(Math.abs(last - first) + 1, 10_000);
    return Array.from({ length: count }, (_, index) => first + index * step);
  });
}

function readComments(code: string, language: string, magic: readonly MagicComment[]): CodeLines {
  const marked: Record<number, string[]> = {};
  const mark = (line: number, { className }: MagicComment) => {
    marked[line] = [...new Set([...(marked[line] ?? []), className])];
  };
  const words = magic.flatMap(({ line, block }) => [line, block?.start, block?.end]).filter((one) => one);
  if (!words.some((word) => word !== undefined && code.includes(word))) return { code, marked };
  const directive = commentPattern({ language, words: words.join('|') });
  const kept: string[] = [];
  const starts = new Map<MagicComment, number>();
  for (const line of code.split('\n')) {
    const word = directive
      .exec(line)
      ?.slice(1)
      .find((group) => group !== undefined);
    if (word === undefined) {
      kept.push(line);
      continue;
    }
    const one = magic.find(({ line, block }) => [line, block?.start, block?.end].includes(word));
    if (!one) continue;
    if (one.line === word) mark(kept.length, one);
    else if (one.block?.start === word) starts.set(one, kept.length);
    else for (let index = starts.get(one) ?? 0; index < kept.length; index += 1) mark(index, one);
  }
  return { code: kept.join('\n'), marked };
}

/** Opening and closing of a comment, as regular expressions. */
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

const popular: CommentStyle[] = ['line', 'block', 'jsx', 'hash', 'html'];

/** Which comments a language has; the popular ones where nothing is listed. */
const stylesByLanguage = new Map<string, CommentStyle[]>([
  ...of(['js', 'javascript', 'ts', 'typescript'], ['line', 'block']),
  ...of(['jsx', 'tsx'], ['line', 'block', 'jsx']),
  ...of(['html'], ['line', 'block', 'html']),
  ...of(['python', 'py', 'bash'], ['hash']),
  ...of(['markdown', 'md'], ['html', 'jsx', 'hash']),
  ...of(['tex', 'latex', 'matlab'], ['percent']),
  ...of(['lua', 'haskell'], ['dashes']),
  ...of(['sql'], ['dashes', 'block']),
  ...of(['wasm'], ['semicolons']),
  ...of(['vb', 'vba', 'visual-basic'], ['quote', 'rem']),
  ...of(['vbnet'], ['underscoreQuote', 'rem']),
  ...of(['batch'], ['rem']),
  ...of(['basic'], ['rem', 'exclamation']),
  ...of(['fsharp'], ['line', 'parentheses']),
  ...of(['ocaml', 'sml'], ['parentheses']),
  ...of(['fortran'], ['exclamation']),
  ...of(['cobol'], ['starArrow']),
]);

function of(languages: string[], styles: CommentStyle[]) {
  return languages.map((language) => [language, styles] as const);
}

const PATTERNS_KEPT = 100;

/** The comment must be on a line of its own. `words`: of a regular expression, as Docusaurus takes them. */
const commentPattern = memoize(
  PATTERNS_KEPT,
  ({ language, words }: { language: string; words: string }): RegExp => {
    const alternatives = (stylesByLanguage.get(language) ?? popular).map((style) => {
      const [start, end] = comments[style];
      return `(?:${start}\\s*(${words})\\s*${end})`;
    });
    return new RegExp(`^\\s*(?:${alternatives.join('|')})\\s*$`);
  },
  ({ language, words }) => `${language} ${words}`,
);
