import type { Problem } from 'gatehouse/checks';
import type { ArticleSource } from '../article-source.ts';
import { problemAt } from '../problems.ts';

const empty = /^(?:here|click here|this|this page|link|this link|more|read more|see|page)$/i;

/** A link says where it leads: read out of its sentence, it is still understood. */
export function checkLinkText({ file, links }: ArticleSource): Problem[] {
  return links.flatMap(({ text, url, line }) => {
    const words = text.trim();
    if (words === '') return [problemAt('link-text', { file, line }, `The link to ${url} has no text.`)];
    if (empty.test(words))
      return [problemAt('link-text', { file, line }, `"${words}" does not say where the link leads.`)];
    if (/^https?:\/\//.test(words))
      return [
        problemAt(
          'link-text',
          { file, line },
          'The address itself is the text of the link: name what is there.',
        ),
      ];
    return [];
  });
}
