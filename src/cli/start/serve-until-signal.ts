import { AggregatorRegistry } from 'prom-client';
import type { Environment } from '../../config/environment.ts';
import { listenForMetrics, type MetricsListener } from '../../server/ops/metrics-listener.ts';
import type { Problem } from '../../shared/problem.ts';
import { reasonOf } from '../../shared/reason.ts';
import { type Answer, failedBy } from '../command.ts';
import { introduce } from './introduce.ts';
import { serveSite } from './serve-site.ts';
import { startWorkers } from './workers.ts';

export const complain = (line: string) => {
  process.stderr.write(`${line}\n`);
};

/** Answers only where it cannot serve; otherwise the server keeps the process alive. */
export function serveUntilSignal(environment: Environment): Promise<Answer | undefined> {
  return environment.WORKERS > 1 ? serveWithWorkers(environment) : serveAlone(environment);
}

async function serveAlone(environment: Environment): Promise<Answer | undefined> {
  const served = await serveSite(environment);
  if (served.problems) return failedBy(served.problems);
  const { server } = served;
  await introduce(server, environment);
  stopOnSignal(server.stop, () => {});
  return undefined;
}

async function serveWithWorkers(environment: Environment): Promise<Answer | undefined> {
  const started = await startWorkers(environment.WORKERS, complain);
  if (started.problems) return failedBy(started.problems);
  const { workers } = started;
  const metrics = await listenForWorkerMetrics(environment);
  if (metrics.problem) {
    await workers.stop();
    return failedBy([metrics.problem]);
  }
  stopOnSignal(async () => {
    await metrics.listener?.close();
    await workers.stop();
  }, workers.kill);
  return undefined;
}

/** In order at the first signal, at once at the second, of either kind. */
function stopOnSignal(stop: () => Promise<void>, kill: () => void): void {
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) {
        kill();
        process.exit(1);
      }
      stopping = true;
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          complain(`Stopping failed: ${reasonOf(error)}.`);
          process.exit(1);
        },
      );
    });
  }
}

/** Sums up what the workers measured. `undefined` where nothing is to be measured. */
async function listenForWorkerMetrics({
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
