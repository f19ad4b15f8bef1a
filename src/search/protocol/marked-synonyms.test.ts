import { expect, test } from 'vitest';
import { createTemporarySearch } from '../../../testing/search-index.ts';
import { searchPage } from '../../../testing/search-page.ts';
import { parseSynonymRule } from '../../config/synonym-rules.ts';

test('marks a synonym of several words only as a whole', () => {
  const rule = parseSynonymRule('holiday => out of office');
  const rules = typeof rule === 'string' ? [] : [rule];
  const page = searchPage('Absence', 'Of all in the office, Lena is out of office until Monday.');
  const search = createTemporarySearch(page, rules);
  const [hit] = search.ask('holiday', { attributesToSnippet: ['content:40'] }).hits;
  search.close();
  expect(hit).toMatchObject({
    _snippetResult: {
      content: {
        value: expect.stringMatching(
          /^Of all in the office, Lena is <\w+[^>]*>out of office<\/\w+> until Monday/,
        ),
      },
    },
  });
});
