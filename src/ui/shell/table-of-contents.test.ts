import { expect, test } from 'vitest';
import { nest } from './table-of-contents.tsx';

const entry = (id: string, level: number) => ({ id, level, text: id, html: id });
const outline = (branches: ReturnType<typeof nest>): unknown[] =>
  branches.map(({ entry: { id }, children }) => (children.length > 0 ? [id, outline(children)] : id));

test('headings stand below the nearest one of a higher rank, whatever ranks are left out', () => {
  const entries = [entry('a', 2), entry('b', 3), entry('c', 5), entry('d', 4), entry('e', 2), entry('f', 3)];
  expect(outline(nest(entries))).toEqual([
    ['a', [['b', ['c', 'd']]]],
    ['e', ['f']],
  ]);
});

test('a page may begin with a low rank', () => {
  expect(outline(nest([entry('a', 3), entry('b', 2), entry('c', 3)]))).toEqual(['a', ['b', ['c']]]);
});
