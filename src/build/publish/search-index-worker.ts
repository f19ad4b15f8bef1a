import { BuildCache } from '../cache/build-cache.ts';
import { answerJobs } from '../work/answer-jobs.ts';
import { type IndexParts, type WrittenIndex, writeSearchIndex } from './search-index.ts';

export interface IndexJob extends Omit<IndexParts, 'languages'> {
  languages: readonly (Omit<IndexParts['languages'][number], 'cache'> & { cacheFile: string })[];
}

answerJobs(() => ({ languages, ...parts }: IndexJob): WrittenIndex => {
  using openFiles = new DisposableStack();
  const withCaches = languages.map(({ cacheFile, ...language }) => ({
    ...language,
    cache: openFiles.use(new BuildCache(cacheFile)),
  }));
  return writeSearchIndex({ ...parts, languages: withCaches });
});
