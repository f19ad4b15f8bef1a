import path from 'node:path';
import { createJiti } from 'jiti';
import { removeBasePath } from '../../model/urls.ts';
import { formatPathFrom } from '../../shared/file-paths.ts';
import { isFile } from '../../shared/regular-file.ts';
import { type ConfigNotes, type Settings, toList, toSettings } from '../config-notes.ts';
import type { PluginSettings } from '../plugins/plugin.ts';
import { stylePlugin } from '../plugins/style-plugins/plugin.ts';
import { findKnownPackage } from '../plugins/supported.ts';

/** Lifecycle methods of plugins that are left out, with what they would do. */
const lifecycles: Readonly<Record<string, string>> = {
  getClientModules: 'scripts that it adds to every page',
  injectHtmlTags: 'tags that it adds to every page',
  postBuild: 'steps after the build',
  getThemePath: 'components of the theme that it replaces',
};

/** One of the site's own plugins, called as Docusaurus calls it. */
interface CalledPlugin {
  /** The name of the plugin for its owner. */
  name: string;
  /** The lifecycle methods of the plugin. */
  methods: Settings;
  /** The id of this instance. A plugin can be used several times with different options. */
  id: string;
  /** A package that isn't known, which was reported already. */
  isUnknown: boolean;
}

/** Settings that the site's own plugins make for the build. */
interface PluginEffects {
  /** Import aliases for the bundler: absolute paths by name. */
  aliases: Record<string, string>;
  /** At least one plugin has `configurePostCss`. */
  configuresPostCss: boolean;
  /** Data for components (`usePluginData`), by name of the plugin and id of its instance. */
  pluginData: Record<string, Record<string, unknown>>;
  pluginPages: PluginPage[];
}

/** A page that a plugin adds: see `pluginPages` of the site's configuration. */
interface PluginPage {
  path: string;
  component: string;
  props: Settings;
}

/** Calls every plugin of the site's own, in Docusaurus' order, and reports a plugin that throws. */
export async function callPlugins(
  entries: PluginSettings['calledPlugins'],
  siteConfig: Settings,
  siteDir: string,
  notes: ConfigNotes,
): Promise<CalledPlugin[]> {
  const calledPlugins: CalledPlugin[] = [];
  for (const { plugin, options, at, isUnknown = false } of entries) {
    const name = namePlugin(plugin, at);
    try {
      const methods = await callPlugin(plugin, options, siteConfig, siteDir);
      const { id = 'default' } = toSettings(options);
      calledPlugins.push({ name, methods, id: String(id), isUnknown });
    } catch (error) {
      if (isUnknown) continue;
      const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
      notes.addProblem('warning', name, `The plugin ${name} failed and is left out: ${reason}`);
    }
  }
  return calledPlugins;
}

/**
 * Calls the site's own plugins, collects what they configure, and reports what is left out. Loads their data only if
 * `loadsData` is true, because that may take long.
 */
export async function collectPluginEffects(
  entries: PluginSettings['calledPlugins'],
  siteConfig: Settings,
  { siteDir, notes, loadsData }: { siteDir: string; notes: ConfigNotes; loadsData: boolean },
): Promise<PluginEffects> {
  const effects: PluginEffects = { aliases: {}, configuresPostCss: false, pluginData: {}, pluginPages: [] };
  const calledPlugins = await callPlugins(entries, siteConfig, siteDir, notes);
  for (const { name, methods, isUnknown } of calledPlugins) {
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
      Object.assign(effects.aliases, await readAliases(methods, siteDir));
    } catch (error) {
      if (isUnknown) continue;
      const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
      notes.addProblem('warning', name, `The plugin ${name} failed and is left out: ${reason}`);
    }
  }
  // Packages that aren't known may do anything, such as writing files. They have been reported.
  const ownPlugins = calledPlugins.filter(({ isUnknown }) => !isUnknown);
  if (loadsData) Object.assign(effects, await loadPluginContent(ownPlugins, { siteDir, siteConfig, notes }));
  return effects;
}

/** The site that plugins load their content for. */
interface PluginSite {
  siteDir: string;
  siteConfig: Settings;
  notes: ConfigNotes;
}

/**
 * Loads the content of plugins and hands it to them, as Docusaurus does, and collects the data for components and the
 * pages that they add.
 */
