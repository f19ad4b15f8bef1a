import { expect, test } from 'vitest';
import { compile } from '../../testing/compile.ts';
import { isUpToDate } from './dependencies.ts';
import { createEmptyOwnersCode } from './owners-code.ts';

const answers = {
  ...createEmptyOwnersCode('/site'),
  findDocPath: (file: string) => (file === 'other.md' ? '/docs/other' : undefined),
  listCards: () => [],
};

test('records the files that an article read or missed, and the answers that it got', async () => {
  const { dependencies } = await compile(
    "import P from './_p.mdx';\n\n<P />\n\n[a](other.md) [b](gone.md) ![](i.png)\n",
    { files: { 'docs/_p.mdx': 'x' }, docs: { 'other.md': '/docs/other' } },
  );
  const files = dependencies.filter((dependency) => dependency.kind === 'file');
  expect(files.map(({ file, hash }) => [file.slice(file.lastIndexOf('/') + 1), hash?.length])).toEqual([
    ['i.png', undefined],
    ['_p.mdx', 64],
  ]);
  const questions = dependencies.filter((dependency) => dependency.kind === 'site');
  expect(questions.map(({ question }) => question)).toEqual([
    'docPath:other.md',
    'docPath:gone.md',
    'docPath:../gone.md',
    'code:theme:MDXComponents',
  ]);
});

test('a dependency is up to date while the file and the answer stay the same', async () => {
  const { dependencies } = await compile('[a](./other.md)\n', { docs: { 'other.md': '/docs/other' } });
  expect(dependencies.every((dependency) => isUpToDate(dependency, answers))).toBe(true);
  expect(
    dependencies.some((dependency) =>
      isUpToDate(dependency, { ...answers, findDocPath: () => '/docs/moved' }),
    ),
  ).toBe(false);
  const file = { kind: 'file', file: '/a', hash: 'x' } as const;
  expect(isUpToDate(file, answers, () => 'x')).toBe(true);
  expect(isUpToDate(file, answers, () => null)).toBe(false);
});
