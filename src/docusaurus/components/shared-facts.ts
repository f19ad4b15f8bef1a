import path from 'node:path';
import { describeLocale } from '../../config/describe-locale.ts';
import type { SiteConfig } from '../../config/site-config.ts';
import type { SiteLocale } from '../../content/languages/locales.ts';
import { readTranslations } from '../../content/languages/translations.ts';
import { ADMONITION_TYPES } from '../../model/admonition-types.ts';
import { completeSiteConfig } from '../theme/complete-site-config.ts';
import { completeThemeConfig } from '../theme/complete-theme-config.ts';
import type { PageFacts } from '../theme/page-facts.ts';
import type { SharedFacts } from './page-facts.ts';

/** Collects what Docusaurus' modules return on every page. `config` must be translated into the language. */
export async function collectSharedFacts(config: SiteConfig, locale: SiteLocale): Promise<SharedFacts> {
  const { defaultLocale, locales } = config.i18n;
  return {
    site: {
      ...completeSiteConfig(keepData(config.original)),
      title: config.name,
      tagline: config.tagline,
      url: config.url ?? '',
      baseUrl: locale.basePath,
      titleDelimiter: config.titleDelimiter,
      trailingSlash: config.trailingSlash,
      organizationName: config.organizationName,
      projectName: config.projectName,
      customFields: keepData(config.customFields),
      themeConfig: keepData(
        completeThemeConfig({ tableOfContents: config.tableOfContents, ...config.themeConfig }),
      ),
    },
    i18n: {
      defaultLocale,
      locales,
      path: config.i18n.path,
      currentLocale: locale.name,
      localeConfigs: describeLocales(config),
    },
    messages: addOtherForms({
      ...config.pluginMessages[locale.name],
      ...(locale.dir === undefined ? {} : await readTranslations(path.join(locale.dir, 'code.json'))),
    }),
    pluginData: config.localizedPluginData[locale.name] ?? config.pluginData,
    admonitionTitles: Object.fromEntries(
      ADMONITION_TYPES.map((type) => [type, config.texts[`${type}Title`]]),
    ),
  };
}

/**
 * Adds the decomposed form of each id, in which a component may write it: the script that looks ids up in browsers has no
 * bytes to spare.
 */
function addOtherForms(messages: Readonly<Record<string, string>>): Record<string, string> {
  const decomposed = Object.entries(messages).map(([id, text]) => [id.normalize('NFD'), text] as const);
  return { ...Object.fromEntries(decomposed), ...messages };
}

function describeLocales(config: SiteConfig): PageFacts['i18n']['localeConfigs'] {
  const { defaultLocale, locales } = config.i18n;
  const names = [...new Set([defaultLocale, ...locales])];
  return Object.fromEntries(names.map((name) => [name, describeLocale(name, config)]));
}

/** The value as a browser gets it, in the build, too: without functions and other values that aren't JSON. */
function keepData(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  try {
    return JSON.parse(JSON.stringify(value));
  } catch {
    // The value contains itself, so only its plain values are kept.
    const entries = Object.entries(value).filter(([, one]) =>
      ['string', 'number', 'boolean'].includes(typeof one),
    );
    return Object.fromEntries(entries);
  }
}
