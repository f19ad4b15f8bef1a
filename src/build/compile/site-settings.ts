import type { SiteConfig } from '../../config/site-config.ts';
import type { MarkdownSettings } from '../../markdown/plugins/markdown-settings.ts';
import { hasFunctions, readMarkdownSettings } from '../../markdown/plugins/read-settings.ts';
import { displayPath } from '../../shared/file-paths.ts';
import { readTextIfPresent } from '../../shared/if-present.ts';
import { findLineOfText } from '../../shared/line-of-key.ts';
import {
  describeMissingPackage,
  findInstalledPackage,
  getPackageName,
} from '../../shared/missing-packages.ts';
import type { Problem } from '../../shared/problem.ts';
import { computeShortHash } from '../hashing.ts';
import {
  type AllSettings,
  nameBlogSettings,
  nameDocsSettings,
  PAGES_SETTINGS_KEY,
  type PortableSettings,
} from './site-markdown.ts';

type MarkdownConfig = Pick<SiteConfig, 'docs' | 'blogs' | 'pages' | 'markdown'>;
type MarkdownOptions = Parameters<typeof readMarkdownSettings>[0];

/** The Markdown settings of each documentation, of each blog and of the pages. */
export function collectMarkdownSettings({ docs, blogs, pages, markdown }: MarkdownConfig): AllSettings {
  const [main] = docs;
  const common = readCommonSettings(markdown);
  const readSettings = (options: MarkdownOptions) => ({ ...readUsableSettings(options), ...common });
  return {
    // The key of the main documentation is empty: see `DocSet`.
    ...(main ? { [nameDocsSettings('')]: readSettings(main) } : {}),
    ...Object.fromEntries(docs.map((doc) => [nameDocsSettings(doc.id), readSettings(doc)])),
    ...Object.fromEntries(blogs.map((blog) => [nameBlogSettings(blog.id), readSettings(blog)])),
    ...(pages ? { [PAGES_SETTINGS_KEY]: readSettings(pages) } : {}),
  };
}

/** The settings that all Markdown of a site has. */
function readCommonSettings({
  preprocessor,
  remarkRehypeOptions,
  anchors,
  emoji,
}: SiteConfig['markdown']): Partial<MarkdownSettings> {
  return {
    ...(preprocessor && { preprocessor }),
    ...(Object.keys(remarkRehypeOptions).length > 0 && { toHtmlOptions: remarkRehypeOptions }),
    ...(anchors.maintainCase && { keepsHeadingCase: true }),
    ...(!emoji && { keepsEmojiNames: true }),
  };
}

/** Prepares the Markdown settings for workers. `version` is that of the configuration's module and its imports. */
export function createPortableSettings(
  config: MarkdownConfig | undefined,
  siteDir: string,
  version: string,
): PortableSettings {
  const settings = config ? collectMarkdownSettings(config) : {};
  if (!hasFunctions(settings)) return { data: settings, key: computeShortHash(JSON.stringify(settings)) };
  return { data: {}, load: { siteDir, version }, key: version };
}

const pluginLists = [
  'beforeDefaultRemarkPlugins',
  'remarkPlugins',
  'beforeDefaultRehypePlugins',
  'rehypePlugins',
] as const;

/** The plugin of an entry, which may have options. */
const getPlugin = (entry: unknown): unknown => (Array.isArray(entry) ? entry[0] : entry);

/** Leaves out plugins that `checkMarkdownPlugins` reports, so that they don't make each document fail, too. */
function readUsableSettings(options: MarkdownOptions): MarkdownSettings {
  const usable = pluginLists.map(
    (key) => [key, options[key].filter((entry) => typeof getPlugin(entry) !== 'string')] as const,
  );
  return readMarkdownSettings({ ...options, ...Object.fromEntries(usable) });
}

/** Reports plugins that the configuration lists by name only. Neither Docusaurus nor we load those. */
export function checkMarkdownPlugins(
  { docs, blogs, pages }: Pick<SiteConfig, 'docs' | 'blogs' | 'pages'>,
  file: string,
): Problem[] {
  const options = [...docs, ...blogs, ...(pages ? [pages] : [])];
  const entries = options.flatMap((option) => pluginLists.flatMap((key) => option[key]));
  const names = new Set(entries.map(getPlugin).filter((plugin) => typeof plugin === 'string'));
  const text = readTextIfPresent(file) ?? '';
  return [...names].map((name) => ({
    code: 'docusaurus-config',
    severity: 'error',
    file: displayPath(file),
    line: findLineOfText(text, name),
    message: findInstalledPackage(name, file)
      ? `"${name}" is only the name of a plugin. Import the plugin, and list the imported value instead.`
      : describeMissingPackage(getPackageName(name)),
  }));
}
