import { expect, test } from 'vitest';
import { check, createWholeArticle } from '../../testing/manual.ts';
import { uniqueTitles } from './unique-titles.ts';

const createArticle = (title: string, file: string) =>
  createWholeArticle(`---\ntitle: ${title}\n---\n\nText.`, file);

test.each(['Steps', 'steps', '"Steps "'])(
  'reports a second article with the title of another: %s',
  async (title) => {
    const problems = await check(uniqueTitles, [
      createArticle('Steps', 'docs/a.md'),
      createArticle(title, 'docs/b.md'),
    ]);
    expect(problems).toMatchObject([{ file: 'docs/b.md', message: expect.stringContaining('docs/a.md') }]);
  },
);

test('accepts titles that differ by a word', async () => {
  const articles = [createArticle('Steps', 'docs/a.md'), createArticle('Steps by REST', 'docs/b.md')];
  expect(await check(uniqueTitles, articles)).toEqual([]);
});
