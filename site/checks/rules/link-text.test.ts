import { expect, test } from 'vitest';
import { check } from '../../testing/manual.ts';
import { linkText } from './link-text.ts';

test.each([
  '[here](./a.md)',
  '[Click here](./a.md)',
  '[https://example.com/a](https://example.com/a)',
  '[](./a.md)',
])('%s does not say where it leads', async (link) => {
  expect(await check(linkText, `See ${link}.`)).toHaveLength(1);
});

test('a link with the name of its target is right', async () => {
  const body = 'See [Case variables](./a.md) and [`getValue()`](./b.md#getValue).';
  expect(await check(linkText, body)).toEqual([]);
});
