import type { NavbarItem } from '../config/navigation-options.ts';
import type { SiteConfig } from '../config/site-config.ts';
import { hasProtocol } from '../model/written-links.ts';
import { decodePath } from '../shared/decode.ts';
import { findLineOfText } from '../shared/line-of-key.ts';
import { didYouMean } from '../shared/near-name.ts';
import type { Problem } from '../shared/problem.ts';
import {
  type ConfigLink,
  getSitePath,
  listNavigationSets,
  type NavigationSet,
  type NavigationSource,
  resolveAddress,
} from './pages/config-links.ts';
import { findFirstLink } from './pages/sidebar.ts';

interface ConfigLinkCheck {
  config: SiteConfig;
  /** The configuration file, as problems name it. */
  file: string;
  /** Text of that file, to find the lines of problems. */
  text: string;
  /** Path of this language's home page. */
  base: string;
  /** Whether the site has a page or file at this path, base path included. */
  isServed: (path: string) => boolean;
  /** Says that the page of an address has no such anchor. Undefined if it has, and for addresses without a fragment. */
  findMissingAnchor: (address: string) => string | undefined;
  /** Suggests a page or file that a wrong path may mean: ` Did you mean "/docs/intro"?`, or an empty string. */
  suggestTarget: (path: string) => string;
  /** Documentation that items of the navbar name by id. */
  site: NavigationSource;
  /**
   * Whether broken links are left out with a warning, because a foreign docs folder lacks the pages that they lead to.
   */
  dropsBrokenLinks: boolean;
}

