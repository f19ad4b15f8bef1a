import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describeLocale, findOwnHost } from '../../config/describe-locale.ts';
import { type FeatureMessages, readFeatureTexts } from '../../config/feature-messages.ts';
import { findMessageLanguage } from '../../config/messages.ts';
import type { SiteConfig } from '../../config/site-config.ts';
import { english, findSpokenTexts, type SiteTexts, type Texts } from '../../config/texts.ts';
import { toCanonicalText } from '../../shared/canonical-text.ts';
import { displayPath } from '../../shared/file-paths.ts';
import { isRecord } from '../../shared/json.ts';
import { findLineOfKey, findLineOfText } from '../../shared/line-of-key.ts';
import { didYouMean } from '../../shared/near-name.ts';
import type { Problem } from '../../shared/problem.ts';
import { isolateForeignTexts } from './isolate-foreign-texts.ts';
import { hasTheme, isThemeText, OWN_TEXT, readThemeTexts } from './theme-texts.ts';
import { findTranslationProblems, readTranslations } from './translations.ts';

/** A language of the site. */
export interface SiteLocale {
  /** Name of the language's folder in `i18n`. */
  name: string;
  /** Name of the language, in that language. */
  label: string;
  /** BCP 47. */
  htmlLang: string;
  direction: 'ltr' | 'rtl';
  /** Address of the site in this language, with `/` at both ends. */
  basePath: string;
  /** Address that all languages share. */
  rootPath: string;
  isDefault: boolean;
  /** Whether an address belongs to this language, even if no page is there. */
  has(address: string): boolean;
  /** Absolute path of the folder with its translations. Undefined if there is none. */
  dir: string | undefined;
}

/** Lists the languages of the site, the default language first. */
export function listLocales(
  config: Pick<SiteConfig, 'baseUrl' | 'i18n' | 'url'>,
  siteDir: string,
): [SiteLocale, ...SiteLocale[]] {
  const { i18n } = config;
  const { defaultLocale, locales, localeConfigs } = i18n;
  const createLocale = (name: string): Omit<SiteLocale, 'rootPath' | 'has'> => {
    const { label, htmlLang, direction, baseUrl: basePath, path: folder } = describeLocale(name, config);
    const dir = path.resolve(siteDir, i18n.path, folder);
    const isTranslated = localeConfigs[name]?.translate ?? true;
    return {
      ...{ name, label, htmlLang, direction, basePath },
      isDefault: name === defaultLocale,
      dir: isTranslated && existsSync(dir) ? dir : undefined,
    };
  };
  const main = createLocale(defaultLocale);
  const otherLocales = locales.filter((name) => name !== defaultLocale).map(createLocale);
  const paths = [main, ...otherLocales].map(({ basePath }) => basePath);
  const rootPath = paths.reduce(findCommonPath);
  const findInnermost = (address: string) =>
    paths
      .filter((path) => `${address}/`.startsWith(path))
      .reduce((inner, path) => (path.length > inner.length ? path : inner), '') || main.basePath;
  const completeLocale = (locale: typeof main): SiteLocale => ({
    ...{ ...locale, rootPath },
    has: (address) => findInnermost(address) === locale.basePath,
  });
  return [completeLocale(main), ...otherLocales.map(completeLocale)];
}

/** The folder with the translations of a language, from the site folder. */
const nameFolder = ({ path: folder, localeConfigs }: SiteConfig['i18n'], name: string) =>
  path.posix.join(folder, localeConfigs[name]?.path ?? name);

/** The innermost folder that contains both paths. */
function findCommonPath(path: string, other: string): string {
  let shared = path;
  while (!other.startsWith(shared)) shared = shared.replace(/[^/]*\/$/, '');
  return shared;
}

