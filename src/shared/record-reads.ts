import { AsyncLocalStorage } from 'node:async_hooks';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Files and folders that code of a site has read: absolute paths. */
export interface RecordedReads {
  files: readonly string[];
  folders: readonly string[];
}

/** Plugins may read every document. Those are followed anyway. */
const READS_MAX = 1_000;

const fileReaders = ['readFileSync', 'readFile', 'createReadStream'] as const;
const folderReaders = ['readdirSync', 'readdir'] as const;
const promiseReaders = { readFile: 'files', readdir: 'folders' } as const;

interface Recorder {
  siteDir: string;
  realDir: string;
  reads: { files: Set<string>; folders: Set<string> };
}

/** The recorder of the code that is running, also after it has waited for something. */
const recorders = new AsyncLocalStorage<Recorder>();
/** Undoes the changes of Node's functions. Empty while nothing is recorded. */
let undo: (() => void)[] = [];
let runningRecorders = 0;

/**
 * Runs code of a site, and records which files and folders of the site it reads with Node's functions. A configuration
 * may read data that it doesn't import, such as a list of users in YAML, and a plugin for Markdown may read the code that
 * it shows. A build must notice when they change.
 */
export async function recordReads<T>(
  siteDir: string,
  work: () => Promise<T>,
): Promise<{ result: T; reads: RecordedReads }> {
  const reads = { files: new Set<string>(), folders: new Set<string>() };
  runningRecorders += 1;
  if (runningRecorders === 1) watchReaders();
  try {
    const result = await recorders.run({ siteDir, realDir: fs.realpathSync(siteDir), reads }, work);
    return { result, reads: { files: [...reads.files].sort(), folders: [...reads.folders].sort() } };
  } finally {
    runningRecorders -= 1;
    if (runningRecorders === 0) restoreReaders();
  }
}

function record(kind: keyof Recorder['reads'], target: unknown): void {
  const recorder = recorders.getStore();
  const file = toPath(target);
  if (!recorder || file === undefined || recorder.reads[kind].size >= READS_MAX) return;
  const { siteDir, realDir, reads } = recorder;
  const name = path.relative(isBelow(realDir, file) ? realDir : siteDir, file);
  // Packages and hidden folders aren't written by authors, but files such as `.env` are.
  if (staysInside(name) && !/(?:^|[\\/])(?:node_modules|\.[^\\/]*[\\/])/.test(name)) reads[kind].add(file);
}

function watchReaders(): void {
  const watch = (functions: object, names: readonly string[], kind: keyof Recorder['reads']) => {
    for (const name of names) {
      const original: unknown = Reflect.get(functions, name);
      if (typeof original !== 'function') continue;
      const recording = function (this: unknown, ...values: unknown[]): unknown {
        record(kind, values[0]);
        return Reflect.apply(original, this, values);
      };
      // Some functions have further ones as properties, which `util.promisify` uses.
      Object.defineProperties(recording, Object.getOwnPropertyDescriptors(original));
      Reflect.set(functions, name, recording);
      undo.push(() => Reflect.set(functions, name, original));
    }
  };
  watch(fs, fileReaders, 'files');
  watch(fs, folderReaders, 'folders');
  for (const [name, kind] of Object.entries(promiseReaders)) watch(fs.promises, [name], kind);
  syncBuiltinESMExports();
}

function restoreReaders(): void {
  for (const restore of undo) restore();
  undo = [];
  syncBuiltinESMExports();
}

function isBelow(folder: string, file: string): boolean {
  return staysInside(path.relative(folder, file));
}

/** Whether a path relative to a folder leads to something below the folder. */
function staysInside(name: string): boolean {
  return name !== '' && !name.startsWith('..') && !path.isAbsolute(name);
}

function toPath(target: unknown): string | undefined {
  if (typeof target === 'string') return path.resolve(target);
  return target instanceof URL && target.protocol === 'file:' ? fileURLToPath(target) : undefined;
}
