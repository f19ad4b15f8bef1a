import { expect, test } from 'vitest';
import { checkWording } from '../rules/wording.ts';
import { proseOfData } from './data-prose.ts';

test('sentences of a data file are checked with their lines; names and code are not', () => {
  const text = JSON.stringify(
    { name: 'just', purpose: 'Simply `easy` and **My Cases**.', notes: ['Fine.', 'We wait.'] },
    null,
    2,
  );
  expect(checkWording(proseOfData('docs/_data/x.json', text)).map(({ line }) => line)).toEqual([3, 6]);
});
