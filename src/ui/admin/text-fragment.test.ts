import { expect, test } from 'vitest';
import { writeTextFragment } from './text-fragment.ts';

test.each([
  ['Add the user.', '#:~:text=Add%20the%20user.'],
  ['well-known, and so on', '#:~:text=well%2Dknown%2C%20and%20so%20on'],
  ['100 % & more #1', '#:~:text=100%20%25%20%26%20more%20%231'],
  ['流程 ¿qué?', '#:~:text=%E6%B5%81%E7%A8%8B%20%C2%BFqu%C3%A9%3F'],
  [
    'one two three four five six seven eight nine ten',
    '#:~:text=one%20two%20three%20four,seven%20eight%20nine%20ten',
  ],
  ['Users\nAdd the user.', '#:~:text=Users,Add%20the%20user.'],
  ['half of a pair \ud83d', '#:~:text=half%20of%20a%20pair%20%EF%BF%BD'],
])('names %s in a fragment', (passage, fragment) => {
  expect(writeTextFragment(passage)).toBe(fragment);
});
