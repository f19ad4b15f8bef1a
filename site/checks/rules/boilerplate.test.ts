import { expect, test } from 'vitest';
import { check, createArticle, FIRST_LINE } from '../../testing/manual.ts';
import { boilerplate } from './boilerplate.ts';

const createProblemsPage = (...rows: string[]) =>
  createArticle(
    `## What goes wrong\n\n| What you see | Cause | What to do |\n|---|---|---|\n${rows.join('\n')}`,
    `docs/page-${rows.length}-${rows.join('').length}.md`,
  );

test.each(['See also', 'Next'])('"%s" leads to pages that the text does not lead to', async (title) => {
  const body = `Read [groups](./groups.md#create) first.\n\n## ${title}\n\n`;
  expect(await check(boilerplate, `${body}- [Users](./users.md): accounts`)).toEqual([]);
  expect(await check(boilerplate, `${body}- [Groups](./groups.md): all of it`)).toEqual([]);
  expect(await check(boilerplate, `${body}- [Groups](./groups.md#create): a set of users`)).toMatchObject([
    { line: FIRST_LINE + 4, message: expect.stringContaining('"Groups" already') },
  ]);
});

test('a link in the middle of the page can be given twice', async () => {
  const body = '[Groups](./groups.md)\n\n## Rules\n\n[Groups](./groups.md)\n\n## See also\n\n[A](./a.md)';
  expect(await check(boilerplate, body)).toEqual([]);
});

test('a problem with one cause is in one article', async () => {
  const first = createProblemsPage('| No email | The job stopped | Start it |');
  const sameRow = createProblemsPage('| No email | The job stopped | See [jobs](./jobs.md) |');
  const otherCause = createProblemsPage('| No email | There is no server | Add one |');
  expect(await check(boilerplate, [first, otherCause])).toEqual([]);
  expect(await check(boilerplate, [first, sameRow])).toMatchObject([
    { file: sameRow.file, message: expect.stringContaining('"No email"') },
  ]);
});

test('tables of other kinds can agree', async () => {
  const table = '| Field | Meaning |\n|---|---|\n| Name | Shown in lists |';
  expect(
    await check(boilerplate, [createArticle(table, 'docs/a.md'), createArticle(table, 'docs/b.md')]),
  ).toEqual([]);
});

/** Creates an article of this name with this section for developers. */
const createDeveloperPage = (name: string, words: string, before = '') =>
  createArticle(`${before}\n\n## For developers\n\n${words}`, `docs/LuranaBPA/${name}.md`);
const createGroup = '[`POST /group`](./Developer%20Info/Groups.md#post-group) creates one.';

test('a section for developers names a function or an endpoint of its page', async () => {
  expect(await check(boilerplate, [createDeveloperPage('Groups', createGroup)])).toEqual([]);
  const other = createDeveloperPage(
    'Users',
    '[`POST /user`](./Developer%20Info/Users.md#post-user) creates one.',
  );
  expect(await check(boilerplate, [createDeveloperPage('Groups', createGroup), other])).toEqual([]);
});

test.each([
  [
    'only links to a page',
    [createDeveloperPage('Groups', '[Endpoints for groups](./Developer%20Info/Groups.md)')],
    1,
  ],
  ['has no link', [createDeveloperPage('Groups', 'Groups have endpoints.')], 1],
  ['leads to other articles', [createDeveloperPage('Groups', '[Users](./Users.md#fields)')], 1],
  ['repeats what the text named', [createDeveloperPage('Groups', createGroup, createGroup)], 1],
  [
    'says what another article says',
    [createDeveloperPage('Groups', createGroup), createDeveloperPage('Roles', createGroup)],
    2,
  ],
  ['is on a page for developers', [createDeveloperPage('Developer Info/Overview', createGroup)], 1],
])('a section for developers that %s is reported', async (_, articles, count) => {
  const reports = await check(boilerplate, articles);
  expect(reports).toHaveLength(count);
  expect(reports[0]?.message).toContain('"For developers"');
});
