import { loadConfiguration } from '../../adopt/load-configuration.ts';
import type { SiteConfig } from '../../config/site-config.ts';
import {
  hasFunctions,
  type MarkdownSettings,
  markdownSettings,
} from '../../markdown/plugins/markdown-settings.ts';
import { shortHash } from '../hashing.ts';

type AllSettings = Readonly<Record<string, MarkdownSettings>>;

/** Names of settings, as documents refer to them: by the key of their set. */
export const docsSettings = (set: string) => `docs:${set.replace(/^.*:|\/.*/gs, '')}`;
export const blogSettings = (instance: string) => `blog:${instance}`;
export const PAGES_SETTINGS = 'pages';

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

/** The same for a worker: as data, or the configuration for it to load, where there are functions in them. */
export interface PortableSettings {
  data: AllSettings;
  load?: { siteDir: string; version: string };
  /** Changes when documents may be read in another way. */
  key: string;
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

export async function loadSettings({ data, load }: PortableSettings): Promise<AllSettings> {
  if (!load) return data;
  const { config } = await loadConfiguration(load.siteDir, load.version);
  if (!config) throw new Error('The configuration, which was read before, cannot be loaded by a worker.');
  return settingsOf(config);
}
