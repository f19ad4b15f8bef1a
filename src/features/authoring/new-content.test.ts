import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { TestSite } from '../../../testing/test-site.ts';
import { writeNewCategory, writeNewDocument } from './new-content.ts';
import { readWrittenSite } from './written-site.ts';

test('creates a document and a category at the addresses where readers find them', async () => {
  using site = new TestSite({ 'docs/a.md': '# A\n' });
  const resolveInSite = (file: string) => path.join(site.root, file);
  const environment = site.environment();
  const result = await writeNewDocument(environment, site.root, {
    file: resolveInSite('docs/guides/b.md'),
    title: 'Say "hello"',
    position: 2,
  });
  expect(result).toMatchObject({ made: { page: '/docs/guides/b', notes: [] } });
  expect(readFileSync(resolveInSite('docs/guides/b.md'), 'utf8')).toBe(
    '---\ntitle: "Say \\"hello\\""\nsidebar_position: 2\n---\n\n',
  );
  await writeNewCategory(environment, site.root, {
    folder: resolveInSite('docs/guides'),
    label: 'Guides',
    description: 'How to.',
  });
  const reread = await readWrittenSite(environment, site.root);
  expect('site' in reread && [...reread.site.routes]).toContain('/docs/category/guides');

  for (const file of ['docs/a.md', 'elsewhere/c.md'])
    expect(
      await writeNewDocument(environment, site.root, { file: resolveInSite(file), title: 'X' }),
    ).toMatchObject({
      fault: expect.any(String),
    });
  expect(readFileSync(resolveInSite('docs/a.md'), 'utf8')).toBe('# A\n');
});

test("says what keeps readers from finding new content, and refuses what can't be created", async () => {
  using site = new TestSite({
    'docs/a.md': '# A\n',
    'docs/guides/index.md': '# Guides\n',
    'docs/b.md': '---\nslug: /guides/c\n---\n# B\n',
  });
  const createDocument = (file: string) =>
    writeNewDocument(site.environment(), site.root, { file: path.join(site.docsDir, file), title: 'X' });
  const createCategory = (folder: string) =>
    writeNewCategory(site.environment(), site.root, { folder: path.join(site.docsDir, folder), label: 'X' });
  expect(await createDocument('_part.md')).toMatchObject({
    made: { page: undefined, notes: [expect.stringContaining('has no page')] },
  });
  expect(await createDocument('guides/c.md')).toMatchObject({
    made: { notes: [expect.stringContaining('b.md')] },
  });
  expect(await createCategory('guides')).toMatchObject({
    made: { notes: [expect.stringMatching(/index\.md is its page/)] },
  });
  expect(JSON.parse(readFileSync(path.join(site.docsDir, 'guides/_category_.json'), 'utf8'))).toEqual({
    label: 'X',
  });
  for (const attempt of [
    createDocument('Guides/d.md'),
    createDocument('a.md/d.md'),
    createCategory('a.md'),
    createCategory('GUIDES/deep'),
    createCategory('.'),
  ])
    expect(await attempt).toMatchObject({ fault: expect.any(String) });
});

test('reminds the author to add a new document to a sidebars file that lists documents', async () => {
  using site = new TestSite({ 'docs/a.md': '# A\n', 'sidebars.json': '{"docs":["a"]}' });
  const result = await writeNewDocument(site.environment(), site.root, {
    file: path.join(site.docsDir, 'b.md'),
    title: 'B',
  });
  expect(result).toMatchObject({
    made: { notes: [expect.stringContaining('Add "b" to the sidebars file')] },
  });
});
