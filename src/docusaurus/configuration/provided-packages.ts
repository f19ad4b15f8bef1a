import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { findKnownPlugin, markdownPlugins } from '../../config/known-plugins.ts';
import { findPrismTheme } from './code-colors.ts';

const themes = new Proxy<Record<string, object>>({}, { get: (_, name) => findPrismTheme(String(name)) });

/**
 * Replaces `dotenv` in sites that don't have it installed: most configurations import it, and all it does is read a file.
 * Like the package, it doesn't overwrite variables that are set. Node parses the values.
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

/** Modules that work like these packages. A package that the site has installed takes precedence. */
const replacements: Readonly<Record<string, () => unknown>> = {
  dotenv: () => ({ ...dotenv, default: dotenv, __esModule: true }),
  'dotenv/config': () => loadDotenv(),
  'dotenv/config.js': () => loadDotenv(),
};

/** Modules that a configuration can import without an installed package. */
export function collectProvidedModules(): Record<string, unknown> {
  return {
    ...Object.fromEntries(
      Object.entries(markdownPlugins).map(([name, plugin]) => [name, findKnownPlugin(plugin)]),
    ),
    'prism-react-renderer': { themes, __esModule: true },
  };
}

/** Whether a site needn't install a package, because the engine does its work: Docusaurus, code themes, known plugins. */
export function isProvided(specifier: string): boolean {
  return (
    /^(?:@docusaurus\/|prism-react-renderer(?:\/|$))/.test(specifier) ||
    // Third-party plugins, themes and presets are left out, whether or not they are installed.
    /^(?:@[\w.-]+\/)?docusaurus-[\w.-]+$/.test(specifier) ||
    specifier in markdownPlugins ||
    specifier in replacements
  );
}

/** The module that replaces a package for which `isProvided` is true. */
export function loadProvided(name: string): unknown {
  const theme = /^prism-react-renderer\/themes\/(\w+)/.exec(name)?.[1];
  if (theme !== undefined) return findPrismTheme(theme);
  return replacements[name]?.() ?? collectProvidedModules()[name] ?? createPlaceholder();
}

/** A module that can be used in any way, so that the rest of a configuration can still be evaluated. */
function createPlaceholder(): unknown {
  const placeholder: unknown = new Proxy(() => placeholder, {
    get: (target, name) => {
      if (name === 'default') return placeholder;
      if (name === '__esModule') return true;
      // An empty list, so that it can be spread into another.
      if (name === Symbol.iterator) return [][Symbol.iterator];
      // Functions have properties with these names, too.
      if (name === 'name' || name === 'length') return placeholder;
      // Without `then`, so that `await` ends.
      if (name === 'then' || typeof name === 'symbol') return undefined;
      return name in target ? Reflect.get(target, name) : placeholder;
    },
  });
  return placeholder;
}
