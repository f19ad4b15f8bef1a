import { BuildCache } from '../cache/build-cache.ts';
import { answerJobs } from '../work/answer-jobs.ts';
import { type IndexParts, writeSearchIndex } from './search-index.ts';

export interface IndexJob extends Omit<IndexParts, 'cache'> {
  cacheFile: string;
}

// Started by `indexSite` with nothing.
answerJobs(({ cacheFile, ...parts }: IndexJob): string => {
  using cache = new BuildCache(cacheFile);
  return writeSearchIndex({ ...parts, cache });
});
