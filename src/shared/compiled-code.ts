import { getCompileCacheDir } from 'node:module';
import path from 'node:path';

/**
 * Environment variables that give a new thread or process the compile cache of this one. It isn't inherited, and the
 * variable must name the folder above it.
 */
export function readCompiledCodeVariable(): { NODE_COMPILE_CACHE?: string } {
  const folder = getCompileCacheDir();
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: path.dirname(folder) };
}
