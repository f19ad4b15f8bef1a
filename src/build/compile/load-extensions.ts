import { importSiteModule } from '../../config/doors.ts';
import type { CompilerExtension, LoadedExtension } from '../../markdown/extensions.ts';
import { displayPath } from '../../shared/file-paths.ts';
import { isRecord } from '../../shared/json.ts';
import { didYouMean } from '../../shared/near-name.ts';
import type { Problem } from '../../shared/problem.ts';
import { describeReason } from '../../shared/reason.ts';
import type { AddedCompiler } from '../build-features.ts';

/** Loads the additions of features to the compiler. Throws if one can't be used. */
export async function loadExtensions(compilers: readonly AddedCompiler[]): Promise<LoadedExtension[]> {
  return Promise.all(compilers.map(loadExtension));
}

async function loadExtension({ feature, module, liveParts }: AddedCompiler): Promise<LoadedExtension> {
  const { extension } = await importSiteModule(module);
  if (!isRecord(extension))
    throw new Error('it must export `extension`, an object of the type CompilerExtension.');
  const { fences = {} }: CompilerExtension = extension;
  const unknownPart = Object.keys(fences).find((name) => !liveParts.includes(name));
  if (unknownPart !== undefined)
    throw new Error(
      `it claims fences for ${unknownPart}, which \`markdown.liveParts\` doesn't declare.${didYouMean(unknownPart, liveParts)}`,
    );
  return { ...extension, feature };
}

/** Reports why modules can't be used, after a compiler couldn't load them. */
export async function checkExtensions(compilers: readonly AddedCompiler[]): Promise<Problem[]> {
  const problems = compilers.map(async (compiler): Promise<Problem[]> => {
    try {
      await loadExtension(compiler);
      return [];
    } catch (error) {
      const message = `The compiler of the feature "${compiler.feature}" can't be used: ${describeReason(error)}`;
      return [{ code: 'feature', severity: 'error', file: displayPath(compiler.module), message }];
    }
  });
  return (await Promise.all(problems)).flat();
}
