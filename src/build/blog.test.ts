import { expect, test } from 'vitest';
import { TestSite } from '../../testing/test-site.ts';
import { manifestSchema } from '../model/manifest.ts';

const writeConfig = (more = '') => `module.exports = {
  title: 'Acme', url: 'https://acme.example', baseUrl: '/acme/', trailingSlash: true, ${more}
  presets: [['classic', {docs: {}, blog: {postsPerPage: 1, onUntruncatedBlogPosts: 'ignore'}}]],
  plugins: [['@docusaurus/plugin-client-redirects', {redirects: [{from: '/news', to: '/blog'}]}]],
};`;

test('publishes a blog behind the gate, and updates its lists when a post changes', async () => {
  using site = new TestSite({
    'docusaurus.config.js': writeConfig(),
    'docs/a.md': '# A\n\nSee [the first](../blog/2024-01-01-first.md).\n',
    'blog/2024-01-01-first.md':
      '# First\n\nSeen in lists, with [the guide](../docs/a.md).\n\n<!-- truncate -->\n\n## Hidden\n\nNot there.\n',
    'blog/2024-01-02-second/index.mdx':
      '---\ntitle: Second\n---\n\nSee [the first](../2024-01-01-first.md#hidden).\n',
  });
  const { problems } = await site.build();
  expect(problems).toEqual([]);

  const list = site.page('/acme/blog/page/2/') ?? '';
  expect(list).toMatch(
    /<article class="blog-entry">.*<h2><a href="\/acme\/blog\/2024\/01\/01\/first\/">First<\/a>/,
  );
  expect(list).toContain('Seen in lists, with <a href="/acme/docs/a/">the guide</a>.');
  expect(list).not.toContain('Not there.');
  const post = site.page('/acme/blog/2024/01/01/first/') ?? '';
  expect(post.match(/<h1/g)).toHaveLength(1);
  expect(post).toMatch(/id="__blog-post-container">.*Seen in lists.*Not there\./s);
  expect(site.page('/acme/blog/2024/01/02/second/')).toContain('href="/acme/blog/2024/01/01/first/#hidden"');
  expect(site.page('/acme/docs/a/')).toContain('href="/acme/blog/2024/01/01/first/"');
  expect(site.page('/acme/blog/2024/01/01/first.md')).toContain('Not there.');

  const manifest = manifestSchema.parse(JSON.parse(site.page('manifest.json') ?? ''));
  const blogEntries = manifest.entries.filter(({ url }) => url.includes('/blog'));
  expect(blogEntries.map(({ url }) => url)).toContain('/blog/rss.xml');
  expect(blogEntries.filter(({ audience }) => audience !== 'reader')).toEqual([]);
  expect(manifest.redirects).toContainEqual({ from: '/news', to: '/blog/' });

  site.write('blog/2024-01-01-first.md', '# First\n\nOther words.\n\n<!-- truncate -->\n\n## Hidden\n');
  const again = await site.build();
  // The post, and the page of the list that contains it.
  expect(again.built).toMatchObject({ compiled: 1, rendered: 2 });
  expect(site.page('/acme/blog/page/2/')).toContain('Other words.');
});
