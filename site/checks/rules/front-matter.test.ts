import { expect, test } from 'vitest';
import { check, createWholeArticle } from '../../testing/manual.ts';
import { frontMatter } from './front-matter.ts';

test('complete front matter is right', async () => {
  expect(await check(frontMatter, 'Text.')).toEqual([]);
});

test('every part that is missing is named', async () => {
  const problems = await check(frontMatter, [createWholeArticle('---\ndescription: Short.\n---\n\nText.')]);
  expect(problems.map(({ message }) => message)).toEqual([
    'The front matter has no `title`.',
    'The `description` has 6 characters: it needs 50 to 160.',
    'The front matter has no `sidebar_position`.',
  ]);
});

const createLabeledPage = (label: string) =>
  createWholeArticle(
    `---\ntitle: Forms\ndescription: ${'What a form is. '.repeat(4)}\nsidebar_position: 1\nsidebar_label: ${label}\n---\n\nText.`,
  );

test.each(['Overview', 'overview', 'Introduction', 'General'])(
  'a label that names no subject is reported: %s',
  async (label) => {
    const problems = await check(frontMatter, [createLabeledPage(label)]);
    expect(problems.map(({ message }) => message)).toEqual([
      `Several articles could have the \`sidebar_label\` "${label}": name the subject.`,
    ]);
  },
);

test.each(['Overview of forms', 'Ways to program', 'Introduction to REST'])(
  'a label that names its subject is right: %s',
  async (label) => {
    expect(await check(frontMatter, [createLabeledPage(label)])).toEqual([]);
  },
);
