import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createJiti } from 'jiti';
import { isRecord } from '../../shared/json.ts';
import { lineOfText } from '../../shared/line-of-key.ts';
import type { Problem } from '../../shared/problem.ts';
import { findProvidedPackage } from './in-site-folder.ts';
import { isProvided, loadProvided, providedModules } from './provided-packages.ts';

interface EvaluatedConfig {
  /** Undefined if the configuration can't be evaluated. */
  value?: unknown;
  problems: Problem[];
}

/** More missing modules than any configuration imports. */
const MISSING_MAX = 100;

/**
 * Evaluates the default export of a configuration in any form: CommonJS, ES module or TypeScript, an object or a function
 * that returns one. Reports a problem for every package that isn't installed and every file that doesn't exist, and
 * evaluates the rest with stand-ins for them. Must be called within `inSiteFolder`.
 */
export async function evaluateConfig(file: string, siteDir: string): Promise<EvaluatedConfig> {
  const modules = providedModules();
  const problems: Problem[] = [];
  const missingNames = new Set<string>();
  for (let attempt = 0; attempt < MISSING_MAX; attempt++) {
    try {
      const loaded = await load(file, modules);
      const value: unknown = typeof loaded === 'function' ? await loaded() : loaded;
      // A getter can fail, too.
      return { value: isRecord(value) ? { ...value } : value, problems };
    } catch (error) {
      const missing = findMissingPackage(error, siteDir);
      if (missing === undefined) {
        const missingFile = findMissingFile(error);
        // If the code asks for the path of the file, a stand-in doesn't help. Other errors may come from a stand-in.
        if (missingFile === undefined || missingFile in modules)
          return { problems: problems.length > 0 ? problems : [describeFailure(error, file, siteDir)] };
        problems.push(describeFailure(error, file, siteDir));
        modules[missingFile] = loadProvided(missingFile);
        continue;
      }
      const name = packageOfSpecifier(missing.name);
      const isReported = missingNames.has(name) || isProvided(missing.name);
      if (!isReported) problems.push(describeMissingPackage(missing, file, siteDir));
      missingNames.add(name);
      // If the code asks for the path of the package, a replacement doesn't help.
      if (missing.name in modules || missing.name !== missing.requested)
        return { problems: problems.length > 0 ? problems : [describeFailure(error, file, siteDir)] };
      modules[missing.name] = loadProvided(missing.name);
    }
  }
  return { problems };
}

/**
 * Makes the default export of a module the module itself, with the other exports as its properties, for `require()` and
 * `import` alike. Docusaurus' loader does the same (jiti 1, `interopDefault`). Plain values can't have properties, so a
 * module with such a default export stays as it is.
 */
const DEFAULT_IS_MODULE = `
;(() => {
  const { exports } = module;
  const whole = exports && typeof exports === 'object' && 'default' in exports ? exports.default : undefined;
  if (whole === null || (typeof whole !== 'object' && typeof whole !== 'function') || !Object.isExtensible(whole) || whole.__esModule) return;
  for (const name of Object.keys(exports))
    if (name !== 'default' && !(name in whole))
      Object.defineProperty(whole, name, { enumerable: true, configurable: true, get: () => exports[name] });
  for (const [name, value] of [['default', whole], ['__esModule', true]])
    if (!Object.hasOwn(whole, name)) Object.defineProperty(whole, name, { value, configurable: true });
  module.exports = whole;
})();
`;

async function load(file: string, virtualModules: Record<string, unknown>): Promise<unknown> {
  // No caches: the preview loads the file again after each change.
  const compiler = createJiti(file);
  const jiti = createJiti(file, {
    moduleCache: false,
    fsCache: false,
    sourceMaps: true,
    interopDefault: false,
    virtualModules,
    // The default export of the configuration itself is read below.
    transform: (options) => ({
      code: compiler.transform(options) + (options.filename === file ? '' : DEFAULT_IS_MODULE),
    }),
  });
  const module: unknown = await jiti.evalModule(readFileSync(file, 'utf8'), {
    id: file,
    filename: file,
    ext: path.extname(file),
    async: true,
    // Otherwise `import()` in a CommonJS module would bypass this loader.
    forceTranspile: true,
  });
  return typeof module === 'object' && module !== null && 'default' in module ? module.default : module;
}

