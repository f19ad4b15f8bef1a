import path from 'node:path';
import { expect, test } from 'vitest';
import { createSiteFolder, readTestSite } from '../../../testing/docs-folder.ts';
import { readQuestions } from './questions.ts';

const file = 'docs/_questions/a.yaml';

function readTestQuestions(source: string): ReturnType<typeof readQuestions> {
  const folder = createSiteFolder({ [file]: source });
  return readQuestions(path.join(folder, 'docs'), (full) => path.relative(folder, full));
}

test('reads the questions for each address, with its line', async () => {
  const source = [
    '# What the service desk hears',
    '/docs/Forms and rows#hide:',
    '  - make a field go away',
    '  - "why: is it gone"',
    '',
    "'/docs/100%25':",
    '  - percent',
  ].join('\n');
  expect(await readTestQuestions(source)).toEqual({
    problems: [],
    questions: [
      {
        address: '/docs/Forms and rows#hide',
        questions: ['make a field go away', 'why: is it gone'],
        file,
        line: 2,
      },
      { address: '/docs/100%25', questions: ['percent'], file, line: 6 },
    ],
  });
});

test.each([
  ['/docs/a:\n  - one\n/docs/b: two\n', '"/docs/b" has no valid list of questions', 3],
  ['/docs/a:\n  - one\n/docs/b:\n  - 7\n', '"/docs/b" has no valid list of questions', 3],
  ['/docs/a:\n  - one\n/docs/b:\n', '"/docs/b" has no valid list of questions', 3],
  ['docs/a:\n  - one\n', '"docs/a" has no valid list of questions', 1],
  ['- one\n', "The file doesn't list questions by page", undefined],
  ['/docs/a:\n  - one\n - two\n', "The questions can't be read", 3],
])('reports %j with its place', async (source, message, line) => {
  const { questions, problems } = await readTestQuestions(source);
  expect(questions).toEqual([]);
  expect(problems).toEqual([
    {
      code: 'questions',
      severity: 'error',
      file,
      ...(line && { line }),
      message: expect.stringContaining(message),
    },
  ]);
});

test('reads a file of comments as one without questions', async () => {
  expect(await readTestQuestions('# later\n')).toEqual({ questions: [], problems: [] });
});

test('reads every YAML file of the folder in order of names, and makes none a page', async () => {
  const { site, problems } = await readTestSite({
    'docs/a.md': '# A',
    'docs/_questions/b.yml': '/docs/a:\n  - second\n',
    'docs/_questions/a.yaml': '/docs/a:\n  - first\n',
    'docs/_questions/notes.txt': 'Nothing.',
  });
  expect(problems).toEqual([]);
  expect(site.docs).toHaveLength(1);
  expect(site.questions.map(({ questions }) => questions)).toEqual([['first'], ['second']]);
});
