import { DamagedCache } from '../cache/build-cache.ts';
import { runJobs } from '../work/pool.ts';
import { findSearchIndex, type IndexParts } from './search-index.ts';
import type { IndexJob } from './search-index-worker.ts';

/** Writes the search index as `writeSearchIndex` does; one that must be built from nothing in a thread of its own. */
export async function indexSite(parts: IndexParts): Promise<string> {
  const { name, isReady } = findSearchIndex(parts);
  if (!isReady) await buildAside(parts);
  return name;
}

async function buildAside({ languages, ...parts }: IndexParts): Promise<void> {
  // An article's summary has more than the index needs, and would be copied to the thread.
  const job: IndexJob = {
    ...parts,
    languages: languages.map(({ site, articles, cache }) => ({
      site,
      articles: new Map(
        [...articles].map(
          ([
            file,
            {
              bodyHash,
              summary: { headings, parts },
            },
          ]) => [file, { bodyHash, summary: { headings, ...(parts && { parts }) } }],
        ),
      ),
      cacheFile: cache.file,
    })),
  };
  const script = new URL('./search-index-worker.ts', import.meta.url);
  try {
    await runJobs({ script, loads: '', setup: undefined, size: 1 }, [job], 1, () => {});
  } catch (error) {
    // On the way between threads an error loses its class.
    if (error instanceof Error && error.name === DamagedCache.name) throw new DamagedCache(error.message);
    throw error;
  }
}
