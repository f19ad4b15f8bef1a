import { runJobs } from '../work/pool.ts';
import { findSearchIndex, type IndexedArticle, type IndexParts } from './search-index.ts';
import type { IndexJob } from './search-index-worker.ts';

/** Writes the search index as `writeSearchIndex` does; one that must be built from nothing in a thread of its own. */
export async function indexSite({ languages, ...parts }: IndexParts): Promise<string> {
  const { name, isReady } = findSearchIndex({ languages, ...parts });
  if (isReady) return name;
  // An article's summary has more than the index needs, and would be copied to the thread.
  const job: IndexJob = {
    ...parts,
    languages: languages.map(({ site, articles, cache }) => ({
      site,
      articles: new Map([...articles].map(([file, article]) => [file, indexed(article)])),
      cacheFile: cache.file,
    })),
  };
  const script = new URL('./search-index-worker.ts', import.meta.url);
  await runJobs({ script, loads: '', setup: undefined, size: 1 }, [job], 1, () => {});
  return name;
}

function indexed({ bodyHash, summary: { headings, parts } }: IndexedArticle): IndexedArticle {
  return { bodyHash, summary: { headings, ...(parts && { parts }) } };
}
