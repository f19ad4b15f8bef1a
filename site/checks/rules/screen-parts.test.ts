import { expect, test } from 'vitest';
import { check, FIRST_LINE } from '../../testing/manual.ts';
import { screenParts } from './screen-parts.ts';

const writeScreen = (list: string) => `<Screen name="draft" caption="Drafts">\n\n${list}\n\n</Screen>`;

test('a screen whose list explains each numbered part is right', async () => {
  expect(await check(screenParts, writeScreen('1. Detail\n2. Task\n3. Actions'))).toEqual([]);
});

test('a part that the list leaves out is reported', async () => {
  expect(await check(screenParts, writeScreen('1. Detail\n2. Task'))).toMatchObject([
    {
      line: FIRST_LINE,
      message: expect.stringContaining('3 numbered parts, and the list between the tags has 2'),
    },
  ]);
});
