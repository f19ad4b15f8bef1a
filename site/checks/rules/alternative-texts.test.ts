import { expect, test } from 'vitest';
import { check } from '../../testing/manual.ts';
import { alternativeTexts } from './alternative-texts.ts';

test('a picture without a text, or with the name of its file, is reported', async () => {
  const body = '![](./a.png)\n\n![diagram.png](./a.png)';
  expect(await check(alternativeTexts, body)).toHaveLength(2);
});

test('accepts a picture with an alternative text', async () => {
  expect(await check(alternativeTexts, '![The form with two fields](./a.png)')).toEqual([]);
});
