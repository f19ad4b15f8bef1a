import path from 'node:path';
import { awaitEnding } from '../../shared/ending-work.ts';
import { type ConfigNotes, type Settings, toSettings } from '../config-notes.ts';
import type { PluginSettings } from '../plugins/plugin.ts';
import { callPlugin } from './call-plugin.ts';
import type { PluginSite } from './plugin-context.ts';
import { findFailedLine, summarizeFailure } from './site-failure.ts';

/** One of the site's own plugins, called as Docusaurus calls it. */
export interface CalledPlugin {
  /** The plugin as the configuration names it: a path, the name of a package, or a function. */
  plugin: unknown;
  /** The name of the plugin for its owner. */
  name: string;
  /** The lifecycle methods of the plugin. */
  methods: Settings;
  /** The id of this instance. A plugin can be used several times with different options. */
  id: string;
  /** A package that isn't known, which was reported already. */
  isUnknown: boolean;
}

/** Plugins as a configuration lists them. */
export type PluginEntries = PluginSettings['calledPlugins'];

/** Calls every plugin of the site's own, in Docusaurus' order, and reports a plugin that throws. */
export async function callPlugins(
  entries: PluginEntries,
  site: PluginSite,
  notes: ConfigNotes,
  locale?: string,
): Promise<CalledPlugin[]> {
  const calledPlugins: CalledPlugin[] = [];
  for (const { plugin, options, at, isUnknown = false } of entries) {
    const name = namePlugin(plugin, at);
    try {
      const methods = await awaitEnding(() => callPlugin(plugin, options, site, locale));
      const { id = 'default' } = toSettings(options);
      calledPlugins.push({ plugin, name, methods, id: String(id), isUnknown });
    } catch (error) {
      if (!isUnknown)
        reportPluginError(`The plugin ${name} failed and is left out`, name, error, site, notes);
    }
  }
  return calledPlugins;
}

/** Reports code of a plugin that threw, at its line. */
export function reportPluginError(
  what: string,
  name: string,
  error: unknown,
  { siteDir }: PluginSite,
  notes: ConfigNotes,
): void {
  const place = findFailedLine(error, siteDir);
  const message = `${what}: ${summarizeFailure(error).replace(/[.:]$/, '')}.`;
  notes.addFailure(name, message, place && { ...place, file: path.relative(siteDir, place.file) });
}

/** The name of a plugin for messages. A function in a configuration is known by the name that it gives its plugin. */
export function describePlugin({ plugin, name, methods }: CalledPlugin): string {
  return typeof plugin === 'function' && typeof methods.name === 'string' ? methods.name : name;
}

function namePlugin(plugin: unknown, at: string): string {
  if (typeof plugin === 'string') return plugin;
  return typeof plugin === 'function' && plugin.name !== '' ? plugin.name : at;
}
