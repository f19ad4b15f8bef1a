import { createHash } from 'node:crypto';
import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { siteFolder, siteOf } from '../../testing/docs-folder.ts';
import { pagesOptionsSchema } from '../config/docs-options.ts';
import { siteConfigSchema } from '../config/site-config.ts';
import type { SidebarItem } from '../model/site.ts';
import { readSite } from './read-site.ts';

/** A sidebar as an outline: `label → href`, categories with their items. */
function outline(items: readonly SidebarItem[] = []): unknown[] {
  return items.map((item) => {
    if (item.type === 'html') return item.value;
    const line = item.href === undefined ? item.label : `${item.label} → ${item.href}`;
    return item.type === 'category' ? [line, ...outline(item.items)] : line;
  });
}

test('a page is read in the language, where it is translated', async () => {
  const folder = siteFolder({
    'docs/a.md': '# A',
    'pages/plain.md': '# Plain',
    'pages/other.md': '# Other',
    'pages/shop.jsx': 'export default () => <b>Shop</b>;',
    'i18n/es/docusaurus-plugin-content-pages/plain.md': '# Claro',
    'i18n/es/docusaurus-plugin-content-pages/shop.jsx': 'export default () => <b>Tienda</b>;',
    // Of no page: nobody would find it in another language.
    'i18n/es/docusaurus-plugin-content-pages/alone.md': '# Sola',
  });
  const { site } = await readSite({
    docsDir: path.join(folder, 'docs'),
    siteDir: folder,
    pagesDir: path.join(folder, 'pages'),
    localeDir: path.join(folder, 'i18n/es'),
  });
  const translated = (name: string) => `../i18n/es/docusaurus-plugin-content-pages/${name}`;
  expect(site.pages.slice(0, 3)).toMatchObject([
    { path: '/other', title: 'Other', file: 'other.md' },
    { path: '/plain', title: 'Claro', file: translated('plain.md') },
    { path: '/shop', kind: 'component', file: translated('shop.jsx') },
  ]);
  expect(site.pages.map(({ path: address }) => address)).not.toContain('/alone');
});

test('pages are those that the configuration names, below its address, and no drafts', async () => {
  const files = {
    'docs/a.md': '# A',
    'pages/index.md': '# Start',
    'pages/shop.md': '---\nslug: sale/now\nunlisted: true\n---\n\n# Shop',
    'pages/later.md': '---\ndraft: true\n---\n\n# Later',
    'pages/parts/piece.md': '# Piece',
  };
  const pages = pagesOptionsSchema.parse({ routeBasePath: 'more', exclude: ['parts/**'] });
  const { site, problems } = await siteOf(files, { pages });
  expect(problems).toEqual([]);
  expect(site.pages.map(({ path: address, unlisted = false }) => [address, unlisted])).toEqual([
    ['/more/', false],
    ['/more/sale/now', true],
    ['/', false],
  ]);
  const without = await siteOf(files, { pages: false });
  expect(without.site.pages.map(({ path: address }) => address)).toEqual(['/']);
});

