import type { Problem } from 'gatehouse/checks';
import type { ArticleSource } from '../article-source.ts';
import { problemAt } from '../problems.ts';

const titles = ['See also', 'Next'];
/** One link is no choice, and more than five are a list to search in. */
const LINKS_MIN = 2;
const LINKS_MAX = 5;

/** No page is a dead end: it closes with the few pages that its reader needs next. */
export function checkNeighbours({ file, headings, links }: ArticleSource): Problem[] {
  const last = headings.findLast(({ level }) => level === 2);
  if (!last || !titles.includes(last.text))
    return [
      problemAt(
        'neighbours',
        { file, line: last?.line ?? 1 },
        'The article does not end with a section "See also" or "Next".',
      ),
    ];
  const count = links.filter(({ line }) => line > last.line).length;
  if (count >= LINKS_MIN && count <= LINKS_MAX) return [];
  return [
    problemAt(
      'neighbours',
      { file, line: last.line },
      `"${last.text}" has ${count} links: give ${LINKS_MIN} to ${LINKS_MAX}, and say what is there.`,
    ),
  ];
}
