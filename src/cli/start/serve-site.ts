import cluster from 'node:cluster';
import { AggregatorRegistry } from 'prom-client';
import type { Environment } from '../../config/environment.ts';
import { distOf } from '../../releases/dist-folder.ts';
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

/** Loaded only when a release has views. */
const openViews: OpenViews = async (parts) => (await import('../../views/scope-views.ts')).openViews(parts);

/** Serves the site from this process, which is the only one or one of several workers. */
export async function serveSite(
  environment: Environment,
  { logAsText }: { logAsText?: boolean } = {},
): Promise<Served> {
  const search = siteSearch(environment);
  const metrics = environment.METRICS_PORT === undefined ? undefined : createMetrics();
  metrics?.reportSearches(search.statistics);
  const served = await serve({
    environment,
    dist: distOf(environment),
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
    : serveMetrics(served.server, environment, metrics);
}

/** The primary process collects the metrics of all workers and serves them (`serve-until-signal.ts`). */
function reportToPrimary(served: Served, metrics: Metrics): Served {
  // Constructed for its side effect: this worker then answers requests of the primary process for metrics.
  new AggregatorRegistry();
  AggregatorRegistry.setRegistries([metrics.registry]);
  return served;
}

/** Serves the metrics of this process on a port of their own. */
async function serveMetrics(
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