describe('files', () => {
  test('that are hidden, private or something else are no documents', async () => {
    const { site } = await siteOf({
      'docs/a.md': '# A',
      'docs/b.mdx': '# B',
      'docs/c.test.md': '# C',
      'docs/_d.md': '# D',
      'docs/_e/e.md': '# E',
      'docs/.f/f.md': '# F',
      'docs/.g.md': '# G',
      'docs/h.txt': 'H',
      'docs/I.MD': '# I',
      'docs/j.markdown': '# J',
      'docs/node/__tests__/k.md': '# K',
    });
    expect(site.docs.map(({ id }) => id)).toEqual(['a', 'b', 'c.test']);
  });

  test('behind links are read, and a link to a folder above ends', async () => {
    const folder = siteFolder({ 'docs/a/x.md': '# X', 'elsewhere/y.md': '# Y' });
    symlinkSync(path.join(folder, 'elsewhere'), path.join(folder, 'docs/linked'));
    symlinkSync(path.join(folder, 'docs/a'), path.join(folder, 'docs/a/loop'));
    symlinkSync(path.join(folder, 'nowhere.md'), path.join(folder, 'docs/dangling.md'));
    const { site } = await readSite({
      docsDir: path.join(folder, 'docs'),
      siteDir: folder,
    });
    expect(site.docs.map(({ id }) => id)).toEqual(['a/x', 'linked/y']);
  });

  test('with Windows line ends, a byte order mark and Chinese names read as any other', async () => {
    const { site, problems } = await siteOf({
      'docs/01-入门/02-安装 指南.md':
        '\uFEFF---\r\nsidebar_label: 安装\r\n---\r\n\r\n# 安装指南\r\n\r\n第一段。\r\n第二行。',
      'docs/01-入门/index.md': '# 入门',
      'docs/😀 emoji.md': '# Emoji 😀',
    });
    expect(problems).toEqual([]);
    expect(site.docs.map(({ id, path, title, description }) => ({ id, path, title, description }))).toEqual([
      { id: '入门/index', path: '/docs/入门/', title: '入门', description: '' },
      { id: '入门/安装 指南', path: '/docs/入门/安装 指南', title: '安装指南', description: '第一段。' },
      { id: '😀 emoji', path: '/docs/😀 emoji', title: 'Emoji 😀', description: '' },
    ]);
    expect(outline(site.sidebars.defaultSidebar)).toEqual([
      ['入门 → /docs/入门/', '安装 → /docs/入门/安装 指南'],
      'Emoji 😀 → /docs/😀 emoji',
    ]);
  });

  test('give their hash, source and path from the docs folder', async () => {
    const { site } = await siteOf({ 'docs/a/b.md': '# B' });
    const hash = createHash('sha256').update('# B').digest('hex');
    expect(site.docs[0]).toMatchObject({ file: 'a/b.md', source: '@site/docs/a/b.md', hash });
  });

  test('are parsed once for the same bytes where a cache is handed in', async () => {
    const folder = siteFolder({ 'docs/a.md': '# A', 'docs/b.md': '# A' });
    const cache = new Map();
    const options = {
      docsDir: path.join(folder, 'docs'),
      siteDir: folder,
      cache,
    } as const;
    const first = await readSite(options);
    expect(cache.size).toBe(1);
    expect(await readSite(options)).toEqual(first);
  });
});

