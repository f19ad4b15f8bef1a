import type { z } from 'zod';
import { findKnownPluginName, markdownPlugins } from '../../config/known-plugins.ts';
import {
  type ConfigNotes,
  removeUndefined,
  type Settings,
  toList,
  toSettings,
  type Unused,
} from '../config-notes.ts';

/** The options that a plugin has in common with our schema. `additions` exist only in ours. */
export function listOptions({ shape }: z.ZodObject, additions: readonly string[]): readonly string[] {
  return Object.keys(shape).filter((name) => !additions.includes(name));
}

export const noRecma =
  'documents compile to HTML here, so plugins for their JavaScript have nothing to work on';
export const noComponent = "the engine's own components draw these pages";

export function leaveOutComponents(names: string): Unused {
  return Object.fromEntries(names.split(' ').map((name) => [name, noComponent]));
}

/** Reports the plugins for Markdown that the engine replaces by its own. */
export function reportKnownPlugins(options: Settings, notes: ConfigNotes): void {
  const entries = Object.keys(options).flatMap((key) =>
    key.endsWith('Plugins') ? toList(options[key]) : [],
  );
  const names = new Set(entries.map(findKnownPluginName));
  for (const [packageName, pluginName] of Object.entries(markdownPlugins)) {
    if (names.has(pluginName)) notes.addFinding('works', packageName, 'built in');
  }
}

/** Docusaurus accepts these options in several forms. Returns the one form that our schema has. */
export function normalizeOptions({ tags, routeBasePath, admonitions }: Settings): Settings {
  return removeUndefined({
    tags: tags === null ? false : tags,
    routeBasePath: typeof routeBasePath === 'string' ? removeSlashes(routeBasePath) : routeBasePath,
    admonitions:
      typeof admonitions === 'boolean'
        ? toSettings(admonitions ? {} : { extendDefaults: false })
        : admonitions,
  });
}

function removeSlashes(address: string): string {
  return address.replace(/^\/+|\/+$/g, '') || '/';
}
