import { expect, test } from 'vitest';
import { article } from '../../testing/article.ts';
import { checkLinkText } from './link-text.ts';

test.each([
  '[here](./a.md)',
  '[Click here](./a.md)',
  '[https://example.com/a](https://example.com/a)',
  '[](./a.md)',
])('%s does not say where it leads', (link) => {
  expect(checkLinkText(article(`See ${link}.`))).toHaveLength(1);
});

test('a link with the name of its target is right', () => {
  expect(checkLinkText(article('See [Case variables](./a.md) and [`getValue()`](./b.md#getValue).'))).toEqual(
    [],
  );
});
