import type { SiteConfig } from '../../config/site-config.ts';
import type { SiteLocale } from '../../content/locales.ts';
import { listRoutes } from '../../content/routes.ts';
import type { Previewed } from '../../model/audience.ts';
import type { Site } from '../../model/site.ts';
import { atBasePath } from '../../model/urls.ts';
import { otherEnd } from '../../model/written-links.ts';
import { lastTags } from '../../search/index/site-pages.ts';
import type { RenderContext, ShellConfig } from '../../ui/page-data.ts';
import type { UiBundle } from '../bundle/bundle.ts';
import { nameHash } from '../hashing.ts';
import { navigationSets } from './config-links.ts';
import { footerData, navbarData } from './navigation.ts';
import { redirectsOf } from './redirects.ts';

/** What every page is rendered with. `articleStyles` is the address of their style sheet, where there is one. */
export function renderContext(
  config: SiteConfig,
  { hash, assets }: Pick<UiBundle, 'hash' | 'assets'>,
  articleStyles: string | undefined,
  addresses: SiteAddresses,
): RenderContext {
  const shell = shellConfig(config, addresses);
  const { rootPath } = addresses;
  return {
    config: shell,
    // A window with another version of this reloads; it must change with whatever the shell holds.
    shell: nameHash(JSON.stringify([hash, shell])).slice(0, 10),
    rootPath,
    assets: { ...assets, style: assets.style + announcementStyle(config) + codeStyle(config) },
    articleStyles: articleStyles === undefined ? undefined : atBasePath(articleStyles, rootPath),
  };
}

interface SiteAddresses extends ReturnType<typeof siteAddresses> {
  /** See `Addresses`. */
  isHidden?: (path: string) => boolean;
  /** As whom an administrator looks at it. */
  preview?: Previewed | undefined;
  /** See `ShellConfig`. */
  visitor?: ShellConfig['visitor'];
}

/** What the pages of this language of a site lead to. */
export function siteAddresses(site: Site, locale: SiteLocale) {
  const routes = listRoutes(site);
  return {
    language: locale,
    base: locale.basePath,
    rootPath: locale.rootPath,
    tags: lastTags(site),
    sets: navigationSets(site),
    routes,
    redirects: redirectsOf(site, routes),
  };
}

/** What of the configuration goes to the browser with every page. */
function shellConfig(
  config: SiteConfig,
  { language, tags, redirects, routes, sets, base, isHidden, preview, visitor }: SiteAddresses,
): ShellConfig {
  const { name, tagline, titleDelimiter, announcement, search } = config;
  const { defaultTheme, respectPrefersColorScheme, disableThemeSwitch } = config;
  const targets = new Map([
    ...routes.map((path) => [otherEnd(path), path] as const),
    ...redirects.map(({ from, to }) => [from, to] as const),
    ...routes.map((path) => [path, path] as const),
  ]);
  const addresses = { base, target: (path: string) => targets.get(path), sets, isHidden };
  return {
    lang: language.htmlLang === 'en' ? undefined : language.htmlLang,
    dir: language.direction === 'rtl' ? 'rtl' : undefined,
    name,
    tagline,
    titleDelimiter,
    navbar: navbarData(config, addresses),
    footer: footerData(config, addresses),
    announcement: announcement && {
      id: announcement.id,
      html: announcement.html,
      closeable: announcement.closeable,
    },
    defaultTheme,
    preview: preview === 'visitor' ? '' : preview?.join(', '),
    visitor,
    systemTheme: respectPrefersColorScheme || undefined,
    fixedTheme: disableThemeSwitch || undefined,
    search: { resultsPerGroup: search.resultsPerGroup, tags },
  };
}

/** The owner's colours, in the style of the page, which the policy knows by its hash. */
function announcementStyle({ announcement }: SiteConfig): string {
  const { backgroundColor, textColor } = announcement ?? {};
  const rule = (selector: string, property: string, value: string | undefined) =>
    value !== undefined && /^[\w#(),.%/ -]+$/.test(value) ? `\n${selector}{${property}:${value}}` : '';
  return (
    rule('.announcement', 'background', backgroundColor) +
    rule('.announcement :is(.announcement__text,a,button)', 'color', textColor)
  );
}

/** Colours of code; on paper it has the program's. */
function codeStyle({ code }: SiteConfig): string {
  const { light, dark } = code.theme ?? {};
  const rule = (selector: string, colors: typeof light) => {
    if (colors === undefined) return '';
    const { background, dark: isDark, text, ...tokens } = colors;
    const scheme = `color-scheme:${isDark ? 'dark' : 'light'};--ifm-pre-background:${background};background:${background}`;
    const own = Object.entries(tokens).map(([kind, color]) => `;--tk-${kind}:${color}`);
    return `${selector} .theme-code-block{${scheme}${text === undefined ? '' : `;color:${text}`}${own.join('')}}`;
  };
  const rules = rule('[data-theme=light]', light) + rule(':root:not([data-theme=light])', dark);
  return rules === '' ? '' : `\n@media screen{${rules}}`;
}
