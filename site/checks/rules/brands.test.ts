import { expect, test } from 'vitest';
import { article } from '../../testing/article.ts';
import { checkBrands } from './brands.ts';

test('a brand in a text, a heading or an address is named once for each line', () => {
  const body = '## Camunda\n\nProcessMaker and ProcessMaker.\n\n[A page](https://wiki.processmaker.com/x)';
  expect(checkBrands(article(body)).map(({ line }) => line)).toEqual([7, 9, 11]);
});

test('a code that holds a brand is code', () => {
  expect(checkBrands(article('The role `PROCESSMAKER_ADMIN` in MySQL.'))).toEqual([]);
});
