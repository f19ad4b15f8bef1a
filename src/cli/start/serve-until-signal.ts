import { pino } from 'pino';
import { AggregatorRegistry } from 'prom-client';
import type { Environment } from '../../config/environment.ts';
import { LOG_DRAIN_MS, STOP_MAX_MS } from '../../server/http/limits.ts';
import { openLogOutput } from '../../server/log/log-output.ts';
import { createLoggerOptions } from '../../server/log/logger-options.ts';
import { listenForMetrics, type MetricsListener } from '../../server/ops/metrics-listener.ts';
import type { StopReport } from '../../server/serve.ts';
import { inBackground } from '../../shared/in-background.ts';
import type { Problem } from '../../shared/problem.ts';
import { reasonOf } from '../../shared/reason.ts';
import { type Answer, failedBy } from '../command.ts';
import { endProcess, reportAndEnd } from './end-process.ts';
import { introduce } from './introduce.ts';
import { say } from './people-output.ts';
import { serveSite } from './serve-site.ts';
import { startWorkers } from './workers.ts';

/** Answers only where it cannot serve; otherwise the server keeps the process alive. */
export function serveUntilSignal(environment: Environment): Promise<Answer | undefined> {
  return environment.WORKERS > 1 ? serveWithWorkers(environment) : serveAlone(environment);
}

async function serveAlone(environment: Environment): Promise<Answer | undefined> {
  const served = await serveSite(environment);
  if (served.problems) return failedBy(served.problems);
  const { server } = served;
  await introduce(server, environment, process.stderr.isTTY);
  stopOnSignal(server.stop, () => {});
  return undefined;
}

async function serveWithWorkers(environment: Environment): Promise<Answer | undefined> {
  const log = openLogOutput({
    onDropped: (lines) =>
      logger.warn({ dropped: lines }, 'Log lines were dropped because the log reader was too slow.'),
  });
  const { stream: _, ...options } = createLoggerOptions({ level: environment.LOG_LEVEL, stream: log });
  const logger = pino(options, log);
  const started = await startWorkers(environment.WORKERS, { log, logger });
  if (started.problems) return failedBy(started.problems);
  const { workers } = started;
  const metrics = await listenForWorkerMetrics(environment);
  if (metrics.problem) {
    await workers.stop();
    return failedBy([metrics.problem]);
  }
  const stop = async (): Promise<StopReport> => {
    await metrics.listener?.close();
    const faults = await workers.stop();
    return { faults, unreadLogLines: await log.drain(LOG_DRAIN_MS) };
  };
  stopOnSignal(stop, workers.kill);
  return undefined;
}

/** A signal that follows the first so closely is the same one: a service manager sends it to every process it knows. */
const SAME_SIGNAL_MS = 500;

/** In order at the first signal, at once at the second, of either kind. */
function stopOnSignal(stop: () => Promise<StopReport>, kill: () => void): void {
  let stoppingSince: number | undefined;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stoppingSince !== undefined) {
        if (performance.now() - stoppingSince < SAME_SIGNAL_MS) return;
        kill();
        endProcess(1);
      }
      stoppingSince = performance.now();
      setTimeout(() => {
        say(`Stopping took longer than ${STOP_MAX_MS / 1_000} s: ended without waiting any longer.`);
        kill();
        endProcess(1);
      }, STOP_MAX_MS).unref();
      inBackground(
        stop()
          .catch((error: unknown) => ({ faults: [`Stopping failed: ${reasonOf(error)}`], unreadLogLines: 0 }))
          .then(reportAndEnd),
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
