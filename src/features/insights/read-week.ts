import type { StorageEnvironment } from '../../storage/open-database.ts';
import { openInsights } from './insights-store.ts';
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

/** Reads the feedback and failed searches of a week and composes the digest. Opens and closes the store itself. */
export async function readWeek(
  environment: StorageEnvironment,
  { since, until }: { since: number; until: number },
  language: string,
): Promise<string> {
  const store = await openInsights(environment);
  try {
    const feedbackEntries = await store.feedback.list();
    const [first, next] = [since, until].map((at) => new Date(at).toISOString().slice(0, 10));
    const { rows: failedSearches } = await store.searches.readPage({
      ...failedSearchesQuery,
      since: first ?? '',
      until: next,
    });
    const feedbackOfWeek = feedbackEntries.filter(({ at }) => at >= since && at < until);
    return composeDigest({ feedback: feedbackOfWeek, failed: failedSearches }, language);
  } finally {
    await store.close();
  }
}
