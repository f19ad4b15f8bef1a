/**
 * Markdown plugins that the engine includes. If a configuration imports one of their packages, it can get a placeholder,
 * so that readers of `remarkPlugins` and `rehypePlugins` recognise it by name.
 */
const knownPluginNames = ['math', 'katex', 'npm2yarn', 'tab-blocks'] as const;
export type KnownPluginName = (typeof knownPluginNames)[number];

/**
 * The packages of these plugins. A Docusaurus configuration gets the placeholder even if the package is installed, a
 * `site.config.ts` only if it isn't.
 */
export const markdownPlugins: Readonly<Record<string, KnownPluginName>> = {
  'remark-math': 'math',
  'rehype-katex': 'katex',
  '@docusaurus/remark-plugin-npm2yarn': 'npm2yarn',
  'docusaurus-remark-plugin-tab-blocks': 'tab-blocks',
};

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
export function findKnownPluginName(entry: unknown): KnownPluginName | undefined {
  const plugin: unknown = Array.isArray(entry) ? entry[0] : entry;
  return typeof plugin === 'function' && 'knownPlugin' in plugin
    ? knownPluginNames.find((name) => name === plugin.knownPlugin)
    : undefined;
}
