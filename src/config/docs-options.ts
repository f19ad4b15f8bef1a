import { z } from 'zod';
import { audienceSchema } from './audience.ts';

/** What a document's edit address is made from, as Docusaurus hands it to a function. */
interface EditUrlParts {
  version: string;
  versionDocsDirPath: string;
  docPath: string;
  permalink: string;
  locale: string;
}

/** Splits a number off a file name: `01-intro` is `intro` at position 1. */
type NumberPrefixParser = (name: string) => { filename: string; numberPrefix?: number | undefined };

function aFunction<Own extends (...given: never[]) => unknown>() {
  return z.custom<Own>((value) => typeof value === 'function');
}

const version = z.strictObject({
  label: z.string().optional(),
  /** Below the instance's address; default: nothing for the last version, `next` for the current one, else its name. */
  path: z.string().optional(),
  banner: z.enum(['none', 'unreleased', 'unmaintained']).optional(),
  badge: z.boolean().optional(),
  className: z.string().optional(),
  noIndex: z.boolean().optional(),
  /** Whom this version is there for, unless something in it says more. */
  audience: audienceSchema.optional(),
});

/** Unified plugins: a function, or a function with its options; `nameOfKnownPlugin` tells the engine's own. */
const plugins = z.array(z.unknown()).default([]);
const ofPlugins = {
  remarkPlugins: plugins,
  rehypePlugins: plugins,
  beforeDefaultRemarkPlugins: plugins,
  beforeDefaultRehypePlugins: plugins,
};
const ofMarkdown = {
  admonitions: z
    .strictObject({ keywords: z.array(z.string()).default([]), extendDefaults: z.boolean().default(true) })
    .prefault({}),
  ...ofPlugins,
};

const severity = z.enum(['ignore', 'log', 'warn', 'throw']);
const exclude = z
  .array(z.string())
  .default(['**/_*.{js,jsx,ts,tsx,md,mdx}', '**/_*/**', '**/*.test.{js,jsx,ts,tsx}', '**/__tests__/**']);
/** Of a documentation and of a blog. */
const ofArticles = {
  id: z.string().min(1).default('default'),
  include: z.array(z.string()).default(['**/*.{md,mdx}']),
  exclude,
  /** A text: this and the file's path below the folder. */
  editUrl: z.union([z.url(), aFunction<(parts: EditUrlParts) => string | null | undefined>()]).optional(),
  /** The edit link of a translated document leads to the translation. */
  editLocalizedFiles: z.boolean().default(false),
  /** File of the tags in the folder, or none. */
  tags: z.union([z.string(), z.literal(false)]).default('tags.yml'),
  tagsBasePath: z.string().default('tags'),
  /** Tags that the file does not have. */
  onInlineTags: severity.default('warn'),
  /** Whom it is there for, unless something in it says more. */
  audience: audienceSchema.optional(),
  ...ofMarkdown,
};

/** One documentation: a folder of documents, with its versions. Names and defaults are those of Docusaurus. */
export const docsOptionsSchema = z.strictObject({
  ...ofArticles,
  /** Folder of the documents, from the site folder. */
  path: z.string().default('docs'),
  /** Below the site's base address. */
  routeBasePath: z.string().default('docs'),
  /**
   * From the site folder; `false`: no sidebar; `null`: one made from the folders; absent: `sidebars.*`, else one made
   * from the folders.
   */
  sidebarPath: z.union([z.string(), z.literal(false), z.null()]).optional(),
  /** Of categories that say nothing of it themselves; so is the next one. */
  sidebarCollapsible: z.boolean().default(true),
  sidebarCollapsed: z.boolean().default(true),
  numberPrefixParser: z.union([z.boolean(), aFunction<NumberPrefixParser>()]).default(true),
  editCurrentVersion: z.boolean().default(false),
  showLastUpdateTime: z.boolean().default(true),
  /** `true`: of git too; absent: of documents that say so themselves. */
  showLastUpdateAuthor: z.boolean().optional(),
  breadcrumbs: z.boolean().default(true),
  disableVersioning: z.boolean().default(false),
  includeCurrentVersion: z.boolean().default(true),
  lastVersion: z.string().optional(),
  onlyIncludeVersions: z.array(z.string()).optional(),
  versions: z.record(z.string(), version).default({}),
  /** A documentation with one version says which one. */
  showSingleVersion: z.boolean().default(false),
});

