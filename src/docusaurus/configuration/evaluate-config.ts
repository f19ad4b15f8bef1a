import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { awaitEnding } from '../../shared/ending-work.ts';
import { isRecord } from '../../shared/json.ts';
import { findLineOfText } from '../../shared/line-of-key.ts';
import { loadOwnersModule } from '../../shared/load-owners-module.ts';
import { explainUninstalledPackage, getPackageName } from '../../shared/missing-packages.ts';
import type { Problem } from '../../shared/problem.ts';
import { toReadableError } from '../../shared/reason.ts';
import { findProvidedPackage } from './in-site-folder.ts';
import { collectProvidedModules, isProvided, loadProvided } from './provided-packages.ts';
import { findFailedLine, summarizeFailure } from './site-failure.ts';

export interface EvaluatedConfig {
  /** Undefined if the configuration can't be evaluated. */
  value?: unknown;
  problems: Problem[];
}

/** Limit of missing modules: no configuration imports so many. */
const MISSING_MAX = 100;

/**
 * Evaluates the default export of a configuration in any form: CommonJS, ES module or TypeScript, an object or a
 * function that returns one. Reports a problem for every package that isn't installed and every file that doesn't
 * exist, and evaluates the rest with stand-ins for them. Must be called within `runInSiteFolder`.
 */
export async function evaluateConfig(file: string, siteDir: string): Promise<EvaluatedConfig> {
  const modules = collectProvidedModules();
  const problems: Problem[] = [];
  const missingNames = new Set<string>();
  for (let attempt = 0; attempt < MISSING_MAX; attempt++) {
    try {
      const value: unknown = await awaitEnding(async () => {
        const loadResult = await loadOwnersModule(file, { virtualModules: modules });
        return typeof loadResult === 'function' ? await loadResult() : loadResult;
      });
      // A getter can fail, too.
      return { value: isRecord(value) ? { ...value } : value, problems };
    } catch (thrown) {
      const error = toReadableError(thrown);
      const missing = findMissingPackage(error, siteDir);
      if (missing === undefined) {
        const missingFile = findMissingFile(error);
        // If the code asks for the path of the file, a stand-in doesn't help. Other errors may come from a stand-in.
        if (missingFile === undefined || missingFile in modules)
          return { problems: problems.length > 0 ? problems : [describeProblem(error, file, siteDir)] };
        problems.push(describeProblem(error, file, siteDir));
        modules[missingFile] = loadProvided(missingFile);
        continue;
      }
      const name = getPackageName(missing.name);
      const isReported = missingNames.has(name) || isProvided(missing.name);
      if (!isReported) problems.push(describeMissingPackage(missing, file, siteDir));
      missingNames.add(name);
      // If the code asks for the path of the package, a replacement doesn't help.
      if (missing.name in modules || missing.name !== missing.requested)
        return { problems: problems.length > 0 ? problems : [describeProblem(error, file, siteDir)] };
      modules[missing.name] = loadProvided(missing.name);
    }
  }
  return { problems };
}

interface MissingPackage {
  /** May include a path within the package. */
  name: string;
  /** The name that the code requests, which may be a path in `node_modules`. */
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
  const requestedModule = /Cannot find (?:module|package) '([^']+)'/.exec(error.message)?.[1] ?? '';
  const name = requestedModule.replace(/^.*[\\/]node_modules[\\/]/, '');
  if (name === '' || /^(?:\.|\/|[a-z]:|file:)/i.test(name)) return undefined;
  const from =
    'requireStack' in error && Array.isArray(error.requireStack) ? error.requireStack[0] : undefined;
  return { name, requested: requestedModule, from: typeof from === 'string' ? from : undefined };
}

function describeMissingPackage(
  { name, requested: requestedModule, from }: MissingPackage,
  config: string,
  siteDir: string,
): Problem {
  const file = from !== undefined && existsSync(from) ? from : config;
  return {
    code: 'docusaurus-config',
    severity: 'error',
    file: path.relative(siteDir, file),
    line: findLineOfText(readFileSync(file, 'utf8'), requestedModule),
    message: explainUninstalledPackage(getPackageName(name)),
  };
}

/** The error of the site's code, at the innermost line of the site that it came through. */
function describeProblem(error: unknown, config: string, siteDir: string): Problem {
  const { file, line } = findFailedLine(error, siteDir) ?? { file: config, line: undefined };
  const requestedModule = findMissingFile(error);
  const reason = summarizeFailure(error).replaceAll(siteDir + path.sep, './');
  return {
    code: 'docusaurus-config',
    severity: 'error',
    file: path.relative(siteDir, file),
    line: requestedModule === undefined ? line : findLineOfText(readFileSync(file, 'utf8'), requestedModule),
    message: `The configuration can't be evaluated: ${reason.replace(/[.:]$/, '')}.`,
  };
}

/** A path that the code imports, such as `./plugin.js`, and that leads to nothing. */
function findMissingFile(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  if (error.code !== 'MODULE_NOT_FOUND' && error.code !== 'ERR_MODULE_NOT_FOUND') return undefined;
  const requested = /Cannot find module '([^']+)'/.exec(error.message)?.[1];
  return requested !== undefined && /^(?:\.{0,2}\/|@site\/)/.test(requested) ? requested : undefined;
}
