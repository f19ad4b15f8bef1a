import { toHtml } from 'hast-util-to-html';
import { parseHtml } from './tree/to-html.ts';

/** An element that is invisible to readers and valid in both Markdown and MDX. */
const MARK = '<div data-excerpt-end=""></div>';
const markInHtml = /<div data-excerpt-end(?:="[^"]*")?><\/div>/;
const ownTitle = /^\s*<header><h1[\s\S]*?<\/header>/;

/** Replaces the first excerpt mark of a post by an element on the same line. */
export function markExcerpt(source: string, end: { source: string; flags: string } | undefined): string {
  return end === undefined ? source : source.replace(new RegExp(end.source, end.flags), () => MARK);
}

/** Cuts the excerpt that lists show: up to the mark, otherwise the whole post, without its title. */
export function cutExcerpt(html: string): string {
  const body = html.replace(ownTitle, '');
  const mark = markInHtml.exec(body);
  if (!mark) return body;
  // Elements around the mark are still open here; the parser closes them.
  return toHtml({ type: 'root', children: parseHtml(body.slice(0, mark.index)) });
}
