import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import path from 'node:path';
import { load as parseYaml } from 'js-yaml';
import type { CSSOptions } from 'vite';
import {
  type PostCssConfigurer,
  postCssConfigurers,
} from '../../docusaurus/configuration/load-configuration.ts';
import { isRecord } from '../../shared/json.ts';
import { loadCurrentModule, readDefaultExport } from '../../shared/load-owners-module.ts';
import { describeMissingPackage, getPackageName } from '../../shared/missing-packages.ts';
import { describeReason } from '../../shared/reason.ts';

/** Names of a PostCSS configuration, in the order in which Docusaurus' `postcss-loader` looks for them. */
const configNames = [
  'package.json',
  ...['js', 'mjs', 'cjs', 'ts', 'mts', 'cts'].map((ending) => `postcss.config.${ending}`),
  '.postcssrc',
  ...['json', 'js', 'mjs', 'cjs', 'ts', 'mts', 'cts', 'yaml', 'yml'].map((ending) => `.postcssrc.${ending}`),
  '.config/postcssrc',
  ...['json', 'yaml', 'yml', 'js', 'mjs', 'cjs', 'ts', 'mts', 'cts'].map((end) => `.config/postcssrc.${end}`),
];

/** Lists the places where a configuration for style sheets of this folder may be: in the folder or one above. */
function listConfigPlaces(folder: string): string[] {
  const places = configNames.map((name) => path.join(folder, name));
  const parentFolder = path.dirname(folder);
  return parentFolder === folder || folder === homedir()
    ? places
    : [...places, ...listConfigPlaces(parentFolder)];
}

/** The PostCSS configuration that applies to style sheets of a folder, as `postcss-loader` finds it. */
export function findPostCssConfig(folder: string): string | undefined {
  return listConfigPlaces(folder).find((file) => existsSync(file) && hasSettings(file));
}

/** Files in the site folder that would change the configuration of these folders if they were created. */
export function listPostCssConfigPlaces(folders: Iterable<string>, siteDir: string): string[] {
  const inSite = [...folders].flatMap(listConfigPlaces).filter((file) => file.startsWith(siteDir + path.sep));
  return [...new Set(inSite)];
}

/** A `package.json` counts only where it has the key `postcss`. */
function hasSettings(file: string): boolean {
  if (path.basename(file) !== 'package.json') return true;
  try {
    return isRecord(JSON.parse(readFileSync(file, 'utf8')).postcss);
  } catch {
    return false;
  }
}

type PostCssOptions = Exclude<CSSOptions['postcss'], string | undefined>;
export type PostCssPlugins = NonNullable<PostCssOptions['plugins']>;

/** What PostCSS does with one style sheet. */
export interface PostCssSettings {
  plugins: PostCssPlugins;
  parser?: unknown;
  syntax?: unknown;
  stringifier?: unknown;
  /** Files of the plugins. */
  files: string[];
}

/** A mistake in the site's settings that keeps PostCSS from running. `key` is the text to find in `file`. */
export class PostCssSettingsError extends Error {
  readonly file: string;
  readonly key: string | undefined;

  constructor(message: string, file: string, key?: string) {
    super(message);
    this.file = file;
    this.key = key;
  }
}

/** Plugins, by name or as objects, with their options. */
type PluginList = Map<unknown, unknown>;

/** The browsers that `postcss-preset-env` translates for: `browsers` of `run-vite.ts`, as Browserslist writes them. */
const presetBrowsers = ['chrome 125', 'edge 125', 'firefox 128', 'safari 17.5'];

/** Marks the place of Docusaurus' `postcss-preset-env` if that isn't installed: the bundler translates CSS, too. */
const ABSENT_PRESET = '@docusaurus/postcss-preset-env';

/** Reads the PostCSS settings of style sheets, once for each folder. Create and use it within `runInSiteFolder`. */
export class PostCssReader {
  readonly #siteDir: string;
  readonly #docusaurusConfig: string | undefined;
  readonly #configurers: readonly PostCssConfigurer[];
  readonly #byFolder = new Map<string, Promise<PostCssSettings>>();

  private constructor(siteDir: string, file: string | undefined, configurers: readonly PostCssConfigurer[]) {
    this.#siteDir = siteDir;
    this.#docusaurusConfig = file;
    this.#configurers = configurers;
  }

