import { z } from 'zod';

/** What a document's edit address is made from, as Docusaurus hands it to a function. */
export interface EditUrlParts {
  version: string;
  versionDocsDirPath: string;
  docPath: string;
  permalink: string;
  locale: string;
}

/** Splits a number off a file name: `01-intro` is `intro` at position 1. */
export type NumberPrefixParser = (name: string) => { filename: string; numberPrefix?: number | undefined };

const editUrl = z.union([
  z.url(),
  z.custom<(parts: EditUrlParts) => string | null | undefined>((value) => typeof value === 'function'),
]);

const version = z.strictObject({
  label: z.string().optional(),
  /** Below the instance's address; default: nothing for the last version, `next` for the current one, else its name. */
  path: z.string().optional(),
  banner: z.enum(['none', 'unreleased', 'unmaintained']).optional(),
  badge: z.boolean().optional(),
  className: z.string().optional(),
  noIndex: z.boolean().optional(),
});

/** Unified plugins: a function, or a function with its options. */
const plugins = z.array(z.unknown()).default([]);

/** One documentation: a folder of documents, with its versions. Names and defaults are those of Docusaurus. */
export const docsOptionsSchema = z.strictObject({
  id: z.string().min(1).default('default'),
  /** Folder of the documents, from the site folder. */
  path: z.string().default('docs'),
  /** Below the site's base address. */
  routeBasePath: z.string().default('docs'),
  /** From the site folder; `false`: no sidebar; absent: `sidebars.*`, else one made from the folders. */
  sidebarPath: z.union([z.string(), z.literal(false)]).optional(),
  include: z.array(z.string()).default(['**/*.{md,mdx}']),
  exclude: z
    .array(z.string())
    .default(['**/_*.{js,jsx,ts,tsx,md,mdx}', '**/_*/**', '**/*.test.{js,jsx,ts,tsx}', '**/__tests__/**']),
  numberPrefixParser: z
    .union([z.boolean(), z.custom<NumberPrefixParser>((value) => typeof value === 'function')])
    .default(true),
  /** A text: this and the file's path below the docs folder. */
  editUrl: editUrl.optional(),
  /** The edit link of a translated document leads to the translation. */
  editLocalizedFiles: z.boolean().default(false),
  editCurrentVersion: z.boolean().default(false),
  showLastUpdateTime: z.boolean().default(true),
  showLastUpdateAuthor: z.boolean().default(true),
  breadcrumbs: z.boolean().default(true),
  /** File of the tags in the docs folder, or none. */
  tags: z.union([z.string(), z.literal(false)]).default('tags.yml'),
  disableVersioning: z.boolean().default(false),
  includeCurrentVersion: z.boolean().default(true),
  lastVersion: z.string().optional(),
  onlyIncludeVersions: z.array(z.string()).optional(),
  versions: z.record(z.string(), version).default({}),
  /** A documentation with one version says which one. */
  showSingleVersion: z.boolean().default(false),
  admonitions: z
    .strictObject({ keywords: z.array(z.string()).default([]), extendDefaults: z.boolean().default(true) })
    .prefault({}),
  remarkPlugins: plugins,
  rehypePlugins: plugins,
  beforeDefaultRemarkPlugins: plugins,
  beforeDefaultRehypePlugins: plugins,
});

export type DocsOptions = z.output<typeof docsOptionsSchema>;

