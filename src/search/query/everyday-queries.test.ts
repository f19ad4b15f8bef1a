import { afterAll, describe, expect, test } from 'vitest';
import { everydayQueries } from '../../../testing/everyday-queries.ts';
import { createTemporarySearch } from '../../../testing/search-index.ts';
import { searchPage } from '../../../testing/search-page.ts';

const { ask, close } = createTemporarySearch(
  Object.entries(everydayQueries).flatMap(([language, { pages }]) =>
    Object.entries(pages).flatMap(([title, text]) =>
      searchPage(title, text).map((record) => ({ ...record, language })),
    ),
  ),
);
afterAll(close);

const cases = Object.entries(everydayQueries).flatMap(([language, { queries }]) =>
  Object.entries(queries).flatMap(([title, typedQueries]) =>
    typedQueries.map((query) => ({ language, query, title })),
  ),
);

describe('everyday queries find their page first', () => {
  test.each(cases)('$language: $query', ({ language, query, title }) => {
    const { hits } = ask(query, { facetFilters: [`language:${language}`] });
    expect(hits[0]?.hierarchy).toMatchObject({ lvl1: title });
  });

  test('there are ten cases for each language', () => {
    const counts = Map.groupBy(cases, ({ language }) => language);
    for (const [language, languageCases] of counts)
      expect([language, languageCases.length]).toEqual([language, 10]);
  });
});
