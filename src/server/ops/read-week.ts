import { openFeedback } from '../../feedback/feedback-store.ts';
import { openCounts } from '../../search/analytics/search-counts.ts';
import type { StorageEnvironment } from '../../storage/open-database.ts';
import { digestText } from './digest-text.ts';

/** More than a mail shows, so that it can say how many more there were. */
const mostFailed = {
  kind: 'without-results',
  search: '',
  sort: 'count',
  descending: true,
  offset: 0,
  limit: 1_000,
} as const;

/** What readers said and did not find on these days, in words; opened once a week, and closed again. */
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
    const said = await feedback.list();
    const [first, next] = [since, until].map((at) => new Date(at).toISOString().slice(0, 10));
    const { rows: failed } = await counts.page({ ...mostFailed, since: first ?? '', until: next });
    const ofTheWeek = said.filter(({ at }) => at >= since && at < until);
    return digestText({ feedback: ofTheWeek, failed }, language);
  } finally {
    await Promise.all([feedback.close(), counts.close()]);
  }
}
