import { expect, test } from 'vitest';
import { TestSite } from '../../testing/test-site.ts';

test('a link to a page that not all readers of this one may see is warned of, by line', async () => {
  using site = new TestSite({
    'site.config.ts': "export default { groups: ['staff', 'partners'] };\n",
    'docs/open.md': '# Open\n\n[Inner](./inner.md#part)\n\n[Both](./both.md)\n',
    'docs/inner.md':
      '---\naudience: staff\n---\n\n# Inner\n\n## Part\n\n[Open](./open.md), [Both](./both.md)\n',
    'docs/both.md': '---\naudience: [staff, partners]\n---\n\n# Both\n\n[Inner](./inner.md)\n',
  });
  const { problems } = await site.build();
  const warned = problems.filter(({ code }) => code === 'audience-link');
  expect(
    warned.map(({ file, line, message }) => [file?.replace(/.*docs\//, ''), line, message.slice(0, 46)]),
  ).toEqual([
    ['both.md', 7, 'The link leads to a page for staff; this one i'],
    ['open.md', 3, 'The link leads to a page for staff; this one i'],
    ['open.md', 5, 'The link leads to a page for partners, staff; '],
  ]);
});
