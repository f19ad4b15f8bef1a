import path from 'node:path';
import { createJiti } from 'jiti';
import { type ConfigNotes, type Settings, settingsOf } from './config-notes.ts';
import { knownPackage } from './plugin-names.ts';
import type { PluginReading } from './read-plugins.ts';

/** What a plugin of the site's own may do beyond aliases, in the owner's words. */
const lifecycles: Readonly<Record<string, string>> = {
  loadContent: 'data that it loads',
  contentLoaded: 'pages that it adds',
  allContentLoaded: 'pages that it adds',
  getClientModules: 'scripts that it adds to every page',
  injectHtmlTags: 'tags that it adds to every page',
  postBuild: 'steps after the build',
  getThemePath: 'components of the theme that it replaces',
};

/** One of the site's own plugins, called as Docusaurus calls it. */
interface CalledPlugin {
  /** As the owner would name it. */
  name: string;
  /** The methods that it returned. */
  methods: Settings;
  isPackage: boolean;
}

/** What the site's own plugins do to the build. */
interface PluginEffects {
  /** Import aliases for the bundler: absolute paths by name. */
  aliases: Record<string, string>;
  /** At least one plugin has `configurePostCss`. */
  configuresPostCss: boolean;
}

/** Calls every plugin of the site's own, in Docusaurus' order, and reports a plugin that throws. */
export async function callPlugins(
  own: PluginReading['own'],
  siteConfig: Settings,
  siteDir: string,
  notes: ConfigNotes,
): Promise<CalledPlugin[]> {
  const called: CalledPlugin[] = [];
  for (const { plugin, options, at, isPackage = false } of own) {
    const name = nameOf(plugin, at);
    try {
      called.push({ name, methods: await callPlugin(plugin, options, siteConfig, siteDir), isPackage });
    } catch (error) {
      if (isPackage) continue;
      const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
      notes.report('warning', name, `The plugin ${name} failed, and is left out: ${reason}`);
    }
  }
  return called;
}

/** Calls the site's own plugins for what they configure, and notes what else they would do and is left out. */
export async function pluginEffects(
  own: PluginReading['own'],
  siteConfig: Settings,
  siteDir: string,
  notes: ConfigNotes,
): Promise<PluginEffects> {
  const effects: PluginEffects = { aliases: {}, configuresPostCss: false };
  for (const { name, methods, isPackage } of await callPlugins(own, siteConfig, siteDir, notes)) {
    // A package that nobody knows has been reported already, whatever it does.
    const leftOut = isPackage
      ? []
      : Object.entries(lifecycles).filter(([key]) => typeof methods[key] === 'function');
    for (const [key, what] of leftOut) notes.find('left-out', name, `${what} (${key}) do not come along`);
    if (typeof methods.configurePostCss === 'function') effects.configuresPostCss = true;
    else if (knownPackage(name)?.kind === 'configures-styles')
      notes.report(
        'warning',
        name,
        `The package "${name}" is not installed, so it does not process the style sheets. Run npm install in the site folder.`,
      );
    try {
      Object.assign(effects.aliases, await aliasesOf(methods, siteDir));
    } catch (error) {
      if (isPackage) continue;
      const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
      notes.report('warning', name, `The plugin ${name} failed, and is left out: ${reason}`);
    }
  }
  return effects;
}

function nameOf(plugin: unknown, at: string): string {
  if (typeof plugin === 'string') return plugin;
  return typeof plugin === 'function' && plugin.name !== '' ? plugin.name : at;
}

async function callPlugin(
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
