import { AsyncLocalStorage } from 'node:async_hooks';
import childProcess from 'node:child_process';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/**
 * Code of a site (its configuration, plugins, components) expects to run in the site folder, with its own console, in a
 * process that it may end. Threads can't change their working folder and share the process with others, so this module
 * changes what Node answers to such code: relative paths of `fs` and child processes start at the site folder or the
 * one that `process.chdir` chose, functions that end the process throw, and printed lines are marked and limited. Other
 * code that runs at the same time isn't affected.
 */
interface SiteProcess {
  siteDir: string;
  /** The working folder. It is the site folder until the code changes it with `process.chdir`. */
  workDir: string;
  printedLines: number;
  /** Errors from timers and from promises that the site's code doesn't await, until `takeStrayErrors` is called. */
  strayErrors: StrayError[];
}

interface StrayError {
  error: unknown;
  /** The document that the code was run for. Undefined for the configuration. */
  about: string | undefined;
}

/** More lines of a site would hide the output of the build itself. */
const PRINTED_LINES_MAX = 10;

const running = new AsyncLocalStorage<SiteProcess & { about?: string | undefined }>();
/** The sites of this thread by their folders. */
const sites = new Map<string, SiteProcess>();
let isPrepared = false;

/**
 * Runs code of the site in `siteDir`. `about` names the document that it runs for. Also covers what the code starts.
 */
export function runAsSite<T>(siteDir: string, work: () => T, about?: string): T {
  prepare();
  const site = sites.get(siteDir) ?? { siteDir, workDir: siteDir, printedLines: 0, strayErrors: [] };
  sites.set(siteDir, site);
  // Each run starts in the site folder, whatever another one has changed.
  const workDir = { value: siteDir, writable: true };
  return running.run(Object.create(site, { workDir, about: { value: about } }), work);
}

/** Returns and clears the stray errors of the site. */
export function takeStrayErrors(siteDir: string): StrayError[] {
  return sites.get(siteDir)?.strayErrors.splice(0) ?? [];
}

let guardedExit: typeof process.exit | undefined;

/** Replaces `process.exit`. Call it every time, because others replace it too: a test runner does so for every file. */
function guardExit(): void {
  if (process.exit === guardedExit) return;
  const { exit } = process;
  guardedExit = (code) => {
    refuseEnd(`exit(${code ?? ''})`);
    return exit(code);
  };
  process.exit = guardedExit;
}

function refuseEnd(call: string): void {
  if (running.getStore()) throw new Error(`it calls process.${call}`);
}

/** Replaces the other functions that end the process at once. `process.exit` calls `reallyExit` itself. */
function guardKill(): void {
  const { abort, kill } = process;
  process.abort = () => {
    refuseEnd('abort()');
    return abort();
  };
  process.kill = (pid, signal) => {
    // A negative number or zero means a group of processes, which this one may belong to.
    if (signal !== 0 && (pid === process.pid || pid <= 0)) refuseEnd(`kill(${pid})`);
    return kill(pid, signal);
  };
}

function prepare(): void {
  guardExit();
  if (isPrepared) return;
  isPrepared = true;
  guardKill();
  const { cwd, chdir } = process;
  const findFolder = () => running.getStore()?.workDir ?? cwd();
  // Packages replace it, and some by one that keeps its first answer, as `graceful-fs` does.
  Object.defineProperty(process, 'cwd', { configurable: true, get: () => findFolder, set: () => {} });
  process.chdir = (folder) => {
    const site = running.getStore();
    if (!site) return chdir(folder);
    const target = path.resolve(site.workDir, folder);
    if (!fs.statSync(target).isDirectory())
      throw Object.assign(new Error(`ENOTDIR: not a directory, chdir '${target}'`), { code: 'ENOTDIR' });
    site.workDir = target;
    return undefined;
  };
  for (const functions of [fs, fs.promises]) redirectPaths(functions);
  redirectChildProcesses(childProcess);
  syncBuiltinESMExports();
  limitOutput();
  catchStrayErrors();
}

/** Node keeps the context of a timer or promise when it fails. Errors of other code end the program, as usual. */
function catchStrayErrors(): void {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error: unknown) => {
      const site = running.getStore();
      if (site) site.strayErrors.push({ error, about: site.about });
      else if (process.listenerCount(event) === 1) throw error;
    });
}

const functionsWithTwoPaths: ReadonlySet<string> = new Set(['rename', 'copyFile', 'cp', 'link', 'symlink']);
/** Functions of `fs` without a path, or that resolve it with `process.cwd`. */
const functionsWithoutPath =
  /^(?:[A-Z_]|f[a-z]+$|glob|openAsBlob$|(?:close|read|write)(?:v|Sync|vSync)?$|constants$)/;