/** Finds problems with the languages that the configuration in `file` names. */
export function findLocaleProblems(
  config: Pick<SiteConfig, 'i18n' | 'baseUrl' | 'url'>,
  locales: readonly SiteLocale[],
  file: string,
  messages: readonly FeatureMessages[] = [],
): Problem[] {
  const { i18n } = config;
  const text = readFileSync(file, 'utf8');
  const createProblem = (severity: Problem['severity'], key: string, message: string): Problem => ({
    code: 'languages',
    severity,
    file: displayPath(file),
    line: findLineOfKey(text, key),
    message,
  });
  const untranslatedLocales: string[] = [];
  const problems = locales.flatMap((locale, index): Problem[] => {
    const { name, basePath, dir, isDefault } = locale;
    const sameAddress = locales.slice(0, index).find((other) => other.basePath === basePath);
    if (sameAddress)
      return [
        createProblem(
          'error',
          name,
          `The languages "${sameAddress.name}" and "${name}" have the same address, ${basePath}. Give one of them another "baseUrl" in i18n.localeConfigs.`,
        ),
      ];
    const ownHost = findOwnHost(name, config);
    const hostProblems =
      ownHost === undefined ? [] : [createProblem('warning', name, explainOwnHost(locale, ownHost))];
    if (dir !== undefined)
      return [
        ...hostProblems,
        ...findMissingThemeTexts(name),
        ...findTranslationProblems(dir),
        ...findUnknownTranslations(path.join(dir, 'code.json'), messages),
      ];
    const isTranslated = i18n.localeConfigs[name]?.translate ?? true;
    if (!isDefault && isTranslated) untranslatedLocales.push(name);
    return hostProblems;
  });
  if (untranslatedLocales.length === 0) return problems;
  return [
    ...problems,
    createProblem('warning', 'locales', explainMissingTranslations(untranslatedLocales, i18n)),
  ];
}

function explainOwnHost({ name, basePath }: SiteLocale, ownHost: string): string {
  const address = basePath.slice(0, -1);
  return `The language "${name}" is at ${basePath} of this site, not on ${ownHost}: one server serves all languages, and readers sign in once. Let ${ownHost} redirect each path to ${address}/… of this site, and remove "url" in i18n.localeConfigs.`;
}

/** Projects that translate elsewhere can lack the folders of all their languages, so this is one message. */
function explainMissingTranslations(names: readonly string[], i18n: SiteConfig['i18n']): string {
  const [name = ''] = names;
  if (names.length === 1)
    return `Nothing is translated into "${name}": the folder ${nameFolder(i18n, name)} doesn't exist. Create it, or remove the language from i18n.locales.`;
  const list = new Intl.ListFormat('en').format(names.map((item) => `"${item}"`));
  return `Nothing is translated into ${list}: ${i18n.path} has no folders for them. Create the folders, or remove the languages from i18n.locales.`;
}

/** Warns if the package with the theme's translations is missing, because most of the interface would be English. */
function findMissingThemeTexts(locale: string): Problem[] {
  if (findSpokenTexts(locale) || hasTheme()) return [];
  const message = `The texts of Docusaurus' theme in "${locale}" aren't installed, so texts that code.json lacks are in English. Install them: npm install --no-save --save-prod @docusaurus/theme-translations`;
  return [{ code: 'languages', severity: 'warning', message }];
}

/** Reports misspelt names of the engine's texts, which would otherwise stay English without explanation. */
function findUnknownTranslations(file: string, messages: readonly FeatureMessages[]): Problem[] {
  if (!existsSync(file)) return [];
  const text = readFileSync(file, 'utf8');
  const names = [...text.matchAll(/"text\.(\w+)"\s*:/g)].map(([, name = '']) => name);
  const knownNames = listTextNames(messages);
  return names
    .filter((name) => !knownNames.includes(name))
    .map((name) => ({
      code: 'languages',
      severity: 'warning',
      file: displayPath(file),
      line: findLineOfText(text, `${OWN_TEXT}${name}`),
      message: `No text is called "${name}".${didYouMean(name, knownNames)}`,
    }));
}

