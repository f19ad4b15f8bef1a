import type { MarkdownSettings } from '../../markdown/plugins/markdown-settings.ts';

export type AllSettings = Readonly<Record<string, MarkdownSettings>>;

/** Keys of Markdown settings, by which documents refer to them: derived from the key of their set. */
export const nameDocsSettings = (set: string) => `docs:${set.replace(/^.*:|\/.*/gs, '')}`;
export const nameBlogSettings = (instance: string) => `blog:${instance}`;
export const PAGES_SETTINGS_KEY = 'pages';

/**
 * How the Markdown of a site is read, for a worker: as data, or as a configuration that the worker must load itself
 * because it contains functions.
 */
export interface PortableSettings {
  data: AllSettings;
  load?: { siteDir: string; version: string };
  /** Changes when documents may be compiled differently. */
  key: string;
}
