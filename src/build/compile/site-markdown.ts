import type { MarkdownSettings } from '../../markdown/plugins/markdown-settings.ts';

export type AllSettings = Readonly<Record<string, MarkdownSettings>>;

/** Names of settings, as documents refer to them: by the key of their set. */
export const docsSettings = (set: string) => `docs:${set.replace(/^.*:|\/.*/gs, '')}`;
export const blogSettings = (instance: string) => `blog:${instance}`;
export const PAGES_SETTINGS = 'pages';

/** How the Markdown of a site is read, for a worker: as data, or the configuration for it to load, where there are functions in them. */
export interface PortableSettings {
  data: AllSettings;
  load?: { siteDir: string; version: string };
  /** Changes when documents may be read in another way. */
  key: string;
}
