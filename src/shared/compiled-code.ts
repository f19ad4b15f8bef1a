import { getCompileCacheDir } from 'node:module';
import path from 'node:path';

/**
 * For the environment of a thread or a process of ours: neither takes over where this one keeps compiled modules. The
 * variable names the folder above.
 */
export function compiledCode(): { NODE_COMPILE_CACHE?: string } {
  const folder = getCompileCacheDir();
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: path.dirname(folder) };
}
