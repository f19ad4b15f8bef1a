import { readHtmlText } from '../../shared/unescape-html.ts';

/** A heading of a page, with the range of its section in the Markdown. */
export interface PageSection {
  /** Id of the heading. Undefined if links to it aren't possible. */
  id?: string | undefined;
  level: number;
  title: string;
  start: number;
  /** Start of the next heading of the same or a higher level. */
  end: number;
}

/** Removes the front matter of a Markdown copy. */
export function stripFrontMatter(markdown: string): string {
  return markdown.replace(/^---\n[\s\S]*?\n---\n+/, '');
}

/**
 * The headings of a Markdown copy, with the ids that they have on the HTML page, because the Markdown doesn't contain
 * them.
 */
export function parseSections(markdown: string, html: string): PageSection[] {
  const headings = parseHeadings(markdown);
  const ids = parseHeadingIds(html);
  let next = 0;
  return headings.map(({ level, title, start }, position) => {
    const idIndex = ids.findIndex(
      (id, index) => index >= next && id.level === level && id.key === normalizeTitle(title),
    );
    if (idIndex !== -1) next = idIndex + 1;
    const nextHeading = headings.slice(position + 1).find((other) => other.level <= level);
    return { id: ids[idIndex]?.id, level, title, start, end: nextHeading?.start ?? markdown.length };
  });
}

const OPENING_CHARACTERS = 400;

/** The first paragraph of a page before its first section, shortened if it's long. */
export function extractOpening(markdown: string): string | undefined {
  const [before = ''] = markdown.split(/^#{2,6} /m);
  const paragraph = before
    .split(/\n{2,}/)
    .map((block) => block.trim())
    // Skip the title, tables, lists, pictures and code.
    .find((block) => /^[\p{L}\p{N}*_[\\("'“«¿¡]/u.test(block) && !/^(?:\*|\d+\.) /.test(block));
  if (paragraph === undefined || paragraph.length <= OPENING_CHARACTERS) return paragraph;
  return `${paragraph.slice(0, paragraph.lastIndexOf(' ', OPENING_CHARACTERS))} …`;
}

function parseHeadings(markdown: string): Pick<PageSection, 'level' | 'title' | 'start'>[] {
  const headings: Pick<PageSection, 'level' | 'title' | 'start'>[] = [];
  let fence: string | undefined;
  let start = 0;
  for (const line of markdown.split('\n')) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === undefined) {
      const [, signs = '', title = ''] = /^(#{1,6}) +(.*?)\s*$/.exec(line) ?? [];
      if (mark !== undefined) fence = mark;
      else if (title !== '') headings.push({ level: signs.length, title: readPlainText(title), start });
    } else if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined;
    start += line.length + 1;
  }
  return headings;
}

/** Replaces links with their text, and removes the marks of code and emphasis. */
function readPlainText(markdown: string): string {
  return markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]|\\(?=[^\w\s])/g, '')
    .trim();
}

function parseHeadingIds(html: string): { level: number; id: string; key: string }[] {
  return [...html.matchAll(/<h([1-6])\b[^>]*?\sid="([^"]+)"[^>]*>([\s\S]*?)<\/h\1>/g)].map(
    ([, level, id = '', inner = '']) => ({
      level: Number(level),
      id: readHtmlText(id),
      key: normalizeTitle(readHtmlText(inner.replace(/<a class="hash-link"[\s\S]*?<\/a>/g, ''))),
    }),
  );
}

/** Reduces a title to letters and digits, which are the same in HTML and Markdown. */
function normalizeTitle(title: string): string {
  return title.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();
}
