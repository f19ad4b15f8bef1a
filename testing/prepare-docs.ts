import { BuildCache } from '../src/build/cache/build-cache.ts';
import { ImportGraph } from '../src/build/cache/import-graph.ts';
import { resolveFolders } from '../src/build/folders.ts';
import { prepareSite } from '../src/build/prepare-site.ts';
import { silentProgress } from '../src/build/progress.ts';
import type { PreparedSite } from '../src/build/site-build.ts';
import { toBuildFeatures } from '../src/features/feature.ts';
import { engineFeatures } from '../src/features/index.ts';
import { projectDir } from './running-site.ts';
import { testEnvironment } from './test-environment.ts';

/** Settings with which the manual is built: with others, its articles would be compiled again. */
export const createDocsEnvironment = (docs = 'site/docs') => ({
  ...testEnvironment({ DOCS_DIR: docs }),
  features: toBuildFeatures(engineFeatures),
});

/**
 * Compiles a docs folder, or takes what the last build compiled, and passes it to `use`, which may read the cache until
 * it returns. `docs` is relative to the project.
 */
export async function prepareDocs<Result>(
  use: (prepared: PreparedSite) => Result,
  docs?: string,
): Promise<Result> {
  const environment = createDocsEnvironment(docs);
  const folders = resolveFolders(environment, projectDir);
  using cache = new BuildCache(folders.cacheFile);
  const build = { folders, environment, cache, progress: silentProgress, graph: new ImportGraph(folders) };
  const { prepared } = await prepareSite(build);
  if (!prepared) throw new Error('The documentation doesn\'t compile: run "npm run build" to see why.');
  return use(prepared);
}