describe('generated sidebars', () => {
  test('are ordered by position, then by name as it lies on disk', async () => {
    const { site } = await siteOf({
      'docs/b.md': '# b',
      'docs/B.md': '# B',
      'docs/a-b.md': '# a-b',
      'docs/a.md': '# a',
      'docs/a/x.md': '# x',
      'docs/10-ten.md': '# ten',
      'docs/2-two.md': '# two',
      'docs/last.md': '---\nsidebar_position: 99\n---\n# last',
      'docs/minus.md': '---\nsidebar_position: -1\n---\n# minus',
      'docs/zero.md': '---\nsidebar_position: 0\n---\n# zero',
      'docs/z/index.md': '---\nsidebar_position: 1.5\n---\n# z',
      'docs/z/y.md': '# y',
    });
    expect(outline(site.sidebars.defaultSidebar)).toEqual([
      'minus → /docs/minus',
      'zero → /docs/zero',
      ['z → /docs/z/', 'y → /docs/z/y'],
      'two → /docs/two',
      'ten → /docs/ten',
      'last → /docs/last',
      'B → /docs/B',
      ['a', 'x → /docs/a/x'],
      'a-b → /docs/a-b',
      'a → /docs/a',
      'b → /docs/b',
    ]);
  });

  test('are open, or cannot be closed, where the documentation says so and they do not', async () => {
    const siteDir = siteFolder({
      'docs/a/x.md': '# x',
      'docs/b/_category_.json': '{ "collapsed": true, "collapsible": true }',
      'docs/b/x.md': '# x',
    });
    const categories = async (options: object) => {
      const { docs: documentations } = siteConfigSchema.parse({ docs: [options] });
      const { site } = await readSite({ docsDir: path.join(siteDir, 'docs'), siteDir, documentations });
      return site.sidebars.defaultSidebar;
    };
    expect(await categories({ sidebarCollapsed: false })).toMatchObject([
      { label: 'a', collapsible: true, collapsed: false },
      { label: 'b', collapsible: true, collapsed: true },
    ]);
    expect(await categories({ sidebarCollapsible: false })).toMatchObject([
      { label: 'a', collapsible: false, collapsed: false },
      { label: 'b', collapsible: true, collapsed: true },
    ]);
  });

  test('take label, position and settings from the category file, whatever its form', async () => {
    const { site, problems } = await siteOf({
      'docs/a/_category_.json': '{\n\t"label": "From JSON",\n\t"position": "3",\n\t"collapsible": "false"\n}',
      'docs/a/x.md': '# x',
      'docs/b/_category_.yml':
        '# comment\nlabel: From YAML\nposition: 2\nlink: null\ncollapsed: false\nkey: b\n',
      'docs/b/index.md': '# Index of b',
      'docs/c/_category_.yaml': 'position: 1\nlink:\n  type: generated-index\n  keywords: one\n',
      'docs/c/x.md': '# x',
      'docs/d/_category_.yml': '',
      'docs/d/x.md': '# x',
      'docs/e/_category_.json':
        '{"label": "E", "description": "About e", "className": "k", "customProps": {"a": 1}}',
      'docs/e/readme.md': '---\nsidebar_class_name: own\nsidebar_custom_props: {b: 2}\n---\n# Readme of e',
      'docs/e/x.md': '# x',
    });
    expect(problems).toEqual([]);
    expect(site.sidebars.defaultSidebar).toMatchObject([
      { label: 'c', href: '/docs/category/c', collapsed: true, collapsible: true },
      { label: 'From YAML', collapsed: false, items: [{ label: 'Index of b' }] },
      { label: 'From JSON', collapsed: false, collapsible: false },
      { label: 'd' },
      {
        label: 'E',
        href: '/docs/e/',
        docId: 'e/readme',
        description: 'About e',
        className: 'k',
        customProps: { a: 1 },
      },
    ]);
    expect(site.categories).toMatchObject([{ path: '/docs/category/c', keywords: ['one'], title: 'c' }]);
  });

  test('make a plain link of a folder that holds only its index document', async () => {
    const { site } = await siteOf({
      'docs/a/index.md': '# Title of a',
      'docs/b/_category_.json': '{"label": "Label of b", "className": "k"}',
      'docs/b/index.md': '# Title of b',
      'docs/c/_category_.json': '{"label": "Label of c"}',
      'docs/c/index.md': '---\nsidebar_label: Own label\n---\n# Title of c',
    });
    expect(site.sidebars.defaultSidebar).toEqual([
      { type: 'link', label: 'Title of a', href: '/docs/a/', docId: 'a/index' },
      { type: 'link', label: 'Label of b', href: '/docs/b/', docId: 'b/index', className: 'k' },
      { type: 'link', label: 'Own label', href: '/docs/c/', docId: 'c/index' },
    ]);
    expect(site.docs.map(({ next }) => next?.title)).toEqual(['Label of b', 'Own label', undefined]);
  });

  test('leave drafts out, and folders that hold nothing else', async () => {
    const { site, problems } = await siteOf({
      'docs/a.md': '# a',
      'docs/d/_category_.json': '{"link": {"type": "generated-index"}}',
      'docs/d/x.md': '---\ndraft: true\n---\n# x',
      'docs/e/index.md': '---\ndraft: true\n---\n# Draft index',
      'docs/e/y.md': '# y',
    });
    expect(problems).toEqual([]);
    expect(outline(site.sidebars.defaultSidebar)).toEqual(['a → /docs/a', ['e', 'y → /docs/e/y']]);
    expect(site.version.draftIds).toEqual(['d/x', 'e/index']);
    expect(site.categories).toEqual([]);
  });

  test('point a category to the document that its file names, by its own or its whole id', async () => {
    const { site, problems } = await siteOf({
      'docs/01-a/_category_.json': '{"label": "A", "link": {"type": "doc", "id": "main"}}',
      'docs/01-a/02-main.md': '# Main',
      'docs/01-a/x.md': '# x',
      'docs/02-b/_category_.json': '{"label": "B", "link": {"type": "doc", "id": "a/x"}}',
      'docs/02-b/y.md': '# y',
    });
    expect(problems).toEqual([]);
    expect(outline(site.sidebars.defaultSidebar)).toEqual([
      ['A → /docs/a/main', 'x → /docs/a/x'],
      ['B → /docs/a/x', 'y → /docs/b/y'],
    ]);
  });
});

