import { textOfHtml } from '../../shared/unescape-html.ts';

/** A heading of a page, and where in the Markdown what stands under it begins and ends. */
export interface PageSection {
  /** Of the heading; absent where nothing can link to it. */
  id?: string | undefined;
  level: number;
  title: string;
  start: number;
  /** Where the next heading of its level, or of one above, begins. */
  end: number;
}

/** The text of a Markdown copy, without what is said about it at its top. */
export function withoutFrontMatter(markdown: string): string {
  return markdown.replace(/^---\n[\s\S]*?\n---\n+/, '');
}

/**
 * The headings of a Markdown copy, with the ids that they have on the page itself: the copy has none, for who reads it
 * needs none.
 */
export function sectionsOf(markdown: string, html: string): PageSection[] {
  const headings = headingsOf(markdown);
  const ids = idsOf(html);
  let next = 0;
  return headings.map(({ level, title, start }, at) => {
    const found = ids.findIndex(
      (one, index) => index >= next && one.level === level && one.key === keyOf(title),
    );
    if (found !== -1) next = found + 1;
    const following = headings.slice(at + 1).find((other) => other.level <= level);
    return { id: ids[found]?.id, level, title, start, end: following?.start ?? markdown.length };
  });
}

const OPENING_CHARACTERS = 400;

/** What a page says of itself before its first section: its first paragraph, as far as that is short. */
export function openingOf(markdown: string): string | undefined {
  const [before = ''] = markdown.split(/^#{2,6} /m);
  const paragraph = before
    .split(/\n{2,}/)
    .map((block) => block.trim())
    // Neither its title nor a table, a list, a picture or code.
    .find((block) => /^[\p{L}\p{N}*_[\\("'“«¿¡]/u.test(block) && !/^(?:\*|\d+\.) /.test(block));
  if (paragraph === undefined || paragraph.length <= OPENING_CHARACTERS) return paragraph;
  return `${paragraph.slice(0, paragraph.lastIndexOf(' ', OPENING_CHARACTERS))} …`;
}

function headingsOf(markdown: string): Pick<PageSection, 'level' | 'title' | 'start'>[] {
  const headings: Pick<PageSection, 'level' | 'title' | 'start'>[] = [];
  let fence: string | undefined;
  let start = 0;
  for (const line of markdown.split('\n')) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === undefined) {
      const [, signs = '', title = ''] = /^(#{1,6}) +(.*?)\s*$/.exec(line) ?? [];
      if (mark !== undefined) fence = mark;
      else if (title !== '') headings.push({ level: signs.length, title: plainText(title), start });
    } else if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined;
    start += line.length + 1;
  }
  return headings;
}

/** Links as their text, code and emphasis without their signs. */
function plainText(markdown: string): string {
  return markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]|\\(?=[^\w\s])/g, '')
    .trim();
}

function idsOf(html: string): { level: number; id: string; key: string }[] {
  return [...html.matchAll(/<h([1-6])\b[^>]*?\sid="([^"]+)"[^>]*>([\s\S]*?)<\/h\1>/g)].map(
    ([, level, id = '', inner = '']) => ({
      level: Number(level),
      id: textOfHtml(id),
      key: keyOf(textOfHtml(inner.replace(/<a class="hash-link"[\s\S]*?<\/a>/g, ''))),
    }),
  );
}

/** What is the same in HTML and Markdown, whatever signs each of them needs. */
function keyOf(title: string): string {
  return title.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();
}
