import { BuildCache } from '../cache/build-cache.ts';
import { answerJobs } from '../work/answer-jobs.ts';
import { type IndexParts, writeSearchIndex } from './search-index.ts';

export interface IndexJob extends Omit<IndexParts, 'languages'> {
  languages: readonly (Omit<IndexParts['languages'][number], 'cache'> & { cacheFile: string })[];
}

answerJobs(() => ({ languages, ...parts }: IndexJob): string => {
  using opened = new DisposableStack();
  const withCaches = languages.map(({ cacheFile, ...language }) => ({
    ...language,
    cache: opened.use(new BuildCache(cacheFile)),
  }));
  return writeSearchIndex({ ...parts, languages: withCaches });
});