describe('written sidebars', () => {
  const docs = { 'docs/a.md': '# A', 'docs/b.md': '# B', 'docs/c.md': '# C', 'docs/01-n/01-x.md': '# X' };

  test.each([
    ['sidebars.js', "module.exports = { s: ['a', { Group: ['b'] }] };"],
    ['sidebars.js', "export default { s: ['a', { Group: ['b'] }] };"],
    [
      'sidebars.js',
      "const x = require('./part.json'); module.exports = { s: x.concat([{ Group: ['b'] }]) };",
    ],
    [
      'sidebars.ts',
      "import type { SidebarsConfig } from '@docusaurus/plugin-content-docs';\nconst s: SidebarsConfig = { s: ['a', { Group: ['b'] }] };\nexport default s satisfies SidebarsConfig;",
    ],
    ['sidebars.json', '\uFEFF{"s": ["a", {"Group": ["b"]}]}'],
  ])('are read from %s: %s', async (name, source) => {
    const { site, problems } = await siteOf({ ...docs, [name]: source, 'part.json': '["a"]' });
    expect(problems).toEqual([]);
    expect(outline(site.sidebars.s)).toEqual(['A → /docs/a', ['Group', 'B → /docs/b']]);
  });

  test('nest, expand folders and take shorthands at every level', async () => {
    const { site, problems } = await siteOf({
      ...docs,
      'sidebars.js': `module.exports = {
        one: { Top: { Nested: ['a'] }, Other: [{ type: 'category', label: 'Inner', items: { Deep: ['b'] } }] },
        two: [{ type: 'category', label: 'Auto', items: [{ type: 'autogenerated', dirName: '01-n' }], link: undefined }],
        three: [{ type: 'category', label: 'Nothing but a page', link: { type: 'doc', id: 'c' }, items: [] }],
      };`,
    });
    expect(problems).toEqual([]);
    expect(outline(site.sidebars.one)).toEqual([
      ['Top', ['Nested', 'A → /docs/a']],
      ['Other', ['Inner', ['Deep', 'B → /docs/b']]],
    ]);
    expect(outline(site.sidebars.two)).toEqual([['Auto', 'X → /docs/n/x']]);
    expect(outline(site.sidebars.three)).toEqual(['Nothing but a page → /docs/c']);
    expect(site.version.mainDocId).toBe('a');
  });

  test('number the addresses of equal labels over all sidebars, outer categories first', async () => {
    const index = "link: { type: 'generated-index' }";
    const { site } = await siteOf({
      ...docs,
      'sidebars.js': `module.exports = {
        one: [{ type: 'category', label: 'Same', ${index}, items: [{ type: 'category', label: 'same', ${index}, items: ['a'] }] }],
        two: [{ type: 'category', label: 'Same!', ${index}, items: ['b'] }],
      };`,
    });
    expect(site.categories.map(({ path }) => path)).toEqual([
      '/docs/category/same',
      '/docs/category/same-1',
      '/docs/category/same-2',
    ]);
  });

  test('front matter goes before what an item says of label, class and properties', async () => {
    const front = '---\nsidebar_label: Own\nsidebar_class_name: own\nsidebar_custom_props: {own: 1}\n---\n';
    const { site } = await siteOf({
      'docs/a.md': `${front}# A`,
      'docs/b.md': '# B',
      'sidebars.js': `module.exports = { s: ['b', {
        type: 'doc', id: 'a', label: 'Given', className: 'given', customProps: { given: 1 } }] };`,
    });
    expect(site.sidebars.s?.[1]).toEqual({
      type: 'link',
      label: 'Own',
      href: '/docs/a',
      docId: 'a',
      className: 'own',
      customProps: { own: 1 },
    });
    expect(site.docs[1]?.next?.title).toBe('Own');
  });

  test('are not asked for with "none"', async () => {
    const { site } = await siteOf({ ...docs, 'sidebars.js': 'throw new Error()' }, { sidebars: 'none' });
    expect(Object.keys(site.sidebars)).toEqual(['defaultSidebar']);
  });
});

