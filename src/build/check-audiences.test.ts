import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectDir, TestSite } from '../../testing/test-site.ts';
import { readLiveManifest } from '../model/manifest.ts';
import { checkContent } from './check-content.ts';

test('lists which groups can open which pages, including visitors', async () => {
  using site = new TestSite({
    'site.config.ts': "export default { groups: ['staff', 'partners'], publicPages: true };\n",
    'docs/a/open.md': '---\naudience: public\n---\n\n# Open\n',
    'docs/b/inner.md': '---\naudience: staff\n---\n\n# Inner\n',
    'docs/b/more.md': '---\naudience: staff\n---\n\n# More\n',
    'docs/c.md': '# For readers\n',
    // No reader is in both the folder's audience and the audience of anything in it.
    'docs/d/_category_.json': '{ "label": "D", "audience": "staff", "link": { "type": "generated-index" } }',
    'docs/d/x.md': '---\naudience: partners\n---\n\n# X\n',
  });
  const { audiences, neighbours, content } = await checkContent(site.environment(), projectDir);
  expect(audiences.pages).toEqual([
    ['Page', 'visitors', 'other readers', 'staff', 'partners'],
    ['/docs/a/open', 'yes', 'yes', 'yes', 'yes'],
    ['/docs/b/inner and 1 after it', '-', '-', 'yes', '-'],
    ['/docs/category/d', '-', '-', '-', '-'],
    ['/docs/d/x', '-', '-', '-', 'yes'],
  ]);
  expect(content.map(({ code, message }) => [code, /\/docs\S*(?=:)/.exec(message)?.[0]])).toEqual([
    ['audience-nobody', '/docs/category/d'],
  ]);
  expect(audiences.groups[1]).toEqual(['visitors', '1', '0']);
  expect(neighbours).toEqual([
    { from: '/docs/a/open', to: '/docs/b/inner' },
    { from: '/docs/c', to: '/docs/b/more' },
    { from: '/docs/c', to: '/docs/category/d' },
    { from: '/docs/d/x', to: '/docs/category/d' },
  ]);
});

test('warns about a link to a page that not all readers of this page can open, with its line', async () => {
  using site = new TestSite({
    'site.config.ts': "export default { groups: ['staff', 'partners'] };\n",
    'docs/open.md': '# Open\n\n[Inner](./inner.md#part)\n\n[Both](./both.md)\n',
    'docs/inner.md':
      '---\naudience: staff\n---\n\n# Inner\n\n## Part\n\n[Open](./open.md), [Both](./both.md)\n',
    'docs/both.md': '---\naudience: [staff, partners]\n---\n\n# Both\n\n[Inner](./inner.md)\n',
    // Readers who see the part, or the card, can open the page.
    'docs/parts.md':
      '# Parts\n\n<Audience for="staff">\n\n[Inner](./inner.md)\n\n</Audience>\n\nimport DocCardList from "@theme/DocCardList";\n\n<DocCardList />\n',
  });
  const { problems } = await site.build();
  const warned = problems.filter(({ code }) => code === 'audience-link');
  expect(
    warned.map(({ file, line, message }) => [file?.replace(/.*docs\//, ''), line, message.slice(0, 46)]),
  ).toEqual([
    ['both.md', 7, 'The link leads to a page for staff, but this p'],
    ['open.md', 3, 'The link leads to a page for staff, but this p'],
    ['open.md', 5, 'The link leads to a page for partners, staff, '],
  ]);
  // The same findings on the administrators' page.
  const { views } = readLiveManifest(site.distDir) ?? {};
  const { findings } = JSON.parse(readFileSync(path.join(site.distDir, views?.site ?? ''), 'utf8'));
  expect(findings.links).toEqual([
    { from: '/docs/both', to: '/docs/inner' },
    { from: '/docs/open', to: '/docs/inner#part' },
    { from: '/docs/open', to: '/docs/both' },
  ]);
});
