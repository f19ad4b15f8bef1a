import type { z } from 'zod';
import { blogOptionsSchema, docsOptionsSchema, pagesOptionsSchema } from '../../config/docs-options.ts';
import { nameOfKnownPlugin } from '../../config/known-plugins.ts';
import {
  type ConfigNotes,
  type Settings,
  toList,
  toSettings,
  type Unused,
  withoutUndefined,
} from '../config-notes.ts';
import { pluginPackages } from '../configuration/provided-packages.ts';

/** The options that a plugin has in common with our schema. `additions` exist only in ours. */
function listOptions({ shape }: z.ZodObject, additions: readonly string[]): readonly string[] {
  return Object.keys(shape).filter((name) => !additions.includes(name));
}

const docsOptions = listOptions(docsOptionsSchema, ['audience', 'showSingleVersion']);
const pagesOptions = listOptions(pagesOptionsSchema, ['audience']);
// Docusaurus has a single option for feeds, `feedOptions`.
const feedKeys = Object.keys(blogOptionsSchema.shape).filter((name) => name.startsWith('feed'));
const blogOptions = [...listOptions(blogOptionsSchema, ['audience', ...feedKeys]), 'feedOptions'];
const noRecma = 'documents compile to HTML here, so plugins for their JavaScript have nothing to work on';
const noComponent = "the engine's own components draw these pages";

function noComponents(names: string): Unused {
  return Object.fromEntries(names.split(' ').map((name) => [name, noComponent]));
}

const unusedByDocs: Unused = {
  sidebarItemsGenerator:
    'items are listed in the order of the folder; write any others into the sidebars file',
  recmaPlugins: noRecma,
  ...noComponents('docsRootComponent docVersionRootComponent docRootComponent docItemComponent'),
  ...noComponents('docTagDocListComponent docTagsListComponent docCategoryGeneratedIndexComponent'),
};

/** Options of `plugin-content-docs`, with Docusaurus' defaults where ours differ. */
export function readDocsOptions(source: unknown, at: string, notes: ConfigNotes): Settings {
  const options = notes.pick(source, at, docsOptions, unusedByDocs);
  const collapsible = options.sidebarCollapsible ?? true;
  reportKnownPlugins(options, notes);
  return withoutUndefined({
    showLastUpdateTime: false,
    showLastUpdateAuthor: false,
    // Docusaurus reads a sidebars file only if the configuration names it.
    sidebarPath: null,
    ...options,
    sidebarCollapsed: collapsible === false ? false : options.sidebarCollapsed,
    ...normalizeOptions(options),
  });
}

const unusedByBlog: Unused = {
  recmaPlugins: noRecma,
  processBlogPosts: 'posts are listed as they are; mark those to hide as draft or unlisted',
  ...noComponents('blogListComponent blogPostComponent blogTagsListComponent blogTagsPostsComponent'),
  ...noComponents('blogAuthorsPostsComponent blogAuthorsListComponent blogArchiveComponent'),
};

export function readBlogOptions(source: unknown, at: string, notes: ConfigNotes): Settings {
  const { feedOptions, ...options } = notes.pick(source, at, blogOptions, unusedByBlog);
  const usedKeys = ['type', 'copyright', 'title', 'description', 'language', 'limit'];
  const feeds = notes.pick(feedOptions, `${at}.feedOptions`, usedKeys, {
    createFeedItems: 'feeds contain the posts as they are',
    xslt: 'feeds are only for feed readers',
  });
  reportKnownPlugins(options, notes);
  return withoutUndefined({
    blogSidebarTitle: 'Recent posts',
    ...options,
    ...normalizeOptions(options),
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
    editUrl: 'pages have no edit link',
    editLocalizedFiles: '',
    showLastUpdateTime: '',
    showLastUpdateAuthor: '',
  });
  return withoutUndefined({ ...options, ...normalizeOptions(options) });
}

/** Reports the plugins for Markdown that the engine replaces by its own. */
function reportKnownPlugins(options: Settings, notes: ConfigNotes): void {
  const entries = Object.keys(options).flatMap((key) =>
    key.endsWith('Plugins') ? toList(options[key]) : [],
  );
  const names = new Set(entries.map(nameOfKnownPlugin));
  for (const [packageName, pluginName] of Object.entries(pluginPackages)) {
    if (names.has(pluginName)) notes.addFinding('works', packageName, 'built in');
  }
}

/** Docusaurus accepts these options in several forms. Returns the one form that our schema has. */
function normalizeOptions({ tags, routeBasePath, admonitions }: Settings): Settings {
  return withoutUndefined({
    tags: tags === null ? false : tags,
    routeBasePath: typeof routeBasePath === 'string' ? withoutSlashes(routeBasePath) : routeBasePath,
    admonitions:
      typeof admonitions === 'boolean'
        ? toSettings(admonitions ? {} : { extendDefaults: false })
        : admonitions,
  });
}

function withoutSlashes(address: string): string {
  return address.replace(/^\/+|\/+$/g, '') || '/';
}

/** Options of `plugin-client-redirects`. */
export function readRedirectOptions(source: unknown, at: string, notes: ConfigNotes): Settings {
  const { redirects, createRedirects, fromExtensions, toExtensions } = notes.pick(
    source,
    at,
    ['redirects', 'createRedirects', 'fromExtensions', 'toExtensions'],
    { id: '' },
  );
  return withoutUndefined({ list: redirects, create: createRedirects, fromExtensions, toExtensions });
}

/** Options of `sass-loader` or `less-loader` for Vite, without functions, which can't be passed to its workers. */
export function readPreprocessorOptions(name: string, options: unknown): Record<string, Settings> {
  const { sassOptions, lessOptions, additionalData } = toSettings(options);
  const { includePaths, loadPaths, ...otherOptions } = toSettings(
    name.includes('less') ? lessOptions : sassOptions,
  );
  const folders = [...toList(includePaths), ...toList(loadPaths)];
  const loaderOptions = {
    ...otherOptions,
    ...(folders.length > 0 ? { [name.includes('less') ? 'paths' : 'loadPaths']: folders } : {}),
    additionalData,
  };
  const plain = Object.fromEntries(
    Object.entries(loaderOptions).filter(([, value]) => value !== undefined && typeof value !== 'function'),
  );
  return name.includes('less') ? { less: plain } : { scss: plain, sass: plain };
}
