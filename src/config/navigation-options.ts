import { z } from 'zod';

/** Further attributes of a link: `aria-…`, `data-…`, `title`. */
const attributes = z.record(z.string(), z.string()).optional();

const common = {
  position: z.enum(['left', 'right']).default('left'),
  className: z.string().optional(),
  attributes,
};

/** Every item that shows a text may show HTML in its place: links, documents, menus. */
const labelled = {
  ...common,
  label: z.string().optional(),
  /** Shown instead of `label`. */
  html: z.string().optional(),
};

const plainLink = {
  ...labelled,
  /** A path of this site, with or without a slash in front, below its base path; `pathname://` before it leaves the shell. */
  to: z.string().optional(),
  /** An absolute address, or a path of this site, which begins with a slash. */
  href: z.string().min(1).optional(),
  /** Puts the base path in front of `href`, whatever `href` begins with. */
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

/** A picture of the static folders. */
export const logoSchema = z.strictObject({
  src: z.string(),
  srcDark: z.string().optional(),
  alt: z.string().default(''),
  href: z.string().optional(),
  target: z.string().optional(),
  width: z.union([z.string(), z.number()]).optional(),
  height: z.union([z.string(), z.number()]).optional(),
  className: z.string().optional(),
});

export const navbarSchema = z.strictObject({
  /** Beside the logo; default: the site's name. An empty one shows the logo alone. */
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
  /** A column without a title is a row of links. */
  columns: z
    .array(
      z.strictObject({
        title: z.string().optional(),
        className: z.string().optional(),
        items: z.array(footerItemSchema),
      }),
    )
    .default([]),
  /** HTML. */
  copyright: z.string().default(''),
});
