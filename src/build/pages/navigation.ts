import type { NavbarItem as ConfigItem } from '../../config/navigation-options.ts';
import type { SiteConfig } from '../../config/site-config.ts';
import { addBasePath } from '../../model/written-links.ts';
import type {
  FooterData,
  FooterItem,
  Logo,
  MenuItem,
  NavbarData,
  NavbarItem,
} from '../../ui/navigation-data.ts';
import { type Addresses, latestOf, type NavigationSet, resolveLink, writtenAddress } from './config-links.ts';
import { firstLink } from './sidebar.ts';

export function navbarData({ name, navbar }: SiteConfig, addresses: Addresses): NavbarData {
  const { title = name, logo, style, items } = navbar;
  return {
    title,
    href: logoHref(logo, addresses) ?? addresses.base,
    target: logo?.target,
    logo: logo && logoData(logo, addresses),
    style,
    items: items.flatMap((item) => navbarItem(item, addresses) ?? []),
  };
}

export function footerData({ footer }: SiteConfig, addresses: Addresses): FooterData {
  const { style, copyright, columns, logo } = footer;
  return {
    style,
    copyright,
    logo: logo && {
      ...logoData(logo, addresses),
      href: logoHref(logo, addresses),
      target: logo.target,
    },
    columns: columns.flatMap(({ title, className, items }) => {
      const shown = items.flatMap((item) => footerItem(item, addresses) ?? []);
      // Its heading alone would tell that something is missing.
      return items.length > 0 && shown.length === 0 ? [] : [{ title, className, items: shown }];
    }),
  };
}

function footerItem(
  item: SiteConfig['footer']['columns'][number]['items'][number],
  addresses: Addresses,
): FooterItem | undefined {
  if ('html' in item) return item;
  const { label, className, target, rel, attributes } = item;
  const link = resolveLink(item, addresses);
  if (link === undefined) return undefined;
  const all = allAttributes(attributes, target, rel);
  return { label, href: link.href, file: link.file, className, attributes: all };
}

function navbarItem(item: ConfigItem, addresses: Addresses): NavbarItem | undefined {
  const base = frameOf(item);
  const inMenu = (items: readonly ConfigItem[]) => items.flatMap((each) => menuItem(each, addresses) ?? []);
  switch (item.type) {
    case 'dropdown': {
      const items = inMenu(item.items);
      if (item.items.length > 0 && items.length === 0) return undefined;
      const own = menuLink(item, items, addresses);
      return { ...base, type: 'menu', label: item.label ?? '', items: [...own, ...items] };
    }
    case 'docsVersionDropdown': {
      const sets = addresses.sets.filter(({ instance }) => instance === item.docsPluginId);
      if (sets.length === 0) return undefined;
      const shown = shownVersions(item.versions, sets);
      const before = inMenu(item.dropdownItemsBefore);
      const after = inMenu(item.dropdownItemsAfter);
      const [only, ...others] = sets.filter(({ label }) => shown === undefined || label in shown);
      // With a single version and nothing else, Docusaurus shows a link in the place of a menu.
      if (only && before.length + after.length + others.length === 0) {
        const link = { label: shown?.[only.label] ?? only.label, href: only.path };
        return { ...base, type: 'set-link', latest: only.key, links: { [only.key]: link } };
      }
      return {
        ...base,
        type: 'versions',
        label: item.label ?? latestOf(sets)?.label ?? '',
        sets: sets.map(({ key }) => key),
        versions: sets.map(({ label, path }) => ({ label, href: path })),
        shown,
        before,
        after,
      };
    }
    case 'localeDropdown':
      return {
        ...base,
        type: 'languages',
        query: item.queryString === undefined ? undefined : `?${new URLSearchParams(item.queryString)}`,
        before: inMenu(item.dropdownItemsBefore),
        after: inMenu(item.dropdownItemsAfter),
      };
    default:
      return menuItem(item, addresses);
  }
}

