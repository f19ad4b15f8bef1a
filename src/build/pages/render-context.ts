import type { SiteConfig } from '../../config/site-config.ts';
import type { SiteLocale } from '../../content/locales.ts';
import type { Redirect } from '../../model/site.ts';
import type { RenderContext, ShellConfig } from '../../ui/page-data.ts';
import type { UiBundle } from '../bundle/bundle.ts';
import { nameHash } from '../hashing.ts';

/** What every page is rendered with. `articleStyles` is the address of their style sheet, where there is one. */
export function renderContext(
  config: SiteConfig,
  { hash, assets }: Pick<UiBundle, 'hash' | 'assets'>,
  articleStyles: string | undefined,
  addresses: SiteAddresses,
): RenderContext {
  const shell = shellConfig(config, addresses);
  return {
    config: shell,
    // A window with another version of this reloads; it must change with whatever the shell holds.
    shell: nameHash(JSON.stringify([hash, shell])).slice(0, 10),
    assets,
    articleStyles,
  };
}

interface SiteAddresses {
  /** See `ShellConfig`. */
  tags?: Readonly<Record<string, string>> | undefined;
  /** Of the shell's words; absent: English. */
  language?: Pick<SiteLocale, 'htmlLang' | 'direction'> | undefined;
  redirects: readonly Redirect[];
  /** Of all pages. */
  routes: readonly string[];
}

/**
 * What of the configuration goes to the browser with every page. A link to an address that redirects leads to
 * the page itself: the shell fetches pages, and a redirect is none.
 */
function shellConfig(config: SiteConfig, { language, tags, redirects, routes }: SiteAddresses): ShellConfig {
  const { name, tagline, navbar, footer, announcement, defaultTheme, search } = config;
  const targets = new Map([
    ...routes.filter((path) => /.\/$/.test(path)).map((path) => [path.slice(0, -1), path] as const),
    ...redirects.map(({ from, to }) => [from, to] as const),
    ...routes.map((path) => [path, path] as const),
  ]);
  return {
    ...(language && language.htmlLang !== 'en' ? { lang: language.htmlLang } : {}),
    ...(language?.direction === 'rtl' ? { dir: 'rtl' as const } : {}),
    name,
    tagline,
    navbar: {
      items: navbar.items.flatMap((item) => {
        if (item.type !== 'default') return [];
        const { label = '', to, href = to ?? '/' } = item;
        const target = targets.get(href);
        return target === undefined || target === href
          ? { label, href }
          : { label, href: target, covers: href };
      }),
    },
    footer: {
      copyright: footer.copyright,
      columns: footer.columns.map(({ title, items }) => ({
        title,
        items: items.flatMap((item) => {
          if (!('label' in item)) return [];
          const { label, to, href = to ?? '/' } = item;
          return [{ label, href: targets.get(href) ?? href }];
        }),
      })),
    },
    announcement,
    defaultTheme,
    search: { resultsPerGroup: search.resultsPerGroup, ...(tags === undefined ? {} : { tags }) },
  };
}
