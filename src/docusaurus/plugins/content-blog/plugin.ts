import { blogOptionsSchema } from '../../../config/docs-options.ts';
import { removeUndefined, toSettings, type Unused } from '../../config-notes.ts';
import {
  leaveOutComponents,
  listOptions,
  noRecma,
  normalizeOptions,
  reportKnownPlugins,
} from '../content-options.ts';
import type { KnownPackages } from '../plugin.ts';

// Docusaurus has a single option for feeds, `feedOptions`.
const feedKeys = Object.keys(blogOptionsSchema.shape).filter((name) => name.startsWith('feed'));
const ownKeys = ['audience', 'blogSidebarGroupByYear', ...feedKeys];
const blogOptions = [...listOptions(blogOptionsSchema, ownKeys), 'feedOptions'];

const unusedByBlog: Unused = {
  recmaPlugins: noRecma,
  processBlogPosts: 'posts are listed as they are; mark those to hide as draft or unlisted',
  ...leaveOutComponents('blogListComponent blogPostComponent blogTagsListComponent blogTagsPostsComponent'),
  ...leaveOutComponents('blogAuthorsPostsComponent blogAuthorsListComponent blogArchiveComponent'),
};

export const contentBlog: KnownPackages = {
  '@docusaurus/plugin-content-blog': {
    verdict: 'works',
    why: 'posts, tags, authors and feeds are for signed-in readers',
    read(source, { at, notes, settings }) {
      const { feedOptions, ...options } = notes.pick(source, at, blogOptions, unusedByBlog);
      const usedKeys = ['type', 'copyright', 'title', 'description', 'language', 'limit'];
      const feeds = notes.pick(feedOptions, `${at}.feedOptions`, usedKeys, {
        createFeedItems: 'feeds contain the posts as they are',
        xslt: 'feeds are only for feed readers',
      });
      reportKnownPlugins(options, notes);
      // Posts that the function leaves out would be published without a word.
      if (typeof toSettings(source).processBlogPosts === 'function')
        notes.addProblem(
          'warning',
          `${at}.processBlogPosts`,
          "processBlogPosts is a function, which isn't called: all posts are listed. Mark posts that readers must not see as drafts, and those to hide as unlisted.",
        );
      settings.blogs.push(
        removeUndefined({
          blogSidebarTitle: 'Recent posts',
          ...options,
          ...normalizeOptions(options),
          feedTypes: feedTypes(feeds.type),
          feedCopyright: feeds.copyright,
          feedTitle: feeds.title,
          feedDescription: feeds.description,
          feedLanguage: feeds.language,
          feedLimit: feeds.limit === null || feeds.limit === false ? 'ALL' : feeds.limit,
        }),
      );
    },
  },
};

function feedTypes(type: unknown): unknown {
  if (type === 'all') return ['rss', 'atom', 'json'];
  if (type === null || type === false) return [];
  return typeof type === 'string' ? [type] : type;
}
