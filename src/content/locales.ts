import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { SiteConfig } from '../config/site-config.ts';
import { english, spokenTexts, type TextName, type Texts } from '../config/texts.ts';
import { displayPath } from '../shared/file-paths.ts';
import { lineOfKey, lineOfText } from '../shared/line-of-key.ts';
import { didYouMean } from '../shared/near-name.ts';
import type { Problem } from '../shared/problem.ts';
import { hasTheme, OWN_TEXT, themeTexts } from './theme-texts.ts';
import { readTranslations, translationProblems } from './translations.ts';

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
  /** Where it lies in all its languages. */
  rootPath: string;
  isDefault: boolean;
  /** Whether an address of the site is one in this language, whatever is there. */
  has(address: string): boolean;
  /** What is translated, absolute; absent where nothing is. */
  dir: string | undefined;
}

/** Every language of the site, that of its addresses without a language first. */
export function localesOf(
  { baseUrl, i18n }: Pick<SiteConfig, 'baseUrl' | 'i18n'>,
  siteDir: string,
): [SiteLocale, ...SiteLocale[]] {
  const { defaultLocale, locales, localeConfigs } = i18n;
  const localeOf = (name: string): Omit<SiteLocale, 'rootPath' | 'has'> => {
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
  const main = localeOf(defaultLocale);
  const others = locales.filter((name) => name !== defaultLocale).map(localeOf);
  const paths = [main, ...others].map(({ basePath }) => basePath);
  const rootPath = paths.reduce(commonPath);
  const innermost = (address: string) =>
    paths
      .filter((path) => `${address}/`.startsWith(path))
      .reduce((inner, path) => (path.length > inner.length ? path : inner), '') || main.basePath;
  const whole = (locale: typeof main): SiteLocale => ({
    ...{ ...locale, rootPath },
    has: (address) => innermost(address) === locale.basePath,
  });
  return [whole(main), ...others.map(whole)];
}

/** The innermost folder that has both. */
function commonPath(path: string, other: string): string {
  let shared = path;
  while (!other.startsWith(shared)) shared = shared.replace(/[^/]*\/$/, '');
  return shared;
}

/** What is wrong with the languages as the configuration in `file` names them. */
export function localeProblems(
  { i18n }: Pick<SiteConfig, 'i18n'>,
  locales: readonly SiteLocale[],
  file: string,
): Problem[] {
  const text = readFileSync(file, 'utf8');
  const say = (severity: Problem['severity'], key: string, message: string): Problem => ({
    code: 'languages',
    severity,
    file: displayPath(file),
    line: lineOfKey(text, key),
    message,
  });
  return locales.flatMap((locale, at) => {
    const { name, basePath, dir, isDefault } = locale;
    const same = locales.slice(0, at).find((other) => other.basePath === basePath);
    if (same)
      return say(
        'error',
        name,
        `The languages "${same.name}" and "${name}" both lie at ${basePath}. Give one of them another "baseUrl" or "path" in i18n.localeConfigs.`,
      );
    if (dir !== undefined)
      return [
        ...unsaidTexts(name),
        ...translationProblems(dir),
        ...unknownTexts(path.join(dir, 'code.json')),
      ];
    const isTranslated = i18n.localeConfigs[name]?.translate ?? true;
    if (isDefault || !isTranslated) return [];
    return say(
      'warning',
      'locales',
      `Nothing is translated into "${name}": there is no folder ${i18n.path}/${name}. Make it, or take the language out of i18n.locales.`,
    );
  });
}

/** What only an author's installation has: without it nearly all of the interface would be English in silence. */
function unsaidTexts(locale: string): Problem[] {
  if (spokenTexts(locale) || hasTheme()) return [];
  const message = `The words of Docusaurus' theme in "${locale}" are not installed, so the interface is English where code.json says nothing: npm install --no-save --save-prod @docusaurus/theme-translations`;
  return [{ code: 'languages', severity: 'warning', message }];
}

/** A text of the engine's that is called otherwise would be English, and nobody would know why. */
function unknownTexts(file: string): Problem[] {
  if (!existsSync(file)) return [];
  const text = readFileSync(file, 'utf8');
  const names = [...text.matchAll(/"text\.(\w+)"\s*:/g)].map(([, name = '']) => name);
  return names
    .filter((name) => !(name in english))
    .map((name) => ({
      code: 'languages',
      severity: 'warning',
      file: displayPath(file),
      line: lineOfText(text, `${OWN_TEXT}${name}`),
      message: `There is no text called "${name}".${didYouMean(name, Object.keys(english))}`,
    }));
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
  const { name, dir, isDefault } = locale;
  const isPlain = isDefault && !config.i18n.docusaurusTexts && spokenTexts(name) === english;
  if (isPlain && dir === undefined) return config;
  const said = async (file: string): Promise<Translations> =>
    dir === undefined ? {} : readTranslations(path.join(dir, file));
  const [code, navbar, footer] = await Promise.all([
    said('code.json'),
    said('docusaurus-theme-classic/navbar.json'),
    said('docusaurus-theme-classic/footer.json'),
  ]);
  const theme = isPlain ? {} : themeTexts(name, code);
  return {
    ...config,
    texts: {
      ...textsIn(locale, config.texts, theme),
      ...(config.i18n.docusaurusTexts && untranslated),
    },
    navbar: translatedNavbar(config.navbar, navbar),
    footer: translatedFooter(config.footer, footer),
  };
}

/** Docusaurus has these in no other language. */
const untranslated = { secondaryTitle: 'secondary', successTitle: 'success', importantTitle: 'important' };

/** The site's own words are in its own language; the others have what the theme says, and ours where there are some. */
function textsIn({ name, isDefault }: SiteLocale, said: Texts, theme: Partial<Texts>): Texts {
  const ours = spokenTexts(name);
  if (!isDefault) return { ...(ours ?? said), ...theme };
  return { ...(ours ?? english), ...theme, ...ownWords(said) };
}

function ownWords(said: Texts): Partial<Texts> {
  // The keys are these names: `Object.entries` forgets that.
  const own = Object.entries(said).filter(([name, text]) => text !== english[name as TextName]);
  return Object.fromEntries(own);
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
