import { ADMONITION_TYPES } from '../../model/admonition-types.ts';
import { memoize } from '../../shared/memoize.ts';

/** Markdown that is ready for the parser, with the way back to lines of the file. */
export interface PreparedSource {
  text: string;
  /** Line of the file for a line of `text`. Both are 1-based. */
  toFileLine(line: number): number;
  /** Rewritten lines by line of `text`, 1-based. */
  rewritten: ReadonlyMap<number, RewrittenLine>;
}

interface RewrittenLine {
  before: string;
  after: string;
}

/** Matches `:::note Title`, the syntax of older Docusaurus versions, also after quote marks or indentation. */
const createOldTitlePattern = memoize(
  20,
  (names: string) => new RegExp(`^((?:> ?)*(?: +|\\t+)?:{3,}(?:${names})) +(.*)$`),
);
const headingLine = /^#{1,6}(?!#)/;
/** Docusaurus unwraps these fences before MDX sees them, with three or four backticks. */
const wrappedBlocks = [
  /^ *``` *mdx-code-block\n[\s\S]*?\n *```$/gm,
  /^ *```` *mdx-code-block\n[\s\S]*?\n *````$/gm,
];

/**
 * Empties the lines of the front matter, and rewrites syntax of MDX 1 that MDX 3 rejects: `{#id}` after
 * headings, `:::note Title`, and the `mdx-code-block` fence.
 */
export function prepareSource(
  source: string,
  admonitions: readonly string[] = ADMONITION_TYPES,
): PreparedSource {
  const oldTitle = createOldTitlePattern(admonitions.map(escapePattern).join('|'));
  const plain = source.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const { lines, fileLines } = unwrapBlocks(blankFrontMatter(plain).trimEnd());
  const rewrittenLines = new Map<number, RewrittenLine>();
  for (const [index, before] of lines.entries()) {
    const after = rewriteLine(before, oldTitle);
    if (after === before) continue;
    lines[index] = after;
    rewrittenLines.set(index + 1, { before, after });
  }
  return {
    text: lines.join('\n'),
    toFileLine: (line) => fileLines?.[line - 1] ?? line,
    rewritten: rewrittenLines,
  };
}

/** Escapes a name for use in a regular expression. */
function escapePattern(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function rewriteLine(line: string, oldTitle: RegExp): string {
  if (headingLine.test(line) && line.includes('{#')) {
    return line.replace('{#', '\\{#').replace('\\\\{#', '\\{#');
  }
  if (!line.includes(':::')) return line;
  return line.replace(oldTitle, '$1[$2]');
}

/** Empties front matter as the Markdown parser recognizes it: two lines of exactly three dashes. */
function blankFrontMatter(text: string): string {
  const frontMatter = /^---[ \t]*\n(?:[\s\S]*?\n)??---[ \t]*(?=\n|$)/.exec(text)?.[0] ?? '';
  return frontMatter.replace(/[^\n]+/g, '') + text.slice(frontMatter.length);
}

function unwrapBlocks(text: string): { lines: string[]; fileLines?: number[] } {
  const lines = text.split('\n');
  if (!text.includes('mdx-code-block')) return { lines };
  const droppedLines = new Set<number>();
  for (const pattern of wrappedBlocks) {
    for (const match of text.matchAll(pattern)) {
      const first = text.slice(0, match.index).split('\n').length;
      droppedLines.add(first).add(first + match[0].split('\n').length - 1);
    }
  }
  const fileLines = lines.map((_, index) => index + 1).filter((line) => !droppedLines.has(line));
  return { lines: fileLines.map((line) => lines[line - 1] ?? ''), fileLines };
}
