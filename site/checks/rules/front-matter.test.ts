import { expect, test } from 'vitest';
import { article, whole } from '../../testing/article.ts';
import { checkFrontMatter } from './front-matter.ts';

test('complete front matter is right', () => {
  expect(checkFrontMatter(article('Text.'))).toEqual([]);
});

test('every part that is missing is named', () => {
  const messages = checkFrontMatter(whole('---\ndescription: Short.\n---\n\nText.')).map(
    ({ message }) => message,
  );
  expect(messages).toEqual([
    'The front matter has no `title`.',
    'The `description` has 6 characters: it needs 50 to 160.',
    'The front matter has no `sidebar_position`.',
  ]);
});
