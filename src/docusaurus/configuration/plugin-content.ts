import { existsSync } from 'node:fs';
import path from 'node:path';
import { removeBasePath } from '../../model/urls.ts';
import { awaitEnding } from '../../shared/ending-work.ts';
import { formatPathFrom } from '../../shared/file-paths.ts';
import { readTextIfPresent } from '../../shared/if-present.ts';
import { isRecord } from '../../shared/json.ts';
import { isFile } from '../../shared/regular-file.ts';
import { addSlashes, type ConfigNotes, type Settings, toList, toSettings } from '../config-notes.ts';
import { type CalledPlugin, describePlugin, reportPluginError } from './call-plugins.ts';
import { createPluginContext, type PluginSite } from './plugin-context.ts';

/** Data, pages and texts that the plugins of a site add in one language. */
export interface PluginContent {
  /** Data for components (`usePluginData`), by name of the plugin and id of its instance. */
  pluginData: Record<string, Record<string, unknown>>;
  pluginPages: PluginPage[];
  /** Texts for `<Translate>` and `translate()` that the site's own `code.json` may replace, by their ids. */
  pluginMessages: Record<string, string>;
}

/** A page that a plugin adds: see `pluginPages` of the site's configuration. */
interface PluginPage {
  path: string;
  component: string;
  props: Settings;
}

/** Whether a plugin adds anything that `loadPluginContent` would collect. */
export function hasContent({ methods }: CalledPlugin): boolean {
  return ['loadContent', 'contentLoaded', 'allContentLoaded', 'getDefaultCodeTranslationMessages'].some(
    (key) => typeof methods[key] === 'function',
  );
}

/**
 * Loads the content of plugins in a language, by default the default language. As in Docusaurus, each plugin gets its
 * content back, translated, to create data and pages from it. The plugins must have been called for that language.
 */
export async function loadPluginContent(
  plugins: readonly CalledPlugin[],
  site: PluginSite,
  notes: ConfigNotes,
  locale?: string,
): Promise<PluginContent> {
  const { siteDir } = site;
  const { baseUrl, localizationDir, i18n } = createPluginContext(site, locale);
  const { currentLocale, localeConfigs } = i18n;
  const isTranslated = localeConfigs[currentLocale]?.translate ?? false;
  const siteBaseUrl = typeof site.siteConfig.baseUrl === 'string' ? addSlashes(site.siteConfig.baseUrl) : '/';
  const pluginData: PluginContent['pluginData'] = {};
  const pluginPages: PluginPage[] = [];
  const pluginMessages: PluginContent['pluginMessages'] = {};
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
          const settings = toSettings(route);
          const address = typeof settings.path === 'string' ? settings.path : undefined;
          const ownPath =
            address && (removeBasePath(address, baseUrl) ?? removeBasePath(address, siteBaseUrl) ?? address);
          const page = readRoute(settings, ownPath, dataFiles, siteDir);
          if (typeof page !== 'string') {
            pluginPages.push(page);
            return;
          }
          const what = `the page ${ownPath} that it adds (addRoute) is left out, because ${page}`;
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
      await awaitEnding(work);
    } catch (error) {
      const what = `The plugin ${describePlugin(plugin)} can't load its data`;
      reportPluginError(what, plugin.name, error, site, notes);
    }
  };
  for (const plugin of plugins) {
    const { methods, id } = plugin;
    const { pluginName, actions } = createActions(plugin);
    await call(plugin, async () => {
      const source: unknown =
        typeof methods.loadContent === 'function' ? await methods.loadContent() : undefined;
      const content = isTranslated
        ? await translateContent(methods, source, nameTranslationsDir(localizationDir, pluginName, id))
        : source;
      allContent[pluginName] = { ...allContent[pluginName], [id]: content };
      if (typeof methods.getDefaultCodeTranslationMessages === 'function')
        Object.assign(pluginMessages, pickTexts(await methods.getDefaultCodeTranslationMessages()));
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
  return { pluginData, pluginPages, pluginMessages };
}

/** The folder of a plugin's translations, such as `i18n/fr/releases` or `i18n/fr/releases-beta`. */
function nameTranslationsDir(localizationDir: string, pluginName: string, id: string): string {
  return path.join(localizationDir, id === 'default' ? pluginName : `${pluginName}-${id}`);
}

/** Lets a plugin put the translations into its content (`getTranslationFiles`, `translateContent`). */
async function translateContent(methods: Settings, content: unknown, folder: string): Promise<unknown> {
  if (typeof methods.translateContent !== 'function') return content;
  const files: unknown =
    typeof methods.getTranslationFiles === 'function' ? await methods.getTranslationFiles({ content }) : [];
  const translationFiles = toList(files).map((each) => {
    const file = toSettings(each);
    return {
      ...file,
      content: { ...toSettings(file.content), ...readMessages(path.join(folder, `${file.path}.json`)) },
    };
  });
  const translatedContent: unknown = await methods.translateContent({ content, translationFiles });
  return translatedContent ?? content;
}

/** The messages of a translations file. Empty if there is no file. */
function readMessages(file: string): Settings {
  if (!existsSync(file)) return {};
  let messages: unknown;
  try {
    messages = JSON.parse(readTextIfPresent(file) ?? '');
  } catch (error) {
    throw new Error(`${file} isn't JSON`, { cause: error });
  }
  if (!isRecord(messages)) throw new Error(`${file} must have the form {"key": {"message": "text"}}`);
  return messages;
}

function pickTexts(messages: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(toSettings(messages)).flatMap(([id, text]) =>
      typeof text === 'string' ? [[id, text]] : [],
    ),
  );
}

/** Reads a page that a plugin adds at `ownPath`, below the base path. A text says why the page can't be built. */
function readRoute(
  { component, modules, props, routes }: Settings,
  ownPath: string | undefined,
  dataFiles: ReadonlyMap<string, string>,
  siteDir: string,
): PluginPage | string {
  if (ownPath === undefined || typeof component !== 'string') return 'it has no path or no component';
  if (/[*:()?]/.test(ownPath)) return 'its path is a pattern';
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
