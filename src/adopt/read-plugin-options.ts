import type { z } from 'zod';
import { blogOptionsSchema, docsOptionsSchema, pagesOptionsSchema } from '../config/docs-options.ts';
import { nameOfKnownPlugin } from '../config/known-plugins.ts';
import { type ConfigNotes, defined, listOf, type Settings, settingsOf, type Unused } from './config-notes.ts';
import { pluginPackages } from './provided-packages.ts';

/** The options of a plugin: those that ours has by the same name. */
function optionsOf({ shape }: z.ZodObject, own: readonly string[]): readonly string[] {
  return Object.keys(shape).filter((name) => !own.includes(name));
}

const docsOptions = optionsOf(docsOptionsSchema, ['audience', 'showSingleVersion']);
const pagesOptions = optionsOf(pagesOptionsSchema, ['audience']);
// Those of its feeds are one option there.
const ofFeeds = Object.keys(blogOptionsSchema.shape).filter((name) => name.startsWith('feed'));
const blogOptions = [...optionsOf(blogOptionsSchema, ['audience', ...ofFeeds]), 'feedOptions'];
const noRecma = 'plugins for the JavaScript of a document have nothing to work on: articles are HTML here';
const noComponent = "pages are drawn by the program's own components";

function noComponents(names: string): Unused {
  return Object.fromEntries(names.split(' ').map((name) => [name, noComponent]));
}

const unusedByDocs: Unused = {
  sidebarItemsGenerator:
    'the items of a folder are listed as they lie: write those that are to be others into the sidebars file',
  recmaPlugins: noRecma,
  ...noComponents('docsRootComponent docVersionRootComponent docRootComponent docItemComponent'),
  ...noComponents('docTagDocListComponent docTagsListComponent docCategoryGeneratedIndexComponent'),
};

/** Options of `plugin-content-docs`, with Docusaurus' defaults where ours are others. */
export function readDocsOptions(source: unknown, at: string, notes: ConfigNotes): Settings {
  const options = notes.pick(source, at, docsOptions, unusedByDocs);
  const collapsible = options.sidebarCollapsible ?? true;
  nameKnownPlugins(options, notes);
  return defined({
    showLastUpdateTime: false,
    showLastUpdateAuthor: false,
    // A sidebars file that nobody names is not read there.
    sidebarPath: null,
    ...options,
    sidebarCollapsed: collapsible === false ? false : options.sidebarCollapsed,
    ...normalized(options),
  });
}

const unusedByBlog: Unused = {
  recmaPlugins: noRecma,
  processBlogPosts: 'posts are listed as they are; mark those that are not to be seen as drafts or unlisted',
  ...noComponents('blogListComponent blogPostComponent blogTagsListComponent blogTagsPostsComponent'),
  ...noComponents('blogAuthorsPostsComponent blogAuthorsListComponent blogArchiveComponent'),
};

export function readBlogOptions(source: unknown, at: string, notes: ConfigNotes): Settings {
  const { feedOptions, ...options } = notes.pick(source, at, blogOptions, unusedByBlog);
  const used = ['type', 'copyright', 'title', 'description', 'language', 'limit'];
  const feeds = notes.pick(feedOptions, `${at}.feedOptions`, used, {
    createFeedItems: 'feeds hold the posts as they are',
    xslt: 'a feed is for feed readers',
  });
  nameKnownPlugins(options, notes);
  return defined({
    blogSidebarTitle: 'Recent posts',
    ...options,
    ...normalized(options),
    feedTypes: feedTypes(feeds.type),
    feedCopyright: feeds.copyright,
    feedTitle: feeds.title,
    feedDescription: feeds.description,
    feedLanguage: feeds.language,
    feedLimit: feeds.limit === null || feeds.limit === false ? 'ALL' : feeds.limit,
  });
}

function feedTypes(type: unknown): unknown {
  if (type === 'all') return ['rss', 'atom', 'json'];
  if (type === null || type === false) return [];
  return typeof type === 'string' ? [type] : type;
}

export function readPagesOptions(source: unknown, at: string, notes: ConfigNotes): Settings {
  const options = notes.pick(source, at, pagesOptions, {
    id: '',
    mdxPageComponent: noComponent,
    recmaPlugins: noRecma,
    admonitions: '',
    editUrl: 'stand-alone pages have no edit link',
    editLocalizedFiles: '',
    showLastUpdateTime: '',
    showLastUpdateAuthor: '',
  });
  return defined({ ...options, ...normalized(options) });
}

function nameKnownPlugins(options: Settings, notes: ConfigNotes): void {
  const entries = Object.keys(options).flatMap((key) =>
    key.endsWith('Plugins') ? listOf(options[key]) : [],
  );
  const names = new Set(entries.map(nameOfKnownPlugin));
  for (const [what, name] of Object.entries(pluginPackages)) {
    if (names.has(name)) notes.find('works', what, 'the program brings it, and does it while it builds');
  }
}

/** What may be said in several ways, said in one. */
function normalized({ tags, routeBasePath, admonitions }: Settings): Settings {
  return defined({
    tags: tags === null ? false : tags,
    routeBasePath: typeof routeBasePath === 'string' ? withoutSlashes(routeBasePath) : routeBasePath,
    admonitions:
      typeof admonitions === 'boolean'
        ? settingsOf(admonitions ? {} : { extendDefaults: false })
        : admonitions,
  });
}

function withoutSlashes(address: string): string {
  return address.replace(/^\/+|\/+$/g, '') || '/';
}

/** Options of `plugin-client-redirects`. */
export function readRedirects(source: unknown, at: string, notes: ConfigNotes): Settings {
  const { redirects, createRedirects, fromExtensions, toExtensions } = notes.pick(
    source,
    at,
    ['redirects', 'createRedirects', 'fromExtensions', 'toExtensions'],
    { id: '' },
  );
  return defined({ list: redirects, create: createRedirects, fromExtensions, toExtensions });
}

/** Options of `sass-loader` or `less-loader`, as the bundler here takes them. Functions can't be handed to it. */
export function readPreprocessorOptions(name: string, options: unknown): Record<string, Settings> {
  const { sassOptions, lessOptions, additionalData } = settingsOf(options);
  const { includePaths, loadPaths, ...others } = settingsOf(
    name.includes('less') ? lessOptions : sassOptions,
  );
  const folders = [...listOf(includePaths), ...listOf(loadPaths)];
  const read = {
    ...others,
    ...(folders.length > 0 ? { [name.includes('less') ? 'paths' : 'loadPaths']: folders } : {}),
    additionalData,
  };
  const plain = Object.fromEntries(
    Object.entries(read).filter(([, value]) => value !== undefined && typeof value !== 'function'),
  );
  return name.includes('less') ? { less: plain } : { scss: plain, sass: plain };
}