/** The blog's options that matter behind a gate. */
export const blogOptionsSchema = z.strictObject({
  id: z.string().min(1).default('default'),
  path: z.string().default('blog'),
  routeBasePath: z.string().default('blog'),
  include: z.array(z.string()).default(['**/*.{md,mdx}']),
  exclude: z
    .array(z.string())
    .default(['**/_*.{js,jsx,ts,tsx,md,mdx}', '**/_*/**', '**/*.test.{js,jsx,ts,tsx}', '**/__tests__/**']),
  blogTitle: z.string().default('Blog'),
  blogDescription: z.string().default('Blog'),
  blogSidebarTitle: z.string().optional(),
  blogSidebarCount: z.union([z.int().min(0), z.literal('ALL')]).default(5),
  postsPerPage: z.union([z.int().min(1), z.literal('ALL')]).default(10),
  showReadingTime: z.boolean().default(true),
  pageBasePath: z.string().default('page'),
  tagsBasePath: z.string().default('tags'),
  archiveBasePath: z.string().nullable().default('archive'),
  authorsBasePath: z.string().default('authors'),
  authorsMapPath: z.string().default('authors.yml'),
  tags: z.union([z.string(), z.literal(false)]).default('tags.yml'),
  sortPosts: z.enum(['ascending', 'descending']).default('descending'),
  editUrl: editUrl.optional(),
  showLastUpdateTime: z.boolean().default(false),
  showLastUpdateAuthor: z.boolean().default(false),
  feedTypes: z.array(z.enum(['rss', 'atom', 'json'])).default(['rss', 'atom']),
  feedCopyright: z.string().optional(),
  admonitions: z
    .strictObject({ keywords: z.array(z.string()).default([]), extendDefaults: z.boolean().default(true) })
    .prefault({}),
  remarkPlugins: plugins,
  rehypePlugins: plugins,
  beforeDefaultRemarkPlugins: plugins,
  beforeDefaultRehypePlugins: plugins,
});

export type BlogOptions = z.output<typeof blogOptionsSchema>;

export const pagesOptionsSchema = z.strictObject({
  path: z.string().default('src/pages'),
  routeBasePath: z.string().default('/'),
  include: z.array(z.string()).default(['**/*.{js,jsx,ts,tsx,md,mdx}']),
  exclude: z
    .array(z.string())
    .default(['**/_*.{js,jsx,ts,tsx,md,mdx}', '**/_*/**', '**/*.test.{js,jsx,ts,tsx}', '**/__tests__/**']),
  remarkPlugins: plugins,
  rehypePlugins: plugins,
  beforeDefaultRemarkPlugins: plugins,
  beforeDefaultRehypePlugins: plugins,
});

const localeConfig = z.strictObject({
  label: z.string().optional(),
  htmlLang: z.string().optional(),
  direction: z.enum(['ltr', 'rtl']).optional(),
  calendar: z.string().optional(),
  path: z.string().optional(),
  translate: z.boolean().optional(),
  /** Its own base address; default: the site's with the language's name. */
  baseUrl: z.string().optional(),
  url: z.string().optional(),
});

/** The languages that the site is read in; a folder `i18n/<locale>` has what is translated. */
export const i18nSchema = z.strictObject({
  defaultLocale: z.string().default('en'),
  locales: z.array(z.string()).min(1).default(['en']),
  /** Folder, from the site folder. */
  path: z.string().default('i18n'),
  localeConfigs: z.record(z.string(), localeConfig).default({}),
});

const severity = z.enum(['ignore', 'log', 'warn', 'throw']);

/** What each kind of broken thing is. `BROKEN_LINKS` comes first; absent: an error. */
export const brokenSchema = z.strictObject({
  links: severity.optional(),
  anchors: severity.optional(),
  markdownLinks: severity.optional(),
  markdownImages: severity.optional(),
  duplicateRoutes: severity.optional(),
  inlineTags: severity.optional(),
  /** Keys of front matter that nobody knows. */
  unknownFrontMatter: severity.optional(),
});

/** Old addresses, besides those of `redirects.json`; without the base address, as `plugin-client-redirects` has them. */
export const redirectsSchema = z.strictObject({
  list: z
    .array(z.strictObject({ from: z.union([z.string(), z.array(z.string())]), to: z.string() }))
    .default([]),
  create: z
    .custom<(path: string) => string | string[] | null | undefined>((value) => typeof value === 'function')
    .optional(),
  fromExtensions: z.array(z.string()).default([]),
  toExtensions: z.array(z.string()).default([]),
});