interface MissingPackage {
  /** May include a path within the package. */
  name: string;
  /** As the code requests it, which may be a path in `node_modules`. */
  requested: string;
  /** The file that requests it. */
  from: string | undefined;
}

function findMissingPackage(error: unknown, siteDir: string): MissingPackage | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  if (error.code === 'ENOENT' && 'path' in error && typeof error.path === 'string') {
    const name = findProvidedPackage(error.path, siteDir);
    return name === undefined ? undefined : { name, requested: name, from: undefined };
  }
  if (error.code !== 'MODULE_NOT_FOUND' && error.code !== 'ERR_MODULE_NOT_FOUND') return undefined;
  const requested = /Cannot find (?:module|package) '([^']+)'/.exec(error.message)?.[1] ?? '';
  const name = requested.replace(/^.*[\\/]node_modules[\\/]/, '');
  if (name === '' || /^(?:\.|\/|[a-z]:|file:)/i.test(name)) return undefined;
  const from =
    'requireStack' in error && Array.isArray(error.requireStack) ? error.requireStack[0] : undefined;
  return { name, requested, from: typeof from === 'string' ? from : undefined };
}

function packageOfSpecifier(name: string): string {
  return name.split('/', name.startsWith('@') ? 2 : 1).join('/');
}

function describeMissingPackage(
  { name, requested, from }: MissingPackage,
  config: string,
  siteDir: string,
): Problem {
  const file = from !== undefined && existsSync(from) ? from : config;
  return {
    code: 'docusaurus-config',
    severity: 'error',
    file: path.relative(siteDir, file),
    line: lineOfText(readFileSync(file, 'utf8'), requested),
    message: `The package "${packageOfSpecifier(name)}" is not installed. Run npm install in the site folder, or remove what needs it.`,
  };
}

/** The error of the site's code, at the innermost line of the site that it came through. */
function describeFailure(error: unknown, config: string, siteDir: string): Problem {
  const [message = '', stack = ''] =
    error instanceof Error ? [error.message, error.stack ?? ''] : [String(error)];
  const positions = [
    ...`${message}\n${stack}`.matchAll(/(?:file:\/\/)?([^\s('"]+\.[cm]?[jt]sx?):(\d+)(?::\d+)?/g),
  ];
  const [, file = config, line] = positions.find(([, each = '']) => isSiteCode(each, siteDir)) ?? [];
  const requested = findMissingFile(error);
  const [firstLine = ''] = message.replaceAll(siteDir + path.sep, '').split('\n');
  return {
    code: 'docusaurus-config',
    severity: 'error',
    file: path.relative(siteDir, file),
    line:
      requested === undefined
        ? (line && Number(line)) || undefined
        : lineOfText(readFileSync(file, 'utf8'), requested),
    message: `The configuration can't be evaluated: ${firstLine.trim().replace(/[.:]$/, '')}.`,
  };
}

/** A path that the code imports, such as `./plugin.js`, and that leads to nothing. */
function findMissingFile(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  if (error.code !== 'MODULE_NOT_FOUND' && error.code !== 'ERR_MODULE_NOT_FOUND') return undefined;
  const requested = /Cannot find module '([^']+)'/.exec(error.message)?.[1];
  return requested !== undefined && /^(?:\.{0,2}\/|@site\/)/.test(requested) ? requested : undefined;
}

function isSiteCode(file: string, siteDir: string): boolean {
  return file.startsWith(siteDir + path.sep) && !file.includes(`${path.sep}node_modules${path.sep}`);
}
