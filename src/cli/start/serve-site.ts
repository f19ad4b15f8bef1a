import cluster from 'node:cluster';
import { AggregatorRegistry } from 'prom-client';
import type { Environment } from '../../config/environment.ts';
import { resolveDistDir } from '../../releases/dist-folder.ts';
import { siteFeedback } from '../../server/api/feedback.ts';
import { siteHealth } from '../../server/api/health.ts';
import { siteReading } from '../../server/api/reading.ts';
import { siteSearch } from '../../server/api/search.ts';
import { siteMcp } from '../../server/mcp/mcp-route.ts';
import { measureRequests } from '../../server/ops/measure-requests.ts';
import { createMetrics, type Metrics } from '../../server/ops/metrics.ts';
import { listenForMetrics } from '../../server/ops/metrics-listener.ts';
import type { OpenViews } from '../../server/release/views.ts';
import { type RunningServer, type Served, serve } from '../../server/serve.ts';

/** Loaded where a release has views. */
const openViews: OpenViews = async (parts) => (await import('../../views/scope-views.ts')).openViews(parts);

/** The site as it is served by one process: alone, or as one of several workers. */
export async function serveSite(
  environment: Environment,
  { logAsText }: { logAsText?: boolean } = {},
): Promise<Served> {
  const search = siteSearch(environment);
  const metrics = environment.METRICS_PORT === undefined ? undefined : createMetrics();
  metrics?.reportSearches(search.statistics);
  const served = await serve({
    environment,
    dist: resolveDistDir(environment),
    openViews,
    viewsModule: new URL('../../views/scope-views.ts', import.meta.url).href,
    extensions: [
      ...search.extensions,
      siteFeedback(environment),
      siteMcp({ search: search.search, baseUrl: environment.BASE_URL }),
      siteReading(environment),
      siteHealth(environment, openViews),
      ...(metrics === undefined ? [] : [measureRequests(metrics)]),
    ],
    checks: [search.check],
    metrics,
    logAsText,
  });
  if (!served.server || !metrics) return served;
  return cluster.isWorker
    ? reportToPrimary(served, metrics)
    : withListener(served.server, environment, metrics);
}

/** The process that started the workers asks them, and answers for all (`serve-until-signal.ts`). */
function reportToPrimary(served: Served, metrics: Metrics): Served {
  // Made for its side effect: from then on this worker answers such questions.
  new AggregatorRegistry();
  AggregatorRegistry.setRegistries([metrics.registry]);
  return served;
}

async function withListener(
  server: RunningServer,
  { METRICS_HOST: host, METRICS_PORT: port = 0 }: Environment,
  { registry }: Metrics,
): Promise<Served> {
  const { contentType } = registry;
  const { listener, problem } = await listenForMetrics({
    host,
    port,
    contentType,
    read: () => registry.metrics(),
  });
  if (problem) {
    await server.stop();
    return { problems: [problem] };
  }
  const stop = async () => {
    await listener.close();
    return server.stop();
  };
  return { server: { ...server, stop } };
}
