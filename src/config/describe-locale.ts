import type { SiteConfig } from './site-config.ts';

/** A language of the site, as Docusaurus describes it in `i18n.localeConfigs`. */
export interface LocaleDescription {
  /** Name of the language, in that language. */
  label: string;
  direction: 'ltr' | 'rtl';
  /** BCP 47. */
  htmlLang: string;
  calendar: string;
  /** Folder of the translations into this language, within the folder of all translations. */
  path: string;
  /** Whether documents and texts have translations, if the configuration says so. */
  translate?: boolean | undefined;
  /** Origin of the site, the same in all languages. Empty if the configuration names none. */
  url: string;
  /** Address of the site in this language, with `/` at both ends. */
  baseUrl: string;
}

type LanguagesConfig = Pick<SiteConfig, 'baseUrl' | 'i18n'> & Partial<Pick<SiteConfig, 'url'>>;

/** Describes a language by the configuration, with Docusaurus' defaults. */
export function describeLocale(name: string, config: LanguagesConfig): LocaleDescription {
  const localeConfig = config.i18n.localeConfigs[name] ?? {};
  const { htmlLang = name } = localeConfig;
  return {
    ...localeConfig,
    label: localeConfig.label ?? chooseDefaultLabel(htmlLang),
    direction: localeConfig.direction ?? chooseDefaultDirection(htmlLang),
    htmlLang,
    calendar: localeConfig.calendar ?? chooseDefaultCalendar(htmlLang),
    path: localeConfig.path ?? name,
    url: findSiteUrl(config) ?? '',
    baseUrl: chooseBaseUrl(name, config),
  };
}

/** The origin of the whole site, as the configuration names it: that of its default language. */
function findSiteUrl({ url, i18n }: Pick<LanguagesConfig, 'url' | 'i18n'>): string | undefined {
  return i18n.localeConfigs[i18n.defaultLocale]?.url ?? url;
}

/**
 * The host of a language that the configuration puts on a host of its own (`localeConfigs.fr.url`), such as
 * `https://fr.example.com`. Undefined if the language is on the host of the site. One server serves all languages, so a
 * language with its own host is found below the site's address.
 */
export function findOwnHost(name: string, config: LanguagesConfig): string | undefined {
  const { url } = config.i18n.localeConfigs[name] ?? {};
  if (url === undefined || name === config.i18n.defaultLocale) return undefined;
  const host = readOrigin(url);
  return host === readOrigin(findSiteUrl(config)) ? undefined : host;
}

function readOrigin(url: string | undefined): string | undefined {
  return url === undefined || !URL.canParse(url) ? url : new URL(url).origin;
}

/**
 * The address of a language. On hosts of their own, several languages can have the same path. Here all but the first then
 * get the path that they would have by default.
 */
function chooseBaseUrl(name: string, config: LanguagesConfig): string {
  const { defaultLocale, locales } = config.i18n;
  const baseUrl = readBaseUrl(name, config);
  if (findOwnHost(name, config) === undefined) return baseUrl;
  const names = [...new Set([defaultLocale, ...locales])];
  const isTaken = names
    .slice(0, names.indexOf(name))
    .some((earlierName) => readBaseUrl(earlierName, config) === baseUrl);
  return isTaken ? nameBaseUrl(name, config) : baseUrl;
}

function readBaseUrl(name: string, config: LanguagesConfig): string {
  const { baseUrl } = config.i18n.localeConfigs[name] ?? {};
  return baseUrl === undefined ? nameBaseUrl(name, config) : `/${baseUrl}/`.replace(/\/{2,}/g, '/');
}

function nameBaseUrl(name: string, { baseUrl, i18n }: LanguagesConfig): string {
  return name === i18n.defaultLocale ? baseUrl : `${baseUrl}${name}/`;
}

function chooseDefaultLabel(name: string): string {
  const label = new Intl.DisplayNames(name, { type: 'language', fallback: 'code' }).of(name) ?? name;
  return label.charAt(0).toLocaleUpperCase(name) + label.slice(1);
}

function chooseDefaultCalendar(name: string): string {
  return new Intl.DateTimeFormat(name).resolvedOptions().calendar;
}

const RIGHT_TO_LEFT = new Set(['ar', 'arc', 'ckb', 'dv', 'fa', 'he', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi']);

function chooseDefaultDirection(name: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(new Intl.Locale(name).language) ? 'rtl' : 'ltr';
}
