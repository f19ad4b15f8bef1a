import { expect, test } from 'vitest';
import { getInitials } from './initials.ts';

test.each([
  ['Ada Lovelace', 'AL'],
  ['Grace Brewster Murray Hopper', 'GH'],
  ['plato', 'P'],
  ['Łukasz Żak', 'ŁŻ'],
  ['王 小龙', '王小'],
  ['  Ada   Lovelace (she/her) ', 'AL'],
  ['The Docs Team 🚀', 'TT'],
  ['🚀', ''],
])('the initials of "%s" are "%s"', (name, initials) => {
  expect(getInitials(name)).toBe(initials);
});
