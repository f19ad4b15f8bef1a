/**
 * Plugins of documents that the engine brings itself. A configuration that imports one of their packages gets one of
 * these, installed or not, so that what reads `remarkPlugins` and `rehypePlugins` knows it by name.
 */
const knownPluginNames = ['math', 'katex', 'npm2yarn', 'tab-blocks'] as const;
export type KnownPluginName = (typeof knownPluginNames)[number];

interface KnownPlugin {
  (): void;
  knownPlugin: KnownPluginName;
  /** Itself, for whoever imports a default export through `require`. */
  default: KnownPlugin;
  __esModule: true;
}

/** The plugin, for a configuration's lists. */
export function knownPlugin(name: KnownPluginName): KnownPlugin {
  const plugin = Object.assign(() => {}, { knownPlugin: name, __esModule: true } as const);
  return Object.defineProperty(plugin, 'default', { value: plugin }) as typeof plugin & {
    default: KnownPlugin;
  };
}

/** Its name, if an entry of such a list is one of ours; other entries are functions of the owner's. */
export function nameOfKnownPlugin(entry: unknown): KnownPluginName | undefined {
  const plugin: unknown = Array.isArray(entry) ? entry[0] : entry;
  return typeof plugin === 'function' && 'knownPlugin' in plugin
    ? knownPluginNames.find((name) => name === plugin.knownPlugin)
    : undefined;
}
