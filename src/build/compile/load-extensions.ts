import { importSiteModule } from '../../config/doors.ts';
import type { CompilerExtension } from '../../markdown/extensions.ts';
import { displayPath } from '../../shared/file-paths.ts';
import { isRecord } from '../../shared/json.ts';

/** Loads what features add to the compiler from these modules: absolute paths. */
export async function loadExtensions(files: readonly string[]): Promise<CompilerExtension[]> {
  return Promise.all(
    files.map(async (file) => {
      const { extension } = await importSiteModule(file);
      if (!isRecord(extension))
        throw new Error(
          `${displayPath(file)} must export \`extension\`, an object of type CompilerExtension.`,
        );
      return extension;
    }),
  );
}
