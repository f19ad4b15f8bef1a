import { describe, expect, test } from 'vitest';
import { createAdoptedFolder, least } from '../../../testing/adopted-folder.ts';

const { write, load, findings } = createAdoptedFolder();

/** Every option of Docusaurus 3.10, with a value that isn't its default. */
const options: Readonly<Record<'docs' | 'blog' | 'pages', Readonly<Record<string, string>>>> = {
  docs: {
    path: "'docs'",
    routeBasePath: "'guide'",
    tagsBasePath: "'labels'",
    include: "['*.md']",
    exclude: "['x.md']",
    editUrl: '() => undefined',
    editCurrentVersion: 'true',
    editLocalizedFiles: 'true',
    sidebarPath: 'false',
    sidebarItemsGenerator:
      'async ({ defaultSidebarItemsGenerator, ...args }) => defaultSidebarItemsGenerator(args)',
    sidebarCollapsible: 'false',
    sidebarCollapsed: 'false',
    numberPrefixParser: '(name) => ({ filename: name })',
    docsRootComponent: "'@theme/X'",
    docVersionRootComponent: "'@theme/X'",
    docRootComponent: "'@theme/X'",
    docItemComponent: "'@theme/X'",
    docTagsListComponent: "'@theme/X'",
    docTagDocListComponent: "'@theme/X'",
    docCategoryGeneratedIndexComponent: "'@theme/X'",
    remarkPlugins: '[]',
    rehypePlugins: '[]',
    recmaPlugins: '[]',
    beforeDefaultRemarkPlugins: '[]',
    beforeDefaultRehypePlugins: '[]',
    admonitions: "{ keywords: ['recipe'], extendDefaults: true }",
    showLastUpdateTime: 'true',
    showLastUpdateAuthor: 'true',
    includeCurrentVersion: 'true',
    onlyIncludeVersions: "['current']",
    disableVersioning: 'true',
    lastVersion: "'current'",
    versions:
      "{ current: { label: 'Next', path: 'next', banner: 'unreleased', badge: true, className: 'a', noIndex: true } }",
    breadcrumbs: 'false',
    onInlineTags: "'throw'",
    tags: "'labels.yml'",
  },
  blog: {
    path: "'news'",
    routeBasePath: "'news'",
    archiveBasePath: 'null',
    tagsBasePath: "'labels'",
    pageBasePath: "'p'",
    authorsBasePath: "'people'",
    include: "['*.md']",
    exclude: "['x.md']",
    postsPerPage: "'ALL'",
    blogTitle: "'News'",
    blogDescription: "'What is new'",
    blogSidebarCount: "'ALL'",
    blogSidebarTitle: "'All'",
    showReadingTime: 'false',
    readingTime: '() => 1',
    remarkPlugins: '[]',
    rehypePlugins: '[]',
    recmaPlugins: '[]',
    beforeDefaultRemarkPlugins: '[]',
    beforeDefaultRehypePlugins: '[]',
    admonitions: 'false',
    editUrl: "'https://forge.example/'",
    editLocalizedFiles: 'true',
    truncateMarker: '/more/',
    feedOptions:
      "{ type: 'all', xslt: true, title: 'N', description: 'D', copyright: 'C', language: 'en', limit: 3, createFeedItems: () => [] }",
    authorsMapPath: "'people.yml'",
    sortPosts: "'ascending'",
    showLastUpdateTime: 'true',
    showLastUpdateAuthor: 'true',
    processBlogPosts: '() => []',
    onInlineTags: "'ignore'",
    onInlineAuthors: "'ignore'",
    onUntruncatedBlogPosts: "'ignore'",
    tags: "'labels.yml'",
    blogListComponent: "'@theme/X'",
    blogPostComponent: "'@theme/X'",
    blogTagsListComponent: "'@theme/X'",
    blogTagsPostsComponent: "'@theme/X'",
    blogAuthorsPostsComponent: "'@theme/X'",
    blogAuthorsListComponent: "'@theme/X'",
    blogArchiveComponent: "'@theme/X'",
  },
  pages: {
    path: "'src/pages'",
    routeBasePath: "'/p'",
    include: "['*.md']",
    exclude: "['x.md']",
    mdxPageComponent: "'@theme/X'",
    remarkPlugins: '[]',
    rehypePlugins: '[]',
    recmaPlugins: '[]',
    beforeDefaultRemarkPlugins: '[]',
    beforeDefaultRehypePlugins: '[]',
    admonitions: "{ keywords: ['recipe'], extendDefaults: false }",
    showLastUpdateTime: 'true',
    showLastUpdateAuthor: 'true',
    editUrl: "'https://forge.example/'",
    editLocalizedFiles: 'true',
  },
};

/** Options without an effect here, whose loss no reader notices. */
const silent = ['pages.showLastUpdateTime', 'pages.showLastUpdateAuthor', 'pages.editLocalizedFiles'];

describe.each(['docs', 'blog', 'pages'] as const)('options of %s', (plugin) => {
  test.each(Object.entries(options[plugin]))('%s is used, or left out with a reason', async (name, value) => {
    const otherPlugins = Object.keys(options).filter((other) => other !== plugin && other !== 'docs');
    write(
      'docusaurus.config.js',
      `module.exports = {\n  ${least},\n  presets: [['classic', { ${otherPlugins.map((other) => `${other}: false, `).join('')}${plugin}: { ${name}: ${value} } }]],\n};`,
    );
    const { config, problems } = await load();
    expect(problems.filter(({ message }) => message.includes('unknown key'))).toEqual([]);
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    const read = { docs: config?.docs[0], blog: config?.blogs[0], pages: config?.pages || undefined }[plugin];
    const isUsed = name === 'feedOptions' || Object.hasOwn(read ?? {}, name);
    const reasons = (await findings()).filter((finding) => JSON.stringify(finding).includes(name));
    const isKnownSilent = silent.includes(`${plugin}.${name}`);
    expect(isUsed || reasons.length > 0 || isKnownSilent).toBe(true);
  });
});

test('a function that would leave posts out is named, because all posts are listed', async () => {
  write(
    'docusaurus.config.js',
    `module.exports = {\n  ${least},\n  presets: [['classic', {\n    blog: { processBlogPosts: async ({ blogPosts }) => blogPosts.slice(1) } }]],\n};`,
  );
  const { problems } = await load();
  expect(problems).toMatchObject([
    { severity: 'warning', line: 4, message: expect.stringContaining('all posts are listed') },
  ]);
});
