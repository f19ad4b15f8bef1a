import { existsSync } from 'node:fs';
import path from 'node:path';
import { administrationTexts } from '../config/administration-texts.ts';
import type { SiteConfig } from '../config/site-config.ts';
import { themeTexts } from './theme-texts.ts';
import { readTranslations } from './translations.ts';

/** A language that the site is read in. */
export interface SiteLocale {
  /** As the folder below `i18n` is called. */
  name: string;
  /** In the language itself. */
  label: string;
  /** BCP 47. */
  htmlLang: string;
  direction: 'ltr' | 'rtl';
  /** Where the site lies in this language; `/` at both ends. */
  basePath: string;
  isDefault: boolean;
  /** What is translated, absolute; absent where nothing is. */
  dir: string | undefined;
}

/** Every language of the site, that of its addresses without a language first. */
export function localesOf(
  { baseUrl, i18n }: Pick<SiteConfig, 'baseUrl' | 'i18n'>,
  siteDir: string,
): [SiteLocale, ...SiteLocale[]] {
  const { defaultLocale, locales, localeConfigs } = i18n;
  const localeOf = (name: string): SiteLocale => {
    const own = localeConfigs[name] ?? {};
    const isDefault = name === defaultLocale;
    const dir = path.resolve(siteDir, i18n.path, own.path ?? name);
    return {
      name,
      label: own.label ?? labelOf(name),
      htmlLang: own.htmlLang ?? name,
      direction: own.direction ?? directionOf(name),
      basePath: own.baseUrl ?? (isDefault ? baseUrl : `${baseUrl}${own.path ?? name}/`),
      isDefault,
      dir: (own.translate ?? true) && existsSync(dir) ? dir : undefined,
    };
  };
  const others = locales.filter((name) => name !== defaultLocale);
  return [localeOf(defaultLocale), ...others.map(localeOf)];
}

function labelOf(name: string): string {
  const label = new Intl.DisplayNames(name, { type: 'language', fallback: 'code' }).of(name) ?? name;
  return label.charAt(0).toLocaleUpperCase(name) + label.slice(1);
}

const RIGHT_TO_LEFT = new Set(['ar', 'arc', 'ckb', 'dv', 'fa', 'he', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi']);

function directionOf(name: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(new Intl.Locale(name).language) ? 'rtl' : 'ltr';
}

/** The configuration as it is in a language: its texts, menus and titles translated. */
export async function configIn(locale: SiteLocale, config: SiteConfig): Promise<SiteConfig> {
  const isPlain = locale.isDefault && locale.dir === undefined && !config.i18n.docusaurusTexts;
  const ofAdministrators = administrationTexts(locale.name, config.texts);
  if (isPlain) return { ...config, texts: { ...config.texts, ...ofAdministrators } };
  const inTheme = (name: string) =>
    locale.dir === undefined
      ? Promise.resolve({})
      : readTranslations(path.join(locale.dir, 'docusaurus-theme-classic', name));
  const [code, navbar, footer] = await Promise.all([
    locale.dir === undefined ? {} : readTranslations(path.join(locale.dir, 'code.json')),
    inTheme('navbar.json'),
    inTheme('footer.json'),
  ]);
  const theme = themeTexts(locale.name, code);
  return {
    ...config,
    texts: {
      ...config.texts,
      ...ofAdministrators,
      ...(locale.isDefault && !config.i18n.docusaurusTexts ? {} : theme),
    },
    navbar: translatedNavbar(config.navbar, navbar),
    footer: translatedFooter(config.footer, footer),
  };
}

type Translations = Readonly<Record<string, string>>;

function translatedNavbar(navbar: SiteConfig['navbar'], said: Translations): SiteConfig['navbar'] {
  const label = <Item extends object>(item: Item): Item => {
    if (!('label' in item) || typeof item.label !== 'string') return item;
    return { ...item, label: said[`item.label.${item.label}`] ?? item.label };
  };
  return {
    ...navbar,
    title: said.title ?? navbar.title,
    logo: navbar.logo && { ...navbar.logo, alt: said['logo.alt'] ?? navbar.logo.alt },
    items: navbar.items.map((item) => {
      const own = label(item);
      if (own.type === 'dropdown') return { ...own, items: own.items.map(label) };
      if (own.type === 'docsVersionDropdown' || own.type === 'localeDropdown')
        return {
          ...own,
          dropdownItemsBefore: own.dropdownItemsBefore.map(label),
          dropdownItemsAfter: own.dropdownItemsAfter.map(label),
        };
      return own;
    }),
  };
}

function translatedFooter(footer: SiteConfig['footer'], said: Translations): SiteConfig['footer'] {
  return {
    ...footer,
    copyright: said.copyright ?? footer.copyright,
    logo: footer.logo && { ...footer.logo, alt: said['logo.alt'] ?? footer.logo.alt },
    columns: footer.columns.map((column) => ({
      ...column,
      title: column.title === undefined ? undefined : (said[`link.title.${column.title}`] ?? column.title),
      items: column.items.map((item) =>
        'label' in item ? { ...item, label: said[`link.item.label.${item.label}`] ?? item.label } : item,
      ),
    })),
  };
}
