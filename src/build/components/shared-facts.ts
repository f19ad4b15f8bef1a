import path from 'node:path';
import type { SiteConfig } from '../../config/site-config.ts';
import { listLocales, type SiteLocale } from '../../content/locales.ts';
import { readTranslations } from '../../content/translations.ts';
import type { PageFacts } from '../../markdown/modules/page-facts.ts';
import type { SharedFacts } from './page-facts.ts';

/** `config`: as it is in the language. */
export async function sharedFacts(config: SiteConfig, locale: SiteLocale): Promise<SharedFacts> {
  const { defaultLocale, locales } = config.i18n;
  return {
    site: {
      ...asData(config.original),
      title: config.name,
      tagline: config.tagline,
      url: config.url ?? '',
      baseUrl: locale.basePath,
      titleDelimiter: config.titleDelimiter,
      trailingSlash: config.trailingSlash,
      organizationName: config.organizationName,
      projectName: config.projectName,
      customFields: asData(config.customFields),
      themeConfig: asData({ tableOfContents: config.tableOfContents, ...config.themeConfig }),
    },
    i18n: { defaultLocale, locales, currentLocale: locale.name, localeConfigs: localeConfigsOf(config) },
    messages: locale.dir === undefined ? {} : await readTranslations(path.join(locale.dir, 'code.json')),
  };
}

function localeConfigsOf(config: SiteConfig): PageFacts['i18n']['localeConfigs'] {
  const configs = listLocales(config, '').map(({ name, label, htmlLang, direction, basePath }) => {
    const known = { label, htmlLang, direction, calendar: 'gregory', path: name };
    return [name, { ...known, ...config.i18n.localeConfigs[name], baseUrl: basePath }] as const;
  });
  return Object.fromEntries(configs);
}

/** As a browser gets it, there as here: without functions, and what else is no data. */
function asData(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  try {
    return JSON.parse(JSON.stringify(value));
  } catch {
    // Something in it holds itself: what is data beside it stays.
    const entries = Object.entries(value).filter(([, one]) =>
      ['string', 'number', 'boolean'].includes(typeof one),
    );
    return Object.fromEntries(entries);
  }
}
