import { expect, test } from 'vitest';
import { groupItems, type SearchItem } from './search-item.ts';

function createItems(...sections: string[]): SearchItem[] {
  return sections.map((section, index) => {
    const hit = { objectID: String(index), url: `/${index}`, title: '', path: '' };
    return { ...hit, section, kind: 'page' as const, stored: hit };
  });
}

const showGroups = (all: SearchItem[], perGroup: number) =>
  groupItems(all, perGroup, 'Best').map(({ section, items }) => [
    section,
    items.map(({ objectID }) => objectID),
  ]);

test('groups results by section if that shows the best first', () => {
  expect(showGroups(createItems('a', 'a', 'b', 'a', 'b'), 2)).toEqual([
    ['a', ['0', '1']],
    ['b', ['2', '4']],
  ]);
});

test('puts the best results in a group of their own if sections would hide them', () => {
  expect(showGroups(createItems('a', 'b', 'b', 'a', 'a', 'b'), 3)).toEqual([
    ['Best', ['0', '1', '2']],
    ['a', ['3', '4']],
    ['b', ['5']],
  ]);
});
