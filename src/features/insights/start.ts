import type { FeatureContext, Stop } from '../../server/server-feature.ts';
import { startFeedback } from './feedback/feedback-routes.ts';
import { openInsights } from './insights-store.ts';
import { startPageViews } from './page-views/view-routes.ts';
import { startSearchCounts } from './searches/search-routes.ts';

/** Starts all three on one store. Counts that wait are written before the store is closed. */
export async function startInsights(context: FeatureContext): Promise<Stop> {
  const store = await openInsights(context.environment, (reason) =>
    context.app.log.warn({ err: reason }, 'Feedback that only a newer version can read was left out.'),
  );
  const stops = [
    startFeedback(context, store.feedback),
    startPageViews(context, store),
    startSearchCounts(context, store.searches),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
    await store.close();
  };
}
