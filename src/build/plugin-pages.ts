import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { SiteConfig } from '../config/site-config.ts';
import { formatPathFrom } from '../shared/file-paths.ts';
import { readFolderTree } from '../shared/folder-tree.ts';
import type { Folders } from './folders.ts';

/**
 * Writes a module for each page that a plugin of the site adds (`addRoute`), into a folder that the build reads as if it
 * were in `src/pages`. The module gives the component of the plugin its data:
 *
 * ```jsx
 * import Page from "@site/src/components/Team";
 * const props = {"members":["Ida"]};
 * export default () => <Page {...props} />;
 * ```
 */
export function writePluginPages(
  { pluginPages }: Pick<SiteConfig, 'pluginPages'>,
  { siteDir, pluginPagesDir }: Pick<Folders, 'siteDir' | 'pluginPagesDir'>,
): void {
  const files = new Map(pluginPages.map((page) => [nameFile(page.path), writeModule(page, siteDir)]));
  for (const file of readFolderTree(pluginPagesDir).files)
    if (!files.has(file)) rmSync(path.join(pluginPagesDir, file));
  for (const [file, text] of files) {
    const filePath = path.join(pluginPagesDir, file);
    if (existsSync(filePath) && readFileSync(filePath, 'utf8') === text) continue;
    mkdirSync(path.dirname(filePath), { recursive: true });
    writeFileSync(filePath, text);
  }
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