/** Checks that every link in the navbar and the footer leads to a page or a file of the site. */
export function checkConfigLinks(check: ConfigLinkCheck): { config: SiteConfig; problems: Problem[] } {
  const { config, base, isServed, findMissingAnchor, suggestTarget, dropsBrokenLinks } = check;
  const ownAddress = readOwnAddress(config);
  const sets = listNavigationSets(check.site);
  const problems: Problem[] = [];
  const report = (
    severity: Problem['severity'],
    target: string,
    message: string,
    code: 'broken-link' | 'broken-anchor' = 'broken-link',
  ) =>
    problems.push({
      code,
      severity,
      file: check.file,
      line: findLineOfText(check.text, target),
      message,
    });
  const shouldKeep = (link: ConfigLink, name: string): boolean => {
    const target = link.href || link.to;
    if (!target) return true;
    if (hasProtocol(target)) {
      const path = ownAddress && findOwnPath(target, ownAddress);
      if (path !== undefined && !isServed(decodePath(path) ?? path))
        report(
          'warning',
          target,
          `The link “${name}” leads to ${target}, which is an address of this site, but the site has no such page or file.${suggestTarget(path)} Correct or remove the link.`,
        );
      return true;
    }
    const address = resolveAddress(link, base);
    const path = getSitePath(address);
    if (path === undefined) {
      if (/^[#?]/.test(address)) return true;
      const message = `The link “${name}” leads to ${target}, which means another page depending on where it's clicked. Start it with a slash, or write "to" instead of "href".`;
      report('warning', target, message);
      return true;
    }
    const decodedPath = decodePath(path) ?? path;
    if (isServed(decodedPath)) {
      const fault = findMissingAnchor(address);
      if (fault !== undefined)
        report('error', target, `The link “${name}” leads to ${target}, but ${fault}`, 'broken-anchor');
      return true;
    }
    const what = `The link “${name}” leads to ${target}, but this site has no such page or file.${suggestTarget(decodedPath)}`;
    report(
      dropsBrokenLinks ? 'warning' : 'error',
      target,
      dropsBrokenLinks ? `${what} The link is left out.` : `${what} Correct or remove the link.`,
    );
    return !dropsBrokenLinks;
  };
  const reportMissing = (item: DocumentationItem) => {
    const missing = describeMissingTarget(item, sets, check.site);
    if (missing === undefined) return;
    const { id, what, names } = missing;
    const hint = didYouMean(id, names);
    report(
      dropsBrokenLinks ? 'warning' : 'error',
      id,
      `The navbar item${item.label === undefined ? '' : ` “${item.label}”`} names ${what}, so it's left out.${hint} Correct or remove it.`,
    );
  };
  const checkItems = <Item extends NavbarItem>(items: readonly Item[]): Item[] =>
    items.flatMap((item): Item[] => {
      if (isDocumentationItem(item)) reportMissing(item);
      switch (item.type) {
        case 'default':
          return shouldKeep(item, item.label ?? item.html ?? '') ? [item] : [];
        case 'docsVersion':
          return shouldKeep({ to: item.to }, item.label ?? item.to ?? '') ? [item] : [];
        case 'dropdown': {
          const to = shouldKeep({ to: item.to }, item.label ?? item.html ?? '') ? item.to : undefined;
          const items = checkItems(item.items);
          return items.length === 0 && item.items.length > 0 ? [] : [{ ...item, to, items }];
        }
        case 'docsVersionDropdown':
        case 'localeDropdown': {
          const dropdownItemsBefore = checkItems(item.dropdownItemsBefore);
          const dropdownItemsAfter = checkItems(item.dropdownItemsAfter);
          return [{ ...item, dropdownItemsBefore, dropdownItemsAfter }];
        }
        default:
          return [item];
      }
    });
  const checkLogo = <Logo extends { href?: string | undefined }>(logo: Logo, place: string): Logo =>
    shouldKeep({ to: logo.href }, place) ? logo : { ...logo, href: undefined };
  const { navbar, footer } = config;
  const columns = footer.columns
    .map((column) => ({
      ...column,
      items: column.items.filter((item) => 'html' in item || shouldKeep(item, item.label)),
    }))
    .filter((column, index) => column.items.length > 0 || footer.columns[index]?.items.length === 0);
  return {
    config: {
      ...config,
      navbar: {
        ...navbar,
        logo: navbar.logo && checkLogo(navbar.logo, 'logo'),
        items: checkItems(navbar.items),
      },
      footer: { ...footer, logo: footer.logo && checkLogo(footer.logo, 'footer logo'), columns },
    },
    problems,
  };
}

/** The address under which readers find the site, if its configuration says so. */
function readOwnAddress({ url, baseUrl }: SiteConfig): URL | undefined {
  return url === undefined ? undefined : (URL.parse(baseUrl ?? '/', url) ?? undefined);
}

/** The path of a link that names the host of this site. Undefined for links to other hosts, or outside the base path. */
function findOwnPath(target: string, { protocol, host, pathname }: URL): string | undefined {
  const url = URL.parse(target, `${protocol}//${host}`);
  if (url?.host !== host || !/^https?:$/.test(url.protocol)) return undefined;
  return `${url.pathname}/`.startsWith(pathname) ? url.pathname : undefined;
}

type DocumentationItem = Extract<
  NavbarItem,
  { type: 'doc' | 'docSidebar' | 'docsVersion' | 'docsVersionDropdown' }
>;

function isDocumentationItem(item: NavbarItem): item is DocumentationItem {
  return 'docsPluginId' in item;
}

/** Finds out whether an item of the navbar names something that no version has. Docusaurus stops at such an item. */
function describeMissingTarget(
  item: DocumentationItem,
  allSets: readonly NavigationSet[],
  { sets: docSets }: NavigationSource,
): { id: string; what: string; names: readonly string[] } | undefined {
  const sets = allSets.filter(({ instance }) => instance === item.docsPluginId);
  if (sets.length === 0)
    return {
      id: item.docsPluginId,
      what: `the documentation "${item.docsPluginId}", which doesn't exist`,
      names: allSets.map(({ instance }) => instance),
    };
  if (item.type === 'doc') {
    const isDraft = docSets.some(
      ({ instance, version }) => instance === item.docsPluginId && version.draftIds.includes(item.docId),
    );
    if (isDraft || sets.some(({ docs }) => item.docId in docs)) return undefined;
    return {
      id: item.docId,
      what: `the document "${item.docId}", which doesn't exist`,
      names: sets.flatMap(({ docs }) => Object.keys(docs)),
    };
  }
  if (item.type === 'docSidebar') {
    const sidebars = sets.flatMap(({ sidebars }) => sidebars[item.sidebarId] ?? []);
    if (findFirstLink(sidebars)) return undefined;
    const why = sets.some(({ sidebars }) => item.sidebarId in sidebars)
      ? 'which has no page to link to'
      : "which doesn't exist";
    const names = sets.flatMap(({ sidebars }) => Object.keys(sidebars));
    return {
      id: item.sidebarId,
      what: `the sidebar "${item.sidebarId}", ${why}`,
      names: names.filter((name) => name !== item.sidebarId),
    };
  }
  if (item.type === 'docsVersionDropdown' && item.versions !== undefined) {
    const names = Array.isArray(item.versions) ? item.versions : Object.keys(item.versions);
    const missing = names.find((name) => !sets.some((set) => set.name === name));
    if (missing !== undefined)
      return {
        id: missing,
        what: `the version "${missing}", which doesn't exist`,
        names: sets.map(({ name }) => name),
      };
  }
  return undefined;
}
