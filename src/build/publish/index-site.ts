import { runJobs } from '../work/pool.ts';
import { findSearchIndex, type IndexedArticle, type IndexParts, type WrittenIndex } from './search-index.ts';
import type { IndexJob } from './search-index-worker.ts';

const NAME = 'search-index';

/**
 * Writes the search index like `writeSearchIndex`, but in a thread if it must be built from scratch. The cache of the
 * first language remembers it for the next build.
 */
export async function indexSite({ languages, ...parts }: Omit<IndexParts, 'last'>): Promise<WrittenIndex> {
  const cache = languages[0]?.cache;
  const last: WrittenIndex | undefined = JSON.parse(cache?.readMetadata(NAME) ?? 'null') ?? undefined;
  const index =
    findSearchIndex({ languages, last, ...parts }).finishedIndex ?? (await buildInThread(languages, parts));
  cache?.storeMetadata(NAME, JSON.stringify(index));
  return index;
}

async function buildInThread(
  languages: IndexParts['languages'],
  parts: Omit<IndexParts, 'languages' | 'last'>,
): Promise<WrittenIndex> {
  // The job has only those parts of summaries that the index needs, because it is copied to the thread.
  const job: IndexJob = {
    ...parts,
    languages: languages.map(({ site, articles, cache }) => ({
      site,
      articles: new Map([...articles].map(([file, article]) => [file, pickIndexedParts(article)])),
      cacheFile: cache.file,
    })),
  };
  const script = new URL('./search-index-worker.ts', import.meta.url);
  const indexes: WrittenIndex[] = [];
  await runJobs({ script, loads: '', setup: undefined, size: 1 }, [job], 1, (index: WrittenIndex) => {
    indexes.push(index);
  });
  const [index] = indexes;
  if (!index) throw new Error('The thread ended without an index.');
  return index;
}

function pickIndexedParts({ bodyHash, summary: { headings, parts } }: IndexedArticle): IndexedArticle {
  return { bodyHash, summary: { headings, ...(parts && { parts }) } };
}
