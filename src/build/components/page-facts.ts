import type { SiteConfig } from '../../config/site-config.ts';
import type { PageFacts } from '../../markdown/modules/page-facts.ts';
import type { Doc, Site } from '../../model/site.ts';

/** What the modules of Docusaurus answer on every page. */
export type SharedFacts = Pick<PageFacts, 'site' | 'i18n' | 'messages'>;

export function sharedFacts(config: SiteConfig | undefined): SharedFacts {
  const { defaultLocale = 'en', locales = ['en'], localeConfigs = {} } = config?.i18n ?? {};
  const url: unknown = config && 'url' in config ? config.url : undefined;
  return {
    site: {
      title: config?.name ?? '',
      tagline: config?.tagline ?? '',
      url: typeof url === 'string' ? url : '',
      baseUrl: config?.baseUrl ?? '/',
      titleDelimiter: config?.titleDelimiter ?? '|',
      trailingSlash: config?.trailingSlash,
      customFields: config?.customFields ?? {},
      themeConfig: {},
    },
    i18n: { defaultLocale, locales, currentLocale: defaultLocale, localeConfigs },
    messages: {},
  };
}

/** What they answer on the page of a document, or of a stand-alone page. */
export function factsOf(site: Site, doc: Doc | undefined, shared: SharedFacts): PageFacts {
  if (!doc) return { ...shared, page: { path: '/', title: '' } };
  const { name, label, isLast, path, mainDocId } = site.version;
  const items = doc.sidebar === undefined ? undefined : site.sidebars[doc.sidebar];
  return {
    ...shared,
    page: { path: doc.path, title: doc.title, docId: doc.id },
    version: {
      pluginId: 'default',
      version: name,
      label,
      isLast,
      path,
      mainDocId,
      banner: null,
      badge: false,
      className: `docs-version-${name}`,
    },
    sidebar: doc.sidebar === undefined || !items ? undefined : { name: doc.sidebar, items: [] },
  };
}
