import { beforeEach, describe, expect, test } from 'vitest';
import { createSiteFolder, readSiteFolder, type TestSettings } from '../../../testing/docs-folder.ts';
import { siteConfigSchema } from '../../config/site-config.ts';
import { listLocales } from '../../content/languages/locales.ts';
import { createEmptyArticle } from '../../markdown/article.ts';
import type { Site } from '../../model/site.ts';
import { indexPages } from '../../search/index/site-pages.ts';
import { writeLlmsIndex } from './markdown-files.ts';
import { createPageSources } from './page-plan.ts';
import { writePlainArticle } from './plain-article.ts';
import { listSiteFiles } from './site-files.ts';
import { createSitePages, type SitePage } from './site-pages.ts';

const config = siteConfigSchema.parse({ name: 'Acme', url: 'https://acme.example' });
let siteDir: string;
let site: Site;
let pages: ReadonlyMap<string, SitePage>;

beforeEach(async () => {
  siteDir = createSiteFolder({
    'docs/a.md': '# A',
    'blog/authors.yml': 'ida:\n  name: Ida\n  email: ida@acme.example\n  page: true\n',
    'blog/2023-12-31-old.md': '---\ntitle: Old & "new"\nauthors: ida\ntags: [Seals]\n---\nOld words.',
    'blog/2024-01-02-b.md': '---\ntitle: B\ntags: [seals too, Apples]\n---\nB\n\n<!-- truncate -->\n\nMore.',
    'blog/2024-01-01-c.md': '---\ntitle: C\ntags: [Seals]\ntitle_meta: C for the tab\n---\nC',
    'blog/2024-01-03-d.md': '---\ntitle: D\nunlisted: true\n---\nD',
  });
  const blogs: TestSettings['blogs'] = [{ blogTitle: 'Diary', feedTypes: ['rss', 'atom', 'json'] }];
  ({ site } = await readSiteFolder(siteDir, { blogs }));
  const [current] = listLocales(config, '');
  pages = createSitePages(createPageSources(site, config, { current, all: [current] }));
});

const emptyArticle = createEmptyArticle([], []);

/** The plan of a page with an empty article. */
function createPlan(path: string) {
  const page = pages.get(path);
  switch (page?.kind) {
    case 'excerpts':
    case 'shell':
      return page.plan();
    case 'article':
      return page.plan(emptyArticle);
    default:
      throw new Error(`There is no page ${path}.`);
  }
}

test('a list shows what readers choose a post by', () => {
  expect(createPlan('/blog')).toMatchObject({
    kind: 'blog-list',
    headTitle: 'Diary',
    blog: { heading: { title: 'Diary' } },
  });
  expect(createPlan('/blog').blog?.posts).toEqual([
    {
      title: 'B',
      path: '/blog/2024/01/02/b',
      date: '2024-01-02T00:00:00.000Z',
      day: 'January 2, 2024',
      readingTime: 'One min read',
      authors: [],
      tags: [
        { title: 'seals too', path: '/blog/tags/seals-too' },
        { title: 'Apples', path: '/blog/tags/apples' },
      ],
      more: true,
    },
    expect.objectContaining({ title: 'C', more: false }),
    expect.objectContaining({
      title: 'Old & "new"',
      authors: [expect.objectContaining({ name: 'Ida', href: '/blog/authors/ida' })],
    }),
  ]);
});

test.each([
  ['the newest post first', 'descending', ['2024: D, B, C', '2023: Old & "new"']],
  ['the oldest post first', 'ascending', ['2024: C, B, D', '2023: Old & "new"']],
] as const)('the sidebar has posts below their year, %s', async (_name, sortPosts, years) => {
  const { blogs } = site;
  const grouped = await readSiteFolder(siteDir, { blogs: [{ sortPosts, blogSidebarGroupByYear: true }] });
  expect(blogs[0]?.sidebar.groupsByYear).toBe(false);
  const [current] = listLocales(config, '');
  const plans = createSitePages(createPageSources(grouped.site, config, { current, all: [current] }));
  const page = plans.get('/blog/2024/01/03/d');
  const [recent] = (page?.kind === 'article' && page.plan(emptyArticle).sidebar?.items) || [];
  expect(recent).toMatchObject({ type: 'category', label: 'Recent posts', collapsible: false });
  const groups = recent?.type === 'category' ? (recent.items ?? []) : [];
  const writeGroup = (item: (typeof groups)[number]) =>
    item.type === 'category'
      ? `${item.label}: ${item.items?.map((post) => (post.type === 'link' ? post.label : '')).join(', ')}`
      : '';
  expect(groups.map(writeGroup)).toEqual(years);
});

