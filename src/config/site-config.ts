import { z } from 'zod';
import { audienceSchema, groupSchema } from './audience.ts';
import { brandSchema } from './brand-options.ts';
import {
  blogOptionsSchema,
  brokenSchema,
  createFunctionSchema,
  docsOptionsSchema,
  i18nSchema,
  pagesOptionsSchema,
  redirectsSchema,
} from './docs-options.ts';
import { footerSchema, navbarSchema } from './navigation-options.ts';
import { openApiOptionsSchema } from './open-api-options.ts';
import { serverOrigin } from './server-origin.ts';
import { parseSynonymRule } from './synonym-rules.ts';
import { composeSiteTexts, type SiteTextName } from './texts.ts';

export type { EditUrlParts } from './docs-options.ts';

const synonymRule = z.string().transform((text, context) => {
  const rule = parseSynonymRule(text);
  if (typeof rule !== 'string') return rule;
  context.addIssue({ code: 'custom', message: `"${text}" ${rule}` });
  return z.NEVER;
});

type OwnTexts = Partial<Record<SiteTextName, string | undefined>>;
/** Accepts any name, because features have texts, too. `findUnknownTexts` reports those that don't exist. */
const ownTexts: z.ZodType<OwnTexts, OwnTexts> = z.record(z.string(), z.string().optional());

