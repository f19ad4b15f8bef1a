import type { SiteConfig } from '../../config/site-config.ts';
import { hasFunctions, readMarkdownSettings } from '../../markdown/plugins/read-settings.ts';
import { shortHash } from '../hashing.ts';
import {
  type AllSettings,
  blogSettings,
  docsSettings,
  PAGES_SETTINGS,
  type PortableSettings,
} from './site-markdown.ts';

/** How the Markdown of each documentation, of each blog and of the pages is read. */
export function settingsOf({
  docs,
  blogs,
  pages,
}: Pick<SiteConfig, 'docs' | 'blogs' | 'pages'>): AllSettings {
  const [main] = docs;
  return {
    // Its key is empty: see `DocSet`.
    ...(main ? { [docsSettings('')]: readMarkdownSettings(main) } : {}),
    ...Object.fromEntries(docs.map((one) => [docsSettings(one.id), readMarkdownSettings(one)])),
    ...Object.fromEntries(blogs.map((one) => [blogSettings(one.id), readMarkdownSettings(one)])),
    ...(pages ? { [PAGES_SETTINGS]: readMarkdownSettings(pages) } : {}),
  };
}

/** `version`: of the configuration's module and what it imports. */
export function portableSettings(
  config: Pick<SiteConfig, 'docs' | 'blogs' | 'pages'> | undefined,
  siteDir: string,
  version: string,
): PortableSettings {
  const settings = config ? settingsOf(config) : {};
  if (!hasFunctions(settings)) return { data: settings, key: shortHash(JSON.stringify(settings)) };
  return { data: {}, load: { siteDir, version }, key: version };
}
