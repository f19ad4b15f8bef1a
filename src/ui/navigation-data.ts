/** Navbar and footer, with all URLs resolved that are the same on every page. */

interface ItemBase {
  right?: true | undefined;
  className?: string | undefined;
  attributes?: Readonly<Record<string, string>> | undefined;
}

interface LabelledItem extends ItemBase {
  /** HTML to show instead of the label. */
  html?: string | undefined;
}

interface NavbarLink extends LabelledItem {
  type: 'link';
  label: string;
  href: string;
  /** The link leads to a file, outside of the shell. */
  file?: true | undefined;
  /** Path on and below which the link is marked, if not `href`: `/docs`, which leads to its first page. */
  covers?: string | undefined;
  /** Pattern for paths on which the link is marked. */
  pattern?: string | undefined;
}

interface NavbarHtml extends ItemBase {
  type: 'html';
  html: string;
}

/** Leads into the set that is read (`page.set`), otherwise into `latest`. */
interface NavbarSetLink extends LabelledItem {
  type: 'set-link';
  latest: string;
  /** Links by set, which is a version of a documentation. */
  links: Readonly<Record<string, SetLink>>;
}

export interface SetLink {
  label: string;
  href: string;
  /** Whether the link is marked on its own page only, not on pages below it. */
  isExact?: true | undefined;
  /** Name of a sidebar (`SidebarData.name`). The link is marked on each page that shows it. */
  sidebar?: string | undefined;
}

export type MenuItem = NavbarLink | NavbarHtml | NavbarSetLink;

interface NavbarMenu extends LabelledItem {
  type: 'menu';
  label: string;
  items: readonly MenuItem[];
}

/** Shows `page.versions` on pages of these sets, elsewhere their main documents. */
interface NavbarVersions extends LabelledItem {
  type: 'versions';
  /** Label on pages without a version: that of the latest one. */
  label: string;
  sets: readonly string[];
  versions: readonly { label: string; href: string }[];
  /** Versions to list with their labels. Undefined means all. */
  shown?: Readonly<Record<string, string>> | undefined;
  before: readonly MenuItem[];
  after: readonly MenuItem[];
}

/** Shows `page.languages`. */
interface NavbarLanguages extends LabelledItem {
  type: 'languages';
  /** Query to append to the URL of each language: `?from=menu`. */
  query?: string | undefined;
  before: readonly MenuItem[];
  after: readonly MenuItem[];
}

export type NavbarItem = MenuItem | NavbarMenu | NavbarVersions | NavbarLanguages;

export interface Logo {
  src: string;
  /** Picture for the dark theme. */
  srcDark?: string | undefined;
  alt: string;
  width?: string | number | undefined;
  height?: string | number | undefined;
  className?: string | undefined;
}

export interface NavbarData {
  title: string;
  /** Link of title and logo. */
  href: string;
  target?: string | undefined;
  /** Logo of the site. Undefined means the mark of the brand. */
  logo?: Logo | undefined;
  className: string;
  items: readonly NavbarItem[];
}

export type FooterItem =
  | { html: string; className?: string | undefined }
  | {
      label: string;
      href: string;
      file?: true | undefined;
      className?: string | undefined;
      attributes?: Readonly<Record<string, string>> | undefined;
    };

export interface FooterData {
  style: 'dark' | 'light';
  logo?: (Logo & { href?: string | undefined; target?: string | undefined }) | undefined;
  columns: readonly {
    title?: string | undefined;
    className?: string | undefined;
    items: readonly FooterItem[];
  }[];
  /** HTML of the copyright line. */
  copyright: string;
}
