/** The navbar and the footer, with every address resolved that is the same on each page. */

interface ItemBase {
  right?: true | undefined;
  className?: string | undefined;
  attributes?: Readonly<Record<string, string>> | undefined;
}

interface LabelledItem extends ItemBase {
  /** Shown instead of the label. */
  html?: string | undefined;
}

interface NavbarLink extends LabelledItem {
  type: 'link';
  label: string;
  href: string;
  /** Served as a file: the shell stays out of it. */
  file?: true | undefined;
  /** The link is marked on this path and below it, where that is not `href`: `/docs`, which leads to its first page. */
  covers?: string | undefined;
  /** The link is marked where this pattern finds something in the path. */
  pattern?: string | undefined;
}

interface NavbarHtml extends ItemBase {
  type: 'html';
  html: string;
}

/** Leads into the set that is read (`page.set`), elsewhere into `latest`. */
interface NavbarSetLink extends LabelledItem {
  type: 'set-link';
  latest: string;
  /** By set: a version of one documentation. */
  links: Readonly<Record<string, { label: string; href: string }>>;
}

export type MenuItem = NavbarLink | NavbarHtml | NavbarSetLink;

interface NavbarMenu extends LabelledItem {
  type: 'menu';
  label: string;
  items: readonly MenuItem[];
}

/** `page.versions`, on a page of these sets; elsewhere their main documents. */
interface NavbarVersions extends LabelledItem {
  type: 'versions';
  /** What it is called where there is no version to be read: the latest one. */
  label: string;
  sets: readonly string[];
  versions: readonly { label: string; href: string }[];
  /** Only these, and what they are called in the menu; absent: all. */
  shown?: Readonly<Record<string, string>> | undefined;
  before: readonly MenuItem[];
  after: readonly MenuItem[];
}

/** `page.languages`. */
interface NavbarLanguages extends LabelledItem {
  type: 'languages';
  /** Goes behind the address of each language: `?from=menu`. */
  query?: string | undefined;
  before: readonly MenuItem[];
  after: readonly MenuItem[];
}

export type NavbarItem = MenuItem | NavbarMenu | NavbarVersions | NavbarLanguages;

export interface Logo {
  src: string;
  /** For the dark theme. */
  srcDark?: string | undefined;
  alt: string;
  width?: string | number | undefined;
  height?: string | number | undefined;
  className?: string | undefined;
}

export interface NavbarData {
  title: string;
  /** Where title and logo lead. */
  href: string;
  target?: string | undefined;
  /** Absent: the brand's own mark. */
  logo?: Logo | undefined;
  style?: 'primary' | 'dark' | undefined;
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
  /** HTML. */
  copyright: string;
}
