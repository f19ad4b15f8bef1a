import { readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createSiteFolder, readTestSite } from '../../../testing/docs-folder.ts';
import { addQuestion, addSynonym } from './add-search-words.ts';
import { readQuestions } from './questions.ts';
import { readSynonyms } from './synonyms.ts';

test("reads synonyms from the docs folder and names a line that isn't a rule", async () => {
  const { site, problems } = await readTestSite({
    'docs/a.md': '# A',
    'docs/_questions/synonyms.txt': '# Of the desk\nboss => manager\n\nhide, remove # both\nalone\n',
  });
  expect(site.synonyms).toEqual([
    { words: ['boss'], means: ['manager'] },
    { words: ['hide', 'remove'], means: ['hide', 'remove'] },
  ]);
  expect(problems).toMatchObject([
    {
      file: 'docs/_questions/synonyms.txt',
      line: 5,
      message: '"alone" needs two words or more, separated by commas.',
    },
  ]);
});

test('writes what administrators add once, so that it is read back unchanged', async () => {
  const folder = createSiteFolder({ 'docs/a.md': '# A' });
  const docs = path.join(folder, 'docs');
  const into = { docsDir: docs, boundary: { roots: [realpathSync(folder)], privateFolders: [] } };
  const odd = 'why: "gone"? # {x}';
  const added = await Promise.all([
    addQuestion(into, '/docs/a#b', 'where is it'),
    addQuestion(into, '/docs/c d', odd),
    addQuestion(into, '/docs/a#b', 'who took it'),
    addQuestion(into, '/docs/a#b', 'who took it'),
    addSynonym(into, 'boss => manager'),
    addSynonym(into, 'boss => manager'),
  ]);
  expect(added.map(({ isWritten }) => isWritten)).toEqual(Array(6).fill(true));
  const { questions, problems } = await readQuestions(docs, (file) => file);
  expect(problems).toEqual([]);
  expect(Object.fromEntries(questions.map((question) => [question.address, question.questions]))).toEqual({
    '/docs/a#b': ['who took it', 'where is it'],
    '/docs/c d': [odd],
  });
  expect((await readSynonyms(docs, (file) => file)).synonyms).toHaveLength(1);
  expect(readFileSync(path.join(docs, '_questions/synonyms.txt'), 'utf8')).toBe('boss => manager\n');
});

test('returns the text to write by hand where there is no folder', async () => {
  const nowhere = { docsDir: '/nowhere/docs', boundary: { roots: [], privateFolders: [] } };
  expect(await addQuestion(nowhere, '/docs/a', 'why')).toEqual({
    isWritten: false,
    file: '_questions/from-searches.yaml',
    text: '"/docs/a":\n  - "why"\n',
  });
});
