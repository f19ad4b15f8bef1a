import { z } from 'zod';

/** Further attributes of a link: `aria-…`, `data-…`, `title`. */
const attributes = z.record(z.string(), z.string()).optional();

const common = {
  position: z.enum(['left', 'right']).default('left'),
  className: z.string().optional(),
  attributes,
};

/** Links, documents and menus can show HTML in place of a text. */
const labelled = {
  ...common,
  label: z.string().optional(),
  /** Shown instead of `label`. */
  html: z.string().optional(),
};

const plainLink = {
  ...labelled,
  /**
   * Path of this site below its base path, with or without a leading slash. `pathname://` loads it without the shell.
   */
  to: z.string().optional(),
  /** Absolute URL, or a path of this site with a leading slash. */
  href: z.string().min(1).optional(),
  /** Whether to prepend the base path to `href`, whatever it starts with. */
  prependBaseUrlToHref: z.boolean().optional(),
  target: z.string().optional(),
  rel: z.string().optional(),
  activeBasePath: z.string().optional(),
  activeBaseRegex: z.string().optional(),
  autoAddBaseUrl: z.boolean().default(true),
};

const ofDocs = { ...labelled, docsPluginId: z.string().default('default') };

const link = z.strictObject({ type: z.literal('default').default('default'), ...plainLink });
const html = z.strictObject({ type: z.literal('html'), ...common, value: z.string() });
const doc = z.strictObject({ type: z.literal('doc'), ...ofDocs, docId: z.string() });
const docSidebar = z.strictObject({ type: z.literal('docSidebar'), ...ofDocs, sidebarId: z.string() });
const docsVersion = z.strictObject({ type: z.literal('docsVersion'), ...ofDocs, to: z.string().optional() });
const search = z.strictObject({ type: z.literal('search'), ...common });
const inMenu = z.union([link, html, doc, docSidebar, docsVersion]);
const around = {
  dropdownItemsBefore: z.array(inMenu).default([]),
  dropdownItemsAfter: z.array(inMenu).default([]),
};
const dropdown = z.strictObject({
  type: z.literal('dropdown'),
  ...labelled,
  to: z.string().optional(),
  href: z.string().optional(),
  items: z.array(inMenu),
});
const docsVersionDropdown = z.strictObject({
  type: z.literal('docsVersionDropdown'),
  ...ofDocs,
  ...around,
  dropdownActiveClassDisabled: z.boolean().default(false),
  versions: z
    .union([z.array(z.string()), z.record(z.string(), z.object({ label: z.string().optional() }))])
    .optional(),
});
const localeDropdown = z.strictObject({
  type: z.literal('localeDropdown'),
  ...common,
  /** Shown instead of the name of the language. */
  html: z.string().optional(),
  ...around,
  queryString: z.string().optional(),
});

export const navbarItemSchema = z.union([
  link,
  html,
  doc,
  docSidebar,
  docsVersion,
  search,
  dropdown,
  docsVersionDropdown,
  localeDropdown,
]);
export type NavbarItem = z.output<typeof navbarItemSchema>;

/** Menus that a site with several versions or languages gets if its navbar doesn't list them. */
export const editionMenus = {
  versions: docsVersionDropdown.parse({ type: 'docsVersionDropdown', position: 'right' }),
  languages: localeDropdown.parse({ type: 'localeDropdown', position: 'right' }),
};

/** Image in the static folders. */
export const logoSchema = z.strictObject({
  src: z.string(),
  srcDark: z.string().optional(),
  alt: z.string().default(''),
  href: z.string().optional(),
  target: z.string().optional(),
  width: z.union([z.string(), z.number()]).optional(),
  height: z.union([z.string(), z.number()]).optional(),
  className: z.string().optional(),
  /** CSS declarations, such as `border-radius: 4px`. */
  style: z.string().optional(),
});

export const navbarSchema = z.strictObject({
  /** Title beside the logo. Default: the name of the site. An empty title shows only the logo. */
  title: z.string().optional(),
  logo: logoSchema.optional(),
  style: z.enum(['primary', 'dark']).optional(),
  items: z.array(navbarItemSchema).default([]),
});

export const footerItemSchema = z.union([
  z.strictObject({ html: z.string(), className: z.string().optional() }),
  z.strictObject({
    label: z.string(),
    to: z.string().optional(),
    href: z.string().min(1).optional(),
    prependBaseUrlToHref: z.boolean().optional(),
    autoAddBaseUrl: z.boolean().optional(),
    className: z.string().optional(),
    target: z.string().optional(),
    rel: z.string().optional(),
    attributes,
  }),
]);

export const footerSchema = z.strictObject({
  style: z.enum(['dark', 'light']).default('light'),
  logo: logoSchema.optional(),
  /** Columns of links. A column without a title is a row of links. */
  columns: z
    .array(
      z.strictObject({
        title: z.string().optional(),
        className: z.string().optional(),
        items: z.array(footerItemSchema),
      }),
    )
    .default([]),
  /** HTML of the copyright line. */
  copyright: z.string().default(''),
});
