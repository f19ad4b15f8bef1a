import { z } from 'zod';
import { isLoopback } from '../shared/loopback.ts';
import { audienceSchema, groupSchema } from './audience.ts';
import {
  blogOptionsSchema,
  brokenSchema,
  docsOptionsSchema,
  i18nSchema,
  pagesOptionsSchema,
  redirectsSchema,
} from './docs-options.ts';
import { footerSchema, navbarSchema } from './navigation-options.ts';
import { openApiOptionsSchema } from './open-api-options.ts';
import { parseSynonymRule } from './synonym-rules.ts';
import { english, siteTexts, type TextName } from './texts.ts';

const synonymRule = z.string().transform((text, context) => {
  const rule = parseSynonymRule(text);
  if (typeof rule !== 'string') return rule;
  context.addIssue({ code: 'custom', message: `"${text}" ${rule}` });
  return z.NEVER;
});

const textNames = Object.keys(english) as TextName[];
/** Every text may be said, and nothing else. */
const ownTexts = z.strictObject(
  Object.fromEntries(textNames.map((name) => [name, z.string().optional()])) as Record<
    TextName,
    z.ZodOptional<z.ZodString>
  >,
);

const color = z.string().regex(/^[\w#(),.%/ -]+$/, 'it is no colour');

/** Of code, where it is not to have the program's. */
const codeColorsSchema = z.strictObject({
  background: color,
  /** Text on it is light. */
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

/**
 * The origin of a server that pages may call. By HTTPS, because what readers send there may hold their secrets; a server
 * on the reader's own machine needs none.
 */
const serverOrigin = z.string().transform((text, context) => {
  const url = URL.parse(text);
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.host));
  if (url && isSafe && url.href === `${url.origin}/`) return url.origin;
  context.addIssue({
    code: 'custom',
    message: `"${text}" is no origin that pages may call. Write the scheme, the host and, where it is not the usual one, the port, and nothing behind: "https://api.example.com". Plain http is for this machine alone.`,
  });
  return z.NEVER;
});

export const siteConfigSchema = z.strictObject({
  /** Product name: navbar, titles, login page. */
  name: z.string().min(1).default('Documentation'),
  /** One line under the name: home page and description. */
  tagline: z.string().default(''),
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
   * Style sheets of the site folder, such as `./src/styles/reference.css`, in every page after the engine's own. They
   * may use its colours and sizes: `src/ui/theme/tokens.css`.
   */
  styles: z.array(z.string().min(1)).default([]),
  /**
   * The style sheets are written for Docusaurus: its variables (`--ifm-…`) and class names mean something, and what a
   * sheet asks for elsewhere is left out instead of refused.
   */
  infima: z.boolean().default(false),
  /**
   * Plugins of the `docusaurus.config` beside this file change how PostCSS processes the style sheets, by
   * `configurePostCss`. A `postcss.config.*` applies with or without it.
   */
  configuresPostCss: z.boolean().default(false),
  /** Options of Sass and Less, by language (`scss`, `sass`, `less`): `loadPaths`, `additionalData` and so on. */
  preprocessors: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  /** Texts of the interface that the site replaces, by their names in `src/config/messages/en.json`. */
  texts: ownTexts.prefault({}).transform(siteTexts),
  /** Colour mode before the reader chooses one. */
  defaultTheme: z.enum(['dark', 'light']).default('dark'),
  /** That of the reader's system comes first. */
  respectPrefersColorScheme: z.boolean().default(false),
  /** Readers cannot choose. */
  disableThemeSwitch: z.boolean().default(false),
  /** Where the site was published before: canonical addresses of its own components. `BASE_URL` is where it is served. */
  url: z.string().optional(),
  /** For the site's own components: `useDocusaurusContext().siteConfig`. */
  organizationName: z.string().optional(),
  projectName: z.string().optional(),
  /** Where the site lies on its host; `/` at both ends. */
  baseUrl: z
    .string()
    .regex(/^\/(?:.*\/)?$/, 'it starts and ends with a slash')
    .default('/'),
  /** Every address has a slash at its end, or none; absent: as Docusaurus makes them. */
  trailingSlash: z.boolean().optional(),
  /** Between a page's title and the site's name. */
  titleDelimiter: z.string().default('|'),
  /** Picture of the static folders for the browser's tab; default: the brand's icon. */
  favicon: z.string().optional(),
  /** Folders of files that are served as they are, from the site folder; the first that has a file wins. */
  staticDirectories: z.array(z.string()).default(['static']),
  /**
   * Folders outside the site folder and its Git repository whose files pages may show, from the site folder:
   * `['../../brand/pictures']`. Without it, links, pictures and symbolic links that lead out are errors. In a
   * `docusaurus.config` it is `customFields.linkedFolders`.
   */
  linkedFolders: z.array(z.string().min(1)).default([]),
  /** For the site's own components: `useDocusaurusContext().siteConfig.customFields`. */
  customFields: z.record(z.string(), z.unknown()).default({}),
  /** Likewise, all else that `docusaurus.config` says: `siteConfig.presets` and so on. */
  original: z.record(z.string(), z.unknown()).default({}),
  /** Likewise, `siteConfig.themeConfig`. */
  themeConfig: z.record(z.string(), z.unknown()).default({}),
  /**
   * What imports of components and documents stand for, as absolute paths: a name stands for itself and for all below
   * it, one that ends in `$` for itself alone.
   */
  aliases: z.record(z.string(), z.string()).default({}),
  /** Groups that accounts may be in, for audiences. */
  groups: z.array(groupSchema).default([]),
  /** Whom files of the site folder are there for, by patterns such as `docs/partners/**`; the first that fits counts. */
  audiences: z
    .array(
      z.strictObject({
        files: z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]),
        audience: audienceSchema,
      }),
    )
    .default([]),
  /**
   * Pages may be `public`, read by everybody without signing in; as long as this is off, one that says so is a mistake.
   * `indexed`: search engines may list them.
   */
  publicPages: z
    .union([z.boolean(), z.strictObject({ indexed: z.boolean().default(false) })])
    .default(false)
    .transform((said) => (typeof said === 'object' ? said : said ? { indexed: false } : undefined)),
  /**
   * Other servers that pages may call from the reader's browser, by their origins: `https://api.example.com`. For live
   * parts of the site that can speak to one; they find the list as `host.connect`. Without it no page calls any.
   */
  connect: z.array(serverOrigin).default([]),
  /** Every documentation that the site has. */
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
   * `mdx`: every document is MDX; `md`: CommonMark; `detect`: as its ending says. `MARKDOWN_FORMAT` comes first, and a
   * document's front matter before all.
   */
  markdownFormat: z.enum(['mdx', 'md', 'detect']).default('mdx'),
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
      /** Of fences that name none. */
      defaultLanguage: z.string().optional(),
      /** Comments that mark lines of code, besides `highlight-next-line` and its kind. */
      magicComments: z
        .array(
          z.strictObject({
            className: z.string(),
            line: z.string().optional(),
            block: z.strictObject({ start: z.string(), end: z.string() }).optional(),
          }),
        )
        .optional(),
      /** Fences `live` are run in the browser. */
      live: z.boolean().default(false),
      /** Where the result of a `live` fence is. */
      livePosition: z.enum(['top', 'bottom']).default('bottom'),
      /** Its colours, in the light theme of the page and in the dark one. */
      theme: z
        .strictObject({ light: codeColorsSchema.optional(), dark: codeColorsSchema.optional() })
        .optional(),
      /** Fences `mermaid` are drawn. */
      mermaid: z.boolean().default(true),
    })
    .prefault({}),
  search: z
    .strictObject({
      /** Hits shown for one section of the dialog. */
      resultsPerGroup: z.int().min(1).max(20).default(5),
      /**
       * Words and short phrases that readers use for those of the documentation: `delete, remove, erase` all mean
       * the same; `boss => manager, supervisor` finds the others for the first, not the other way round.
       */
      synonyms: z.array(synonymRule).default([]),
    })
    .prefault({}),
});

/** What `site.config.ts` may say. */
export type SiteConfigInput = z.input<typeof siteConfigSchema>;
/** The same with every default filled in. */
export type SiteConfig = z.output<typeof siteConfigSchema>;

/** Types `site.config.ts` while it is written; it is validated when it is loaded. */
export function defineSiteConfig(config: SiteConfigInput): SiteConfigInput {
  return config;
}