function menuItem(item: ConfigItem, addresses: Addresses): MenuItem | undefined {
  const base = frameOf(item);
  switch (item.type) {
    case 'default': {
      const { label = '', target, rel, activeBasePath, activeBaseRegex } = item;
      const link = resolveLink(item, addresses);
      if (link === undefined) return undefined;
      return {
        ...base,
        type: 'link',
        label,
        ...link,
        covers:
          activeBasePath === undefined ? link.covers : writtenAddress({ to: activeBasePath }, addresses.base),
        pattern: activeBaseRegex,
        attributes: allAttributes(base.attributes, target, rel),
      };
    }
    case 'html':
      return { ...base, type: 'html', html: item.value };
    case 'doc':
      return setLink(item.docsPluginId, addresses, base, ({ docs }) => {
        const href = docs[item.docId];
        return href === undefined ? undefined : { href, label: item.label ?? item.docId };
      });
    case 'docSidebar':
      return setLink(item.docsPluginId, addresses, base, ({ sidebars }) => {
        const first = firstLink(sidebars[item.sidebarId] ?? []);
        return first && { href: first.href, label: item.label ?? first.label };
      });
    case 'docsVersion':
      return setLink(item.docsPluginId, addresses, base, ({ label, path }) => ({
        label: item.label ?? label,
        href: item.to === undefined ? path : (resolveLink(item, addresses)?.href ?? path),
      }));
    default:
      // Search has its place in the bar already; the others are of the bar alone.
      return undefined;
  }
}

/** A menu of the bar opens on a press; the page that its own label leads to is its first entry. */
function menuLink(
  item: Extract<ConfigItem, { type: 'dropdown' }>,
  items: readonly MenuItem[],
  addresses: Addresses,
): MenuItem[] {
  // As in Docusaurus, where only `to` leads somewhere.
  const link = item.to === undefined ? undefined : resolveLink({ to: item.to }, addresses);
  if (link === undefined) return [];
  const isListed = items.some((each) => each.type === 'link' && each.href === link.href);
  return isListed ? [] : [{ type: 'link', label: item.label ?? '', html: item.html, ...link }];
}

/** What every item of the bar has. */
function frameOf(item: ConfigItem) {
  const { position, className, attributes } = item;
  const html = 'html' in item ? item.html : undefined;
  return { right: position === 'right' || undefined, className, attributes, html } as const;
}

function setLink(
  instance: string,
  { sets }: Addresses,
  base: ReturnType<typeof frameOf>,
  linkOf: (set: NavigationSet) => { label: string; href: string } | undefined,
): MenuItem | undefined {
  const own = sets.filter((set) => set.instance === instance);
  const links = Object.fromEntries(
    own.flatMap((set) => {
      const link = linkOf(set);
      return link === undefined ? [] : [[set.key, link]];
    }),
  );
  const latest = latestOf(own)?.key;
  // Where the latest version has no such document, any that has it.
  const there = latest !== undefined && latest in links ? latest : Object.keys(links)[0];
  return there === undefined ? undefined : { ...base, type: 'set-link', latest: there, links };
}

type ShownVersions = Extract<ConfigItem, { type: 'docsVersionDropdown' }>['versions'];

function shownVersions(
  versions: ShownVersions,
  sets: readonly NavigationSet[],
): Record<string, string> | undefined {
  if (versions === undefined) return undefined;
  const wanted = Array.isArray(versions)
    ? versions.map((name) => [name, undefined] as const)
    : Object.entries(versions).map(([name, { label }]) => [name, label] as const);
  return Object.fromEntries(
    wanted.flatMap(([name, label]) => {
      const set = sets.find(({ key }) => key.endsWith(`/${name}`));
      return set === undefined ? [] : [[set.label, label ?? set.label] as const];
    }),
  );
}

type ConfigLogo = NonNullable<SiteConfig['navbar']['logo']>;

function logoHref(logo: ConfigLogo | undefined, addresses: Addresses): string | undefined {
  return logo?.href === undefined ? undefined : resolveLink({ to: logo.href }, addresses)?.href;
}

function logoData({ src, srcDark, alt, width, height, className }: ConfigLogo, { base }: Addresses): Logo {
  const inDark = srcDark === undefined ? undefined : addBasePath(srcDark, base);
  return { src: addBasePath(src, base), srcDark: inDark, alt, width, height, className };
}

function allAttributes(
  attributes: Readonly<Record<string, string>> | undefined,
  target: string | undefined,
  rel: string | undefined,
): Record<string, string> | undefined {
  const all = { ...attributes, ...(target && { target }), ...(rel && { rel }) };
  return Object.keys(all).length === 0 ? undefined : all;
}
