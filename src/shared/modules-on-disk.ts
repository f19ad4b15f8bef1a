import { registerHooks } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findPathOnDisk, hasOneForm } from './path-on-disk.ts';

/**
 * Runs code whose imports and `require` also find modules whose names have another Unicode form on disk. It applies to
 * the whole process until the code is done.
 */
export async function findModulesInAnyForm<T>(work: () => Promise<T>): Promise<T> {
  const hooks = registerHooks({
    resolve(specifier, context, nextResolve) {
      try {
        return nextResolve(specifier, context);
      } catch (error) {
        const fileOnDisk = findOtherForm(specifier, context.parentURL);
        if (fileOnDisk === undefined) throw error;
        return nextResolve(fileOnDisk, context);
      }
    },
  });
  try {
    return await work();
  } finally {
    hooks.deregister();
  }
}

/** The path of a module whose names on disk have another Unicode form than in the import. */
function findOtherForm(specifier: string, importer: string | undefined): string | undefined {
  if (hasOneForm(specifier) || !(/^\.{1,2}\//.test(specifier) || path.isAbsolute(specifier)))
    return undefined;
  const folder = importer?.startsWith('file:') ? path.dirname(fileURLToPath(importer)) : '.';
  const file = path.resolve(folder, specifier);
  const fileOnDisk = findPathOnDisk(file);
  return fileOnDisk === file ? undefined : fileOnDisk;
}
