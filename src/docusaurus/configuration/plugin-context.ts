import { existsSync } from 'node:fs';
import path from 'node:path';
import { describeLocale, type LocaleDescription } from '../../config/describe-locale.ts';
import { i18nSchema } from '../../config/docs-options.ts';
import type { SiteConfig } from '../../config/site-config.ts';
import { readTextIfPresent } from '../../shared/if-present.ts';
import { isRecord, readJson } from '../../shared/json.ts';
import { addSlashes, type Settings, toSettings } from '../config-notes.ts';

/** The site that plugins and presets of its own are called for. */
export interface PluginSite {
  siteDir: string;
  /** The configuration as the site exports it. */
  siteConfig: Settings;
  /** Absolute path of the configuration. */
  file: string;
}

interface PluginLanguages {
  defaultLocale: string;
  locales: readonly string[];
  path: string;
  currentLocale: string;
  localeConfigs: Readonly<Record<string, LocaleDescription>>;
}

/**
 * What Docusaurus passes to plugins and presets (`LoadContext`): the site in one of its languages. `locale` is by
 * default the default language.
 */
interface PluginContext {
  siteDir: string;
  siteVersion: string | undefined;
  siteConfig: Settings;
  siteConfigPath: string;
  baseUrl: string;
  outDir: string;
  generatedFilesDir: string;
  localizationDir: string;
  i18n: PluginLanguages;
  codeTranslations: Readonly<Record<string, string>>;
}

/** Fields that Docusaurus fills in. Plugins read them without a check. */
const defaults: Settings = {
  tagline: '',
  titleDelimiter: '|',
  staticDirectories: ['static'],
  customFields: {},
  presets: [],
  plugins: [],
  themes: [],
  themeConfig: {},
  scripts: [],
  stylesheets: [],
  clientModules: [],
  headTags: [],
  onBrokenLinks: 'throw',
  onBrokenAnchors: 'warn',
  onDuplicateRoutes: 'warn',
};

/** The languages that a configuration names, the default language first. One language if they aren't valid. */
export function readLanguages(siteConfig: Settings): SiteConfig['i18n'] {
  return i18nSchema.safeParse(siteConfig.i18n ?? {}).data ?? i18nSchema.parse({});
}

export function createPluginContext(site: PluginSite, locale?: string): PluginContext {
  const { siteDir, file } = site;
  const languages = readLanguages(site.siteConfig);
  const currentLocale = locale ?? languages.defaultLocale;
  const rootPath = typeof site.siteConfig.baseUrl === 'string' ? addSlashes(site.siteConfig.baseUrl) : '/';
  const { url: siteUrl } = site.siteConfig;
  const describe = (name: string) => {
    const description = describeLocale(name, {
      baseUrl: rootPath,
      i18n: languages,
      url: typeof siteUrl === 'string' ? siteUrl : undefined,
    });
    const dir = path.resolve(siteDir, languages.path, description.path);
    return { dir, config: { ...description, translate: description.translate ?? existsSync(dir) } };
  };
  const { dir: localizationDir, config: localeConfig } = describe(currentLocale);
  const { url, baseUrl } = localeConfig;
  const { defaultLocale, locales } = languages;
  const localeConfigs = Object.fromEntries(locales.map((name) => [name, describe(name).config]));
  const siteConfig = {
    ...defaults,
    ...site.siteConfig,
    url,
    baseUrl,
    i18n: { ...languages, ...toSettings(site.siteConfig.i18n) },
  };
  return {
    siteDir,
    siteVersion: readSiteVersion(siteDir),
    siteConfig,
    siteConfigPath: file,
    baseUrl,
    outDir: path.join(siteDir, 'build', baseUrl.replace(rootPath, '/')),
    generatedFilesDir: path.join(siteDir, '.docusaurus'),
    localizationDir,
    i18n: {
      ...{ defaultLocale, locales, path: languages.path, currentLocale },
      localeConfigs: { ...localeConfigs, [currentLocale]: localeConfig },
    },
    codeTranslations: readCodeTranslations(localizationDir),
  };
}

/** The version in the `package.json` of the site. */
function readSiteVersion(siteDir: string): string | undefined {
  const content = readJson(readTextIfPresent(path.join(siteDir, 'package.json')));
  return isRecord(content) && typeof content.version === 'string' ? content.version : undefined;
}

/** The messages of `code.json`. A file that can't be read is reported where the languages are read. */
function readCodeTranslations(localizationDir: string): Record<string, string> {
  const content = readJson(readTextIfPresent(path.join(localizationDir, 'code.json')));
  return Object.fromEntries(
    Object.entries(isRecord(content) ? content : {}).flatMap(([id, entry]) =>
      isRecord(entry) && typeof entry.message === 'string' ? [[id, entry.message]] : [],
    ),
  );
}
