import type { FeatureContext, Stop } from '../../server/server-feature.ts';
import { openDatabase } from '../../storage/open-database.ts';
import { countsFile } from './data-files.ts';
import { startFeedback } from './feedback/feedback-routes.ts';
import { openFeedback } from './feedback/feedback-store.ts';
import { startPageViews } from './page-views/view-routes.ts';
import { startSearchCounts } from './searches/search-routes.ts';

/** Starts all three, and stops them together. Page views and searches are counted in one database. */
export async function startInsights(context: FeatureContext): Promise<Stop> {
  const feedback = await openFeedback(context.environment);
  const stopFeedback = startFeedback(context, feedback);
  const countsDatabase = await openDatabase(context.environment, countsFile);
  const stopCounts = [
    startPageViews(context, countsDatabase, feedback),
    startSearchCounts(context, countsDatabase),
  ];
  return async () => {
    await Promise.all([stopFeedback(), ...stopCounts.map((stop) => stop())]);
    await countsDatabase.close();
  };
}