function redirectPaths(functions: object): void {
  const resolve = (value: unknown) => {
    const site = running.getStore();
    return site && typeof value === 'string' && !path.isAbsolute(value)
      ? path.join(site.workDir, value)
      : value;
  };
  for (const [name, original] of Object.entries(functions)) {
    if (typeof original !== 'function' || functionsWithoutPath.test(name)) continue;
    const hasTwo = functionsWithTwoPaths.has(name.replace(/Sync$/, ''));
    replace(functions, name, original, ([first, second, ...remaining]) => [
      name.startsWith('symlink') ? first : resolve(first),
      ...(hasTwo ? [resolve(second)] : [second]),
      ...remaining,
    ]);
  }
}

function redirectChildProcesses(functions: typeof childProcess): void {
  for (const name of ['exec', 'execSync', 'execFile', 'execFileSync', 'spawn', 'spawnSync', 'fork'] as const)
    replace(functions, name, functions[name], (args) => {
      const site = running.getStore();
      if (!site) return args;
      const optionsIndex = args.findIndex((value, index) => index > 0 && isPlainObject(value));
      if (optionsIndex > 0)
        return args.with(optionsIndex, { cwd: site.workDir, ...Object(args[optionsIndex]) });
      const end = args.findLastIndex((value) => typeof value === 'string' || Array.isArray(value)) + 1;
      return args.toSpliced(end, 0, { cwd: site.workDir });
    });
}

const isPlainObject = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof URL);

/** Replaces a function by one that changes its arguments while code of a site runs. */
function replace(
  functions: object,
  name: string,
  original: (...args: never[]) => unknown,
  changeArguments: (args: unknown[]) => unknown[],
): void {
  const call: (...args: unknown[]) => unknown = original as never;
  const replacement = function (this: unknown, ...args: unknown[]): unknown {
    const changedArgs = running.getStore() ? changeArguments(args) : args;
    // No trailing `undefined` may be added, because some functions count their arguments.
    while (changedArgs.length > args.length && changedArgs.at(-1) === undefined) changedArgs.pop();
    return call.apply(this, changedArgs);
  };
  // Keeps properties such as `realpath.native` and the promisified form of `exec`.
  Object.defineProperties(replacement, Object.getOwnPropertyDescriptors(original));
  Reflect.set(functions, name, replacement);
}

/**
 * A site's output goes to stderr, because programs may read what the command itself prints to stdout. Codes that a
 * terminal obeys are removed, because some clear the screen.
 */
function limitOutput(): void {
  const writeError: (text: string) => boolean = process.stderr.write.bind(process.stderr);
  const print = ({ siteDir }: SiteProcess, chunk: unknown) => {
    const site = sites.get(siteDir);
    if (!site) return;
    const lines = stripVTControlCharacters(String(chunk))
      .split(/\r\n|\r|\n/)
      .map((line) => line.replace(/(?!\t)\p{Cc}/gu, ''))
      .filter((line) => line.trim() !== '');
    if (lines.length === 0) return;
    const linesLeft = Math.max(0, PRINTED_LINES_MAX - site.printedLines);
    const text = lines.slice(0, linesLeft).map((line) => `site: ${line}\n`);
    if (linesLeft > 0 && lines.length >= linesLeft)
      text.push('site: (Further output of the site is left out.)\n');
    site.printedLines += lines.length;
    if (text.length > 0) writeError(text.join(''));
  };
  for (const stream of [process.stdout, process.stderr]) {
    const write: (...args: unknown[]) => boolean = stream.write.bind(stream) as never;
    stream.write = (chunk: unknown, ...rest: unknown[]): boolean => {
      const site = running.getStore();
      if (!site) return write(chunk, ...rest);
      print(site, chunk);
      const callback = rest.find((value) => typeof value === 'function');
      if (typeof callback === 'function') callback();
      return true;
    };
    keepFromSite(stream, 'write');
    keepFromSite(stream, 'end');
    keepFromSite(stream, 'destroy');
  }
  for (const name of ['debug', 'error', 'info', 'log', 'warn'] as const) keepFromSite(console, name);
}

/** Lets a site replace a function only for its own code: some silence the console, which would hide our problems. */
function keepFromSite<Name extends string>(object: Record<Name, unknown>, name: Name): void {
  let value = object[name];
  const replacements = new Map<string, unknown>();
  Object.defineProperty(object, name, {
    configurable: true,
    enumerable: true,
    get() {
      const site = running.getStore();
      return site && replacements.has(site.siteDir) ? replacements.get(site.siteDir) : value;
    },
    set(replacement: unknown) {
      const site = running.getStore();
      if (site) replacements.set(site.siteDir, replacement);
      else value = replacement;
    },
  });
}
