import type { StorageEnvironment } from '../../storage/open-database.ts';
import { openFeedback } from './feedback/feedback-store.ts';
import { openCounts } from './searches/search-counts.ts';
import { composeDigest } from './week-text.ts';

/** The query returns more rows than the mail shows, so that the mail can say how many more there are. */
const failedSearchesQuery = {
  kind: 'without-results',
  search: '',
  sort: 'count',
  descending: true,
  offset: 0,
  limit: 1_000,
} as const;

/** Reads the feedback and failed searches of a week and composes the digest. Opens and closes the stores itself. */
export async function readWeek(
  environment: StorageEnvironment,
  { since, until }: { since: number; until: number },
  language: string,
): Promise<string> {
  const feedback = await openFeedback(environment);
  const counts = await openCounts(environment).catch(async (error: unknown) => {
    await feedback.close();
    throw error;
  });
  try {
    const feedbackEntries = await feedback.list();
    const [first, next] = [since, until].map((at) => new Date(at).toISOString().slice(0, 10));
    const { rows: failedSearches } = await counts.page({
      ...failedSearchesQuery,
      since: first ?? '',
      until: next,
    });
    const feedbackOfWeek = feedbackEntries.filter(({ at }) => at >= since && at < until);
    return composeDigest({ feedback: feedbackOfWeek, failed: failedSearches }, language);
  } finally {
    await Promise.all([feedback.close(), counts.close()]);
  }
}
