import { expect, test } from 'vitest';
import { english } from '../../config/texts.ts';
import { searchResultsHtml } from './search-results.ts';

test('keeps the direction of hits in another language than the page', () => {
  const hit = {
    objectID: 'orders',
    url: '/ar/docs/orders',
    _highlightResult: {
      hierarchy: { lvl0: { value: 'Orders (new)' }, lvl1: { value: 'Create an <mark>order</mark>!' } },
    },
    _snippetResult: { content: { value: 'Create an <mark>order</mark>, then send it.' } },
  };
  const answer = { hits: [hit], nbHits: 1, page: 0, nbPages: 1, userData: [] };
  const html = searchResultsHtml({ kind: 'found', query: 'order', answer }, { texts: english, tag: 'ar' });
  for (const part of [
    'Orders (new)',
    'Create an <mark>order</mark>!',
    'Create an <mark>order</mark>, then send it.',
  ])
    expect(html).toContain(`<bdi>${part}</bdi>`);
});
