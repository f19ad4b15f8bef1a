import { expect, test } from 'vitest';
import { check } from '../../testing/manual.ts';
import { otherBrands } from './brands.ts';

test('a brand in a text, a heading or an address is named once for each line', async () => {
  const body = '## Camunda\n\nProcessMaker and ProcessMaker.\n\n[A page](https://wiki.processmaker.com/x)';
  expect((await check(otherBrands, body)).map(({ line }) => line)).toEqual([7, 9, 11]);
});

test('leaves a brand inside of code alone', async () => {
  expect(await check(otherBrands, 'The role `PROCESSMAKER_ADMIN` in MySQL.')).toEqual([]);
});
