import { expect, test } from 'vitest';
import { article, FIRST_LINE } from '../../testing/article.ts';
import { checkNeighbours } from './neighbours.ts';

const links = (count: number) =>
  Array.from({ length: count }, (_, index) => `- [Page ${index}](./page-${index}.md): more of it`).join('\n');
const check = (body: string) => checkNeighbours(article(body));

test.each(['See also', 'Next', 'See also {#see-also}'])('an article can end with "%s"', (title) => {
  expect(check(`## Text\n\n## ${title}\n\n${links(3)}`)).toEqual([]);
});

test.each([1, 6])('%i links are too few or too many, whatever the rest of the page has', (count) => {
  expect(check(`${links(9)}\n\n## Next\n\n${links(count)}`)).toMatchObject([
    { line: FIRST_LINE + 10, message: expect.stringContaining(`has ${count} links`) },
  ]);
});

test.each(['Text.', '## See also\n\n[a](./a.md) [b](./b.md)\n\n## Errors\n\nText.'])(
  'an article without this section at its end is a problem',
  (body) => {
    expect(check(body)).toMatchObject([{ message: expect.stringContaining('does not end') }]);
  },
);
