import path from 'node:path';
import { readFolderTree } from '../../shared/folder-tree.ts';
import { isRecord } from '../../shared/json.ts';
import { isFile } from '../../shared/regular-file.ts';

const scriptEnding = /\.[jt]sx?$/;

/**
 * Import names for the components of a theme of the site's own (`getThemePath`): `@theme/Callout` for
 * `theme/Callout/index.js`. Also those by which `src/theme/Callout` imports the component that it wraps. The engine's
 * own components win over these names.
 */
export function listThemeAliases(themeDir: string): Record<string, string> {
  const names = readFolderTree(themeDir)
    .files.filter((file) => scriptEnding.test(file) && !/\.d\.ts$|\.test\./.test(file))
    .map(
      (file) => [file.replace(scriptEnding, '').replace(/\/index$/, ''), path.join(themeDir, file)] as const,
    )
    // A longer name goes first, because an alias is also a prefix: `@theme/Callout/Icon` before `@theme/Callout`.
    .toSorted(([one], [other]) => other.length - one.length);
  return Object.fromEntries(
    names.flatMap(([name, file]) =>
      ['@theme', '@theme-original', '@theme-init'].map((prefix) => [`${prefix}/${name}`, file]),
    ),
  );
}

/** The folder of a theme, which its plugin names from its own folder. */
export function findThemeDir(plugin: unknown, methods: unknown, siteDir: string): string | undefined {
  const themePath: unknown =
    isRecord(methods) && typeof methods.getThemePath === 'function' ? methods.getThemePath() : undefined;
  return typeof themePath === 'string' ? path.resolve(findPluginDir(plugin, siteDir), themePath) : undefined;
}

/** The folder of a plugin that the configuration names by its path, or the site folder for one that it contains. */
function findPluginDir(plugin: unknown, siteDir: string): string {
  if (typeof plugin !== 'string' || !/^[./]/.test(plugin)) return siteDir;
  const base = path.resolve(siteDir, plugin);
  const isModule = ['', '.js', '.cjs', '.mjs', '.ts', '.cts', '.mts'].some((ending) => isFile(base + ending));
  return isModule ? path.dirname(base) : base;
}
