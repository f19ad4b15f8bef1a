import { describe, expect, test } from 'vitest';
import {
  createSiteFolder,
  outlineSidebar,
  readSiteFolder,
  readTestSite,
} from '../../../testing/docs-folder.ts';
import type { SidebarItemsGenerator } from '../../config/docs-options.ts';

describe('generated sidebars', () => {
  test('are sorted by position, then by name on disk', async () => {
    const { site } = await readTestSite({
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
    expect(outlineSidebar(site.sidebars.defaultSidebar)).toEqual([
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

  test('follow the defaults of the documentation for collapsing', async () => {
    const siteDir = createSiteFolder({
      'docs/a/x.md': '# x',
      'docs/b/_category_.json': '{ "collapsed": true, "collapsible": true }',
      'docs/b/x.md': '# x',
    });
    const readCategories = async (options: object) => {
      const { site } = await readSiteFolder(siteDir, { docs: [options] });
      return site.sidebars.defaultSidebar;
    };
    expect(await readCategories({ sidebarCollapsed: false })).toMatchObject([
      { label: 'a', collapsible: true, collapsed: false },
      { label: 'b', collapsible: true, collapsed: true },
    ]);
    expect(await readCategories({ sidebarCollapsible: false })).toMatchObject([
      { label: 'a', collapsible: false, collapsed: false },
      { label: 'b', collapsible: true, collapsed: true },
    ]);
  });

  test('take label, position and settings from the category file, in any of its formats', async () => {
    const { site, problems } = await readTestSite({
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

  test('translate categories by the key of their file or of their index document', async () => {
    const folder = createSiteFolder({
      'docs/a/index.md': '---\nsidebar_key: first\n---\n# Pumps',
      'docs/a/x.md': '# x',
      'docs/b/index.md': '---\nsidebar_key: second\nsidebar_label: Pumps\n---\n# Other pumps',
      'docs/b/y.md': '# y',
      'docs/c/_category_.json': '{"label": "Pumps", "key": "third"}',
      'docs/c/index.md': '---\nsidebar_key: unused\n---\n# More pumps',
      'docs/c/z.md': '# z',
      'docs/d/_category_.json': '{"label": "Pumps"}',
      'docs/d/z.md': '# z',
      'i18n/es/docusaurus-plugin-content-docs/current.json': JSON.stringify(
        Object.fromEntries(
          Object.entries({ first: 'Uno', second: 'Dos', third: 'Tres', unused: 'Nada', Pumps: 'Bombas' }).map(
            ([key, message]) => [`sidebar.defaultSidebar.category.${key}`, { message }],
          ),
        ),
      ),
    });
    const i18n = { locales: ['en', 'es'] };
    const { site, problems } = await readSiteFolder(folder, { i18n }, { language: 'es' });
    expect(problems).toEqual([]);
    expect(Object.values(site.sidebars)[0]).toMatchObject(
      ['Uno', 'Dos', 'Tres', 'Bombas'].map((label) => ({ label })),
    );
  });

  test('turn a folder with only an index document into a plain link', async () => {
    const { site } = await readTestSite({
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

  test('leave out drafts and folders with nothing else', async () => {
    const { site, problems } = await readTestSite({
      'docs/a.md': '# a',
      'docs/d/_category_.json': '{"link": {"type": "generated-index"}}',
      'docs/d/x.md': '---\ndraft: true\n---\n# x',
      'docs/e/index.md': '---\ndraft: true\n---\n# Draft index',
      'docs/e/y.md': '# y',
    });
    expect(problems).toEqual([]);
    expect(outlineSidebar(site.sidebars.defaultSidebar)).toEqual(['a → /docs/a', ['e', 'y → /docs/e/y']]);
    expect(site.version.draftIds).toEqual(['d/x', 'e/index']);
    expect(site.categories).toEqual([]);
  });

  test('link a category to the document that its file names, by short or whole id', async () => {
    const { site, problems } = await readTestSite({
      'docs/01-a/_category_.json': '{"label": "A", "link": {"type": "doc", "id": "main"}}',
      'docs/01-a/02-main.md': '# Main',
      'docs/01-a/x.md': '# x',
      'docs/02-b/_category_.json': '{"label": "B", "link": {"type": "doc", "id": "a/x"}}',
      'docs/02-b/y.md': '# y',
    });
    expect(problems).toEqual([]);
    expect(outlineSidebar(site.sidebars.defaultSidebar)).toEqual([
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
    const { site, problems } = await readTestSite({ ...docs, [name]: source, 'part.json': '["a"]' });
    expect(problems).toEqual([]);
    expect(outlineSidebar(site.sidebars.s)).toEqual(['A → /docs/a', ['Group', 'B → /docs/b']]);
  });

  test.each([
    ["module.exports = { s: require('./part') };", "export default ['a', { Group: ['b'] }];"],
    [
      "module.exports = { s: require('./part.js') };",
      "const s: object[] = ['a', { Group: ['b'] }] as never;\nexport default s;",
    ],
    [
      "const s = require('./part').default; module.exports = { s };",
      "export default ['a', { Group: ['b'] }];",
    ],
    ["import s from './part';\nexport default { s };", "module.exports = ['a', { Group: ['b'] }];"],
    ["import { s } from './part';\nexport default { s };", "export const s = ['a', { Group: ['b'] }];"],
    ["import * as part from './part';\nexport default part;", "export const s = ['a', { Group: ['b'] }];"],
  ])('may be in another file: %s %s', async (source, part) => {
    const { site, problems } = await readTestSite({ ...docs, 'sidebars.js': source, 'part.ts': part });
    expect(problems).toEqual([]);
    expect(outlineSidebar(site.sidebars.s)).toEqual(['A → /docs/a', ['Group', 'B → /docs/b']]);
  });

  test('can nest, expand folders and use shorthands at every level', async () => {
    const { site, problems } = await readTestSite({
      ...docs,
      'sidebars.js': `module.exports = {
        one: { Top: { Nested: ['a'] }, Other: [{ type: 'category', label: 'Inner', items: { Deep: ['b'] } }] },
        two: [{ type: 'category', label: 'Auto', items: [{ type: 'autogenerated', dirName: '01-n' }], link: undefined }],
        three: [{ type: 'category', label: 'Nothing but a page', link: { type: 'doc', id: 'c' }, items: [] }],
      };`,
    });
    expect(problems).toEqual([]);
    expect(outlineSidebar(site.sidebars.one)).toEqual([
      ['Top', ['Nested', 'A → /docs/a']],
      ['Other', ['Inner', ['Deep', 'B → /docs/b']]],
    ]);
    expect(outlineSidebar(site.sidebars.two)).toEqual([['Auto', 'X → /docs/n/x']]);
    expect(outlineSidebar(site.sidebars.three)).toEqual(['Nothing but a page → /docs/c']);
    expect(site.version.mainDocId).toBe('a');
  });

  test('number the addresses of equal labels across sidebars, outer categories first', async () => {
    const index = "link: { type: 'generated-index' }";
    const { site } = await readTestSite({
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

  test('prefer label, class and properties in front matter to those of an item', async () => {
    const front = '---\nsidebar_label: Own\nsidebar_class_name: own\nsidebar_custom_props: {own: 1}\n---\n';
    const { site } = await readTestSite({
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

  test('are ignored with the setting "none"', async () => {
    const { site } = await readTestSite(
      { ...docs, 'sidebars.js': 'throw new Error()' },
      {},
      { sidebars: 'none' },
    );
    expect(Object.keys(site.sidebars)).toEqual(['defaultSidebar']);
  });
});

describe('reading order', () => {
  test('skips unlisted documents, except beside a generated index', async () => {
    const { site } = await readTestSite({
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

  test('lets a document choose its neighbours and its label there', async () => {
    const { site, problems } = await readTestSite({
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

describe('sidebarItemsGenerator', () => {
  const files = {
    'docs/intro.md': '---\nsidebar_position: 1\n---\n# Intro',
    'docs/guides/_category_.json': '{"label": "Guides", "position": 2}',
    'docs/guides/index.md': '# About guides',
    'docs/guides/1-first.md': '# First',
    'docs/guides/2-second.md': '---\nsidebar_class_name: extra\n---\n# Second',
    'docs/last.md': '# Last',
    'docs/secret.md': '---\ndraft: true\n---\n# Secret',
    'sidebars.json':
      '{"main": [{"type": "category", "label": "All", "items": [{"type": "autogenerated", "dirName": "."}]}], "guides": [{"type": "autogenerated", "dirName": "guides"}]}',
  };
  type Items = { type: string; label?: string; id?: string; items?: Items }[];
  const reverse = (items: Items): Items =>
    items.map((item) => (item.items ? { ...item, items: reverse(item.items) } : item)).reverse();

  test.each<[string, SidebarItemsGenerator, unknown]>([
    [
      'changes the order of what would be generated',
      async ({ defaultSidebarItemsGenerator, ...args }) =>
        reverse((await defaultSidebarItemsGenerator({ defaultSidebarItemsGenerator, ...args })) as Items),
      [
        'Last → /docs/last',
        ['Guides → /docs/guides/', 'Second → /docs/guides/second', 'First → /docs/guides/first'],
        'Intro → /docs/intro',
      ],
    ],
    [
      'leaves documents out by their front matter',
      ({ defaultSidebarItemsGenerator, docs, ...args }) =>
        defaultSidebarItemsGenerator({
          ...args,
          defaultSidebarItemsGenerator,
          docs: docs.filter(({ frontMatter }) => frontMatter.sidebar_class_name !== 'extra'),
        }),
      ['Intro → /docs/intro', ['Guides → /docs/guides/', 'First → /docs/guides/first'], 'Last → /docs/last'],
    ],
    [
      'decides which document is the page of a category',
      ({ defaultSidebarItemsGenerator, ...args }) =>
        defaultSidebarItemsGenerator({
          ...args,
          defaultSidebarItemsGenerator,
          isCategoryIndex: ({ fileName, directories, extension }) =>
            fileName === '1-first' && directories[0] === 'guides' && extension === '.md',
        }),
      [
        'Intro → /docs/intro',
        ['Guides → /docs/guides/first', 'Second → /docs/guides/second', 'About guides → /docs/guides/'],
        'Last → /docs/last',
      ],
    ],
    [
      'changes what category files say',
      ({ defaultSidebarItemsGenerator, categoriesMetadata, ...args }) =>
        defaultSidebarItemsGenerator({
          ...args,
          defaultSidebarItemsGenerator,
          categoriesMetadata: {
            ...categoriesMetadata,
            guides: { ...categoriesMetadata.guides, position: 9, label: 'How to' },
          },
        }),
      [
        'Intro → /docs/intro',
        ['How to → /docs/guides/', 'First → /docs/guides/first', 'Second → /docs/guides/second'],
        'Last → /docs/last',
      ],
    ],
    [
      'writes items of its own',
      ({ docs, item, version, numberPrefixParser }) => [
        { type: 'link', label: `${version.versionName} ${item.dirName}`, href: 'https://x.example' },
        ...docs
          .filter(({ source }) => source === '@site/docs/guides/2-second.md')
          .map(({ id, title, sourceDirName }) => ({
            type: 'doc',
            id,
            label: `${title} in ${sourceDirName} ${numberPrefixParser('3-x').numberPrefix}`,
          })),
      ],
      ['current . → https://x.example', 'Second in guides 3 → /docs/guides/second'],
    ],
  ])('%s', async (_what, sidebarItemsGenerator, expected) => {
    const { site, problems } = await readSiteFolder(createSiteFolder(files), {
      docs: [{ sidebarPath: './sidebars.json', sidebarItemsGenerator }],
    });
    expect(problems).toEqual([]);
    expect(outlineSidebar(site.sidebars.main)).toEqual([['All', ...(expected as unknown[])]]);
  });

  const nestInItself: SidebarItemsGenerator = () => {
    const category = { type: 'category', label: 'Tea', items: [] as unknown[] };
    category.items.push(category);
    return [category];
  };

  test.each<[string, SidebarItemsGenerator, RegExp]>([
    [
      'throws',
      () => {
        throw new Error('kettle');
      },
      /`sidebarItemsGenerator` of the configuration fails: kettle/,
    ],
    ['rejects', async () => Promise.reject(new Error('kettle')), /fails: kettle/],
    ['contains itself', nestInItself, /fails: something contains or calls itself without end/],
    ['returns no list', () => 'intro', /: items must be a list of items/],
    ['returns an unknown item', () => [{ type: 'page', id: 'intro' }], /"page" isn't a type of sidebar item/],
    [
      "returns a document that doesn't exist",
      () => [{ type: 'doc', id: 'intros' }],
      /No document has the id "intros"/,
    ],
  ])('reports a function that %s', async (_what, sidebarItemsGenerator, message) => {
    const { problems } = await readSiteFolder(createSiteFolder(files), {
      docs: [{ sidebarPath: './sidebars.json', sidebarItemsGenerator }],
    });
    expect(problems.map((problem) => problem.message)[0]).toMatch(message);
    expect(problems.every(({ severity }) => severity === 'error')).toBe(true);
  });
});
