import type { SiteConfig } from '../../config/site-config.ts';
import { hasFunctions, markdownSettings } from '../../markdown/plugins/read-settings.ts';
import { shortHash } from '../hashing.ts';
import {
  type AllSettings,
  blogSettingsKey,
  docsSettingsKey,
  PAGES_SETTINGS_KEY,
  type PortableSettings,
} from './site-markdown.ts';

/** The Markdown settings of each documentation, of each blog and of the pages. */
export function collectMarkdownSettings({
  docs,
  blogs,
  pages,
}: Pick<SiteConfig, 'docs' | 'blogs' | 'pages'>): AllSettings {
  const [main] = docs;
  return {
    // The key of its set is empty: see `DocSet`.
    ...(main ? { [docsSettingsKey('')]: markdownSettings(main) } : {}),
    ...Object.fromEntries(docs.map((one) => [docsSettingsKey(one.id), markdownSettings(one)])),
    ...Object.fromEntries(blogs.map((one) => [blogSettingsKey(one.id), markdownSettings(one)])),
    ...(pages ? { [PAGES_SETTINGS_KEY]: markdownSettings(pages) } : {}),
  };
}

/** Prepares the Markdown settings for workers. `version` is that of the configuration's module and its imports. */
export function createPortableSettings(
  config: Pick<SiteConfig, 'docs' | 'blogs' | 'pages'> | undefined,
  siteDir: string,
  version: string,
): PortableSettings {
  const settings = config ? collectMarkdownSettings(config) : {};
  if (!hasFunctions(settings)) return { data: settings, key: shortHash(JSON.stringify(settings)) };
  return { data: {}, load: { siteDir, version }, key: version };
}
