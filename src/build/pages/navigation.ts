import { type NavbarItem as ConfigItem, editionMenus } from '../../config/navigation-options.ts';
import type { SiteConfig } from '../../config/site-config.ts';
import { qualifyName } from '../../content/versions/qualify-set.ts';
import { getOutsideLinkAttributes } from '../../model/outside-link.ts';
import { addBasePath } from '../../model/written-links.ts';
import type {
  FooterData,
  FooterItem,
  Logo,
  MenuItem,
  NavbarData,
  NavbarItem,
  SetLink,
} from '../../ui/navigation-data.ts';
import {
  type Addresses,
  type ConfigLink,
  findLatest,
  type NavigationSet,
  resolveAddress,
  resolveConfigLink,
} from './config-links.ts';
import { findFirstLink } from './sidebar.ts';

export function createNavbarData(config: SiteConfig, addresses: Addresses): NavbarData {
  const { name, navbar, infima } = config;
  const { title = name, logo, style } = navbar;
  const items = [...navbar.items, ...listMissingMenus(config, addresses)];
  return {
    title,
    href: resolveLogoHref(logo, addresses) ?? addresses.base,
    target: logo?.target || buildLinkAttributes({ to: logo?.href }, addresses)?.target,
    logo: logo && createLogo(logo, addresses),
    // Code of Docusaurus sites looks for the inner element, which is the navbar itself here.
    className: ['navbar', infima && 'navbar__inner', style && `navbar--${style}`].filter(Boolean).join(' '),
    items: items.flatMap((item) => createNavbarItem(item, addresses) ?? []),
  };
}

/**
 * Menus of versions and languages, where there are several and the navbar has no item for them. The navbar of a Docusaurus
 * site stays as it is.
 */
function listMissingMenus({ navbar, i18n, infima }: SiteConfig, { sets }: Addresses): ConfigItem[] {
  if (infima) return [];
  const has = (...types: ConfigItem['type'][]) => navbar.items.some(({ type }) => types.includes(type));
  const { versions, languages } = editionMenus;
  const versionCount = sets.filter(({ instance }) => instance === versions.docsPluginId).length;
  return [
    ...(versionCount > 1 && !has('docsVersionDropdown', 'docsVersion') ? [versions] : []),
    ...(i18n.locales.length > 1 && !has('localeDropdown') ? [languages] : []),
  ];
}

export function createFooterData({ footer }: SiteConfig, addresses: Addresses): FooterData {
  const { style, copyright, columns, logo } = footer;
  return {
    style,
    copyright,
    logo: logo && {
      ...createLogo(logo, addresses),
      href: resolveLogoHref(logo, addresses),
      target: logo.target,
    },
    columns: columns.flatMap(({ title, className, items }) => {
      const visibleItems = items.flatMap((item) => createFooterItem(item, addresses) ?? []);
      // A heading without items would reveal that something is hidden.
      return items.length > 0 && visibleItems.length === 0 ? [] : [{ title, className, items: visibleItems }];
    }),
  };
}

function createFooterItem(
  item: SiteConfig['footer']['columns'][number]['items'][number],
  addresses: Addresses,
): FooterItem | undefined {
  if ('html' in item) return item;
  const { label, className } = item;
  const link = resolveConfigLink(item, addresses);
  if (link === undefined) return undefined;
  const attributes = buildLinkAttributes(item, addresses);
  return { label, href: link.href, file: link.file, className, attributes };
}

function createNavbarItem(item: ConfigItem, addresses: Addresses): NavbarItem | undefined {
  const base = createBaseItem(item);
  const createMenu = (items: readonly ConfigItem[]) =>
    items.flatMap((element) => createMenuItem(element, addresses) ?? []);
  switch (item.type) {
    case 'dropdown': {
      const items = createMenu(item.items);
      if (item.items.length > 0 && items.length === 0) return undefined;
      const labelLink = createLabelLink(item, items, addresses);
      return { ...base, type: 'menu', label: item.label ?? '', items: [...labelLink, ...items] };
    }
    case 'docsVersionDropdown': {
      const sets = addresses.sets.filter(({ instance }) => instance === item.docsPluginId);
      if (sets.length === 0) return undefined;
      const versionLabels = selectVersionLabels(item.versions, sets);
      const before = createMenu(item.dropdownItemsBefore);
      const after = createMenu(item.dropdownItemsAfter);
      const [onlySet, ...otherSets] = sets.filter(
        ({ label }) => versionLabels === undefined || label in versionLabels,
      );
      // For a single version and no other items, Docusaurus shows a link instead of a menu.
      if (onlySet && before.length + after.length + otherSets.length === 0) {
        const link = { label: versionLabels?.[onlySet.label] ?? onlySet.label, href: onlySet.path };
        return { ...base, type: 'set-link', latest: onlySet.key, links: { [onlySet.key]: link } };
      }
      return {
        ...base,
        type: 'versions',
        label: item.label ?? findLatest(sets)?.label ?? '',
        sets: sets.map(({ key }) => key),
        versions: sets.map(({ label, path }) => ({ label, href: path })),
        shown: versionLabels,
        before,
        after,
      };
    }
    case 'localeDropdown':
      return {
        ...base,
        type: 'languages',
        query: item.queryString === undefined ? undefined : `?${new URLSearchParams(item.queryString)}`,
        before: createMenu(item.dropdownItemsBefore),
        after: createMenu(item.dropdownItemsAfter),
      };
    default:
      return createMenuItem(item, addresses);
  }
}

