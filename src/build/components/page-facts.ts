import path from 'node:path';
import { type SiteConfig, siteConfigSchema } from '../../config/site-config.ts';
import { localesOf, type SiteLocale } from '../../content/locales.ts';
import { readTranslations } from '../../content/translations.ts';
import type { PageFacts } from '../../markdown/modules/page-facts.ts';
import type { Doc, DocSet, Site } from '../../model/site.ts';

/** What the modules of Docusaurus answer on every page of a language. */
export type SharedFacts = Pick<PageFacts, 'site' | 'i18n' | 'messages'>;

/** `config`: as it is in the language. */
export async function sharedFacts(
  config: SiteConfig = siteConfigSchema.parse({}),
  locale: SiteLocale = localesOf(config, '')[0],
): Promise<SharedFacts> {
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
  const configs = localesOf(config, '').map(
    ({ name, label, htmlLang, direction, basePath }) =>
      [
        name,
        {
          label,
          htmlLang,
          direction,
          calendar: 'gregory',
          path: name,
          ...config.i18n.localeConfigs[name],
          baseUrl: basePath,
        },
      ] as const,
  );
  return Object.fromEntries(configs);
}

/** What they answer on the page of a document, or of another page. */
export function factsOf(site: Site, doc: Doc | undefined, shared: SharedFacts): PageFacts {
  if (!doc) return { ...shared, page: { path: site.basePath, title: '' } };
  const set = site.sets.find(({ key }) => key === doc.set);
  const items = doc.sidebar === undefined ? undefined : site.sidebars[doc.sidebar];
  const others = site.sets.filter(({ instance }) => instance === set?.instance);
  return {
    ...shared,
    page: { path: doc.path, title: doc.title, docId: withoutSet(doc.id) },
    version: set && versionFacts(set),
    versions: others.length > 1 ? others.map(versionFacts) : undefined,
    sidebar: doc.sidebar === undefined || !items ? undefined : { name: withoutSet(doc.sidebar), items: [] },
  };
}

const withoutSet = (id: string) => id.replace(/^.*::/, '');

function versionFacts({
  instance,
  version,
  banner,
  badge,
  className,
}: DocSet): PageFacts['version'] & object {
  const { name, label, isLast, path: home, mainDocId } = version;
  return {
    pluginId: instance,
    version: name,
    label,
    isLast,
    path: home,
    mainDocId: withoutSet(mainDocId),
    banner: banner ?? null,
    badge,
    className,
  };
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
