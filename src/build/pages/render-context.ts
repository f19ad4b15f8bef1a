import type { SiteConfig } from '../../config/site-config.ts';
import type { SiteLocale } from '../../content/languages/locales.ts';
import { listRoutes } from '../../content/links/routes.ts';
import type { Previewed } from '../../model/audience.ts';
import type { Redirect, Site } from '../../model/site.ts';
import { joinBasePath } from '../../model/urls.ts';
import { toggleEndSlash } from '../../model/written-links.ts';
import { collectLastTags } from '../../search/index/site-pages.ts';
import type { RenderContext, ShellConfig } from '../../ui/page-data.ts';
import type { UiBundle } from '../bundle/bundle.ts';
import { nameHash } from '../hashing.ts';
import { listNavigationSets, type NavigationSet } from './config-links.ts';
import { createFooterData, createNavbarData } from './navigation.ts';
import { listRedirects } from './redirects.ts';

/**
 * Collects everything that all pages are rendered with. `articleStyles` is the URL of the articles' style sheet, if
 * any.
 */
export function createRenderContext(
  config: SiteConfig,
  { hash, assets }: Pick<UiBundle, 'hash' | 'assets'>,
  articleStyles: string | undefined,
  addresses: SiteAddresses,
): RenderContext {
  const shell = createShellConfig(config, addresses);
  const { rootPath } = addresses;
  return {
    config: shell,
    // A window with another value reloads, so it must change with everything that the shell contains.
    shell: nameHash(JSON.stringify([hash, shell])).slice(0, 10),
    rootPath,
    assets: { ...assets, style: assets.style + writeAnnouncementStyle(config) + writeCodeStyle(config) },
    articleStyles: articleStyles === undefined ? undefined : joinBasePath(articleStyles, rootPath),
  };
}

/** The targets of links in one language of a site. */
interface SiteAddresses {
  language: SiteLocale;
  /** Path of this language's home page. */
  base: string;
  /** Path of the site's root, above all languages. */
  rootPath: string;
  /** Tags of the search index that belong to the latest versions. */
  tags: Readonly<Record<string, string>> | undefined;
  sets: NavigationSet[];
  routes: readonly string[];
  redirects: Redirect[];
  /** See `Addresses`. */
  isHidden?: (path: string) => boolean;
  /** The readers whose view an administrator previews. */
  preview?: Previewed | undefined;
  /** See `ShellConfig`. */
  visitor?: ShellConfig['visitor'];
}

/** Collects the targets of links in one language of a site. */
export function collectSiteAddresses(site: Site, locale: SiteLocale): SiteAddresses {
  const routes = listRoutes(site);
  return {
    language: locale,
    base: locale.basePath,
    rootPath: locale.rootPath,
    tags: collectLastTags(site),
    sets: listNavigationSets(site),
    routes,
    redirects: listRedirects(site, routes),
  };
}

/** The part of the configuration that browsers get with every page. */
function createShellConfig(
  config: SiteConfig,
  { language, tags, redirects, routes, sets, base, isHidden, preview, visitor }: SiteAddresses,
): ShellConfig {
  const { name, tagline, titleDelimiter, announcement, search } = config;
  const { defaultTheme, respectPrefersColorScheme, disableThemeSwitch } = config;
  const targets = new Map([
    ...routes.map((path) => [toggleEndSlash(path), path] as const),
    ...redirects.map(({ from, to }) => [from, to] as const),
    ...routes.map((path) => [path, path] as const),
  ]);
  const groupLabels = new Map(config.groups.map((group) => [group.name, group.label]));
  const labelGroup = (group: string) => groupLabels.get(group) ?? group;
  const addresses = {
    base,
    findTarget: (path: string) => targets.get(path),
    sets,
    isHidden,
    opensTabs: config.infima,
  };
  return {
    lang: language.htmlLang === 'en' ? undefined : language.htmlLang,
    dir: language.direction === 'rtl' ? 'rtl' : undefined,
    name,
    tagline,
    titleDelimiter,
    navbar: createNavbarData(config, addresses),
    footer: createFooterData(config, addresses),
    announcement: announcement && {
      id: announcement.id,
      html: announcement.html,
      closeable: announcement.closeable,
    },
    defaultTheme,
    preview: preview === 'visitor' ? '' : preview?.map(labelGroup).join(', '),
    visitor,
    systemTheme: respectPrefersColorScheme || undefined,
    fixedTheme: disableThemeSwitch || undefined,
    search: { resultsPerGroup: search.resultsPerGroup, tags },
  };
}

/**
 * The announcement's colours. They are part of the page's style, so that the content security policy knows their hash.
 */
function writeAnnouncementStyle({ announcement }: SiteConfig): string {
  const { backgroundColor, textColor } = announcement ?? {};
  const writeRule = (selector: string, property: string, value: string | undefined) =>
    value !== undefined && /^[\w#(),.%/ -]+$/.test(value) ? `\n${selector}{${property}:${value}}` : '';
  return (
    writeRule('.announcement', 'background', backgroundColor) +
    writeRule('.announcement :is(.announcement__text,a,button)', 'color', textColor)
  );
}

/** Colours of code on screens. Printed code keeps the program's colours. */
function writeCodeStyle({ code }: SiteConfig): string {
  const { light, dark } = code.theme ?? {};
  const writeRule = (selector: string, colors: typeof light) => {
    if (colors === undefined) return '';
    const { background, dark: isDark, text, ...tokens } = colors;
    const scheme = `color-scheme:${isDark ? 'dark' : 'light'};--ifm-pre-background:${background};background:${background}`;
    const tokenColors = Object.entries(tokens).map(([kind, color]) => `;--tk-${kind}:${color}`);
    return `${selector} .theme-code-block{${scheme}${text === undefined ? '' : `;color:${text}`}${tokenColors.join('')}}`;
  };
  const rules = writeRule('[data-theme=light]', light) + writeRule(':root:not([data-theme=light])', dark);
  return rules === '' ? '' : `\n@media screen{${rules}}`;
}
