import type { FeatureContext, Stop } from '../../server/server-feature.ts';
import { startFeedback } from './feedback/feedback-routes.ts';
import { startPageViews } from './page-views/view-routes.ts';
import { startSearchCounts } from './searches/search-routes.ts';

/** Starts all three, and stops them together. */
export async function startInsights(context: FeatureContext): Promise<Stop> {
  const stops = [
    await startFeedback(context),
    await startPageViews(context),
    await startSearchCounts(context),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