describe('reading order', () => {
  test('passes over unlisted documents, but not beside a generated index', async () => {
    const { site } = await siteOf({
      'docs/a.md': '# A',
      'docs/c/_category_.json': '{"link": {"type": "generated-index"}}',
      'docs/c/1-u.md': '---\nunlisted: true\n---\n# U',
      'docs/c/2-v.md': '# V',
    });
    const [a, u, v] = site.docs;
    expect(a?.next).toEqual({ path: '/docs/category/c', title: 'c' });
    expect([u?.previous, u?.next]).toEqual([undefined, undefined]);
    expect(v?.previous).toEqual({ path: '/docs/category/c', title: 'c' });
    expect(site.categories[0]?.next).toEqual({ path: '/docs/c/u', title: 'U' });
  });

  test('lets a document choose its neighbours and how they name it', async () => {
    const { site, problems } = await siteOf({
      'docs/a.md': '---\npagination_label: PA\nsidebar_label: SA\n---\n# A',
      'docs/b.md': '---\npagination_prev: c\npagination_next: null\n---\n# B',
      'docs/c.md': '---\npagination_prev: u\n---\n# C',
      'docs/u.md': '---\nunlisted: true\n---\n# U',
    });
    expect(problems).toEqual([]);
    const [, b, c] = site.docs;
    expect([b?.previous, b?.next]).toEqual([{ path: '/docs/c', title: 'C' }, undefined]);
    expect([c?.previous, c?.next]).toEqual([undefined, undefined]);
  });
});

describe('tags', () => {
  test('come from tags.yml or from their own words', async () => {
    const { site, problems } = await siteOf({
      'docs/tags.yml': 'defined:\n  label: Defined tag\n  permalink: /own\n  description: About\nbare:\n',
      'docs/a.md': '---\ntags: [defined, bare, 中文 标签, C++]\n---\n# Z',
      'docs/b.md': '---\ntags: [defined]\n---\n# A',
      'docs/c.md': '---\ntags: [defined, hidden]\nunlisted: true\n---\n# C',
    });
    expect(problems.map(({ code, severity }) => `${severity} ${code}`)).toEqual([
      'warning inline-tag',
      'warning inline-tag',
    ]);
    expect(site.tags).toEqual([
      {
        set: '',
        label: 'Defined tag',
        path: '/docs/tags/own',
        description: 'About',
        docIds: ['b', 'a'],
        unlisted: false,
      },
      { set: '', label: 'Bare', path: '/docs/tags/bare', docIds: ['a'], unlisted: false },
      { set: '', label: '中文 标签', path: '/docs/tags/中文-标签', docIds: ['a'], unlisted: false },
      { set: '', label: 'C++', path: '/docs/tags/c', docIds: ['a'], unlisted: false },
      { set: '', label: 'hidden', path: '/docs/tags/hidden', docIds: ['c'], unlisted: true },
    ]);
  });
});

test('stand-alone pages have their routes and texts', async () => {
  const { site, problems } = await siteOf({
    'docs/a.md': '# A',
    'pages/index.tsx': 'export default () => null;',
    'pages/about/index.md': '---\ntitle: About\n---\n\nText.',
    'pages/plain.mdx': '# Plain\n\nMore.',
    'pages/_part.md': '# Part',
    'pages/index.css': '',
  });
  expect(problems).toEqual([]);
  expect(site.pages).toEqual([
    { path: '/about/', file: 'about/index.md', kind: 'markdown', title: 'About', description: 'Text.' },
    { path: '/', file: 'index.tsx', kind: 'react', title: '', description: '' },
    { path: '/plain', file: 'plain.mdx', kind: 'markdown', title: 'Plain', description: 'More.' },
  ]);
});

test('redirects come from the docs folder', async () => {
  const { site, problems } = await siteOf({
    'docs/a.md': '# A',
    'docs/redirects.json': '{\n  "/old": "/docs/a",\n  "/old/part": "/docs/a#part"\n}',
  });
  expect(problems).toEqual([]);
  expect(site.redirects).toEqual([
    { from: '/old', to: '/docs/a' },
    { from: '/old/part', to: '/docs/a#part' },
  ]);
});
