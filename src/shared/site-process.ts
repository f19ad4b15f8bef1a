import { AsyncLocalStorage } from 'node:async_hooks';
import childProcess from 'node:child_process';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';

/**
 * Code of a site (its configuration, plugins, components) expects the site folder as its working folder, its own
 * console, and a process that it may end. Threads can't change their working folder and share the process with others,
 * so what such code asks of Node is answered for it: relative paths of `fs` and the folder of child processes lead to
 * the site, `process.exit` throws, and what it prints is shortened and marked. Everything else in this thread stays as
 * it was, at the same time too.
 */
interface SiteProcess {
  siteDir: string;
  printedLines: number;
  /** Thrown by a timer, or by a promise that the site's code doesn't wait for. Nobody has reported these yet. */
  strayErrors: StrayError[];
}

interface StrayError {
  error: unknown;
  /** What the code was run for: a document. Undefined for the configuration. */
  about: string | undefined;
}

/** A line more of what a site prints would hide what the build itself has to say. */
const MOST_PRINTED_LINES = 10;

const running = new AsyncLocalStorage<SiteProcess & { about?: string | undefined }>();
/** Of this thread, by folder. */
const sites = new Map<string, SiteProcess>();
let isPrepared = false;

/** Runs code of the site in `siteDir`, with all that it starts, for what it is `about`. */
export function runAsSite<T>(siteDir: string, work: () => T, about?: string): T {
  prepare();
  const site = sites.get(siteDir) ?? { siteDir, printedLines: 0, strayErrors: [] };
  sites.set(siteDir, site);
  return running.run(about === undefined ? site : Object.create(site, { about: { value: about } }), work);
}

/** What code of the site has thrown behind everybody's back since this was last asked. */
export function takeStrayErrors(siteDir: string): StrayError[] {
  return sites.get(siteDir)?.strayErrors.splice(0) ?? [];
}

let guardedExit: typeof process.exit | undefined;

/** Each time, because others replace it too: a test runner does so for every file. */
function guardExit(): void {
  if (process.exit === guardedExit) return;
  const { exit } = process;
  guardedExit = (code) => {
    if (running.getStore()) throw new Error(`it ends the program: process.exit(${code ?? ''})`);
    return exit(code);
  };
  process.exit = guardedExit;
}

function prepare(): void {
  guardExit();
  if (isPrepared) return;
  isPrepared = true;
  const { cwd } = process;
  process.cwd = () => running.getStore()?.siteDir ?? cwd();
  for (const functions of [fs, fs.promises]) answerPaths(functions);
  answerFolders(childProcess);
  syncBuiltinESMExports();
  shortenOutput();
  catchStrayErrors();
}

/** Node tells in which code's name a timer or a promise failed. All other errors end the program, as ever. */
function catchStrayErrors(): void {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error: unknown) => {
      const site = running.getStore();
      if (site) site.strayErrors.push({ error, about: site.about });
      else if (process.listenerCount(event) === 1) throw error;
    });
}

const withTwoPaths: ReadonlySet<string> = new Set(['rename', 'copyFile', 'cp', 'link', 'symlink']);
/** Not paths, or found by `process.cwd`. */
const withoutPath = /^(?:[A-Z_]|f[a-z]+$|glob|openAsBlob$|(?:close|read|write)(?:v|Sync|vSync)?$|constants$)/;

function answerPaths(functions: object): void {
  const resolve = (value: unknown) => {
    const site = running.getStore();
    return site && typeof value === 'string' && !path.isAbsolute(value)
      ? path.join(site.siteDir, value)
      : value;
  };
  for (const [name, original] of Object.entries(functions)) {
    if (typeof original !== 'function' || withoutPath.test(name)) continue;
    const hasTwo = withTwoPaths.has(name.replace(/Sync$/, ''));
    replace(functions, name, original, ([first, second, ...others]) => [
      name.startsWith('symlink') ? first : resolve(first),
      ...(hasTwo ? [resolve(second)] : [second]),
      ...others,
    ]);
  }
}

function answerFolders(functions: typeof childProcess): void {
  for (const name of ['exec', 'execSync', 'execFile', 'execFileSync', 'spawn', 'spawnSync', 'fork'] as const)
    replace(functions, name, functions[name], (given) => {
      const site = running.getStore();
      if (!site) return given;
      const at = given.findIndex((value, index) => index > 0 && isPlainObject(value));
      if (at > 0) return given.with(at, { cwd: site.siteDir, ...Object(given[at]) });
      const end = given.findLastIndex((value) => typeof value === 'string' || Array.isArray(value)) + 1;
      return given.toSpliced(end, 0, { cwd: site.siteDir });
    });
}

const isPlainObject = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof URL);

function replace(
  functions: object,
  name: string,
  original: (...given: never[]) => unknown,
  change: (given: unknown[]) => unknown[],
): void {
  const call: (...given: unknown[]) => unknown = original as never;
  const replacement = function (this: unknown, ...given: unknown[]): unknown {
    const changed = running.getStore() ? change(given) : given;
    // Nothing is added where nothing was given: some functions count.
    while (changed.length > given.length && changed.at(-1) === undefined) changed.pop();
    return call.apply(this, changed);
  };
  // What hangs on it stays: `realpath.native`, the promise of `exec`.
  Object.defineProperties(replacement, Object.getOwnPropertyDescriptors(original));
  Reflect.set(functions, name, replacement);
}

/** Whatever a site prints goes to stderr: what the program itself says on stdout is for programs too. */
function shortenOutput(): void {
  const writeError: (text: string) => boolean = process.stderr.write.bind(process.stderr);
  const print = ({ siteDir }: SiteProcess, chunk: unknown) => {
    const site = sites.get(siteDir);
    if (!site) return;
    const lines = String(chunk)
      .split('\n')
      .filter((line) => line.trim() !== '');
    if (lines.length === 0) return;
    const room = Math.max(0, MOST_PRINTED_LINES - site.printedLines);
    const text = lines.slice(0, room).map((line) => `site: ${line}\n`);
    if (room > 0 && lines.length >= room) text.push('site: (What else the site prints is left out.)\n');
    site.printedLines += lines.length;
    if (text.length > 0) writeError(text.join(''));
  };
  for (const stream of [process.stdout, process.stderr]) {
    const write: (...given: unknown[]) => boolean = stream.write.bind(stream) as never;
    stream.write = (chunk: unknown, ...others: unknown[]): boolean => {
      const site = running.getStore();
      if (!site) return write(chunk, ...others);
      print(site, chunk);
      const done = others.find((value) => typeof value === 'function');
      if (typeof done === 'function') done();
      return true;
    };
  }
}
