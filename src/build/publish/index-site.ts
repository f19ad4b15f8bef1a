import { runJobs } from '../work/pool.ts';
import { findSearchIndex, type IndexedArticle, type IndexParts } from './search-index.ts';
import type { IndexJob } from './search-index-worker.ts';

/** Writes the search index like `writeSearchIndex`, but in a thread if it must be built from scratch. */
export async function indexSite({ languages, ...parts }: IndexParts): Promise<string> {
  const { name, isReady } = findSearchIndex({ languages, ...parts });
  if (isReady) return name;
  // Only what the index needs of an article's summary, because it is copied to the thread.
  const job: IndexJob = {
    ...parts,
    languages: languages.map(({ site, articles, cache }) => ({
      site,
      articles: new Map([...articles].map(([file, article]) => [file, pickIndexedParts(article)])),
      cacheFile: cache.file,
    })),
  };
  const script = new URL('./search-index-worker.ts', import.meta.url);
  await runJobs({ script, loads: '', setup: undefined, size: 1 }, [job], 1, () => {});
  return name;
}

function pickIndexedParts({ bodyHash, summary: { headings, parts } }: IndexedArticle): IndexedArticle {
  return { bodyHash, summary: { headings, ...(parts && { parts }) } };
}
