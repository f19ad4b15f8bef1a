import { expect, test } from 'vitest';
import { compileWithReference as compile } from '../../testing/compile-with-data.ts';
import { readSymptoms } from './symptoms.ts';
import { findFrequentRows } from './troubleshooting.ts';

const gateways = 'LuranaBPA/BasicFeatures/6DefinitionOfProcess/Gateways.md';

test('the rows of a table of what goes wrong have the id of their heading, and links in the remedy only', () => {
  const { title, symptoms } = readSymptoms(
    [
      '---',
      'title: A page',
      '---',
      '',
      '## What goes wrong {#mistakes}',
      '',
      '| What you see | Likely cause | What to do |',
      '|---|---|---|',
      '| "No user" in [`the screen`](./a.md) | A \\| B | Fix [it](./b.md#c) |',
      '',
      '### Other cases',
      '',
      '| What you see | Cause | What to do |',
      '|---|---|---|',
      '| Nothing | Unknown | Wait |',
      '| 401 for `/users` | The token | Renew it |',
      '',
      '| Field | Value |',
      '|---|---|',
      '| A | B |',
    ].join('\n'),
  );
  expect(title).toBe('A page');
  expect(symptoms).toEqual([
    {
      symptom: '"No user" in `the screen`',
      cause: 'A \\| B',
      remedy: 'Fix [it](./b.md#c)',
      anchor: 'mistakes',
      message: 'No user',
    },
    { symptom: 'Nothing', cause: 'Unknown', remedy: 'Wait', anchor: 'other-cases' },
    { symptom: '401 for `/users`', cause: 'The token', remedy: 'Renew it', anchor: 'other-cases' },
  ]);
});

const processes = 'LuranaBPA/BasicFeatures/6DefinitionOfProcess/';

test('the most frequent problems are shown with their remedy, and all tables are linked by category', async () => {
  const use = `<Troubleshooting frequent="processes" under="${processes}" />`;
  const { html, headings, problems } = await compile(use, { pages: [gateways] });
  expect(problems).toEqual([]);
  expect(headings.map(({ text }) => text)).toEqual(['Other problems, by article', 'Definition of a process']);
  expect(html).toContain("The case can't be routed");
  expect(html).toContain('/6DefinitionOfProcess/Gateways#what-goes-wrong"');
  // Only the article has this row.
  expect(html).not.toContain('A task is done twice');
});

test('each row says what to do, with links that work from the page of the index', async () => {
  const use = `<Troubleshooting frequent="processes" under="${processes}" />`;
  const process = `${processes}Process.md`;
  const { html } = await compile(use, { pages: [gateways, process] });
  expect(html).toContain('/6DefinitionOfProcess/Gateways#close"');
  expect(html).not.toContain('href="./');
});

test.each([
  [
    'a place without such a table',
    '<Troubleshooting frequent="code" under="LuranaBPA/Nowhere/" />',
    'No article below',
  ],
  ['a list of rows that does not exist', '<Troubleshooting frequent="case" under="LuranaBPA/" />', 'cases'],
])('%s is named', async (_what, use, message) => {
  const { problems } = await compile(use, { pages: [gateways] });
  expect(problems).toMatchObject([{ message: expect.stringContaining(message) }]);
});

test('a frequent problem can have other words, and one whose row was reworded is named', () => {
  const rows = ['It is slow', 'It fails'].map((symptom) => ({ document: 'Forms/Grid', symptom }));
  const pick = (symptom: string, article = 'Forms/Grid') =>
    findFrequentRows([{ article, symptom, words: 'The grid is slow' }], rows);
  expect(pick('It is slow')).toEqual([{ document: 'Forms/Grid', symptom: 'The grid is slow' }]);
  expect(pick('It was slow')).toContain('has no row "It was slow"');
  expect(pick('It is slow', 'Forms/Left out')).toEqual([]);
});

test('messages are found by their words', async () => {
  const { html, headings } = await compile('<Messages />', {
    pages: ['LuranaBPA/UserExperience/2RunningCases/Steps.md'],
  });
  expect(html).toContain('No user');
  expect(headings.map(({ id }) => id)).toEqual(['letter-n']);
  expect(html).toContain('href="#letter-n"');
});