const color = z.string().regex(/^[\w#(),.%/ -]+$/, 'must be a CSS colour');

/** Colours of code blocks that replace the engine's. */
const codeColorsSchema = z.strictObject({
  background: color,
  /** Whether text on the background is light. */
  dark: z.boolean(),
  text: color.optional(),
  keyword: color.optional(),
  string: color.optional(),
  comment: color.optional(),
  function: color.optional(),
  constant: color.optional(),
  parameter: color.optional(),
  punctuation: color.optional(),
});

const pluginPageSchema = z.strictObject({
  /** Address below the base path. */
  path: z.string(),
  /** The component's module: `@site/src/components/Team`, or an absolute path. */
  component: z.string(),
  /** Data for the component. */
  props: z.record(z.string(), z.unknown()).default({}),
});

export const siteConfigSchema = z.strictObject({
  /** Product name, shown in the navbar, titles and the sign-in page. */
  name: z.string().min(1).default('Documentation'),
  /** One line below the name on the home page. Also the description of the site. */
  tagline: z.string().default(''),
  /**
   * Colour, logo and font of the site in its pages, sign-in pages, mails and PDF. In a `docusaurus.config` the option is
   * `customFields.brand`.
   */
  brand: brandSchema.prefault({}),
  navbar: navbarSchema.prefault({}),
  footer: footerSchema.prefault({}),
  /** Shown above the navbar until dismissed; the dismissal is remembered per `id`. */
  announcement: z
    .strictObject({
      id: z.string().min(1),
      html: z.string().min(1),
      closeable: z.boolean().default(true),
      backgroundColor: z.string().optional(),
      textColor: z.string().optional(),
    })
    .optional(),
  /** `Edit this page` links to this + the file's path below the docs folder. */
  editUrl: z.url().optional(),
  /**
   * Module of the site folder, such as `./src/reference/index.ts`, whose default export is `defineSections({ … })`:
   * components that documents use without importing them, and that make Markdown out of the site's data.
   */
  sections: z.string().min(1).optional(),
  /**
   * Module of the site folder, such as `./checks/index.ts`, whose default export is `defineChecks(…)`: the site's own
   * rules for its articles, which `npm run check` holds.
   */
  checks: z.string().min(1).optional(),
  /**
   * Features of the site: modules of the site folder, such as `./greetings/feature.ts`, or packages, whose default export
   * is `defineFeature({ … })`. Servers look for the key in this file, so write it here, not in a module imported here.
   */
  features: z.array(z.string().min(1)).default([]),
  /**
   * Style sheets of the site folder, such as `./src/styles/reference.css`, in every page after the engine's own. They
   * may use its colours and sizes: `src/ui/theme/tokens.css`.
   */
  styles: z.array(z.string().min(1)).default([]),
  /**
   * Whether the style sheets are written for Docusaurus: its variables (`--ifm-…`) and class names then work, and
   * imports from other hosts are removed instead of refused.
   */
  infima: z.boolean().default(false),
  /**
   * Whether plugins of the `docusaurus.config` beside this file change PostCSS through `configurePostCss`. A
   * `postcss.config.*` always applies.
   */
  configuresPostCss: z.boolean().default(false),
  /** Data for components of the site (`usePluginData`), by name of the plugin and id of its instance. */
  pluginData: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  /** `pluginData` of each other language, if plugins load data for languages. */
  localizedPluginData: z
    .record(z.string(), z.record(z.string(), z.record(z.string(), z.unknown())))
    .default({}),
  /** Pages that plugins of the site add (`addRoute`), which their components draw. */
  pluginPages: z.array(pluginPageSchema).default([]),
  /** `pluginPages` of each other language in which plugins add other pages or data. */
  localizedPluginPages: z.record(z.string(), z.array(pluginPageSchema)).default({}),
  /** Texts for `<Translate>` that plugins bring, by language and id. The site's `code.json` can replace them. */
  pluginMessages: z.record(z.string(), z.record(z.string(), z.string())).default({}),
  /** Settings of other languages that a `docusaurus.config` gives other values, by language. */
  localizedSettings: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  /** Options of Sass and Less, by language (`scss`, `sass`, `less`): `loadPaths`, `additionalData` and so on. */
  preprocessors: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  /**
   * Texts of the interface that the site replaces, by their names in `src/config/messages/en.json` and in the folders of
   * features. `translateConfig` adds the other texts of features.
   */
  texts: ownTexts.prefault({}).transform((replaced) => composeSiteTexts(replaced)),
  /** Colour mode before the reader chooses one, if `respectPrefersColorScheme` is `false`. */
  defaultTheme: z.enum(['dark', 'light']).default('dark'),
  /** Whether pages start with the colour mode of the reader's system. */
  respectPrefersColorScheme: z.boolean().default(true),
  /** Whether to hide the theme switch. */
  disableThemeSwitch: z.boolean().default(false),
  /** Previous URL of the site, which its own components use for canonical URLs. `BASE_URL` is where it is served. */
  url: z.string().optional(),
  /** For the site's own components: `useDocusaurusContext().siteConfig`. */
  organizationName: z.string().optional(),
  projectName: z.string().optional(),
  /** Base path of the site, with `/` at both ends. */
  baseUrl: z
    .string()
    .regex(/^\/(?:.*\/)?$/, 'it starts and ends with a slash')
    .default('/'),
  /** Whether URLs end with a slash. Undefined follows Docusaurus. */
  trailingSlash: z.boolean().optional(),
  /** Text between the title of a page and the name of the site. */
  titleDelimiter: z.string().default('|'),
  /** Favicon in the static folders. Default: the icon of the brand. */
  favicon: z.string().optional(),
  /** Folders whose files are served unchanged, relative to the site folder. If several have a file, the first wins. */
  staticDirectories: z.array(z.string()).default(['static']),
  /**
   * Folders outside the site folder and its Git repository whose files pages can use, relative to the site folder:
   * `['../../brand/pictures']`. Links, images and symbolic links to any other outside folder are errors. In a
   * `docusaurus.config` the option is `customFields.linkedFolders`.
   */
  linkedFolders: z.array(z.string().min(1)).default([]),
  /** For the site's own components: `useDocusaurusContext().siteConfig.customFields`. */
  customFields: z.record(z.string(), z.unknown()).default({}),
  /** Everything else in `docusaurus.config`, for the site's own components: `siteConfig.presets` and so on. */
  original: z.record(z.string(), z.unknown()).default({}),
  /** For the site's own components: `siteConfig.themeConfig`. */
  themeConfig: z.record(z.string(), z.unknown()).default({}),
  /**
   * Import aliases of components and documents, with absolute paths. A name applies to itself and everything below it;
   * a name that ends in `$` only to itself.
   */
  aliases: z.record(z.string(), z.string()).default({}),
  /** Groups for audiences. Accounts can be in several. */
  groups: z.array(groupSchema).default([]),
  /** Audiences of files in the site folder by glob patterns such as `docs/partners/**`. The first match wins. */
  audiences: z
    .array(
      z.strictObject({
        files: z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]),
        audience: audienceSchema,
      }),
    )
    .default([]),
  /**
   * Whether pages can be `public`, readable without signing in. While this is off, a page that declares it is an error.
   * `indexed`: search engines can list them. `pictures`: the build draws a picture of each, which other sites show with
   * a link to the page.
   */
  publicPages: z
    .union([
      z.boolean(),
      z.strictObject({ indexed: z.boolean().default(false), pictures: z.boolean().default(false) }),
    ])
    .default(false)
    .transform((setting) =>
      typeof setting === 'object' ? setting : setting ? { indexed: false, pictures: false } : undefined,
    ),
  /**
   * Origins of other servers that pages can call from the reader's browser: `https://api.example.com`. Live parts of
   * the site find the list in `host.connect`. Without it, pages can't call any.
   */
  connect: z.array(serverOrigin).default([]),
  /** Documentations of the site. */
  docs: z.array(docsOptionsSchema).prefault([{}]),
  blogs: z.array(blogOptionsSchema).default([]),
  /** Stand-alone pages. */
  pages: z.union([pagesOptionsSchema, z.literal(false)]).prefault({}),
  /** OpenAPI files that become pages. */
  openApi: openApiOptionsSchema.prefault({}),
  i18n: i18nSchema.prefault({}),
  broken: brokenSchema.prefault({}),
  redirects: redirectsSchema.prefault({}),
  /**
   * Format of documents: `mdx`, `md` (CommonMark), or `detect` by the file extension. `MARKDOWN_FORMAT` overrides it;
   * front matter overrides both.
   */
  markdownFormat: z.enum(['mdx', 'md', 'detect']).default('mdx'),
  /** How the text of documents is read, as `markdown` of a `docusaurus.config` says. */
  markdown: z
    .strictObject({
      /** Changes the text of each Markdown file before it is compiled. `filePath` is absolute. */
      preprocessor:
        createFunctionSchema<(file: { filePath: string; fileContent: string }) => string>().optional(),
      /** Options of `remark-rehype`, which turns Markdown into HTML: `footnoteLabel`, `handlers` and so on. */
      remarkRehypeOptions: z.record(z.string(), z.unknown()).default({}),
      anchors: z
        .strictObject({
          /** Whether ids of headings keep their capital letters. */
          maintainCase: z.boolean().default(false),
        })
        .prefault({}),
      /** Whether names such as `:wave:` become emoji. */
      emoji: z.boolean().default(true),
    })
    .prefault({}),
  tableOfContents: z
    .strictObject({
      minHeadingLevel: z.int().min(2).max(6).optional(),
      maxHeadingLevel: z.int().min(2).max(6).optional(),
    })
    .prefault({}),
  sidebar: z
    .strictObject({
      hideable: z.boolean().default(false),
      autoCollapseCategories: z.boolean().default(false),
    })
    .prefault({}),
  code: z
    .strictObject({
      /** Language of code blocks that don't name one. */
      defaultLanguage: z.string().optional(),
      /** Comments that highlight lines of code, besides `highlight-next-line` and the like. */
      magicComments: z
        .array(
          z.strictObject({
            className: z.string(),
            line: z.string().optional(),
            block: z.strictObject({ start: z.string(), end: z.string() }).optional(),
          }),
        )
        .optional(),
      /** Whether code blocks with `live` run in the browser. */
      live: z.boolean().default(false),
      /** Where a `live` code block shows its result. */
      livePosition: z.enum(['top', 'bottom']).default('bottom'),
      /** Colours of code blocks in the light and the dark theme. */
      theme: z
        .strictObject({ light: codeColorsSchema.optional(), dark: codeColorsSchema.optional() })
        .optional(),
      /** Whether `mermaid` code blocks are drawn. */
      mermaid: z.boolean().default(true),
    })
    .prefault({}),
  search: z
    .strictObject({
      /** Results shown per section of the search dialog. */
      resultsPerGroup: z.int().min(1).max(20).default(5),
      /**
       * Synonyms for search. `delete, remove, erase` all find each other; `boss => manager, supervisor` finds the
       * others when someone searches for the first, but not the other way round.
       */
      synonyms: z.array(synonymRule).default([]),
    })
    .prefault({}),
});

/** The settings that `site.config.ts` accepts. */
export type SiteConfigInput = z.input<typeof siteConfigSchema>;
/** The settings with all defaults filled in. */
export type SiteConfig = z.output<typeof siteConfigSchema>;

/** Types `site.config.ts` in the editor. The configuration is validated when it is loaded. */
export function defineSiteConfig(config: SiteConfigInput): SiteConfigInput {
  return config;
}
