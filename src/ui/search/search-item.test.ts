import { expect, test } from 'vitest';
import { groupItems, type SearchItem } from './search-item.ts';

function items(...sections: string[]): SearchItem[] {
  return sections.map((section, at) => {
    const stored = { objectID: String(at), url: `/${at}`, title: '', path: '' };
    return { ...stored, section, kind: 'page' as const, stored };
  });
}

const showGroups = (all: SearchItem[], perGroup: number) =>
  groupItems(all, perGroup, 'Best').map(({ section, items }) => [
    section,
    items.map(({ objectID }) => objectID),
  ]);

test('hits are by section where that shows the best of them first', () => {
  expect(showGroups(items('a', 'a', 'b', 'a', 'b'), 2)).toEqual([
    ['a', ['0', '1']],
    ['b', ['2', '4']],
  ]);
});

test('where a section would put worse hits above better ones, the best are a group of their own', () => {
  expect(showGroups(items('a', 'b', 'b', 'a', 'a', 'b'), 3)).toEqual([
    ['Best', ['0', '1', '2']],
    ['a', ['3', '4']],
    ['b', ['5']],
  ]);
});
