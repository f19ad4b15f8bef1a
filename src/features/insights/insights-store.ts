import { openDatabase, type StorageEnvironment } from '../../storage/open-database.ts';
import { countsFile } from './data-files.ts';
import { type FeedbackStore, openFeedback } from './feedback/feedback-store.ts';
import { type ContentChanges, createContentChanges } from './page-views/content-changes.ts';
import { createReadingCounts, type ReadingCounts } from './page-views/view-counts.ts';
import { createSearchCounts, type SearchCounts } from './searches/search-counts.ts';

/** Everything that insights store. Every method rejects with a `StoreError` if the store fails. */
export interface InsightsStore {
  /** Searches and opened results, by day. */
  searches: SearchCounts;
  /** Page views, by day. */
  views: ReadingCounts;
  /** When releases changed pages. */
  changes: ContentChanges;
  /** Opinions and reports of readers. */
  feedback: FeedbackStore;
  close(): Promise<void>;
}

/**
 * Opens the store of insights. In SQLite it is two files (decisions/data-files.md), of which a caller sees nothing.
 * `onUnknownFeedback` hears of feedback that only a newer version can read.
 */
export async function openInsights(
  environment: StorageEnvironment,
  onUnknownFeedback?: (reason: Error) => void,
): Promise<InsightsStore> {
  const feedback = await openFeedback(environment, onUnknownFeedback);
  const counts = await openDatabase(environment, countsFile).catch(async (error: unknown) => {
    await feedback.close();
    throw error;
  });
  return {
    searches: createSearchCounts(counts),
    views: createReadingCounts(counts),
    changes: createContentChanges(counts),
    feedback,
    close: async () => {
      await Promise.all([feedback.close(), counts.close()]);
    },
  };
}
