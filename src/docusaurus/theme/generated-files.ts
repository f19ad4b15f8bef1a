import { listAllDocs } from './docs-client.ts';
import { type CoreFileName, parseGeneratedName } from './generated-names.ts';
import { getCurrentFacts, type PageFacts } from './page-facts.ts';

/**
 * The files that Docusaurus generates in `.docusaurus`, and that a site's code imports as `@generated/globalData` or by
 * their path. They're answered from the facts about the current page, like the hooks that return the same values.
 */

/** The engine's module with `followGeneratedFile`, for modules that take the place of generated files. */
export const GENERATED_FILES = 'site:generated-files';

const DOCS = 'docusaurus-plugin-content-docs';

/** Data that plugins provide to every page. Here only documentation and the site's own plugins do. */
export const createGlobalData = (facts: PageFacts): Record<string, unknown> => ({
  ...facts.pluginData,
  [DOCS]: listAllDocs(facts),
});

export const createSiteConfig = ({ site, i18n }: PageFacts) => ({
  ...site,
  i18n: {
    localeConfigs: {},
    ...Object(site.i18n),
    defaultLocale: i18n.defaultLocale,
    locales: i18n.locales,
    path: i18n.path,
  },
});

export const siteMetadata = { docusaurusVersion: '3.10.2', pluginVersions: {} };

const coreFiles: Readonly<Record<CoreFileName, (facts: PageFacts) => object>> = {
  'docusaurus.config': createSiteConfig,
  globalData: createGlobalData,
  i18n: ({ i18n }) => i18n,
  codeTranslations: ({ messages }) => messages,
  'site-metadata': () => siteMetadata,
  'site-storage': () => ({ type: 'localStorage', namespace: '' }),
  'client-modules': () => [],
};

/** Reads a file for the given facts. */
export function readGeneratedFile(name: string, facts: PageFacts): object {
  const file = parseGeneratedName(name);
  switch (file?.kind) {
    case 'core':
      return coreFiles[file.name](facts);
    case 'recent-posts':
      return facts.blogs?.[file.blogId]?.list ?? { title: '', items: [] };
    case 'archive': {
      const archive = { blogPosts: facts.blogs?.[file.blogId]?.posts ?? [] };
      return file.isProps ? { archive } : archive;
    }
    case undefined:
      throw new Error(`There is no generated file ${name}.`);
  }
}

/**
 * The content of a file for code that keeps it: a module is loaded once and then draws parts of many pages, so each
 * access reads the facts of the page that is current at that time.
 */
export function followGeneratedFile(name: string): object {
  const read = () => readGeneratedFile(name, getCurrentFacts());
  return new Proxy(Array.isArray(read()) ? [] : {}, {
    get: (_target, key) => Reflect.get(read(), key),
    has: (_target, key) => Reflect.has(read(), key),
    ownKeys: () => Reflect.ownKeys(read()),
    getOwnPropertyDescriptor: (target, key) => {
      const property = Reflect.getOwnPropertyDescriptor(read(), key);
      // A proxy may only show a property that can't be deleted if its target has it, such as the length of a list.
      return property && { ...property, configurable: !Object.hasOwn(target, key) };
    },
  });
}
