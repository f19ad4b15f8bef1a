import { expect, test } from 'vitest';
import { compileWithReference as compile } from '../../testing/compile-with-data.ts';
import { readSymptoms } from './symptoms.ts';

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
    {
      symptom: '401 for `/users`',
      cause: 'The token',
      remedy: 'Renew it',
      anchor: 'other-cases',
      message: '401',
    },
  ]);
});

test('the rows are collected by category, and each leads to its section', async () => {
  const use = '<Troubleshooting under="LuranaBPA/BasicFeatures/6DefinitionOfProcess/" />';
  const { html, headings, problems } = await compile(use, { pages: [gateways] });
  expect(problems).toEqual([]);
  expect(headings.map(({ text }) => text)).toEqual(['Definition of a process']);
  expect(html).toContain('Each case takes the default flow');
  expect(html).toContain('/6DefinitionOfProcess/Gateways#what-goes-wrong"');
});

test('each row says what to do, with links that work from the page of the index', async () => {
  const use = '<Troubleshooting under="LuranaBPA/BasicFeatures/6DefinitionOfProcess/Process" />';
  const process = 'LuranaBPA/BasicFeatures/6DefinitionOfProcess/Process.md';
  const rules = 'LuranaBPA/BasicFeatures/6DefinitionOfProcess/AssignmentRules.md';
  const { html } = await compile(use, { pages: [process, rules] });
  expect(html).toContain('Clear it. <a');
  expect(html).toContain('/6DefinitionOfProcess/AssignmentRules#users"');
  // This page isn't part of the site of the test.
  expect(html).toContain('activate the group. <a');
  const ownSection = await compile('<Troubleshooting under="LuranaBPA/" />', { pages: [gateways] });
  expect(ownSection.html).toContain('/6DefinitionOfProcess/Gateways#end-others"');
});

test('a place without such a table is named', async () => {
  const { problems } = await compile('<Troubleshooting under="LuranaBPA/Nowhere/" />');
  expect(problems).toMatchObject([{ message: expect.stringContaining('No article below') }]);
});

test('messages are found by their words', async () => {
  const { html } = await compile('<Messages />', {
    pages: ['LuranaBPA/UserExperience/2RunningCases/Steps.md'],
  });
  expect(html).toContain('No user');
});
