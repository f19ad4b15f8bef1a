import { expect, test } from 'vitest';
import { check, whole } from '../../testing/manual.ts';
import { frontMatter } from './front-matter.ts';

test('complete front matter is right', async () => {
  expect(await check(frontMatter, 'Text.')).toEqual([]);
});

test('every part that is missing is named', async () => {
  const found = await check(frontMatter, [whole('---\ndescription: Short.\n---\n\nText.')]);
  expect(found.map(({ message }) => message)).toEqual([
    'The front matter has no `title`.',
    'The `description` has 6 characters: it needs 50 to 160.',
    'The front matter has no `sidebar_position`.',
  ]);
});
