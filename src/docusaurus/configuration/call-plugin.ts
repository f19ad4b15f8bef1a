import path from 'node:path';
import { createJiti } from 'jiti';
import { isRecord } from '../../shared/json.ts';
import { loadCurrentModule } from '../../shared/load-owners-module.ts';
import { type Settings, toSettings } from '../config-notes.ts';
import { createPluginContext, type PluginSite } from './plugin-context.ts';

/** The exports of a plugin, theme or preset of the site. */
interface PluginModule {
  /** Called with the site and the options. A plugin can also be the object that such a call returns. */
  create: unknown;
  /** Completes the options of a plugin, or throws. */
  validateOptions: unknown;
}

/**
 * Calls a plugin of the site as Docusaurus does, with validated options and the site in one of its languages, by
 * default the default language. Returns its lifecycle methods.
 */
export async function callPlugin(
  plugin: unknown,
  options: unknown,
  site: PluginSite,
  locale?: string,
): Promise<Settings> {
  const { create, validateOptions } = await loadPluginModule(plugin, site.siteDir);
  if (typeof create !== 'function') return toSettings(create);
  const completeOptions = completePluginOptions(validateOptions, toSettings(options));
  return toSettings(await create(createPluginContext(site, locale), completeOptions));
}

/** Calls a preset of the site, which returns lists of plugins and themes. */
export async function callPreset(preset: unknown, options: unknown, site: PluginSite): Promise<Settings> {
  const { create } = await loadPluginModule(preset, site.siteDir);
  return toSettings(
    typeof create === 'function' ? await create(createPluginContext(site), toSettings(options)) : create,
  );
}

async function loadPluginModule(plugin: unknown, siteDir: string): Promise<PluginModule> {
  if (typeof plugin !== 'string') return { create: plugin, validateOptions: readOwn(plugin) };
  const module = /^[./]/.test(plugin)
    ? await loadCurrentModule(path.resolve(siteDir, plugin), { sourceMaps: true })
    : await createJiti(path.join(siteDir, 'index.js'), { fsCache: false, sourceMaps: true }).import(plugin);
  const create = isRecord(module) && module.default !== undefined ? module.default : module;
  return { create, validateOptions: readOwn(create) ?? readOwn(module) };
}

/** Plugins have `validateOptions` beside their function, or as its property. */
function readOwn(value: unknown): unknown {
  return Object(value).validateOptions;
}

/** A schema of Joi, which `@docusaurus/utils-validation` gives to plugins. */
interface Schema {
  validate(value: unknown, options?: object): { error?: unknown; value?: unknown } | undefined;
}

/** The options with the plugin's defaults. Every instance of a plugin has an id. */
function completePluginOptions(validateOptions: unknown, options: Settings): Settings {
  const { id = 'default', ...ownOptions } = options;
  if (typeof validateOptions !== 'function') return { id, ...ownOptions };
  const validate = (schema: Schema | undefined, value: unknown) => {
    const { id: _id, ...settings } = toSettings(value);
    const result = schema?.validate?.(settings, { convert: false });
    if (result?.error instanceof Error) throw result.error;
    return { id, ...(isRecord(result?.value) ? result.value : settings) };
  };
  const completeOptions: unknown = validateOptions({ validate, options: { id, ...ownOptions } });
  return isRecord(completeOptions) ? { id, ...completeOptions } : { id, ...ownOptions };
}
