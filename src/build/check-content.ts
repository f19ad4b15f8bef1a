import { type Problem, sortProblems } from '../content/problem.ts';
import type { BuildEnvironment } from './build.ts';
import { BuildCache, cacheFile } from './cache/build-cache.ts';
import { codeVersions } from './cache/fingerprint.ts';
import { resolveFolders } from './folders.ts';
import { prepareSite } from './prepare-site.ts';
import { silentProgress } from './progress.ts';

/** Everything that is wrong with the content, without building anything. */
export async function checkContent(options: {
  environment: BuildEnvironment;
  projectDir: string;
}): Promise<Problem[]> {
  const { environment, projectDir } = options;
  const folders = resolveFolders(environment, projectDir);
  using cache = new BuildCache(cacheFile(folders.cacheDir, folders.docsDir));
  const { problems } = await prepareSite({
    folders,
    environment,
    cache,
    code: codeVersions(),
    progress: silentProgress,
  });
  return sortProblems(problems);
}