export type DocsOptions = z.output<typeof docsOptionsSchema>;

/** The blog's options that matter behind a gate. */
export const blogOptionsSchema = z.strictObject({
  ...ofArticles,
  path: z.string().default('blog'),
  routeBasePath: z.string().default('blog'),
  blogTitle: z.string().default('Blog'),
  blogDescription: z.string().default('Blog'),
  blogSidebarTitle: z.string().optional(),
  blogSidebarCount: z.union([z.int().min(0), z.literal('ALL')]).default(5),
  postsPerPage: z.union([z.int().min(1), z.literal('ALL')]).default(10),
  showReadingTime: z.boolean().default(true),
  pageBasePath: z.string().default('page'),
  archiveBasePath: z.string().nullable().default('archive'),
  authorsBasePath: z.string().default('authors'),
  authorsMapPath: z.string().default('authors.yml'),
  onInlineAuthors: severity.default('warn'),
  onUntruncatedBlogPosts: severity.default('warn'),
  /** Ends the excerpt; default: the comments `truncate` of both syntaxes. */
  truncateMarker: z.instanceof(RegExp).optional(),
  /** Minutes. */
  readingTime: aFunction<(args: Record<string, unknown>) => number | undefined>().optional(),
  sortPosts: z.enum(['ascending', 'descending']).default('descending'),
  showLastUpdateTime: z.boolean().default(false),
  showLastUpdateAuthor: z.boolean().default(false),
  feedTypes: z.array(z.enum(['rss', 'atom', 'json'])).default(['rss', 'atom']),
  feedCopyright: z.string().optional(),
  /** Default: the site's name and `Blog`. */
  feedTitle: z.string().optional(),
  feedDescription: z.string().optional(),
  /** BCP 47; default: that of the site. */
  feedLanguage: z.string().optional(),
  /** How many posts, the latest; `ALL`: every one. */
  feedLimit: z.union([z.int().min(1), z.literal('ALL')]).default(20),
});

export type BlogOptions = z.output<typeof blogOptionsSchema>;

export const pagesOptionsSchema = z.strictObject({
  path: z.string().default('src/pages'),
  routeBasePath: z.string().default('/'),
  /** Whom they are there for, unless one says more. */
  audience: audienceSchema.optional(),
  include: z.array(z.string()).default(['**/*.{js,jsx,ts,tsx,md,mdx}']),
  exclude,
  ...ofPlugins,
});

export type PagesOptions = z.output<typeof pagesOptionsSchema>;

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

const locale = z.string().refine(isLanguageTag, 'must be a language tag, such as pt-BR');

function isLanguageTag(name: string): boolean {
  try {
    return Intl.getCanonicalLocales(name).length === 1;
  } catch {
    return false;
  }
}

/** The languages that the site is read in; a folder `i18n/<locale>` has what is translated. */
export const i18nSchema = z.strictObject({
  defaultLocale: locale.default('en'),
  locales: z.array(locale).min(1).default(['en']),
  /** Folder, from the site folder. */
  path: z.string().default('i18n'),
  localeConfigs: z.record(z.string(), localeConfig).default({}),
  /** Fixed texts are those of Docusaurus' theme, in the default language too. */
  docusaurusTexts: z.boolean().default(false),
});

/** What each kind of broken thing is. `BROKEN_LINKS` comes first; absent: an error. */
export const brokenSchema = z.strictObject({
  links: severity.optional(),
  anchors: severity.optional(),
  markdownLinks: severity.optional(),
  markdownImages: severity.optional(),
  duplicateRoutes: severity.optional(),
  /** Keys of front matter that nobody knows. */
  unknownFrontMatter: severity.optional(),
});

/** Old addresses, besides those of `redirects.json`; without the base address, as `plugin-client-redirects` has them. */
export const redirectsSchema = z.strictObject({
  list: z
    .array(z.strictObject({ from: z.union([z.string(), z.array(z.string())]), to: z.string() }))
    .default([]),
  create: aFunction<(path: string) => string | string[] | null | undefined>().optional(),
  fromExtensions: z.array(z.string()).default([]),
  toExtensions: z.array(z.string()).default([]),
});
