/** What a fence's info string (or the props of `<CodeBlock>`) says about its code. */
export interface CodeInfo {
  /** In lower case; `text` when none is written. */
  language: string;
  /** As the author wrote it. */
  writtenLanguage: string;
  title: string | undefined;
  /** Number of the first line; absent when lines are not numbered. */
  firstNumber: number | undefined;
  code: string;
  /** 0-based. */
  highlighted: ReadonlySet<number>;
}

interface CodeInput {
  code: string;
  language: string | undefined;
  title: string | undefined;
  /** `showLineNumbers` of the component: `true`, `false` or a number. */
  numbers: string | undefined;
  meta: string | undefined;
}

export function readCodeInfo(input: CodeInput): CodeInfo {
  const language = input.language?.toLowerCase() || 'text';
  const { code, highlighted } = readLines(input.code.replace(/\r?\n$/, ''), language, input.meta);
  const title = /title=(["'])(.*?)\1/.exec(input.meta ?? '')?.[2] || input.title;
  return {
    language,
    writtenLanguage: input.language || language,
    title,
    firstNumber: firstNumber(input),
    code,
    highlighted,
  };
}

function firstNumber({ numbers, meta }: CodeInput): number | undefined {
  if (numbers === 'true' || numbers === '') return 1;
  if (numbers === 'false') return undefined;
  if (numbers !== undefined) return Number.parseInt(numbers, 10);
  const word = meta?.split(' ').find((part) => part.startsWith('showLineNumbers'));
  if (word === undefined) return undefined;
  return word.startsWith('showLineNumbers=')
    ? Number.parseInt(word.slice('showLineNumbers='.length), 10) || 1
    : 1;
}

/** A range in the info string wins; comments in the code are then left alone. */
function readLines(
  code: string,
  language: string,
  meta: string | undefined,
): Pick<CodeInfo, 'code' | 'highlighted'> {
  const range = /\{([\d,-]+)\}/.exec(meta ?? '')?.[1];
  if (range !== undefined) return { code, highlighted: new Set(parseRange(range).map((line) => line - 1)) };
  return readComments(code, language);
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

function readComments(code: string, language: string): Pick<CodeInfo, 'code' | 'highlighted'> {
  const highlighted = new Set<number>();
  if (!code.includes('highlight-')) return { code, highlighted };
  const directive = commentPattern(language);
  const kept: string[] = [];
  let start: number | undefined;
  for (const line of code.split('\n')) {
    const name = directive
      .exec(line)
      ?.slice(1)
      .find((group) => group !== undefined);
    if (name === undefined) kept.push(line);
    else if (name === 'highlight-next-line') highlighted.add(kept.length);
    else if (name === 'highlight-start') start = kept.length;
    else for (let index = start ?? 0; index < kept.length; index += 1) highlighted.add(index);
  }
  return { code: kept.join('\n'), highlighted };
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
const stylesByLanguage: Record<string, CommentStyle[]> = {
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
};

function of(languages: string[], styles: CommentStyle[]): Record<string, CommentStyle[]> {
  return Object.fromEntries(languages.map((language) => [language, styles]));
}

const patterns = new Map<CommentStyle[], RegExp>();

/** The comment must stand on a line of its own. */
function commentPattern(language: string): RegExp {
  const styles = Object.hasOwn(stylesByLanguage, language)
    ? (stylesByLanguage[language] ?? popular)
    : popular;
  const known = patterns.get(styles);
  if (known) return known;
  const alternatives = styles.map((style) => {
    const [start, end] = comments[style];
    return `(?:${start}\\s*(highlight-next-line|highlight-start|highlight-end)\\s*${end})`;
  });
  const pattern = new RegExp(`^\\s*(?:${alternatives.join('|')})\\s*$`);
  patterns.set(styles, pattern);
  return pattern;
}
