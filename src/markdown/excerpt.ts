import { toHtml } from 'hast-util-to-html';
import { parseHtml } from './tree/to-html.ts';

/** An element that a reader sees nothing of, and that Markdown and MDX both take as one. */
const MARK = '<div data-excerpt-end=""></div>';
const markInHtml = /<div data-excerpt-end(?:="[^"]*")?><\/div>/;
const ownTitle = /^\s*<header><h1[\s\S]*?<\/header>/;

/** A post's source with the first of its marks as an element, on the same line. */
export function markExcerpt(source: string, end: { source: string; flags: string } | undefined): string {
  return end === undefined ? source : source.replace(new RegExp(end.source, end.flags), () => MARK);
}

/** What lists show of a post: down to its mark, else all of it; never its own title. */
export function excerptOf(html: string): string {
  const body = html.replace(ownTitle, '');
  const mark = markInHtml.exec(body);
  if (!mark) return body;
  // What the mark is in is open here; the parser closes it.
  return toHtml({ type: 'root', children: parseHtml(body.slice(0, mark.index)) });
}
