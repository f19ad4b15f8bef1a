import { expect, test } from 'vitest';
import { readTestSite } from '../../testing/docs-folder.ts';
import { listRoutes } from './links/routes.ts';
import { createSiteJson } from './site-json.ts';

const spanish = { name: 'es-MX', label: 'Español', direction: 'ltr', htmlLang: 'es-419' } as const;

test('describes the site for other programs', async () => {
  const { site } = await readTestSite({
    'docs/01-a.md': '# A\n\nAbout a.',
    'docs/02-c/_category_.json': '{"label": "C", "link": {"type": "generated-index"}}',
    'docs/02-c/x.md': '# X',
  });
  const headings = new Map([['01-a.md', [{ id: null, level: 1, text: 'A', inside: 'header' }]]]);
  const json = createSiteJson(site, spanish, headings, listRoutes(site));
  const x = { type: 'link', label: 'X', href: '/docs/c/x', docId: 'c/x' };
  const { versions, ...current } = JSON.parse(JSON.stringify(json));
  const { docs, categories, sidebars, version } = current;
  const { draftIds, ...versionFields } = version;
  expect(draftIds).toEqual([]);
  expect(versions).toEqual([{ ...versionFields, docs, categories, sidebars }]);
  expect(current).toEqual({
    version: { name: 'current', label: 'Next', isLast: true, path: '/docs', mainDocId: 'a', draftIds: [] },
    docs: [
      {
        id: 'a',
        path: '/docs/a',
        source: '@site/docs/01-a.md',
        title: 'A',
        description: 'About a.',
        sidebar: 'defaultSidebar',
        unlisted: false,
        next: { path: '/docs/category/c', title: 'C' },
        tags: [],
        headings: [{ id: null, level: 1, text: 'A' }],
      },
      {
        id: 'c/x',
        path: '/docs/c/x',
        source: '@site/docs/02-c/x.md',
        title: 'X',
        description: '',
        sidebar: 'defaultSidebar',
        unlisted: false,
        previous: { path: '/docs/category/c', title: 'C' },
        tags: [],
        headings: [],
      },
    ],
    categories: [{ path: '/docs/category/c', label: 'C', title: 'C', description: '', items: [x] }],
    sidebars: {
      defaultSidebar: [
        { type: 'link', label: 'A', href: '/docs/a', docId: 'a' },
        {
          type: 'category',
          label: 'C',
          href: '/docs/category/c',
          collapsible: true,
          collapsed: true,
          items: [x],
        },
      ],
    },
    tags: [],
    routes: ['/', '/docs/a', '/docs/c/x', '/docs/category/c', '/search'],
    locale: { label: 'Español', direction: 'ltr', htmlLang: 'es-419', calendar: 'gregory', path: 'es-MX' },
  });
});

test('contains every version of the main documentation, with names as authors write them', async () => {
  const { site } = await readTestSite({
    'docs/a.md': '# A',
    'docs/c/_category_.json': '{"link": {"type": "doc", "id": "x"}}',
    'docs/c/x.md': '# X',
    'versions.json': '["1.0"]',
    'versioned_docs/version-1.0/a.md': '# A then',
    'versioned_sidebars/version-1.0-sidebars.json': '{"old": ["a"]}',
  });
  const { versions } = createSiteJson(site, spanish, new Map(), []);
  expect(
    versions.map(({ name, isLast, path, mainDocId, docs, sidebars }) => ({
      version: [name, isLast, path, mainDocId],
      docs: docs.map(({ id, path: address, sidebar }) => [id, address, sidebar]),
      sidebars: Object.entries(sidebars).map(([sidebar, items]) => [
        sidebar,
        items.map((item) => item.type !== 'html' && item.docId),
      ]),
    })),
  ).toEqual([
    {
      version: ['1.0', true, '/docs', 'a'],
      docs: [['a', '/docs/a', 'old']],
      sidebars: [['old', ['a']]],
    },
    {
      version: ['current', false, '/docs/next', 'a'],
      docs: [
        ['a', '/docs/next/a', 'defaultSidebar'],
        ['c/x', '/docs/next/c/x', 'defaultSidebar'],
      ],
      sidebars: [['defaultSidebar', ['a', 'c/x']]],
    },
  ]);
});