test('lists of a tag, an author, all tags and all years have a heading', () => {
  expect(createPlan('/blog/tags/seals').blog?.heading).toEqual({
    title: '2 posts tagged with “Seals”',
    all: { path: '/blog/tags', title: 'View all tags' },
  });
  expect(createPlan('/blog/tags/apples').headTitle).toBe('One post tagged with “Apples”');
  expect(createPlan('/blog/authors/ida').headTitle).toBe('Ida - One post');
  const letters = createPlan('/blog/tags').blog?.tags;
  expect(
    letters?.map(({ letter, tags }) => [letter, ...tags.map(({ title, count }) => `${title} ${count}`)]),
  ).toEqual([
    ['A', 'Apples 1'],
    ['S', 'Seals 2', 'seals too 1'],
  ]);
  expect(createPlan('/blog/archive').blog?.years).toEqual([
    {
      year: '2024',
      posts: [
        { path: '/blog/2024/01/01/c', title: 'January 1 - C' },
        { path: '/blog/2024/01/02/b', title: 'January 2 - B' },
      ],
    },
    { year: '2023', posts: [{ path: '/blog/2023/12/31/old', title: 'December 31 - Old & "new"' }] },
  ]);
});

test('an unlisted post appears only in the sidebar of its own page', () => {
  const listLatestPosts = (path: string) =>
    createPlan(path).sidebar?.items.flatMap((item) =>
      item.type === 'category' ? (item.items ?? []).map((link) => link.type === 'link' && link.label) : [],
    );
  expect(listLatestPosts('/blog')).toEqual(['B', 'C', 'Old & "new"']);
  expect(listLatestPosts('/blog/2024/01/03/d')).toEqual(['D', 'B', 'C', 'Old & "new"']);
  expect(createPlan('/blog/2024/01/03/d').unlisted).toBe(true);
  const article = { version: '', read: () => ({ headings: [], blocks: [] }) };
  const records = indexPages(site, () => [article], '').flatMap((page) => page.listRecords());
  expect(records.map(({ url, hierarchy }) => `${hierarchy.lvl0}: ${url}`)).toEqual([
    'Documentation: /docs/a',
    'Diary: /blog/2024/01/02/b',
    'Diary: /blog/2024/01/01/c',
    'Diary: /blog/2023/12/31/old',
  ]);
  expect(writeLlmsIndex(site, config)).toContain(
    '## Diary\n\n- [B](/blog/2024/01/02/b.md): B\n- [C](/blog/2024/01/01/c.md): C\n- [Old',
  );
});

test('a post links to the newer and the older one', () => {
  expect(createPlan('/blog/2024/01/01/c')).toMatchObject({
    kind: 'blog-post',
    headTitle: 'C for the tab',
    description: 'C',
    previous: { path: '/blog/2024/01/02/b', title: 'B' },
    next: { path: '/blog/2023/12/31/old', title: 'Old & "new"' },
    tags: [{ path: '/blog/tags/seals', title: 'Seals' }],
    blog: { post: { title: 'C', day: 'January 1, 2024' } },
  });
});

test('feeds contain the listed posts, newest first, and are well-formed', () => {
  const files = listSiteFiles(site, config);
  const rss = files.get('/blog/rss.xml')?.() ?? '';
  expect(rss.match(/<title>.*?<\/title>/g)).toEqual([
    '<title>Acme Blog</title>',
    '<title>B</title>',
    '<title>C</title>',
    '<title>Old &amp; &quot;new&quot;</title>',
  ]);
  expect(rss).toContain('<link>https://acme.example/blog/2024/01/02/b</link>');
  expect(rss).toContain('<pubDate>Tue, 02 Jan 2024 00:00:00 GMT</pubDate>');
  expect(rss).toContain('<author>ida@acme.example (Ida)</author>');
  const atom = files.get('/blog/atom.xml')?.() ?? '';
  expect(atom).toContain('<updated>2024-01-02T00:00:00.000Z</updated>');
  expect(atom).toContain('<author><name>Ida</name><email>ida@acme.example</email></author>');
  expect(JSON.parse(files.get('/blog/feed.json')?.() ?? '').items).toHaveLength(3);
});

