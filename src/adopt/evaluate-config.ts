import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createJiti } from 'jiti';
import { lineOfText } from '../shared/line-of-key.ts';
import type { Problem } from '../shared/problem.ts';
import { packageOfFile } from './in-site-folder.ts';
import { isProvided, provided, providedModules } from './provided-packages.ts';

interface Evaluated {
  /** Absent where it cannot be evaluated at all. */
  value?: unknown;
  problems: Problem[];
}

/** More packages than any configuration imports. */
const MOST_MISSING = 100;

/**
 * The default export of a configuration in any form: CommonJS, ES module, TypeScript, an object, a function that makes
 * one. Every package that it needs and that is not installed is a problem of its own. Called within `inSiteFolder`.
 */
export async function evaluateConfig(file: string, siteDir: string): Promise<Evaluated> {
  const modules = providedModules();
  const problems: Problem[] = [];
  const named = new Set<string>();
  for (let attempt = 0; attempt < MOST_MISSING; attempt++) {
    try {
      const loaded = await load(file, modules);
      const value: unknown = typeof loaded === 'function' ? await loaded() : loaded;
      return { value, problems };
    } catch (error) {
      const missing = missingPackage(error, siteDir);
      if (missing === undefined) return { problems: [...problems, failure(error, file, siteDir)] };
      const name = ownPackage(missing.name);
      const isTold = named.has(name) || isProvided(missing.name);
      if (!isTold) problems.push(notInstalled(missing, file, siteDir));
      named.add(name);
      // Where its path is asked for, nothing can answer.
      if (missing.name in modules || missing.name !== missing.requested)
        return { problems: problems.length > 0 ? problems : [failure(error, file, siteDir)] };
      modules[missing.name] = provided(missing.name);
    }
  }
  return { problems };
}

/**
 * A module with a default export is that export, with the others as its properties, for `require()` and `import` alike:
 * so has Docusaurus' loader (jiti 1, `interopDefault`). Plain values can't have properties and stay as they are.
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
  const plain = createJiti(file);
  const jiti = createJiti(file, {
    moduleCache: false,
    fsCache: false,
    sourceMaps: true,
    interopDefault: false,
    virtualModules,
    // The configuration itself is asked for its default export below.
    transform: (options) => ({
      code: plain.transform(options) + (options.filename === file ? '' : DEFAULT_IS_MODULE),
    }),
  });
  const module: unknown = await jiti.evalModule(readFileSync(file, 'utf8'), {
    id: file,
    filename: file,
    ext: path.extname(file),
    async: true,
    // For `import()` in CommonJS too, which would go past us else.
    forceTranspile: true,
  });
  return typeof module === 'object' && module !== null && 'default' in module ? module.default : module;
}

interface MissingPackage {
  /** With the path within it. */
  name: string;
  /** As it is written there, which may be where it lies. */
  requested: string;
  /** Who asks for it. */
  from: string | undefined;
}

function missingPackage(error: unknown, siteDir: string): MissingPackage | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  if (error.code === 'ENOENT' && 'path' in error && typeof error.path === 'string') {
    const name = packageOfFile(error.path, siteDir);
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

function ownPackage(name: string): string {
  return name.split('/', name.startsWith('@') ? 2 : 1).join('/');
}

function notInstalled({ name, requested, from }: MissingPackage, config: string, siteDir: string): Problem {
  const file = from !== undefined && existsSync(from) ? from : config;
  return {
    code: 'docusaurus-config',
    severity: 'error',
    file: path.relative(siteDir, file),
    line: lineOfText(readFileSync(file, 'utf8'), requested),
    message: `The package "${ownPackage(name)}" is not installed. Run npm install in the site folder, or remove what needs it.`,
  };
}

/** The error of the owner's code, with the last line of theirs that it came through. */
function failure(error: unknown, config: string, siteDir: string): Problem {
  const [message = '', stack = ''] =
    error instanceof Error ? [error.message, error.stack ?? ''] : [String(error)];
  const positions = [
    ...`${message}\n${stack}`.matchAll(/(?:file:\/\/)?([^\s('"]+\.[cm]?[jt]sx?):(\d+)(?::\d+)?/g),
  ];
  const own = positions.find(([, file = '']) => isOwn(file, siteDir));
  const [, file = config, line] = own ?? [];
  const requested = missingFile(error, message);
  const [first = ''] = message.replaceAll(siteDir + path.sep, '').split('\n');
  return {
    code: 'docusaurus-config',
    severity: 'error',
    file: path.relative(siteDir, file),
    line:
      requested === undefined
        ? (line && Number(line)) || undefined
        : lineOfText(readFileSync(file, 'utf8'), requested),
    message: `The configuration cannot be evaluated: ${first.trim().replace(/[.:]$/, '')}.`,
  };
}

function missingFile(error: unknown, message: string): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'MODULE_NOT_FOUND') return undefined;
  return /Cannot find module '([^']+)'/.exec(message)?.[1];
}

function isOwn(file: string, siteDir: string): boolean {
  return file.startsWith(siteDir + path.sep) && !file.includes(`${path.sep}node_modules${path.sep}`);
}
