import { BuildCache } from './cache/build-cache.ts';
import { type SearchIndexParts, writeSearchIndex } from './search-index.ts';
import { answerJobs } from './work/answer-jobs.ts';

export interface SearchIndexJob extends Omit<SearchIndexParts, 'cache'> {
  cacheFile: string;
}

// Started by `writeSearchIndexAside` with nothing.
answerJobs(({ cacheFile, ...parts }: SearchIndexJob): string => {
  using cache = new BuildCache(cacheFile);
  return writeSearchIndex({ ...parts, cache });
});