test('feeds contain whole posts, with absolute links to the site', () => {
  const [blog] = site.blogs;
  const latest = { ...site, blogs: blog ? [{ ...blog, feed: { ...blog.feed, limit: 1 } }] : [] };
  const writeHtml = () => '<p><a href="/docs/a">A</a><img src="//cdn.example/x.png"></p>';
  const files = listSiteFiles(latest, config, {
    writeHtml: (_post, outlet) => writePlainArticle(writeHtml(), outlet),
  });
  const absoluteHtml = '<p><a href="https://acme.example/docs/a">A</a><img src="//cdn.example/x.png"></p>';
  const [item, ...otherItems] = JSON.parse(files.get('/blog/feed.json')?.() ?? '').items;
  expect([item.title, item.content_html, otherItems]).toEqual(['B', absoluteHtml, []]);
  const escapedHtml = absoluteHtml.replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
  expect(files.get('/blog/rss.xml')?.()).toContain(`<content:encoded>${escapedHtml}</content:encoded>`);
  expect(files.get('/blog/atom.xml')?.()).toContain(`<content type="html">${escapedHtml}</content>`);
});

test('feeds keep the words of explained terms, and their explanations at the end', () => {
  const outlet = { origin: 'https://acme.example', address: 'https://acme.example/blog/a' };
  const html =
    '<p>A <button type="button" class="md-term" popovertarget="term-1" aria-describedby="term-1">big <b>cat</b></button>.</p><div id="term-1" class="md-hint" popover=""><p><strong>cat</strong>: An animal.</p></div>';
  expect(writePlainArticle(html, outlet)).toBe(
    '<p>A big <b>cat</b>.</p><div id="term-1"><p><strong>cat</strong>: An animal.</p></div>',
  );
});

describe('outside of the site, an article', () => {
  const outlet = { origin: 'https://acme.example', address: 'https://acme.example/blog/a' };

  test.each([
    ['<p><a name="old"></a>Text.</p>', '<p><a name="old"></a>Text.</p>'],
    ['<p>Read <button type="button">Copy</button> on.</p>', '<p>Read  on.</p>'],
    [
      '<p><a href="/start"><button>Start <b>now</b></button></a></p>',
      '<p><a href="https://acme.example/start">Start <b>now</b></a></p>',
    ],
    [
      '<details open><summary hidden>Source</summary><pre><code>a</code></pre></details>',
      '<pre><code>a</code></pre>',
    ],
    ['<details><summary>More</summary>Text.</details>', '<details><summary>More</summary>Text.</details>'],
    ['<div class="bar" hidden><span>Editor</span></div><p>After.</p>', '<p>After.</p>'],
    ['<div hidden="until-found"><p>Folded.</p></div>', '<div><p>Folded.</p></div>'],
    [
      '<live-island data-island="1"><p>Drawn by a component.</p></live-island>',
      '<p>Drawn by a component.</p>',
    ],
    ['<my-widget><slot-part>Words</slot-part></my-widget>', 'Words'],
    ['<div class="marker"></div><span class="icon"></span><p>Text.</p>', '<p>Text.</p>'],
    ['<div id="target"></div><p>Text.</p>', '<div id="target"></div><p>Text.</p>'],
    [
      '<pre><code><span class="line"><span class="tk-a">let</span> b</span></code></pre>',
      '<pre><code>let b</code></pre>',
    ],
    [
      '<ul><li><input type="checkbox" checked disabled> Done</li></ul>',
      '<ul><li><input type="checkbox" checked disabled> Done</li></ul>',
    ],
    ['<p><input type="checkbox"> Remember <input type="text"></p>', '<p> Remember </p>'],
    [
      '<p>Note. <a href="#user-content-fnref-1" data-footnote-backref aria-label="Back">↩</a></p>',
      '<p>Note. </p>',
    ],
    ['<h2 id="a">Title<a class="hash-link" href="#a" aria-label="Link"></a></h2>', '<h2 id="a">Title</h2>'],
    ['<p>Total: <!-- -->3</p>', '<p>Total: 3</p>'],
  ])('%s becomes %s', (html, plainHtml) => {
    expect(writePlainArticle(html, outlet)).toBe(plainHtml);
  });
});

test('the list of a site that moved from Docusaurus shows no title, as there', () => {
  const [current] = listLocales(config, '');
  const movedConfig = { ...config, infima: true };
  const sources = createPageSources(site, movedConfig, { current, all: [current] });
  const page = createSitePages(sources).get('/blog');
  expect(page?.kind === 'excerpts' && page.plan().blog).toMatchObject({ heading: undefined });
});
