import { z } from 'zod';
import { parseSynonymRule } from './synonym-rules.ts';
import { english, siteTexts, type TextName } from './texts.ts';

const link = z.strictObject({
  label: z.string().min(1),
  /** Path of this site or absolute address. */
  href: z.string().min(1),
});

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

export const siteConfigSchema = z.strictObject({
  /** Product name: navbar, titles, login page. */
  name: z.string().min(1).default('Documentation'),
  /** One line under the name: home page and description. */
  tagline: z.string().default(''),
  navbar: z
    .strictObject({
      /** Links beside the product name. */
      items: z.array(link).default([]),
    })
    .prefault({}),
  footer: z
    .strictObject({
      columns: z.array(z.strictObject({ title: z.string(), items: z.array(link) })).default([]),
      copyright: z.string().default(''),
    })
    .prefault({}),
  /** Shown above the navbar until dismissed; the dismissal is remembered per `id`. */
  announcement: z
    .strictObject({ id: z.string().min(1), html: z.string().min(1), closeable: z.boolean().default(true) })
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
  /** Words of the interface that the site says in its own way: `src/config/texts.ts` has all of them. */
  texts: ownTexts.prefault({}).transform(siteTexts),
  /** Colour mode before the reader chooses one. */
  defaultTheme: z.enum(['dark', 'light']).default('dark'),
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
