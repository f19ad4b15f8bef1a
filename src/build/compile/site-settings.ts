import type { SiteConfig } from '../../config/site-config.ts';
import { hasFunctions, markdownSettings } from '../../markdown/plugins/read-settings.ts';
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
    ...(main ? { [docsSettings('')]: markdownSettings(main) } : {}),
    ...Object.fromEntries(docs.map((one) => [docsSettings(one.id), markdownSettings(one)])),
    ...Object.fromEntries(blogs.map((one) => [blogSettings(one.id), markdownSettings(one)])),
    ...(pages ? { [PAGES_SETTINGS]: markdownSettings(pages) } : {}),
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
