import { readFileSync } from 'node:fs';
import { type ParseResult, parseSync, Visitor } from 'rolldown/utils';

/** Something that a reader would stumble over, with its place and what to write instead. */
export interface Finding {
  file: string;
  line: number;
  words: string;
  advice: string;
}

/** A comment, the title of a test, or a sentence that the program says. The last one isn't known of Markdown and JSON. */
export type PassageKind = 'comment' | 'title' | 'message';

/** A passage that people read: a comment, a string, a paragraph of Markdown. */
export interface Passage {
  text: string;
  /** Offset of `text` in the file. */
  start: number;
  /** A label or a heading, which needn't be a sentence: "What you need". */
  isLabel?: boolean;
  kind?: PassageKind | undefined;
}

export interface SourceText {
  /** Path from the root of the repository, with slashes. */
  file: string;
  program: ParseResult['program'];
  comments: Passage[];
  /** String literals, templates and text of JSX that hold several words. In a test only the titles. */
  strings: Passage[];
  lineAt(offset: number): number;
}

/** @throws Error when the file isn't TypeScript or JavaScript that can be parsed. */
export function readSourceText(file: string, text = readFileSync(file, 'utf8')): SourceText {
  const { program, comments, errors } = parseSync(file, text);
  const [syntaxError] = errors;
  if (syntaxError) throw new Error(`${file}: ${syntaxError.message}`);
  const strings: Passage[] = [];
  const add = (value: string, start: number, isTitle = false) => {
    if (!/\p{L}\s+\p{L}/u.test(value)) return;
    const isLabel = !/[.!?]\W*$/.test(value);
    // The manual's sandbox repeats what the product's API says, in its words.
    const isMessage = !isLabel && !file.startsWith('site/');
    strings.push({
      text: value,
      start,
      isLabel,
      kind: isTitle ? 'title' : isMessage ? 'message' : undefined,
    });
  };
  if (/\.test\.tsx?$/.test(file)) {
    new Visitor({
      CallExpression({ callee, arguments: [title] }) {
        if (title?.type !== 'Literal' || typeof title.value !== 'string') return;
        if (/^(?:test|it|describe)\b/.test(text.slice(callee.start, callee.end)))
          add(title.value, title.start, true);
      },
    }).visit(program);
  } else {
    new Visitor({
      Literal({ value, start }) {
        if (typeof value === 'string') add(value, start);
      },
      TemplateElement({ value, start }) {
        add(value.cooked ?? value.raw, start);
      },
      JSXText({ value, start }) {
        add(value, start);
      },
    }).visit(program);
  }
  return {
    file,
    program,
    comments: joinLineComments(comments, text),
    strings,
    lineAt: (offset) => text.slice(0, offset).split('\n').length,
  };
}

/** Consecutive `//` lines are one passage, since their sentences run over the lines. */
function joinLineComments(comments: ParseResult['comments'], text: string): Passage[] {
  const ranges: { start: number; end: number; isLine: boolean }[] = [];
  for (const { type, start, end } of comments) {
    const previous = ranges.at(-1);
    const isLine = type === 'Line';
    if (isLine && previous?.isLine && /^\s*$/.test(text.slice(previous.end, start))) previous.end = end;
    else ranges.push({ start, end, isLine });
  }
  return ranges.map(({ start, end }) => ({
    text: text
      .slice(start, end)
      .replaceAll(/^[ \t]*(?:\/\/+|\/?\*+\/?)|\*\/$/gm, (marks) => ' '.repeat(marks.length)),
    start,
    kind: 'comment' as const,
  }));
}
