import { expect, test } from 'vitest';
import type { z } from 'zod';
import {
  createSiteFolder,
  readSiteFolder,
  readTestSite,
  type TestSettings,
} from '../../../testing/docs-folder.ts';
import type { blogOptionsSchema } from '../../config/docs-options.ts';
import type { Blog, BlogPost } from '../../model/blog.ts';
import type { Site } from '../../model/site.ts';
import { formatProblem } from '../../shared/problem.ts';
import { listRoutes } from '../links/routes.ts';

type Options = z.input<typeof blogOptionsSchema>;

/** Turns off warnings that these tests aren't about. */
const ignoredProblems = {
  onUntruncatedBlogPosts: 'ignore',
  onInlineTags: 'ignore',
  onInlineAuthors: 'ignore',
} as const;

async function readTestBlog(
  files: Readonly<Record<string, string>>,
  options: Options = {},
  settings: TestSettings = {},
): Promise<{ blog: Blog; site: Site; problems: string[] }> {
  const blogs = [{ ...ignoredProblems, ...options }];
  const result = await readTestSite({ 'docs/a.md': '# A', ...files }, { blogs, ...settings });
  const [blog] = result.site.blogs;
  if (!blog) throw new Error('There is no blog.');
  return { blog, site: result.site, problems: result.problems.map(formatProblem) };
}

function findPost({ posts }: Blog, title: string): BlogPost {
  const matchingPost = posts.find((post) => post.title === title);
  if (!matchingPost) throw new Error(`There is no post ${title}.`);
  return matchingPost;
}

test('takes addresses and dates from names, slugs and front matter', async () => {
  const { blog, problems } = await readTestBlog({
    'blog/2024-05-01-one.md': '# One',
    'blog/2024-05-02-two/index.mdx': '# Two',
    'blog/2024/05/03/three.md': '# Three',
    'blog/news/2024-05-04-four.md': '# Four',
    'blog/five.md': '---\ndate: 2024-05-05T10:00\nslug: /hello/five\n---\n# Five',
    'blog/2024-01-01-six.md': '---\ndate: 2024-05-06T10:00:00+02:00\n---\n# Six',
    'blog/2024-05-07-draft.md': '---\ndraft: true\n---\n# Draft',
    'blog/_2024-05-08-private.md': '# Private',
  });
  expect(problems).toEqual([]);
  expect(blog.posts.map(({ title, path, date }) => `${title} ${path} ${date}`)).toEqual([
    'Six /blog/2024/01/01/six 2024-05-06T08:00:00.000Z',
    'Five /blog/hello/five 2024-05-05T10:00:00.000Z',
    'Four /blog/2024/05/04/news/four 2024-05-04T00:00:00.000Z',
    'Three /blog/2024/05/03/three 2024-05-03T00:00:00.000Z',
    'Two /blog/2024/05/02/two 2024-05-02T00:00:00.000Z',
    'One /blog/2024/05/01/one 2024-05-01T00:00:00.000Z',
  ]);
});

test('puts every page below the base path, and lists no unlisted posts', async () => {
  const { site, blog } = await readTestBlog(
    {
      'blog/2024-01-01-a.md': '---\ntags: [x]\nauthors: ida\n---\nA',
      'blog/2024-01-02-b.md': '---\ntags: [x, Odd one]\nauthors: ida\n---\nB',
      'blog/2024-01-03-c.md': '---\ntags: [secret]\nunlisted: true\n---\nC',
      'blog/authors.yml': 'ida:\n  name: Ida\n  page: true\nole:\n  name: Ole\n',
      'blog/tags.yml': 'x:\n  label: Ex\n  permalink: /the-x\n  description: About it.\n',
    },
    { postsPerPage: 1 },
    { baseUrl: '/acme/', trailingSlash: true },
  );
  expect(listRoutes(site).filter((route) => route.startsWith('/acme/blog'))).toEqual([
    '/acme/blog/',
    '/acme/blog/2024/01/01/a/',
    '/acme/blog/2024/01/02/b/',
    '/acme/blog/2024/01/03/c/',
    '/acme/blog/archive/',
    '/acme/blog/authors/',
    '/acme/blog/authors/ida/',
    '/acme/blog/authors/ida/page/2/',
    '/acme/blog/page/2/',
    '/acme/blog/tags/',
    '/acme/blog/tags/odd-one/',
    '/acme/blog/tags/secret/',
    '/acme/blog/tags/the-x/',
    '/acme/blog/tags/the-x/page/2/',
  ]);
  const [first] = blog.lists;
  expect(first).toMatchObject({ posts: ['/acme/blog/2024/01/02/b/'], next: '/acme/blog/page/2/' });
  expect(blog.tags.map(({ title, description, unlisted }) => [title, description, unlisted])).toEqual([
    ['secret', undefined, true],
    ['Ex', 'About it.', false],
    ['Odd one', undefined, false],
  ]);
  expect(blog.authors.map(({ name, page, count }) => [name, page, count])).toEqual([
    ['Ida', '/acme/blog/authors/ida/', 2],
    ['Ole', undefined, 0],
  ]);
  const [c, b, a] = blog.posts;
  expect([c?.previous, c?.next]).toEqual([undefined, undefined]);
  expect([b?.previous, b?.next?.path]).toEqual([undefined, a?.path]);
  expect([a?.previous?.path, a?.next]).toEqual([b?.path, undefined]);
});

