import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { awaitEnding } from '../../shared/ending-work.ts';
import { findInstalledPackage, getPackageName } from '../../shared/missing-packages.ts';
import { type ConfigNotes, type Settings, toSettings } from '../config-notes.ts';
import { stylePlugin } from '../plugins/style-plugins/plugin.ts';
import { findKnownPackage } from '../plugins/supported.ts';
import { callPlugins, describePlugin, type PluginEntries, reportPluginError } from './call-plugins.ts';
import { hasContent, loadPluginContent, type PluginContent } from './plugin-content.ts';
import { type PluginSite, readLanguages } from './plugin-context.ts';
import { findThemeDir, listThemeAliases } from './theme-aliases.ts';

/** Lifecycle methods of plugins that are left out, with what they would do. */
const lifecycles: Readonly<Record<string, string>> = {
  getClientModules: 'scripts that it adds to every page',
  injectHtmlTags: 'tags that it adds to every page',
  postBuild: 'steps after the build',
  translateThemeConfig: 'translations of the theme configuration',
  getThemePath: 'components with which it replaces those of the shell',
};

/** Settings that the site's own plugins make for the build. */
interface PluginEffects extends Omit<PluginContent, 'pluginMessages'> {
  /** Import aliases for the bundler: absolute paths by name. */
  aliases: Record<string, string>;
  /** At least one plugin has `configurePostCss`. */
  configuresPostCss: boolean;
  /** `pluginData` of each other language of the site. */
  localizedPluginData: Record<string, PluginContent['pluginData']>;
  /** `pluginPages` of each other language in which they differ from those of the default language. */
  localizedPluginPages: Record<string, PluginContent['pluginPages']>;
  /** Texts of plugins by language, the default language included. */
  pluginMessages: Record<string, PluginContent['pluginMessages']>;
}

/**
 * Calls the site's own plugins, collects what they configure, and reports what is left out. Loads their data only if
 * `loadsData` is true, because that may take long.
 */
export async function collectPluginEffects(
  entries: PluginEntries,
  site: PluginSite,
  { notes, loadsData }: { notes: ConfigNotes; loadsData: boolean },
): Promise<PluginEffects> {
  const effects: PluginEffects = {
    aliases: {},
    configuresPostCss: false,
    pluginData: {},
    localizedPluginData: {},
    pluginPages: [],
    localizedPluginPages: {},
    pluginMessages: {},
  };
  const calledPlugins = await callPlugins(entries, site, notes);
  for (const plugin of calledPlugins) {
    const { name, methods, isUnknown } = plugin;
    // An unknown package has been reported already, whatever it does.
    const ignoredMethods = isUnknown
      ? []
      : Object.entries(lifecycles).filter(([key]) => typeof methods[key] === 'function');
    for (const [key, what] of ignoredMethods)
      notes.addFinding('left-out', name, `${what} (${key}) are left out`);
    if (typeof methods.configurePostCss === 'function') effects.configuresPostCss = true;
    else if (findKnownPackage(name) === stylePlugin)
      notes.addProblem(
        'warning',
        name,
        `The package "${name}" isn't installed, so it doesn't process the style sheets. Install it in the site folder.`,
      );
    try {
      const themeDir = isUnknown ? undefined : findThemeDir(plugin.plugin, methods, site.siteDir);
      if (themeDir !== undefined) Object.assign(effects.aliases, listThemeAliases(themeDir));
    } catch (error) {
      reportPluginError(
        `getThemePath of the plugin ${describePlugin(plugin)} failed`,
        name,
        error,
        site,
        notes,
      );
    }
    try {
      Object.assign(effects.aliases, await awaitEnding(() => readAliases(methods, site.siteDir)));
    } catch (error) {
      const what = `configureWebpack of the plugin ${describePlugin(plugin)} failed, so its import aliases are left out`;
      if (!isUnknown) reportPluginError(what, name, error, site, notes);
    }
  }
  if (!loadsData) return effects;
  // Packages that aren't known may do anything, such as writing files. They have been reported.
  const ownEntries = entries.filter(({ isUnknown = false }) => !isUnknown);
  const ownPlugins = calledPlugins.filter(({ isUnknown }) => !isUnknown);
  const { defaultLocale, locales } = readLanguages(site.siteConfig);
  const { pluginMessages, ...content } = await loadPluginContent(ownPlugins, site, notes);
  Object.assign(effects, content);
  if (!ownPlugins.some(hasContent)) return effects;
  addMessages(effects, defaultLocale, pluginMessages);
  for (const locale of locales.filter((name) => name !== defaultLocale)) {
    const languageNotes = notes.createEmptyCopy();
    const plugins = await callPlugins(ownEntries, site, languageNotes, locale);
    const { pluginData, pluginPages, pluginMessages } = await loadPluginContent(
      plugins,
      site,
      languageNotes,
      locale,
    );
    effects.localizedPluginData[locale] = pluginData;
    if (!isDeepStrictEqual(pluginPages, effects.pluginPages))
      effects.localizedPluginPages[locale] = pluginPages;
    addMessages(effects, locale, pluginMessages);
    notes.addDifferences(languageNotes, `in the language "${locale}"`);
  }
  return effects;
}

function addMessages(
  effects: PluginEffects,
  locale: string,
  messages: PluginContent['pluginMessages'],
): void {
  if (Object.keys(messages).length > 0) effects.pluginMessages[locale] = messages;
}

/** Answers for any plugin of a bundler. Vite does their work here. */
const anyPlugin: unknown = new Proxy(class {}, {
  get: (target, name) =>
    typeof name === 'string' && name !== 'prototype' ? anyPlugin : Reflect.get(target, name),
});

/** Import aliases of the bundler configuration that a plugin returns. */
async function readAliases({ configureWebpack }: Settings, siteDir: string): Promise<Record<string, string>> {
  const bundler = { name: 'rspack', instance: anyPlugin };
  const utils = { currentBundler: bundler, getStyleLoaders: () => [], getJSLoader: () => ({}) };
  const bundlerConfig: unknown =
    typeof configureWebpack === 'function'
      ? await configureWebpack({ resolve: { alias: {} }, module: { rules: [] }, plugins: [] }, false, utils)
      : configureWebpack;
  const { alias } = toSettings(toSettings(bundlerConfig).resolve);
  const aliases = Object.entries(toSettings(alias)).flatMap(([name, target]) =>
    typeof target === 'string' ? [[name, resolveAliasTarget(target, siteDir)] as const] : [],
  );
  return Object.fromEntries(aliases);
}

/** The path of an alias: of a file or folder, or in a package (`preact/compat`, `process/browser.js`). */
function resolveAliasTarget(target: string, siteDir: string): string {
  const isPath = path.isAbsolute(target) || /^\.{1,2}(?:\/|$)/.test(target);
  const packageFolder = isPath ? undefined : findInstalledPackage(target, path.join(siteDir, 'index.js'));
  return packageFolder === undefined
    ? path.resolve(siteDir, target)
    : packageFolder + target.slice(getPackageName(target).length);
}
