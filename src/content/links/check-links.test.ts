import { describe, expect, test } from 'vitest';
import { readTestSite } from '../../../testing/docs-folder.ts';
import { checkLinks, type LinkedArticle } from './check-links.ts';

const files = {
  'docs/a.md': '# A',
  'docs/b/index.md': '# B',
  'docs/with space.md': '# Space',
  'docs/中文.md': '# 中文',
  'pages/index.tsx': 'export default () => null;',
  'docs/redirects.json': '{"/old": "/docs/a"}',
};

/** Problems of one link on the page `/docs/a`, which has the headings `top` and `标题`. */
async function findProblems(href: string, isChecked = true): Promise<string[]> {
  const { site } = await readTestSite(files);
  const link = { href, written: href, checked: isChecked, line: 3, column: 1 };
  const articles: LinkedArticle[] = [
    { file: 'docs/a.md', path: '/docs/a', links: [link], anchors: ['top', '标题'] },
    { file: 'docs/b/index.md', path: '/docs/b/', links: [], anchors: ['part'] },
  ];
  const assetExists = (path: string) => path === '/files/x y.pdf';
  return checkLinks({ site, articles, assetExists }).map(({ message }) => message);
}

describe('accepts', () => {
  test.each([
    '/docs/a',
    '/docs/a/',
    './a',
    'a',
    'b',
    'b/',
    '/docs/b',
    '../docs/a',
    '/docs/with space',
    '/docs/with%20space',
    '/docs/%E4%B8%AD%E6%96%87',
    '#top',
    '#',
    '#%E6%A0%87%E9%A2%98',
    '?q=1',
    '/docs/a?q=1#top',
    '/docs/b#part',
    '/',
    '/#anything',
    '/search',
    '/files/x%20y.pdf',
    'https://x.example/docs/nowhere',
    '//x.example',
    'mailto:a@x.example',
  ])('%s', async (href) => {
    expect(await findProblems(href)).toEqual([]);
  });

  test('a link that is marked as unchecked', async () => {
    expect(await findProblems('/nowhere', false)).toEqual([]);
  });
});

test.each([
  ['/docs/aa', 'there is no page at /docs/aa. Did you mean "/docs/a"?'],
  ['/docs/A', 'there is no page at /docs/A. Did you mean "/docs/a"?'],
  ['./b/a', 'there is no page at /docs/b/a. Did you mean "/docs/b/"?'],
  ['/docs', 'there is no page at /docs. Did you mean "/docs/a"?'],
  ['/old', 'the page has moved. Link to "/docs/a".'],
  ['#tob', 'nothing on /docs/a has the id "tob". Did you mean "#top"?'],
  ['/docs/b#whole', 'nothing on /docs/b has the id "whole".'],
  ['/docs/deep/中文', 'there is no page at /docs/deep/中文. Did you mean "/docs/中文"?'],
  ['/docs/100%/nowhere', 'there is no page at /docs/100%/nowhere.'],
])('reports %s as broken', async (href, reason) => {
  expect(await findProblems(href)).toEqual([`Broken link "${href}": ${reason}`]);
});

test('takes a fragment for a place that a component shows only on pages that are components', async () => {
  const { site: plainSite } = await readTestSite(files);
  const page = { path: '/api', file: 'api.jsx', kind: 'component', title: '', description: '' } as const;
  const site = { ...plainSite, pages: [...plainSite.pages, page] };
  const findMessages = (href: string) => {
    const links = [{ href, written: href, checked: true }];
    const articles = [
      { file: 'docs/a.md', path: '/docs/a', links, anchors: [] },
      { file: 'api.jsx', path: '/api', links: [], anchors: ['intro'] },
    ];
    return checkLinks({ site, articles }).map(({ message }) => message);
  };
  for (const accepted of ['/api#/operations/list', '/api/?v=2#/', '/api#!/list', '/api#intro'])
    expect(findMessages(accepted), accepted).toEqual([]);
  for (const broken of ['/api#operations', '/docs/a#/operations/list'])
    expect(findMessages(broken), broken).toEqual([expect.stringContaining('has the id')]);
});

test('only warns about repeated ids', async () => {
  const { site } = await readTestSite(files);
  const article = { file: 'docs/a.md', path: '/docs/a', links: [], anchors: ['x', 'y', 'x', 'x'] };
  expect(checkLinks({ site, articles: [article] })).toEqual([
    {
      code: 'duplicate-anchor',
      severity: 'warning',
      file: 'docs/a.md',
      message:
        'Several headings or elements have the same id: "x". Links lead to the first one: give each an id of its own.',
    },
  ]);
  const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const [problem] = checkLinks({ site, articles: [{ ...article, anchors: [...ids, ...ids] }] });
  expect(problem?.message).toContain('the same id: "a", "b", "c", "d", "e" and 2 more. Links');
});