  /** `configuresPostCss`: see `SiteConfig`. */
  static async open(siteDir: string, configuresPostCss: boolean): Promise<PostCssReader> {
    if (!configuresPostCss) return new PostCssReader(siteDir, undefined, []);
    const { file, configurers } = await postCssConfigurers(siteDir);
    return new PostCssReader(siteDir, file, configurers);
  }

  /** The settings for a style sheet (absolute path). */
  findSettings(sheet: string): Promise<PostCssSettings> {
    const folder = path.dirname(sheet);
    const settings = this.#byFolder.get(folder) ?? this.#read(sheet);
    this.#byFolder.set(folder, settings);
    return settings;
  }

  /**
   * Reads the plugins in Docusaurus' order: those of the configuration file, then `postcss-preset-env`, changed by each
   * `configurePostCss`. A name that comes twice keeps its first place and its last options.
   */
  async #read(sheet: string): Promise<PostCssSettings> {
    const presetFile = this.#presetEnv();
    let options: Record<string, unknown> = {
      ident: 'postcss',
      plugins: [[presetFile ?? ABSENT_PRESET, {}]],
    };
    for (const { plugin, configurePostCss } of this.#configurers) {
      const changedOptions = this.#configure(plugin, () => configurePostCss(options));
      if (isRecord(changedOptions)) options = changedOptions;
    }
    const configFile =
      typeof options.config === 'string'
        ? path.resolve(this.#siteDir, options.config)
        : findPostCssConfig(path.dirname(sheet));
    const usesFile = options.config !== false && configFile !== undefined;
    const fromFile = usesFile ? await readConfigFile(configFile, sheet, options) : {};
    const list: PluginList = new Map();
    if (usesFile) addPlugins(list, fromFile.plugins, configFile);
    addPlugins(list, options.plugins, this.#docusaurusConfig);
    const files = [configFile, this.#docusaurusConfig].filter((file) => file !== undefined);
    const plugins: PostCssPlugins = [];
    for (const [plugin, { settings, origin }] of listPluginSettings(list)) {
      if (plugin === ABSENT_PRESET) continue;
      const isPreset = plugin === presetFile || plugin === 'postcss-preset-env';
      const pluginSettings = isPreset ? { browsers: presetBrowsers, ...toRecord(settings) } : settings;
      // PostCSS reports an entry that isn't a plugin.
      plugins.push(this.#plugin(plugin, pluginSettings, origin, files) as PostCssPlugins[number]);
    }
    const { parser, syntax, stringifier } = { ...fromFile, ...options };
    const load = (value: unknown) =>
      typeof value === 'string' ? this.#load(value, configFile, files) : value;
    return { plugins, parser: load(parser), syntax: load(syntax), stringifier: load(stringifier), files };
  }

  #configure(plugin: string, configure: () => unknown): unknown {
    try {
      return configure();
    } catch (error) {
      const file = this.#docusaurusConfig ?? this.#siteDir;
      throw toSettingsError(
        error,
        file,
        `\`configurePostCss\` of the plugin ${plugin} failed`,
        'configurePostCss',
      );
    }
  }

  #presetEnv(): string | undefined {
    const site = path.join(this.#siteDir, 'index.js');
    for (const owner of ['@docusaurus/bundler/package.json', '@docusaurus/core/package.json', undefined]) {
      try {
        const from = owner === undefined ? site : createRequire(site).resolve(owner);
        return createRequire(from).resolve('postcss-preset-env');
      } catch {
        // Try the next place.
      }
    }
    return undefined;
  }

  #plugin(plugin: unknown, settings: unknown, origin: string | undefined, files: string[]): unknown {
    const loadedPlugin = typeof plugin === 'string' ? this.#load(plugin, origin, files) : plugin;
    const isEmpty =
      settings === undefined || settings === true || Object.keys(toRecord(settings)).length === 0;
    if (isEmpty || typeof loadedPlugin !== 'function') return loadedPlugin;
    try {
      return loadedPlugin(settings);
    } catch (error) {
      const name = typeof plugin === 'string' ? plugin : loadedPlugin.name;
      const file = origin ?? this.#siteDir;
      throw new PostCssSettingsError(
        `The PostCSS plugin \`${name}\` failed: ${describeReason(error)}`,
        file,
        name,
      );
    }
  }

  /** Loads a package that the settings name, resolved from the settings file or from the site. */
  #load(name: string, origin: string | undefined, files: string[]): unknown {
    const places = [origin, path.join(this.#siteDir, 'index.js')].filter((place) => place !== undefined);
    for (const place of places) {
      const resolve = createRequire(place);
      let file: string;
      try {
        file = resolve.resolve(name);
      } catch {
        continue;
      }
      files.push(file);
      try {
        const loadedModule: unknown = resolve(file);
        return isRecord(loadedModule) && 'default' in loadedModule
          ? loadedModule.default
          : unwrapDefault(loadedModule);
      } catch (error) {
        throw toSettingsError(error, origin ?? file, `The PostCSS plugin \`${name}\` can't be loaded`, name);
      }
    }
    throw createNotInstalledError(name, origin ?? this.#siteDir);
  }
}

interface PluginSettings {
  settings: unknown;
  /** The file that names the plugin. */
  origin: string | undefined;
}

function listPluginSettings(list: PluginList): [unknown, PluginSettings][] {
  return [...list].map(([plugin, value]) => [plugin, value as PluginSettings]);
}

/** Adds a list or an object of plugins as `postcss-loader` does. `false` removes a plugin. */
function addPlugins(list: PluginList, plugins: unknown, origin: string | undefined): void {
  const set = (plugin: unknown, settings: unknown) => {
    if (settings === false) list.delete(plugin);
    else list.set(plugin, { settings, origin } satisfies PluginSettings);
  };
  if (!Array.isArray(plugins)) {
    for (const [name, settings] of Object.entries(toRecord(plugins))) set(name, settings);
    return;
  }
  for (const plugin of plugins) {
    if (Array.isArray(plugin)) {
      set(plugin[0], plugin[1]);
      continue;
    }
    const entries = isRecord(plugin) ? Object.entries(plugin) : [];
    const [[name, settings] = []] = entries;
    const isNamed = entries.length === 1 && (typeof settings === 'boolean' || isRecord(settings));
    if (isNamed && !('postcssPlugin' in Object(plugin))) set(name, settings);
    else if (plugin) set(plugin, undefined);
  }
}

async function readConfigFile(
  file: string,
  sheet: string,
  options: unknown,
): Promise<Record<string, unknown>> {
  let value: unknown;
  try {
    if (path.basename(file) === 'package.json') value = JSON.parse(readFileSync(file, 'utf8')).postcss;
    // A file without an extension may contain YAML or JSON. JSON is valid YAML.
    else if (/(?:rc|\.json|\.ya?ml)$/.test(file)) value = parseYaml(readFileSync(file, 'utf8'));
    else value = readDefaultExport(await loadCurrentModule(file));
    if (typeof value === 'function') {
      const mode = 'production';
      const webpackLoaderContext = { mode, resourcePath: sheet, rootContext: process.cwd() };
      value = await value({ mode, env: mode, file: sheet, options, webpackLoaderContext });
    }
  } catch (error) {
    throw toSettingsError(error, file, "The PostCSS configuration can't be evaluated");
  }
  return toRecord(value);
}

/** Reports the missing package instead of the error that it causes. */
function toSettingsError(error: unknown, file: string, message: string, name?: string): PostCssSettingsError {
  const code = isRecord(error) ? error.code : undefined;
  const [, missing = ''] = /Cannot find (?:module|package) '([^']+)'/.exec(describeReason(error)) ?? [];
  const isMissing = code === 'MODULE_NOT_FOUND' || code === 'ERR_MODULE_NOT_FOUND';
  if (isMissing && missing !== '' && !/^[./]|^file:/.test(missing))
    return createNotInstalledError(missing, file);
  const [first = ''] = describeReason(error).split('\n');
  return new PostCssSettingsError(`${message}: ${first.replace(/[.:]$/, '')}.`, file, name);
}

function createNotInstalledError(specifier: string, file: string): PostCssSettingsError {
  const name = getPackageName(specifier);
  const message = `${describeMissingPackage(name)} It processes the style sheets. Install it in the site folder.`;
  return new PostCssSettingsError(message, file, specifier);
}

function unwrapDefault(loadedModule: unknown): unknown {
  return typeof loadedModule === 'function' &&
    'default' in loadedModule &&
    typeof loadedModule.default === 'function'
    ? loadedModule.default
    : loadedModule;
}

function toRecord(value: unknown): Record<string, unknown> {
  return isRecord(value) ? { ...value } : {};
}
