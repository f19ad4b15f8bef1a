import path from 'node:path';
import { createJiti } from 'jiti';
import { type ConfigNotes, type Settings, settingsOf } from './config-notes.ts';
import type { PluginReading } from './read-plugins.ts';

/** What a plugin of the site's own may do beyond aliases, in the owner's words. */
const lifecycles: Readonly<Record<string, string>> = {
  loadContent: 'data that it loads',
  contentLoaded: 'pages that it adds',
  allContentLoaded: 'pages that it adds',
  getClientModules: 'scripts that it adds to every page',
  injectHtmlTags: 'tags that it adds to every page',
  configurePostCss: 'how it makes style sheets',
  postBuild: 'steps after the build',
  getThemePath: 'components of the theme that it replaces',
};

/**
 * Import aliases that the site's own plugins give to the bundler: absolute paths by name. Each plugin is called as
 * Docusaurus calls it; one that throws, or does more than this, is told of.
 */
export async function ownAliases(
  own: PluginReading['own'],
  siteConfig: Settings,
  siteDir: string,
  notes: ConfigNotes,
): Promise<Record<string, string>> {
  const aliases: Record<string, string> = {};
  for (const { plugin, options, at, isPackage } of own) {
    const name = nameOf(plugin, at);
    try {
      const made = await makePlugin(plugin, options, siteConfig, siteDir);
      // A package is told of as one that nobody knows, whatever it does.
      const told = isPackage
        ? []
        : Object.entries(lifecycles).filter(([key]) => typeof made[key] === 'function');
      for (const [key, what] of told) notes.find('left-out', name, `${what} (${key}) do not come along`);
      Object.assign(aliases, await aliasesOf(made, siteDir));
    } catch (error) {
      if (isPackage) continue;
      const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
      notes.report('warning', name, `The plugin ${name} failed, and is left out: ${reason}`);
    }
  }
  return aliases;
}

function nameOf(plugin: unknown, at: string): string {
  if (typeof plugin === 'string') return plugin;
  return typeof plugin === 'function' && plugin.name !== '' ? plugin.name : at;
}

async function makePlugin(
  plugin: unknown,
  options: unknown,
  siteConfig: Settings,
  siteDir: string,
): Promise<Settings> {
  const loaded =
    typeof plugin === 'string'
      ? await createJiti(path.join(siteDir, 'index.js'), { moduleCache: false, fsCache: false }).import(
          /^[./]/.test(plugin) ? path.resolve(siteDir, plugin) : plugin,
          { default: true },
        )
      : plugin;
  if (typeof loaded !== 'function') return settingsOf(loaded);
  const context = {
    siteDir,
    siteConfig,
    baseUrl: siteConfig.baseUrl,
    outDir: path.join(siteDir, 'build'),
    generatedFilesDir: path.join(siteDir, '.docusaurus'),
    i18n: settingsOf(siteConfig.i18n),
  };
  return settingsOf(await loaded(context, settingsOf(options)));
}

/** Plugins of a bundler, by any name: what they do is Vite's own business. */
const anyPlugin: unknown = new Proxy(class {}, {
  get: (target, name) =>
    typeof name === 'string' && name !== 'prototype' ? anyPlugin : Reflect.get(target, name),
});

async function aliasesOf({ configureWebpack }: Settings, siteDir: string): Promise<Record<string, string>> {
  const bundler = { name: 'rspack', instance: anyPlugin };
  const utils = { currentBundler: bundler, getStyleLoaders: () => [], getJSLoader: () => ({}) };
  const made: unknown =
    typeof configureWebpack === 'function'
      ? await configureWebpack({ resolve: { alias: {} }, module: { rules: [] }, plugins: [] }, false, utils)
      : configureWebpack;
  const { alias } = settingsOf(settingsOf(made).resolve);
  const aliases = Object.entries(settingsOf(alias)).flatMap(([name, target]) =>
    typeof target === 'string' ? [[name, path.resolve(siteDir, target)] as const] : [],
  );
  return Object.fromEntries(aliases);
}
