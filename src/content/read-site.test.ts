import { createHash } from 'node:crypto';
import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { createSiteFolder, outlineSidebar, readSiteFolder, readTestSite } from '../../testing/docs-folder.ts';

test('reads the translation of a page', async () => {
  const folder = createSiteFolder({
    'docs/a.md': '# A',
    'pages/plain.md': '# Plain',
    'pages/other.md': '# Other',
    'pages/shop.jsx': 'export default () => <b>Shop</b>;',
    'i18n/es/docusaurus-plugin-content-pages/plain.md': '# Claro',
    'i18n/es/docusaurus-plugin-content-pages/shop.jsx': 'export default () => <b>Tienda</b>;',
    // This page isn't a translation, so no other language links to it.
    'i18n/es/docusaurus-plugin-content-pages/alone.md': '# Sola',
  });
  const settings = { i18n: { defaultLocale: 'es', locales: ['es'] } };
  const { site } = await readSiteFolder(folder, settings, { pagesDir: path.join(folder, 'pages') });
  const resolveInTranslations = (name: string) => `../i18n/es/docusaurus-plugin-content-pages/${name}`;
  expect(site.pages.slice(0, 3)).toMatchObject([
    { path: '/other', title: 'Other', file: 'other.md' },
    { path: '/plain', title: 'Claro', file: resolveInTranslations('plain.md') },
    { path: '/shop', kind: 'component', file: resolveInTranslations('shop.jsx') },
  ]);
  expect(site.pages.map(({ path: address }) => address)).not.toContain('/alone');
});

test('reads the pages that the configuration names, below its address and without drafts', async () => {
  const files = {
    'docs/a.md': '# A',
    'pages/index.md': '# Start',
    'pages/shop.md': '---\nslug: sale/now\nunlisted: true\n---\n\n# Shop',
    'pages/later.md': '---\ndraft: true\n---\n\n# Later',
    'pages/parts/piece.md': '# Piece',
  };
  const pages = { routeBasePath: 'more', exclude: ['parts/**'] };
  const { site, problems } = await readTestSite(files, { pages });
  expect(problems).toEqual([]);
  expect(site.pages.map(({ path: address, unlisted = false }) => [address, unlisted])).toEqual([
    ['/more/', false],
    ['/more/sale/now', true],
    ['/', false],
  ]);
  const without = await readTestSite(files, { pages: false });
  expect(without.site.pages.map(({ path: address }) => address)).toEqual(['/']);
});

