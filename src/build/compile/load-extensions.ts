import { importSiteModule } from '../../config/doors.ts';
import type { CompilerExtension } from '../../markdown/extensions.ts';
import { displayPath } from '../../shared/file-paths.ts';
import { isRecord } from '../../shared/json.ts';
import type { Problem } from '../../shared/problem.ts';
import { describeReason } from '../../shared/reason.ts';

/** Loads what features add to the compiler from these modules: absolute paths. Throws if one can't be used. */
export async function loadExtensions(files: readonly string[]): Promise<CompilerExtension[]> {
  return Promise.all(files.map(loadExtension));
}

async function loadExtension(file: string): Promise<CompilerExtension> {
  const { extension } = await importSiteModule(file);
  if (!isRecord(extension))
    throw new Error('It must export `extension`, an object of the type CompilerExtension.');
  return extension;
}

/** Reports why modules can't be used, after a compiler could not load them. */
export async function checkExtensions(files: readonly string[]): Promise<Problem[]> {
  const problems = files.map(async (file): Promise<Problem[]> => {
    try {
      await loadExtension(file);
      return [];
    } catch (error) {
      const message = `This module of a feature can't be used: ${describeReason(error)}`;
      return [{ code: 'feature', severity: 'error', file: displayPath(file), message }];
    }
  });
  return (await Promise.all(problems)).flat();
}
