import { escapeHtml } from '../shared/html.ts';
import { find } from './find.ts';
import type { IndexFile } from './index-file.ts';
import { corrections, type Query } from './query.ts';
import { editsAllowed } from './typo.ts';

const SUGGESTIONS_MAX = 3;
const WORDS_MAX = 2;

/**
 * What to search for where nothing was found: the nearest words of the index, further away than a misspelling
 * that is forgiven, then the titles that these words lead to. Escaped, as every text of an answer.
 */
export function suggestionsFor(query: Query, index: IndexFile): string[] {
  const words = query.terms.flatMap((term) => {
    const [form = ''] = term.forms;
    return corrections(form, true, index, editsAllowed(form.length) + 1).map((near) => near.word);
  });
  const nearest = [...new Set(words)].slice(0, WORDS_MAX);
  const titles = nearest.flatMap((word) => titlesFor(word, index));
  const offered = [...nearest, ...titles];
  const alike = offered.map((text) => text.toLowerCase());
  return offered
    .filter((text, at) => alike.indexOf(text.toLowerCase()) === at)
    .slice(0, SUGGESTIONS_MAX)
    .map(escapeHtml);
}

function titlesFor(word: string, index: IndexFile): string[] {
  const { ids } = find(index, { query: word, filters: () => true, perTarget: 1 });
  return ids.slice(0, SUGGESTIONS_MAX).map((id) => index.record(id).hierarchy.lvl1);
}
