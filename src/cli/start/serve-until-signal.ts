import { pino } from 'pino';
import { type CommandResult, failWith } from '../../command/define-command.ts';
import type { Environment } from '../../config/environment.ts';
import { LOG_DRAIN_MS, STOP_MAX_MS } from '../../server/http/limits.ts';
import { openLogOutput } from '../../server/log/log-output.ts';
import { createLoggerOptions } from '../../server/log/logger-options.ts';
import { listenForMetrics, type MetricsListener } from '../../server/ops/metrics-listener.ts';
import type { StopReport } from '../../server/serve.ts';
import { runInBackground } from '../../shared/in-background.ts';
import type { Problem } from '../../shared/problem.ts';
import { describeReason } from '../../shared/reason.ts';
import { endProcess, reportAndEnd } from './end-process.ts';
import { introduce } from './introduce.ts';
import { printToPeople } from './people-output.ts';
import { serveSite } from './serve-site.ts';
import { startWorkers } from './workers.ts';

/** Resolves with a result only if the site can't be served. Otherwise the server keeps the process alive. */
export function serveUntilSignal(environment: Environment): Promise<CommandResult | undefined> {
  return environment.WORKERS > 1 ? serveWithWorkers(environment) : serveAlone(environment);
}

async function serveAlone(environment: Environment): Promise<CommandResult | undefined> {
  const { server, problems } = await serveSite(environment);
  if (problems) return failWith(problems);
  await introduce(server, environment, process.stderr.isTTY);
  stopOnSignal(server.stop, () => {});
  return undefined;
}

async function serveWithWorkers(environment: Environment): Promise<CommandResult | undefined> {
  const log = openLogOutput({
    onDropped: (lines) =>
      logger.warn({ dropped: lines }, "Log lines were dropped because they weren't read in time."),
  });
  const { stream: _, ...options } = createLoggerOptions({ level: environment.LOG_LEVEL, stream: log });
  const logger = pino(options, log);
  const startedWorkers = await startWorkers(environment.WORKERS, { log, logger });
  if (startedWorkers.problems) return failWith(startedWorkers.problems);
  const { workers } = startedWorkers;
  const metrics = await listenForWorkerMetrics(environment);
  if (metrics.problem) {
    await workers.stop();
    return failWith([metrics.problem]);
  }
  const stop = async (): Promise<StopReport> => {
    await metrics.listener?.close();
    const faults = await workers.stop();
    return { faults, unreadLogLines: await log.drain(LOG_DRAIN_MS) };
  };
  stopOnSignal(stop, workers.kill);
  return undefined;
}

/** A second signal within this time belongs to the first: a service manager signals every process that it knows. */
const SAME_SIGNAL_MS = 500;

/** The first signal stops the server in order. A second one, of either kind, ends the process at once. */
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
        printToPeople(
          `Stopping took longer than ${STOP_MAX_MS / 1_000} s, so the server was ended without waiting.`,
        );
        kill();
        endProcess(1);
      }, STOP_MAX_MS).unref();
      runInBackground(
        stop()
          .catch((error: unknown) => ({
            faults: [`Stopping failed: ${describeReason(error)}`],
            unreadLogLines: 0,
          }))
          .then(reportAndEnd),
      );
    });
  }
}

/** Serves the sums of what the workers measured. Without `METRICS_PORT` there is no listener. */
async function listenForWorkerMetrics({
  METRICS_PORT: port,
  METRICS_HOST: host,
}: Environment): Promise<
  { listener?: MetricsListener | undefined; problem?: never } | { listener?: never; problem: Problem }
> {
  if (port === undefined) return {};
  const { AggregatorRegistry } = await import('prom-client');
  const workerMetrics = new AggregatorRegistry();
  const { contentType } = workerMetrics;
  return listenForMetrics({ host, port, contentType, read: () => workerMetrics.clusterMetrics() });
}
