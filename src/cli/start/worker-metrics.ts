import { AggregatorRegistry } from 'prom-client';
import type { Environment } from '../../config/environment.ts';
import { listenForMetrics, type MetricsListener } from '../../server/ops/metrics-listener.ts';
import type { Problem } from '../../shared/problem.ts';

/** Sums up what the workers measured. `undefined` where nothing is to be measured. */
export async function listenForWorkerMetrics({
  METRICS_PORT: port,
  METRICS_HOST: host,
}: Environment): Promise<
  { listener?: MetricsListener | undefined; problem?: never } | { listener?: never; problem: Problem }
> {
  if (port === undefined) return {};
  const all = new AggregatorRegistry();
  const { contentType } = all;
  return listenForMetrics({ host, port, contentType, read: () => all.clusterMetrics() });
}
