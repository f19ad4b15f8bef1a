import { createContext, useContext } from 'react';

/** What the modules of Docusaurus know of the site and of the page that is shown: plain data, the same in the browser. */
export interface PageFacts {
  site: SiteFacts;
  i18n: LanguageFacts;
  /** Words of the site's components in this language (`code.json`), by id. */
  messages: Readonly<Record<string, string>>;
  page: { path: string; title: string; docId?: string | undefined };
  version?: VersionFacts | undefined;
  /** All of its documentation, where there are several. */
  versions?: readonly VersionFacts[] | undefined;
  sidebar?: { name: string; items: readonly unknown[] } | undefined;
}

/** As `docusaurus.config` says it. */
interface SiteFacts {
  title: string;
  tagline: string;
  url: string;
  baseUrl: string;
  titleDelimiter: string;
  trailingSlash?: boolean | undefined;
  organizationName?: string | undefined;
  projectName?: string | undefined;
  customFields: Readonly<Record<string, unknown>>;
  themeConfig: Readonly<Record<string, unknown>>;
}

interface LanguageFacts {
  defaultLocale: string;
  locales: readonly string[];
  currentLocale: string;
  localeConfigs: Readonly<Record<string, unknown>>;
}

/** The version that a page is of, as `useDocsVersion` answers, and its address. */
export interface VersionFacts {
  pluginId: string;
  version: string;
  label: string;
  isLast: boolean;
  path: string;
  mainDocId: string;
  banner: string | null;
  badge: boolean;
  className: string;
}

export const noFacts: PageFacts = {
  site: {
    title: '',
    tagline: '',
    url: '',
    baseUrl: '/',
    titleDelimiter: '|',
    customFields: {},
    themeConfig: {},
  },
  i18n: { defaultLocale: 'en', locales: ['en'], currentLocale: 'en', localeConfigs: {} },
  messages: {},
  page: { path: '/', title: '' },
};

export const FactsContext = createContext<PageFacts>(noFacts);

export function useFacts(): PageFacts {
  return useContext(FactsContext);
}

/** Within a part that React takes over in the browser, where a component is what it will be there. */
export const InIsland = createContext(false);

let current = noFacts;

/** For what is no hook, as `translate` is none: of the page that is made at this moment, or shown. */
export function setCurrentFacts(facts: PageFacts): void {
  current = facts;
}

export function currentFacts(): PageFacts {
  return current;
}
