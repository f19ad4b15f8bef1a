import { expect, test } from 'vitest';
import { createTemporarySearch } from '../../../testing/search-index.ts';
import { searchPage } from '../../../testing/search-page.ts';
import { listSiteRecords, searchRecords, searchSite } from '../../../testing/search-site.ts';
import { addQuestions, groupQuestions } from './questions.ts';

const questionSource = { file: 'docs/_questions/a.yaml' };

test.each([
  '/docs/forms/dropdown#sql-options',
  '/docs/forms/dropdown/#sql-options',
  '/docs/forms/drop%64own#sql%2Doptions',
])('a question at %s goes to the first record of its address', (address) => {
  const { site, articles } = searchSite();
  site.questions.push({ ...questionSource, address, questions: ['rows from the ledger'] });
  const records = listSiteRecords(site, articles).filter(({ questions }) => questions.length > 0);
  expect(records).toHaveLength(1);
  expect(records[0]).toMatchObject({
    url: '/docs/forms/dropdown#sql-options',
    type: 'lvl2',
    questions: ['rows from the ledger'],
  });
});

test('categories and standalone pages can answer questions', () => {
  const { site, articles } = searchSite();
  const place = { slug: '/category/forms', label: 'Forms', title: 'Forms', keywords: [], items: [] };
  site.categories.push({ ...place, path: '/docs/category/forms', sidebar: 'tutorialSidebar', set: '' });
  site.pages.push({ kind: 'markdown', path: '/terms', file: 'terms.md', title: 'Terms', description: '' });
  for (const address of ['/docs/category/forms', '/terms']) {
    site.questions.push({ ...questionSource, address, questions: ['one'] });
  }
  const records = listSiteRecords(site, articles).filter(({ questions }) => questions.length > 0);
  expect(records.map(({ url }) => url)).toEqual(['/docs/category/forms', '/terms']);
});

test('joins two lists of questions for one address', () => {
  const lists = [['one'], ['two']].map((questions) => ({
    ...questionSource,
    address: '/docs/forms/dropdown',
    questions,
  }));
  const questions = groupQuestions({ questions: lists })('/docs/forms/dropdown');
  const [first, ...otherPages] = addQuestions(
    searchRecords().filter(({ url }) => url === '/docs/forms/dropdown'),
    questions,
  );
  expect(first?.questions).toEqual(['one', 'two']);
  expect(otherPages.flatMap((record) => record.questions)).toEqual([]);
});

test.each(['nudge an idle colleague', 'nudge colleague', 'nudge', 'nudging an idle colleague about it'])(
  '"%s" finds the page that answers it, although its text has no such word',
  (query) => {
    const answer = searchPage('Reminders', 'A message goes out when a task waits for two days.');
    const [title] = answer;
    if (title) title.questions = ['nudge an idle colleague', 'poke somebody'];
    const otherPages = Array.from({ length: 20 }, (_, index) =>
      searchPage(`Task ${index}`, 'What a task is about.'),
    );
    const search = createTemporarySearch([...otherPages.flat(), ...answer]);
    expect(search.urls(query)[0]).toBe('/docs/reminders');
    search.close();
  },
);

test("a word in a text isn't searched in questions", () => {
  const [questionPage, writtenPage] = [
    searchPage('Reminders', 'A message.'),
    searchPage('Nudge', 'How to nudge somebody.'),
  ];
  if (questionPage[0]) questionPage[0].questions = ['nudge', 'nudge somebody', 'how to nudge'];
  const search = createTemporarySearch([...questionPage, ...writtenPage]);
  expect(search.urls('nudge')).toEqual(['/docs/nudge']);
  search.close();
});
