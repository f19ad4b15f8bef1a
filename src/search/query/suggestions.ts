import { escapeHtml } from '../../shared/html.ts';
import type { IndexView } from '../index/view.ts';
import type { Query } from './query.ts';
import type { Search } from './search.ts';
import { corrections, editsAllowed } from './spelling.ts';

const SUGGESTIONS_MAX = 3;
const WORDS_MAX = 2;

/**
 * What to search for where nothing was found: the nearest words of the index, further away than a misspelling
 * that is forgiven, then the titles that these words lead to. Escaped, as every text of an answer.
 */
export function suggestionsFor(query: Query, view: IndexView, search: Search): string[] {
  const { vocabulary } = view.index;
  const words = query.terms.flatMap(({ forms: [form = ''] }) =>
    corrections(form, true, view, editsAllowed(form.length) + 1).map(({ word }) => vocabulary.word(word)),
  );
  const nearest = [...new Set(words)].slice(0, WORDS_MAX);
  const titles = nearest.flatMap((word) => {
    const request = { query: word, facetFilters: [], perSection: 1, from: 0, to: SUGGESTIONS_MAX };
    return search(view, request).records.map((record) => view.index.record(record).hierarchy.lvl1);
  });
  const offered = [...nearest, ...titles];
  const alike = offered.map((text) => text.toLowerCase());
  return offered
    .filter((text, at) => alike.indexOf(text.toLowerCase()) === at)
    .slice(0, SUGGESTIONS_MAX)
    .map(escapeHtml);
}