async function loadPluginContent(
  plugins: readonly CalledPlugin[],
  site: PluginSite,
): Promise<Pick<PluginEffects, 'pluginData' | 'pluginPages'>> {
  const { siteDir, notes } = site;
  const pluginData: PluginEffects['pluginData'] = {};
  const pluginPages: PluginPage[] = [];
  /** Texts of the data files that plugins have created, by the path that they got. */
  const dataFiles = new Map<string, string>();
  const allContent: Record<string, Record<string, unknown>> = {};
  const createActions = ({ name, methods, id }: CalledPlugin) => {
    const pluginName = typeof methods.name === 'string' ? methods.name : name;
    return {
      pluginName,
      actions: {
        setGlobalData(data: unknown) {
          pluginData[pluginName] = { ...pluginData[pluginName], [id]: toData(data) };
        },
        addRoute(route: unknown) {
          const page = readRoute(toSettings(route), dataFiles, site);
          if (typeof page !== 'string') {
            pluginPages.push(page);
            return;
          }
          const what = `the page ${String(toSettings(route).path)} that it adds (addRoute) is left out, because ${page}`;
          notes.addFinding('left-out', name, what);
          notes.addProblem('warning', name, `The plugin ${name}: ${what}. Write the page in src/pages.`);
        },
        async createData(dataName: string, data: unknown) {
          const file = path.join(siteDir, '.docusaurus', pluginName, id, dataName);
          dataFiles.set(file, typeof data === 'string' ? data : JSON.stringify(data));
          return file;
        },
      },
    };
  };
  const call = async (plugin: CalledPlugin, work: () => unknown) => {
    try {
      await work();
    } catch (error) {
      const { name } = plugin;
      const [reason] = (error instanceof Error ? error.message : String(error)).split('\n');
      notes.addProblem('warning', name, `The plugin ${name} can't load its data: ${reason}`);
    }
  };
  for (const plugin of plugins) {
    const { methods, id } = plugin;
    const { pluginName, actions } = createActions(plugin);
    await call(plugin, async () => {
      const content: unknown =
        typeof methods.loadContent === 'function' ? await methods.loadContent() : undefined;
      allContent[pluginName] = { ...allContent[pluginName], [id]: content };
      if (typeof methods.contentLoaded === 'function') await methods.contentLoaded({ content, actions });
    });
  }
  for (const plugin of plugins) {
    const { methods } = plugin;
    const { allContentLoaded } = methods;
    const { actions } = createActions(plugin);
    if (typeof allContentLoaded === 'function')
      await call(plugin, () => allContentLoaded.call(methods, { allContent, actions }));
  }
  return { pluginData, pluginPages };
}

/** Reads a page that a plugin adds. A text says why the page can't be built. */
function readRoute(
  { path: address, component, modules, props, routes }: Settings,
  dataFiles: ReadonlyMap<string, string>,
  { siteDir, siteConfig }: PluginSite,
): PluginPage | string {
  if (typeof address !== 'string' || typeof component !== 'string') return 'it has no path or no component';
  if (/[*:()?]/.test(address)) return 'its path is a pattern';
  if (toList(routes).length > 0) return 'it has pages inside of it (routes)';
  const file = findComponent(component, siteDir);
  if (file === undefined) return `its component ${component} isn't a file of the site`;
  const moduleProps: Record<string, unknown> = {};
  for (const [name, module] of Object.entries(toSettings(modules))) {
    const text = typeof module === 'string' ? dataFiles.get(module) : undefined;
    if (text === undefined) return `its module ${name} isn't data that the plugin created (createData)`;
    try {
      moduleProps[name] = JSON.parse(text);
    } catch {
      return `its module ${name} isn't JSON`;
    }
  }
  const { baseUrl } = siteConfig;
  const ownPath = removeBasePath(address, typeof baseUrl === 'string' ? baseUrl : '/') ?? address;
  return { path: ownPath, component: file, props: { ...moduleProps, ...toSettings(toData(props)) } };
}

const componentEndings = [
  '',
  '.tsx',
  '.ts',
  '.jsx',
  '.js',
  '/index.tsx',
  '/index.ts',
  '/index.jsx',
  '/index.js',
];

/** The file of a component of the site: `@site/src/Team`, `@theme/Team` from `src/theme`, or an absolute path. */
function findComponent(component: string, siteDir: string): string | undefined {
  const file = path.resolve(siteDir, component.replace(/^@site\//, '').replace(/^@theme\//, 'src/theme/'));
  const isOfSite = !formatPathFrom(siteDir, file).startsWith('..') && !file.includes('node_modules');
  const files = componentEndings.map((ending) => file + ending);
  return isOfSite ? files.find(isFile) : undefined;
}

/** The data as a browser gets it. */
function toData(data: unknown): unknown {
  return data === undefined ? undefined : JSON.parse(JSON.stringify(data));
}

function namePlugin(plugin: unknown, at: string): string {
  if (typeof plugin === 'string') return plugin;
  return typeof plugin === 'function' && plugin.name !== '' ? plugin.name : at;
}

async function callPlugin(
  plugin: unknown,
  options: unknown,
  siteConfig: Settings,
  siteDir: string,
): Promise<Settings> {
  const loadedPlugin =
    typeof plugin === 'string'
      ? await createJiti(path.join(siteDir, 'index.js'), { moduleCache: false, fsCache: false }).import(
          /^[./]/.test(plugin) ? path.resolve(siteDir, plugin) : plugin,
          { default: true },
        )
      : plugin;
  if (typeof loadedPlugin !== 'function') return toSettings(loadedPlugin);
  const context = {
    siteDir,
    siteConfig,
    baseUrl: siteConfig.baseUrl,
    outDir: path.join(siteDir, 'build'),
    generatedFilesDir: path.join(siteDir, '.docusaurus'),
    i18n: toSettings(siteConfig.i18n),
  };
  return toSettings(await loadedPlugin(context, toSettings(options)));
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
    typeof target === 'string' ? [[name, path.resolve(siteDir, target)] as const] : [],
  );
  return Object.fromEntries(aliases);
}
