import { BuildCache } from '../../src/build/cache/build-cache.ts';
import { ImportGraph } from '../../src/build/cache/import-graph.ts';
import { resolveFolders } from '../../src/build/folders.ts';
import { prepareSite } from '../../src/build/prepare-site.ts';
import { silentProgress } from '../../src/build/progress.ts';
import { listArticleSources } from '../../src/build/publish/search-index.ts';
import type { SearchRecord } from '../../src/search/index/record.ts';
import { indexPages } from '../../src/search/index/site-pages.ts';
import { testEnvironment } from '../../testing/test-environment.ts';

/** The search records of a docs folder, from the articles as the build compiles and keeps them. */
export async function recordsOfDocs(docs: string, projectDir: string): Promise<SearchRecord[]> {
  const environment = testEnvironment({ DOCS_DIR: docs });
  const folders = resolveFolders(environment, projectDir);
  using cache = new BuildCache(folders.cacheFile);
  const run = { folders, environment, cache, progress: silentProgress, graph: new ImportGraph(folders) };
  const { prepared } = await prepareSite(run);
  if (!prepared) throw new Error(`The documentation in ${docs} does not compile.`);
  const { site, articles } = prepared;
  const pages = indexPages(site, (doc) => listArticleSources(doc, articles, cache), '');
  return pages.flatMap((page) => page.records());
}
