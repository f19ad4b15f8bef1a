import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { type KnownPluginName, knownPlugin } from '../config/known-plugins.ts';
import { knownTheme } from './code-colors.ts';

/** Packages of plugins that the engine brings itself: ours answer, whether the site has them installed or not. */
export const pluginPackages: Readonly<Record<string, KnownPluginName>> = {
  'remark-math': 'math',
  'rehype-katex': 'katex',
  '@docusaurus/remark-plugin-npm2yarn': 'npm2yarn',
  'docusaurus-remark-plugin-tab-blocks': 'tab-blocks',
};

const themes = new Proxy<Record<string, object>>({}, { get: (_, name) => knownTheme(String(name)) });

/**
 * `dotenv` where a site lacks it: most configurations import it, and all it does is read a file. Like the package, it
 * leaves variables alone that are set already. Values are read by Node.
 */
function loadDotenv({ path: files = '.env', override = false }: DotenvOptions = {}) {
  const variables: Record<string, string> = {};
  try {
    for (const file of [files].flat()) Object.assign(variables, parseDotenv(readFileSync(file)));
  } catch (error) {
    return { error, parsed: {} };
  }
  for (const [name, value] of Object.entries(variables))
    if (override || process.env[name] === undefined) process.env[name] = value;
  return { parsed: variables };
}

interface DotenvOptions {
  path?: string | string[];
  override?: boolean;
}

function parseDotenv(text: string | Uint8Array): Record<string, string> {
  const values = parseEnv(Buffer.from(text).toString('utf8'));
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? '']));
}

const dotenv = { config: loadDotenv, configDotenv: loadDotenv, parse: parseDotenv };

/** Modules that work as the package does: the site's own comes first where it is installed. */
const replacements: Readonly<Record<string, () => unknown>> = {
  dotenv: () => ({ ...dotenv, default: dotenv, __esModule: true }),
  'dotenv/config': () => loadDotenv(),
  'dotenv/config.js': () => loadDotenv(),
};

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
    specifier in pluginPackages ||
    specifier in replacements
  );
}

/** What answers for such a package. */
export function provided(name: string): unknown {
  const theme = /^prism-react-renderer\/themes\/(\w+)/.exec(name)?.[1];
  if (theme !== undefined) return knownTheme(theme);
  return replacements[name]?.() ?? providedModules()[name] ?? standIn();
}

/** Answers every use of a package that is not there, so that the rest of a configuration can still be read. */
function standIn(): unknown {
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
