import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { TestSite } from '../../testing/test-site.ts';
import { newCategory, newDocument } from './new-content.ts';
import { readWrittenSite } from './written-site.ts';

test('a document and a category are begun where readers find them', async () => {
  using site = new TestSite({ 'docs/a.md': '# A\n' });
  const at = (file: string) => path.join(site.root, file);
  const environment = site.environment();
  const made = await newDocument(environment, site.root, {
    file: at('docs/guides/b.md'),
    title: 'Say "hello"',
    position: 2,
  });
  expect(made).toMatchObject({ made: { page: '/docs/guides/b', notes: [] } });
  expect(readFileSync(at('docs/guides/b.md'), 'utf8')).toBe(
    '---\ntitle: "Say \\"hello\\""\nsidebar_position: 2\n---\n\n',
  );
  await newCategory(environment, site.root, {
    folder: at('docs/guides'),
    label: 'Guides',
    description: 'How to.',
  });
  const read = await readWrittenSite(environment, site.root);
  expect('site' in read && [...read.site.routes]).toContain('/docs/category/guides');

  for (const file of ['docs/a.md', 'elsewhere/c.md'])
    expect(await newDocument(environment, site.root, { file: at(file), title: 'X' })).toMatchObject({
      fault: expect.any(String),
    });
  expect(readFileSync(at('docs/a.md'), 'utf8')).toBe('# A\n');
});

test('what readers would not find is said, and what cannot be is refused', async () => {
  using site = new TestSite({
    'docs/a.md': '# A\n',
    'docs/guides/index.md': '# Guides\n',
    'docs/b.md': '---\nslug: /guides/c\n---\n# B\n',
  });
  const document = (file: string) =>
    newDocument(site.environment(), site.root, { file: path.join(site.docsDir, file), title: 'X' });
  const category = (folder: string) =>
    newCategory(site.environment(), site.root, { folder: path.join(site.docsDir, folder), label: 'X' });
  expect(await document('_part.md')).toMatchObject({
    made: { page: undefined, notes: [expect.stringContaining('No page')] },
  });
  expect(await document('guides/c.md')).toMatchObject({
    made: { notes: [expect.stringContaining('b.md')] },
  });
  expect(await category('guides')).toMatchObject({
    made: { notes: [expect.stringMatching(/Its page is .*index\.md/)] },
  });
  expect(JSON.parse(readFileSync(path.join(site.docsDir, 'guides/_category_.json'), 'utf8'))).toEqual({
    label: 'X',
  });
  for (const refused of [
    document('Guides/d.md'),
    document('a.md/d.md'),
    category('a.md'),
    category('GUIDES/deep'),
    category('.'),
  ])
    expect(await refused).toMatchObject({ fault: expect.any(String) });
});

test('whoever lists documents one by one is told that a new one is missing there', async () => {
  using site = new TestSite({ 'docs/a.md': '# A\n', 'sidebars.json': '{"docs":["a"]}' });
  const made = await newDocument(site.environment(), site.root, {
    file: path.join(site.docsDir, 'b.md'),
    title: 'B',
  });
  expect(made).toMatchObject({ made: { notes: [expect.stringContaining('add "b" to the sidebars file')] } });
});