/** Reports replaced texts in the configuration `file` that neither the engine nor a feature has. */
export function findUnknownTexts(
  { texts }: Pick<SiteConfig, 'texts'>,
  file: string,
  messages: readonly FeatureMessages[] = [],
): Problem[] {
  const knownNames = listTextNames(messages);
  const unknownNames = Object.keys(texts).filter((name) => !knownNames.includes(name));
  if (unknownNames.length === 0) return [];
  const source = readFileSync(file, 'utf8');
  return unknownNames.map((name) => ({
    code: 'site-config',
    severity: 'error',
    file: displayPath(file),
    line: findLineOfKey(source, name),
    message: `texts.${name}: no text is called "${name}".${didYouMean(name, knownNames)}`,
  }));
}

function listTextNames(messages: readonly FeatureMessages[]): string[] {
  return Object.keys({ ...english, ...readFeatureTexts(messages, 'en') });
}

/** Translates the configuration: its texts, menus and titles. */
export async function translateConfig(
  locale: SiteLocale,
  sharedConfig: SiteConfig,
  messages: readonly FeatureMessages[] = [],
): Promise<SiteConfig> {
  const { name, dir, isDefault } = locale;
  const config = { ...sharedConfig, ...sharedConfig.localizedSettings[name] };
  const isPlain = isDefault && !config.i18n.docusaurusTexts && findMessageLanguage(name) === 'en';
  if (isPlain && dir === undefined)
    return { ...config, texts: { ...readFeatureTexts(messages, name), ...config.texts } };
  const readFolderTranslations = async (file: string): Promise<Translations> =>
    dir === undefined ? {} : readTranslations(path.join(dir, file));
  const [code, navbar, footer] = await Promise.all([
    readFolderTranslations('code.json'),
    readFolderTranslations('docusaurus-theme-classic/navbar.json'),
    readFolderTranslations('docusaurus-theme-classic/footer.json'),
  ]);
  const theme = isPlain
    ? {}
    : readThemeTexts(name, code, {
        keepsTheme: config.i18n.docusaurusTexts,
        engineNames: listTextNames(messages),
      });
  const texts = {
    ...readFeatureTexts(messages, name),
    ...chooseTexts(locale, config.texts, theme),
    ...(config.i18n.docusaurusTexts && untranslatedTexts),
  };
  // A site that was adopted from Docusaurus shows the texts of the theme exactly as they are there.
  const isExact = config.i18n.docusaurusTexts ? isThemeText : undefined;
  return {
    ...config,
    texts: locale.direction === 'rtl' ? isolateForeignTexts(texts, isExact) : texts,
    navbar: translateNavbar(config.navbar, navbar),
    footer: translateFooter(config.footer, footer),
    themeConfig: translateThemeConfig(config.themeConfig, { navbar, footer }),
  };
}

/** Translates the settings of navbar and footer as they are in the configuration, for components that read them. */
function translateThemeConfig(
  themeConfig: SiteConfig['themeConfig'],
  translations: { navbar: Translations; footer: Translations },
): SiteConfig['themeConfig'] {
  const { navbar, footer } = themeConfig;
  return {
    ...themeConfig,
    ...(isRecord(navbar) && { navbar: translateNavbarSettings(navbar, translations.navbar) }),
    ...(isRecord(footer) && { footer: translateFooterSettings(footer, translations.footer) }),
  };
}

function translateNavbarSettings(navbar: Settings, translations: Translations): Settings {
  const translateItem = (item: Settings): Settings => ({
    ...item,
    ...translateKey(item, 'label', 'item.label.', translations),
    ...mapObjects(item, 'items', translateItem),
  });
  return {
    ...navbar,
    ...(translations.title !== undefined && { title: translations.title }),
    ...translateLogo(navbar, translations),
    ...mapObjects(navbar, 'items', translateItem),
  };
}

