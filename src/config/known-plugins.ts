/**
 * Markdown plugins that the engine includes. A configuration that imports one of their packages gets a placeholder,
 * whether or not it is installed, so that readers of `remarkPlugins` and `rehypePlugins` recognise it by name.
 */
const knownPluginNames = ['math', 'katex', 'npm2yarn', 'tab-blocks'] as const;
export type KnownPluginName = (typeof knownPluginNames)[number];

interface KnownPlugin {
  (): void;
  knownPlugin: KnownPluginName;
  /** The plugin itself, for code that imports a default export with `require`. */
  default: KnownPlugin;
  __esModule: true;
}

/** The placeholder of a plugin for the lists of a configuration. */
export function findKnownPlugin(name: KnownPluginName): KnownPlugin {
  const plugin = Object.assign(() => {}, { knownPlugin: name, __esModule: true } as const);
  return Object.defineProperty(plugin, 'default', { value: plugin }) as typeof plugin & {
    default: KnownPlugin;
  };
}

/** Name of the plugin if the entry is one of the engine's. Other entries are functions of the site. */
export function nameOfKnownPlugin(entry: unknown): KnownPluginName | undefined {
  const plugin: unknown = Array.isArray(entry) ? entry[0] : entry;
  return typeof plugin === 'function' && 'knownPlugin' in plugin
    ? knownPluginNames.find((name) => name === plugin.knownPlugin)
    : undefined;
}
