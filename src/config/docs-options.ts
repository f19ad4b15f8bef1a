import { z } from 'zod';
import { audienceSchema } from './audience.ts';

/** The arguments of an `editUrl` function, as in Docusaurus. */
export interface EditUrlParts {
  version: string;
  versionDocsDirPath: string;
  docPath: string;
  permalink: string;
  locale: string;
}

/** Splits a position off a file name: `01-intro` becomes `intro` at position 1. */
type NumberPrefixParser = (name: string) => { filename: string; numberPrefix?: number | undefined };

export function aFunction<Own extends (...given: never[]) => unknown>() {
  return z.custom<Own>((value) => typeof value === 'function');
}

const version = z.strictObject({
  label: z.string().optional(),
  /**
   * Path below that of the documentation. Default: none for the last version, `next` for the current one, else its
   * name.
   */
  path: z.string().optional(),
  banner: z.enum(['none', 'unreleased', 'unmaintained']).optional(),
  badge: z.boolean().optional(),
  className: z.string().optional(),
  noIndex: z.boolean().optional(),
  /** Audience of the version. Its documents can narrow it. */
  audience: audienceSchema.optional(),
});

/** Unified plugins: a function, or a function with its options. `nameOfKnownPlugin` recognises the engine's own. */
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
/** Options that documentations and blogs have in common. */
const ofArticles = {
  id: z.string().min(1).default('default'),
  include: z.array(z.string()).default(['**/*.{md,mdx}']),
  exclude,
  /** A text: this and the file's path below the folder. */
  editUrl: z.union([z.url(), aFunction<(parts: EditUrlParts) => string | null | undefined>()]).optional(),
  /** Whether the edit link of a translated document leads to the translation. */
  editLocalizedFiles: z.boolean().default(false),
  /** File in the folder that declares tags, or `false` for none. */
  tags: z.union([z.string(), z.literal(false)]).default('tags.yml'),
  tagsBasePath: z.string().default('tags'),
  /** How to treat tags that the file doesn't declare. */
  onInlineTags: severity.default('warn'),
  /** Audience. Documents or posts can narrow it. */
  audience: audienceSchema.optional(),
  ...ofMarkdown,
};

/** One documentation: a folder of documents with its versions. Names and defaults are those of Docusaurus. */
export const docsOptionsSchema = z.strictObject({
  ...ofArticles,
  /** Folder of the documents, relative to the site folder. */
  path: z.string().default('docs'),
  /** Path below the base path of the site. */
  routeBasePath: z.string().default('docs'),
  /**
   * File relative to the site folder. `false`: no sidebar. `null`: a sidebar generated from the folders. Undefined:
   * `sidebars.*` if it exists, else a generated one.
   */
  sidebarPath: z.union([z.string(), z.literal(false), z.null()]).optional(),
  /** Default for categories that don't set it. The next option likewise. */
  sidebarCollapsible: z.boolean().default(true),
  sidebarCollapsed: z.boolean().default(true),
  numberPrefixParser: z.union([z.boolean(), aFunction<NumberPrefixParser>()]).default(true),
  editCurrentVersion: z.boolean().default(false),
  showLastUpdateTime: z.boolean().default(true),
  /** `true` also takes authors from git. Undefined shows only authors that documents state. */
  showLastUpdateAuthor: z.boolean().optional(),
  breadcrumbs: z.boolean().default(true),
  disableVersioning: z.boolean().default(false),
  includeCurrentVersion: z.boolean().default(true),
  lastVersion: z.string().optional(),
  onlyIncludeVersions: z.array(z.string()).optional(),
  versions: z.record(z.string(), version).default({}),
  /** Whether a documentation with a single version shows its label. */
  showSingleVersion: z.boolean().default(false),
});

export type DocsOptions = z.output<typeof docsOptionsSchema>;

/** Options of a blog. Those without a meaning behind a gate are left out. */
export const blogOptionsSchema = z.strictObject({
  ...ofArticles,
  path: z.string().default('blog'),
  routeBasePath: z.string().default('blog'),
  /**
   * Changelog in the format of keepachangelog.com, relative to the site folder: `../CHANGELOG.md`. Each release in it is a
   * post of this blog.
   */
  changelog: z.string().min(1).optional(),
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
  /** Marks the end of the excerpt. Default: the comments `truncate` of both syntaxes. */
  truncateMarker: z.instanceof(RegExp).optional(),
  /** Returns minutes. */
  readingTime: aFunction<(args: Record<string, unknown>) => number | undefined>().optional(),
  sortPosts: z.enum(['ascending', 'descending']).default('descending'),
  showLastUpdateTime: z.boolean().default(false),
  showLastUpdateAuthor: z.boolean().default(false),
  feedTypes: z.array(z.enum(['rss', 'atom', 'json'])).default(['rss', 'atom']),
  feedCopyright: z.string().optional(),
  /** Default: the name of the site and `Blog`. */
  feedTitle: z.string().optional(),
  feedDescription: z.string().optional(),
  /** BCP 47. Default: the language of the site. */
  feedLanguage: z.string().optional(),
  /** Number of latest posts. `ALL` means every post. */
  feedLimit: z.union([z.int().min(1), z.literal('ALL')]).default(20),
});

export type BlogOptions = z.output<typeof blogOptionsSchema>;

export const pagesOptionsSchema = z.strictObject({
  path: z.string().default('src/pages'),
  routeBasePath: z.string().default('/'),
  /** Audience of the pages. A page can narrow it. */
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
  /** Base path of the language. Default: the site's with the language's name. */
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

/** Languages of the site. `i18n/<locale>` has the translations. */
export const i18nSchema = z.strictObject({
  defaultLocale: locale.default('en'),
  locales: z.array(locale).min(1).default(['en']),
  /** Folder of the translations, relative to the site folder. */
  path: z.string().default('i18n'),
  localeConfigs: z.record(z.string(), localeConfig).default({}),
  /** Whether the default language uses the texts of Docusaurus' theme, too. */
  docusaurusTexts: z.boolean().default(false),
});

/** Severity of each kind of broken reference. `BROKEN_LINKS` takes precedence. Undefined means an error. */
export const brokenSchema = z.strictObject({
  links: severity.optional(),
  anchors: severity.optional(),
  markdownLinks: severity.optional(),
  markdownImages: severity.optional(),
  duplicateRoutes: severity.optional(),
  /** Front matter keys that the engine doesn't know. */
  unknownFrontMatter: severity.optional(),
});

/** Redirects besides those of `redirects.json`, without the base path, as in `plugin-client-redirects`. */
export const redirectsSchema = z.strictObject({
  list: z
    .array(z.strictObject({ from: z.union([z.string(), z.array(z.string())]), to: z.string() }))
    .default([]),
  create: aFunction<(path: string) => string | string[] | null | undefined>().optional(),
  fromExtensions: z.array(z.string()).default([]),
  toExtensions: z.array(z.string()).default([]),
});