describe('files', () => {
  test('leaves out files that are hidden, private or of another kind', async () => {
    const { site } = await readTestSite({
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

  test("reads files in linked folders, and doesn't follow a link to a folder above", async () => {
    const folder = createSiteFolder({ 'docs/a/x.md': '# X', 'elsewhere/y.md': '# Y' });
    symlinkSync(path.join(folder, 'elsewhere'), path.join(folder, 'docs/linked'));
    symlinkSync(path.join(folder, 'docs/a'), path.join(folder, 'docs/a/loop'));
    symlinkSync(path.join(folder, 'nowhere.md'), path.join(folder, 'docs/dangling.md'));
    const { site } = await readSiteFolder(folder);
    expect(site.docs.map(({ id }) => id)).toEqual(['a/x', 'linked/y']);
  });

  test('reads files with Windows line ends, a byte order mark or Chinese names like others', async () => {
    const { site, problems } = await readTestSite({
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
    expect(outlineSidebar(site.sidebars.defaultSidebar)).toEqual([
      ['入门 → /docs/入门/', '安装 → /docs/入门/安装 指南'],
      'Emoji 😀 → /docs/😀 emoji',
    ]);
  });

  test('have a hash, a source and a path from the docs folder', async () => {
    const { site } = await readTestSite({ 'docs/a/b.md': '# B' });
    const hash = createHash('sha256').update('# B').digest('hex');
    expect(site.docs[0]).toMatchObject({ file: 'a/b.md', source: '@site/docs/a/b.md', hash });
  });

  test('parses files with the same bytes once if a cache is passed', async () => {
    const folder = createSiteFolder({ 'docs/a.md': '# A', 'docs/b.md': '# A' });
    const cache = new Map();
    const { site } = await readSiteFolder(folder, {}, { cache });
    expect(cache.size).toBe(1);
    expect((await readSiteFolder(folder, {}, { cache })).site).toEqual(site);
  });
});

describe('tags', () => {
  test('come from tags.yml, or are made from the words in front matter', async () => {
    const { site, problems } = await readTestSite({
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

test('a tag keeps the description that a document or post gives it', async () => {
  const tag = '{label: Seals, permalink: /seals, description: What keeps water in}';
  const { site } = await readTestSite(
    {
      'docs/a.md': `---\ntags: [${tag}]\n---\n# A`,
      'blog/2024-01-01-b.md': `---\ntags:\n  - ${tag}\n---\n# B`,
    },
    { blogs: [{ onInlineTags: 'ignore', onUntruncatedBlogPosts: 'ignore' }] },
  );
  const expectedTag = { path: '/docs/tags/seals', label: 'Seals', description: 'What keeps water in' };
  expect(site.tags).toMatchObject([expectedTag]);
  expect(site.blogs[0]?.tags).toMatchObject([
    { path: '/blog/tags/seals', title: 'Seals', description: 'What keeps water in' },
  ]);
});

test('reads the routes and texts of stand-alone pages', async () => {
  const { site, problems } = await readTestSite({
    'docs/a.md': '# A',
    'pages/index.tsx': 'export default () => null;',
    'pages/about/index.md': '---\ntitle: About\n---\n\nText.',
    'pages/plain.mdx': '# Plain\n\nMore.',
    'pages/_part.md': '# Part',
    'pages/index.css': '',
  });
  expect(problems).toEqual([]);
  expect(site.pages).toEqual([
    {
      path: '/about/',
      file: 'about/index.md',
      kind: 'markdown',
      title: 'About',
      description: 'Text.',
      frontMatter: { title: 'About' },
    },
    { path: '/', file: 'index.tsx', kind: 'react', title: '', description: '' },
    {
      path: '/plain',
      file: 'plain.mdx',
      kind: 'markdown',
      title: 'Plain',
      description: 'More.',
      frontMatter: {},
    },
  ]);
});

test('each language takes the questions for its own pages', async () => {
  const files = {
    'docs/a.md': '# A',
    'docs/_questions/all.yaml': '/docs/a:\n  - How?\n/es/docs/a:\n  - ¿Cómo?\n',
  };
  const main = await readTestSite(files, { i18n: { locales: ['en', 'es'] } });
  expect(main.site.questions).toMatchObject([{ address: '/docs/a', questions: ['How?'] }]);
  const only = await readTestSite(files);
  expect(only.site.questions).toHaveLength(2);
});

test('reads redirects from the docs folder', async () => {
  const { site, problems } = await readTestSite({
    'docs/a.md': '# A',
    'docs/redirects.json': '{\n  "/old": "/docs/a",\n  "/old/part": "/docs/a#part"\n}',
  });
  expect(problems).toEqual([]);
  expect(site.redirects).toEqual([
    { from: '/old', to: '/docs/a' },
    { from: '/old/part', to: '/docs/a#part' },
  ]);
});

describe('the home page keeps its slash without trailing slashes', () => {
  const settings = { baseUrl: '/book/', trailingSlash: false };
  const atRoot = { ...settings, docs: [{ routeBasePath: '/' }] };

  test('if it is a document', async () => {
    const files = { 'docs/start.md': '---\nslug: /\n---\n# Start', 'docs/next/index.md': '# Next' };
    const { site } = await readTestSite(files, atRoot);
    expect(site.docs.map((doc) => doc.path).sort()).toEqual(['/book/', '/book/next']);
    expect(outlineSidebar(site.sidebars.defaultSidebar)).toContain('Start → /book/');
    expect(site.pages).toEqual([]);
  });

  test.each([
    ['/book/', 'en', { 'pages/index.md': '# Home', 'pages/about/index.md': '# About' }],
    ['/book/de/', 'de', { 'pages/index.tsx': 'export default () => null;', 'pages/about.md': '# About' }],
  ])('if it is a page: %s', async (basePath, language, files) => {
    const folder = createSiteFolder({ ...files, 'docs/a.md': '# A' });
    const languages = { ...settings, i18n: { locales: ['en', 'de'] } };
    const pagesDir = path.join(folder, 'pages');
    const { site } = await readSiteFolder(folder, languages, { pagesDir, language });
    expect(site.pages.map((page) => page.path).sort()).toEqual([basePath, `${basePath}about`]);
  });

  test('if it is a category', async () => {
    const category = JSON.stringify({ link: { type: 'generated-index', slug: '/' } });
    const files = { 'docs/part/_category_.json': category, 'docs/part/a.md': '# A' };
    const { site } = await readTestSite(files, atRoot);
    expect(site.categories.map((page) => page.path)).toEqual(['/book/']);
    expect(site.pages).toEqual([]);
  });
});
