import { expect, test } from 'vitest';
import { check, FIRST_LINE } from '../../testing/manual.ts';
import { headings, publishedHeadings } from './headings.ts';

test('headings in order with ids of their own are right', async () => {
  expect(await check(headings, '## One {#one}\n\n### Two {#two}\n\n## Three')).toEqual([]);
});

test('an h1 and an id that is taken are named at their lines', async () => {
  expect(await check(headings, '# Title\n\n## One {#one}\n\n## Two {#one}')).toMatchObject([
    { line: FIRST_LINE, message: expect.stringContaining('begin with `##`') },
    { line: FIRST_LINE + 4, message: `The id "one" is taken by the heading in line ${FIRST_LINE + 2}.` },
  ]);
});

test('on the published page, a level left out and an id twice are named', async () => {
  const page = {
    file: 'docs/page.md',
    anchors: ['a', 'b', 'a'],
    headings: [
      { id: 'a', level: 2, text: 'A' },
      { id: 'b', level: 4, text: 'B' },
      { id: 'c', level: 2, text: 'Card', inside: 'card' as const },
    ],
  };
  const findings = await check(publishedHeadings, [], { pages: [page] });
  expect(findings.map(({ message }) => message)).toEqual([
    'Two elements have the id "a": a heading or a component is here twice.',
    '"B" leaves a level out: after h2 comes h3.',
  ]);
});
