import cluster from 'node:cluster';
import type { Environment } from '../../config/environment.ts';
import { installFeatures } from '../../features/index.ts';
import { resolveDistDir } from '../../releases/dist-folder.ts';
import type { Metrics } from '../../server/ops/metrics.ts';
import { listenForMetrics } from '../../server/ops/metrics-listener.ts';
import type { OpenViews } from '../../server/release/views.ts';
import { type RunningServer, type ServeResult, serve } from '../../server/serve.ts';

/** The views are loaded only when a release has some. */
const openViews: OpenViews = async (parts) => (await import('../../views/scope-views.ts')).openViews(parts);

/** Serves the site from this process, which is the only one or one of several workers. */
export async function serveSite(
  environment: Environment,
  { logAsText }: { logAsText?: boolean } = {},
): Promise<ServeResult> {
  const { features, problems } = await installFeatures(environment);
  if (problems) return { problems };
  const metrics = environment.METRICS_PORT === undefined ? undefined : await loadMetrics();
  const result = await serve({
    environment,
    dist: resolveDistDir(environment),
    openViews,
    features,
    metrics,
    logAsText,
  });
  if (!result.server || !metrics) return result;
  return cluster.isWorker
    ? reportToPrimary(result, metrics)
    : serveMetrics(result.server, environment, metrics);
}

/** Loads the library of the metrics, which most servers don't need. */
async function loadMetrics(): Promise<Metrics> {
  const { createMetrics } = await import('../../server/ops/metrics.ts');
  return createMetrics();
}

/** The primary process collects the metrics of all workers and serves them (`serve-until-signal.ts`). */
async function reportToPrimary(result: ServeResult, metrics: Metrics): Promise<ServeResult> {
  const { AggregatorRegistry } = await import('prom-client');
  // Constructed for its side effect: this worker then answers requests of the primary process for metrics.
  new AggregatorRegistry();
  AggregatorRegistry.setRegistries([metrics.registry]);
  return result;
}

/** Serves the metrics of this process on a port of their own. */
async function serveMetrics(
  server: RunningServer,
  { METRICS_HOST: host, METRICS_PORT: port = 0 }: Environment,
  { registry }: Metrics,
): Promise<ServeResult> {
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