test('takes authors from their file, from the post, or from the keys of older posts', async () => {
  const { blog, problems } = await readTestBlog({
    'blog/authors.yml':
      'ida:\n  name: Ida\n  title: Master\n  image_url: /ida.png\n  socials:\n    github: ida\n',
    'blog/2024-01-01-a.md':
      '---\ntitle: A\nauthors:\n  - key: ida\n    title: Guest\n  - name: Bo\n    url: https://bo.example\n---\nA',
    'blog/2024-01-02-b.md': '---\ntitle: B\nauthor: Cy\nauthor_image_url: https://c.example/y.png\n---\nB',
    'blog/2024-01-03-c.md': '---\ntitle: C\nauthors: [idda, ida, ida]\n---\nC',
  });
  expect(findPost(blog, 'A').authors).toEqual([
    {
      key: 'ida',
      name: 'Ida',
      title: 'Guest',
      image: '/ida.png',
      socials: [{ platform: 'GitHub', href: 'https://github.com/ida' }],
    },
    { name: 'Bo', url: 'https://bo.example' },
  ]);
  expect(findPost(blog, 'B').authors).toEqual([{ name: 'Cy', image: 'https://c.example/y.png' }]);
  expect(problems).toEqual([
    `blog/2024-01-03-c.md:3: Front matter "authors" names "idda", who isn't in the authors file. Did you mean "ida"?`,
    'blog/2024-01-03-c.md:3: Front matter "authors" names "ida" twice. Remove one.',
  ]);
});

test('reports inline tags, authors and missing excerpts as severely as the options say', async () => {
  const { problems } = await readTestBlog(
    {
      'blog/tags.yml': 'known:\n',
      'blog/2024-01-01-a.md': '---\ntags: [known, new]\nauthors:\n  name: Bo\ncolour: red\n---\nA',
    },
    { onInlineTags: 'throw', onInlineAuthors: 'warn', onUntruncatedBlogPosts: 'warn' },
  );
  expect(problems).toEqual([
    'blog/2024-01-01-a.md: warning: Lists show the whole post. Put <!-- truncate --> after its introduction, or change onUntruncatedBlogPosts.',
    'blog/2024-01-01-a.md:2: The tag "new" isn\'t defined in tags.yml. Define it there, or change onInlineTags.',
    'blog/2024-01-01-a.md:3: warning: An author is described in the post itself. Add the author to authors.yml, or change onInlineAuthors.',
    'blog/2024-01-01-a.md:5: warning: Unknown front matter key "colour". Put your own keys under "custom".',
  ]);
});

test('lists unlisted posts in the sidebar, and counts words for the reading time', async () => {
  const words = Array.from({ length: 500 }, () => 'word').join(' ');
  const { blog } = await readTestBlog(
    {
      'blog/2024-01-01-a.md': `---\ntitle: A\nsidebar_label: Short\n---\n${words}\n\n{/* truncate */}`,
      'blog/2024-01-02-b.md': '---\ntitle: B\nunlisted: true\n---\nB',
      'blog/2024-01-03-c.md': '---\ntitle: C\n---\nC',
    },
    { blogSidebarCount: 2, sortPosts: 'ascending', blogSidebarTitle: 'Latest' },
  );
  expect(blog.sidebar).toEqual({
    title: 'Latest',
    groupsByYear: false,
    posts: [
      { path: '/blog/2024/01/01/a', title: 'Short', date: '2024-01-01T00:00:00.000Z', unlisted: false },
      { path: '/blog/2024/01/02/b', title: 'B', date: '2024-01-02T00:00:00.000Z', unlisted: true },
    ],
  });
  expect(findPost(blog, 'A').readingTime).toBe(2.51);
  expect(findPost(blog, 'A').excerptEnd).toBeDefined();
  expect(findPost(blog, 'C').excerptEnd).toBeUndefined();
});

test('reads a translated post from the folder of its language, and knows it by both files', async () => {
  const folder = 'i18n/es/docusaurus-plugin-content-blog';
  const files = {
    'blog/2024-01-01-a.md': '# First',
    'blog/2024-01-02-b.md': '# Second',
    [`${folder}/2024-01-01-a.md`]: '# Primera',
    [`${folder}/options.json`]: '{"title": {"message": "Diario"}, "sidebar.title": {"message": "Últimas"}}',
  };
  const siteDir = createSiteFolder({ 'docs/a.md': '# A', ...files });
  const settings = { blogs: [{ ...ignoredProblems }], i18n: { locales: ['en', 'es'] } };
  const { site } = await readSiteFolder(siteDir, settings, { language: 'es' });
  const [blog] = site.blogs;
  expect([blog?.title, blog?.sidebar.title]).toEqual(['Diario', 'Últimas']);
  expect(blog?.posts.map(({ title, path, file, aliases }) => ({ title, path, file, aliases }))).toEqual([
    {
      title: 'Second',
      path: '/es/blog/2024/01/02/b',
      file: '../blog/2024-01-02-b.md',
      aliases: [`../${folder}/2024-01-02-b.md`],
    },
    {
      title: 'Primera',
      path: '/es/blog/2024/01/01/a',
      file: `../${folder}/2024-01-01-a.md`,
      aliases: ['../blog/2024-01-01-a.md'],
    },
  ]);
});
