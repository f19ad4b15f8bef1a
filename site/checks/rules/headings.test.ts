import { expect, test } from 'vitest';
import { article, FIRST_LINE } from '../../testing/article.ts';
import { checkFinishedPage, checkHeadings } from './headings.ts';

test('headings in order with ids of their own are right', () => {
  expect(checkHeadings(article('## One {#one}\n\n### Two {#two}\n\n## Three'))).toEqual([]);
});

test('an h1 and an id that is taken are named at their lines', () => {
  expect(checkHeadings(article('# Title\n\n## One {#one}\n\n## Two {#one}'))).toMatchObject([
    { line: FIRST_LINE, message: expect.stringContaining('begin with `##`') },
    { line: FIRST_LINE + 4, message: `The id "one" is taken by the heading in line ${FIRST_LINE + 2}.` },
  ]);
});

test('on the finished page, a level left out and an id twice are named', () => {
  const headings = [
    { id: 'a', level: 2, text: 'A' },
    { id: 'b', level: 4, text: 'B' },
    { id: 'c', level: 2, text: 'Card', inside: 'card' as const },
  ];
  const messages = checkFinishedPage('docs/page.md', { anchors: ['a', 'b', 'a'], headings }).map(
    ({ message }) => message,
  );
  expect(messages).toEqual([
    'Two elements have the id "a": a heading or a component stands here twice.',
    '"B" leaves a level out: after h2 comes h3.',
  ]);
});
