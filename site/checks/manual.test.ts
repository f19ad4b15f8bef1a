import { expect, test } from 'vitest';
import { manualData } from '../testing/manual.ts';
import { readArticle } from './article-source.ts';

test('problems name a file by its path from the working folder', () => {
  const { name, file, text } = manualData.file('docs/_data/glossary.json');
  expect({ name, file }).toEqual({ name: 'docs/_data/glossary.json', file: 'site/docs/_data/glossary.json' });
  expect(text).toContain('"term"');
});

test('files and folders that begin with an underscore aren’t articles', () => {
  const files = manualData.listFiles('docs', /\.mdx?$/);
  expect(files.length).toBeGreaterThan(180);
  expect(files.filter(({ name }) => name.includes('/_'))).toEqual([]);
});

test('an article knows its page; a file that isn’t MDX isn’t an article', () => {
  const file = { name: 'docs/a/b.md', file: 'site/docs/a/b.md' };
  expect(readArticle({ ...file, text: 'Text.' })?.page).toBe('a/b');
  expect(readArticle({ ...file, text: '<a' })).toBeUndefined();
});
