import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { SiteConfig } from '../config/site-config.ts';
import { formatPathFrom } from '../shared/file-paths.ts';
import { readFolderTree } from '../shared/folder-tree.ts';
import type { Folders } from './folders.ts';

/**
 * Writes a module for each page that a plugin of the site adds (`addRoute`), into a folder for each language that the
 * build reads as if it were in `src/pages`. The module gives the component of the plugin its data:
 *
 * ```jsx
 * import Page from "@site/src/components/Team";
 * const props = {"members":["Ida"]};
 * export default () => <Page {...props} />;
 * ```
 */
export function writePluginPages(
  { pluginPages, localizedPluginPages, i18n }: PluginPagesConfig,
  { siteDir, pluginPagesDir }: Pick<Folders, 'siteDir' | 'pluginPagesDir'>,
): void {
  const pagesByLanguage = { ...localizedPluginPages, [i18n.defaultLocale]: pluginPages };
  const files = new Map(
    Object.entries(pagesByLanguage).flatMap(([language, pages]) =>
      pages.map((page) => [path.join(language, nameFile(page.path)), writeModule(page, siteDir)] as const),
    ),
  );
  for (const file of readFolderTree(pluginPagesDir).files)
    if (!files.has(file)) rmSync(path.join(pluginPagesDir, file));
  for (const [file, text] of files) {
    const filePath = path.join(pluginPagesDir, file);
    if (existsSync(filePath) && readFileSync(filePath, 'utf8') === text) continue;
    mkdirSync(path.dirname(filePath), { recursive: true });
    writeFileSync(filePath, text);
  }
}

type PluginPagesConfig = Pick<SiteConfig, 'pluginPages' | 'localizedPluginPages' | 'i18n'>;

/** The folder with the pages of plugins in a language. Languages with the same pages share a folder. */
export function findPluginPagesDir(
  { localizedPluginPages, i18n }: PluginPagesConfig,
  { pluginPagesDir }: Pick<Folders, 'pluginPagesDir'>,
  locale: string,
): string {
  return path.join(pluginPagesDir, locale in localizedPluginPages ? locale : i18n.defaultLocale);
}

/** The file whose place in the folder is the address of the page: `/team/` is `team/index.jsx`. */
function nameFile(address: string): string {
  const name = address.replace(/^\/+/, '');
  return name === '' || name.endsWith('/') ? `${name}index.jsx` : `${name}.jsx`;
}

function writeModule({ component, props }: SiteConfig['pluginPages'][number], siteDir: string): string {
  // The text must not depend on where the site is stored.
  const specifier = path.isAbsolute(component) ? `@site/${formatPathFrom(siteDir, component)}` : component;
  return `import Page from ${JSON.stringify(specifier)};
const props = ${JSON.stringify(props)};
export default () => <Page {...props} />;
`;
}
