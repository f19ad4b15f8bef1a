import { expect, test } from 'vitest';
import { check, FIRST_LINE } from '../../testing/manual.ts';
import { neighbours } from './neighbours.ts';

const createLinkList = (count: number) =>
  Array.from({ length: count }, (_, index) => `- [Page ${index}](./page-${index}.md): more of it`).join('\n');
const find = (body: string) => check(neighbours, body);

test.each(['See also', 'Next', 'See also {#see-also}'])('an article can end with "%s"', async (title) => {
  expect(await find(`## Text\n\n## ${title}\n\n${createLinkList(3)}`)).toEqual([]);
});

test.each([0, 6])('%i links are too few or too many, whatever the rest of the page has', async (count) => {
  expect(await find(`${createLinkList(9)}\n\n## Next\n\n${createLinkList(count)}`)).toMatchObject([
    { line: FIRST_LINE + 10, message: expect.stringContaining(`has ${count} links`) },
  ]);
});

test.each(['Text.', '## See also\n\n[a](./a.md) [b](./b.md)\n\n## Errors\n\nText.'])(
  'an article without this section at its end is a problem',
  async (body) => {
    expect(await find(body)).toMatchObject([{ message: expect.stringContaining('does not end') }]);
  },
);