function createMenuItem(item: ConfigItem, addresses: Addresses): MenuItem | undefined {
  const base = createBaseItem(item);
  switch (item.type) {
    case 'default': {
      const { label = '', activeBasePath, activeBaseRegex } = item;
      const link = resolveConfigLink(item, addresses);
      if (link === undefined) return undefined;
      return {
        ...base,
        type: 'link',
        label,
        ...link,
        covers:
          activeBasePath === undefined ? link.covers : resolveAddress({ to: activeBasePath }, addresses.base),
        pattern: activeBaseRegex,
        attributes: buildLinkAttributes(item, addresses),
      };
    }
    case 'html':
      return { ...base, type: 'html', html: item.value };
    case 'doc':
      return createSetLink(item.docsPluginId, addresses, base, ({ docs }) => {
        const doc = docs[item.docId];
        return (
          doc && { href: doc.path, label: item.label ?? item.docId, isExact: true, sidebar: doc.sidebar }
        );
      });
    case 'docSidebar':
      return createSetLink(item.docsPluginId, addresses, base, ({ key, sidebars }) => {
        const first = findFirstLink(sidebars[item.sidebarId] ?? []);
        const sidebar = qualifyName(key, item.sidebarId);
        return first && { href: first.href, label: item.label ?? first.label, isExact: true, sidebar };
      });
    case 'docsVersion':
      return createSetLink(item.docsPluginId, addresses, base, ({ label, path }) => ({
        label: item.label ?? label,
        href: item.to === undefined ? path : (resolveConfigLink(item, addresses)?.href ?? path),
      }));
    default:
      // The navbar always has a search field, and the other types aren't allowed in menus.
      return undefined;
  }
}

/** A menu opens on click, so the page that its label leads to becomes its first item. */
function createLabelLink(
  item: Extract<ConfigItem, { type: 'dropdown' }>,
  items: readonly MenuItem[],
  addresses: Addresses,
): MenuItem[] {
  // As in Docusaurus, only `to` leads somewhere.
  const link = item.to === undefined ? undefined : resolveConfigLink({ to: item.to }, addresses);
  if (link === undefined) return [];
  const isListed = items.some((candidate) => candidate.type === 'link' && candidate.href === link.href);
  const attributes = buildLinkAttributes({ to: item.to }, addresses);
  return isListed ? [] : [{ type: 'link', label: item.label ?? '', html: item.html, ...link, attributes }];
}

/** The properties that all items of the navbar share. */
interface BaseItem {
  right: true | undefined;
  className: string | undefined;
  attributes: Readonly<Record<string, string>> | undefined;
  html: string | undefined;
}

function createBaseItem(item: ConfigItem): BaseItem {
  const { position, className, attributes } = item;
  const html = 'html' in item ? item.html : undefined;
  return { right: position === 'right' || undefined, className, attributes, html };
}

function createSetLink(
  instance: string,
  { sets }: Addresses,
  base: BaseItem,
  getLink: (set: NavigationSet) => SetLink | undefined,
): MenuItem | undefined {
  const instanceSets = sets.filter((set) => set.instance === instance);
  const links = Object.fromEntries(
    instanceSets.flatMap((set) => {
      const link = getLink(set);
      return link === undefined ? [] : [[set.key, link]];
    }),
  );
  const latest = findLatest(instanceSets)?.key;
  // If the latest version lacks the document, any version that has it.
  const shownKey = latest !== undefined && latest in links ? latest : Object.keys(links)[0];
  return shownKey === undefined ? undefined : { ...base, type: 'set-link', latest: shownKey, links };
}

type VersionChoice = Extract<ConfigItem, { type: 'docsVersionDropdown' }>['versions'];

function selectVersionLabels(
  versions: VersionChoice,
  sets: readonly NavigationSet[],
): Record<string, string> | undefined {
  if (versions === undefined) return undefined;
  const chosenVersions = Array.isArray(versions)
    ? versions.map((name) => [name, undefined] as const)
    : Object.entries(versions).map(([name, { label }]) => [name, label] as const);
  return Object.fromEntries(
    chosenVersions.flatMap(([name, label]) => {
      const set = sets.find((candidate) => candidate.name === name);
      return set === undefined ? [] : [[set.label, label ?? set.label] as const];
    }),
  );
}

type ConfigLogo = NonNullable<SiteConfig['navbar']['logo']>;

function resolveLogoHref(logo: ConfigLogo | undefined, addresses: Addresses): string | undefined {
  return logo?.href === undefined ? undefined : resolveConfigLink({ to: logo.href }, addresses)?.href;
}

function createLogo({ src, srcDark, alt, width, height, className }: ConfigLogo, { base }: Addresses): Logo {
  const inDark = srcDark === undefined ? undefined : addBasePath(srcDark, base);
  return { src: addBasePath(src, base), srcDark: inDark, alt, width, height, className };
}

interface LinkWithAttributes extends ConfigLink {
  target?: string | undefined;
  rel?: string | undefined;
  attributes?: Readonly<Record<string, string>> | undefined;
}

/** The HTML attributes of a link: those of the configuration before those that every link out of the site gets. */
function buildLinkAttributes(
  { attributes, target, rel, to, href }: LinkWithAttributes,
  { opensTabs = false }: Addresses,
): Record<string, string> | undefined {
  const all = {
    ...(opensTabs ? getOutsideLinkAttributes(href || to || '') : {}),
    ...attributes,
    ...(target && { target }),
    ...(rel && { rel }),
  };
  return Object.keys(all).length === 0 ? undefined : all;
}
