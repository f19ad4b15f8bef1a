import { type KnownPluginName, knownPlugin } from '../config/known-plugins.ts';

/** Packages of plugins that the engine brings itself: ours answer, whether the site has them installed or not. */
export const pluginPackages: Readonly<Record<string, KnownPluginName>> = {
  'remark-math': 'math',
  'rehype-katex': 'katex',
  '@docusaurus/remark-plugin-npm2yarn': 'npm2yarn',
  'docusaurus-remark-plugin-tab-blocks': 'tab-blocks',
};

/** A colour theme of code, known by its name alone: the colours are ours. */
const themes = new Proxy<Record<string, object>>(
  {},
  { get: (_, name) => ({ name: String(name), plain: {}, styles: [] }) },
);

/** What a configuration gets for an import, without any package installed. */
export function providedModules(): Record<string, unknown> {
  return {
    ...Object.fromEntries(
      Object.entries(pluginPackages).map(([name, plugin]) => [name, knownPlugin(plugin)]),
    ),
    'prism-react-renderer': { themes, __esModule: true },
  };
}

/**
 * Packages that need not be installed, because what they do is the engine's own business: those of Docusaurus, the
 * colour themes of code, known plugins.
 */
export function isProvided(specifier: string): boolean {
  return (
    /^(?:@docusaurus\/|prism-react-renderer(?:\/|$))/.test(specifier) ||
    // Plugins, themes and presets of others, which are left out, installed or not.
    /^(?:@[\w.-]+\/)?docusaurus-[\w.-]+$/.test(specifier) ||
    specifier in pluginPackages
  );
}

/** What answers for such a package. */
export function provided(name: string): unknown {
  return providedModules()[name] ?? standIn();
}

/** Answers every use of a package that is not there, so that the rest of a configuration can still be read. */
export function standIn(): unknown {
  const answer: unknown = new Proxy(() => answer, {
    get: (target, name) => {
      if (name === 'default') return answer;
      if (name === '__esModule') return true;
      // Awaiting it ends.
      if (name === 'then' || typeof name === 'symbol') return undefined;
      return name in target ? Reflect.get(target, name) : answer;
    },
  });
  return answer;
}
