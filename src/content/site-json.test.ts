import { expect, test } from 'vitest';
import { siteOf } from '../../testing/docs-folder.ts';
import { routesOf } from './routes.ts';
import { siteJson } from './site-json.ts';

test('is the site in the terms of the specification', async () => {
  const { site } = await siteOf({
    'docs/01-a.md': '# A\n\nAbout a.',
    'docs/02-c/_category_.json': '{"label": "C", "link": {"type": "generated-index"}}',
    'docs/02-c/x.md': '# X',
  });
  const headings = new Map([['01-a.md', [{ id: null, level: 1, text: 'A', inside: 'header' }]]]);
  const json = siteJson(site, headings, routesOf(site));
  const x = { type: 'link', label: 'X', href: '/docs/c/x', docId: 'c/x' };
  expect(JSON.parse(JSON.stringify(json))).toEqual({
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
    locale: { label: 'English', direction: 'ltr', htmlLang: 'en', calendar: 'gregory', path: 'en' },
  });
});