function translateFooterSettings(footer: Settings, translations: Translations): Settings {
  const translateLink = (link: Settings): Settings => ({
    ...link,
    ...translateKey(link, 'title', 'link.title.', translations),
    ...translateKey(link, 'label', 'link.item.label.', translations),
    ...mapObjects(link, 'items', translateLink),
  });
  return {
    ...footer,
    ...(translations.copyright !== undefined && { copyright: translations.copyright }),
    ...translateLogo(footer, translations),
    ...mapObjects(footer, 'links', translateLink),
  };
}

type Settings = Record<string, unknown>;

function translateKey(settings: Settings, key: string, prefix: string, translations: Translations): Settings {
  const translation = translations[`${prefix}${settings[key]}`];
  return translation === undefined ? {} : { [key]: translation };
}

function translateLogo({ logo }: Settings, translations: Translations): Settings {
  const alt = translations['logo.alt'];
  return isRecord(logo) && alt !== undefined ? { logo: { ...logo, alt } } : {};
}

/** Applies a function to the objects of a list, if there is one under this key. */
function mapObjects(settings: Settings, key: string, work: (item: Settings) => Settings): Settings {
  const list = settings[key];
  return Array.isArray(list)
    ? { [key]: list.map((item: unknown) => (isRecord(item) ? work(item) : item)) }
    : {};
}

/** Docusaurus has these titles in English only. */
const untranslatedTexts = {
  secondaryTitle: 'secondary',
  successTitle: 'success',
  importantTitle: 'important',
};

/**
 * In the default language the site's own texts win. Other languages use the theme's texts, or the engine's if it has
 * some.
 */
function chooseTexts(
  { name, isDefault }: SiteLocale,
  siteTexts: SiteTexts,
  theme: Partial<SiteTexts>,
): Texts & Partial<SiteTexts> {
  const engineTexts = findSpokenTexts(name);
  if (!isDefault) return { ...(engineTexts ?? siteTexts), ...theme };
  return { ...(engineTexts ?? english), ...theme, ...listChangedTexts(siteTexts) };
}

function listChangedTexts(siteTexts: SiteTexts): Partial<SiteTexts> {
  const defaults: Readonly<Record<string, string>> = english;
  return Object.fromEntries(Object.entries(siteTexts).filter(([name, text]) => text !== defaults[name]));
}

type Translations = Readonly<Record<string, string>>;

function translateNavbar(navbar: SiteConfig['navbar'], translations: Translations): SiteConfig['navbar'] {
  const translateLabel = <Item extends object>(item: Item): Item => {
    if (!('label' in item) || typeof item.label !== 'string') return item;
    return { ...item, label: translations[toCanonicalText(`item.label.${item.label}`)] ?? item.label };
  };
  return {
    ...navbar,
    title: translations.title ?? navbar.title,
    logo: navbar.logo && { ...navbar.logo, alt: translations['logo.alt'] ?? navbar.logo.alt },
    items: navbar.items.map((item) => {
      const translatedItem = translateLabel(item);
      if (translatedItem.type === 'dropdown')
        return { ...translatedItem, items: translatedItem.items.map(translateLabel) };
      if (translatedItem.type === 'docsVersionDropdown' || translatedItem.type === 'localeDropdown')
        return {
          ...translatedItem,
          dropdownItemsBefore: translatedItem.dropdownItemsBefore.map(translateLabel),
          dropdownItemsAfter: translatedItem.dropdownItemsAfter.map(translateLabel),
        };
      return translatedItem;
    }),
  };
}

function translateFooter(footer: SiteConfig['footer'], translations: Translations): SiteConfig['footer'] {
  return {
    ...footer,
    copyright: translations.copyright ?? footer.copyright,
    logo: footer.logo && { ...footer.logo, alt: translations['logo.alt'] ?? footer.logo.alt },
    columns: footer.columns.map((column) => ({
      ...column,
      title:
        column.title === undefined
          ? undefined
          : (translations[toCanonicalText(`link.title.${column.title}`)] ?? column.title),
      items: column.items.map((item) =>
        'label' in item
          ? { ...item, label: translations[toCanonicalText(`link.item.label.${item.label}`)] ?? item.label }
          : item,
      ),
    })),
  };
}
