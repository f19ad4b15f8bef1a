import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { LogOutput } from '../../server/log/log-output.ts';
import { readCompiledCodeVariable } from '../../shared/compiled-code.ts';
import type { Problem } from '../../shared/problem.ts';
import {
  printToPeople,
  type Relay,
  relayLines,
  relayToPeople,
  TERMINAL_ERRORS,
  TERMINAL_LOG,
} from './people-output.ts';

export type FromWorker =
  | { kind: 'serving' }
  | { kind: 'introduced' }
  | { kind: 'refused'; problems: Problem[] };
export type ToWorker = 'introduce';

const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 10_000;
/** A worker that served for this long gets the shortest wait again, because its failure isn't permanent. */
const PROVEN_AFTER_MS = 30_000;
/** A worker ends by itself before this, unless its event loop hangs. */
const WORKER_STOP_MS = 18_500;

interface Workers {
  /** Lets requests in progress finish. Resolves when all workers have ended, with what went wrong. */
  stop(): Promise<string[]>;
  kill(): void;
}

interface WorkersOutput {
  log: LogOutput;
  logger: { warn(details: object, message: string): void };
}

/**
 * Starts processes that share one port, and replaces each one that ends by itself. Returns `problems` if they can't
 * serve; then no worker is left. Each worker writes to its own pipe: on a shared one, a worker that starts or ends would
 * make the others wait for its reader.
 */
export async function startWorkers(
  count: number,
  { log, logger }: WorkersOutput,
): Promise<{ workers: Workers; problems?: never } | { problems: Problem[] }> {
  cluster.setupPrimary({
    exec: fileURLToPath(new URL('./worker.ts', import.meta.url)),
    args: [
      ...(process.stdout.isTTY ? [TERMINAL_LOG] : []),
      ...(process.stderr.isTTY ? [TERMINAL_ERRORS] : []),
    ],
    silent: true,
  });
  const runningWorkers = new Set<Worker>();
  const relays = new Set<Relay>();
  let isStopping = false;

  function startWorker(): Worker {
    const worker = cluster.fork(readCompiledCodeVariable());
    runningWorkers.add(worker);
    const { stdout, stderr } = worker.process;
    const workerRelays = [
      ...(stdout ? [relayLines(stdout, log)] : []),
      ...(stderr ? [relayToPeople(stderr)] : []),
    ];
    for (const relay of workerRelays) relays.add(relay);
    worker.process.once('close', () => {
      for (const relay of workerRelays) relays.delete(relay);
    });
    worker.once('exit', () => runningWorkers.delete(worker));
    return worker;
  }

  /** Starts another worker when this one ends, until the server stops. */
  function replaceOnExit(worker: Worker, retryMs: number): void {
    const startedAt = performance.now();
    worker.once('exit', (code, signal) => {
      if (isStopping) return;
      const wait = performance.now() - startedAt < PROVEN_AFTER_MS ? retryMs : FIRST_RETRY_MS;
      const message = `A worker ended unexpectedly (${signal ?? `exit code ${code}`}). Starting another one.`;
      logger.warn({ worker: worker.process.pid }, message);
      printToPeople(message);
      setTimeout(() => {
        if (isStopping) return;
        const replacement = startWorker();
        replacement.on('message', (message: FromWorker) => {
          if (message.kind === 'refused')
            for (const { message: line } of message.problems) printToPeople(line);
        });
        replaceOnExit(replacement, Math.min(2 * wait, LAST_RETRY_MS));
      }, wait);
    });
  }

  async function stop(): Promise<string[]> {
    isStopping = true;
    const faults: string[] = [];
    for (const relay of relays) relay.hurry();
    const exits = [...runningWorkers].map(async (worker) => {
      // 'close' comes after 'exit', when the last lines of its output have been read.
      const closed = once(worker.process, 'close');
      const killTimer = setTimeout(() => {
        faults.push(
          `Worker ${worker.process.pid} didn't end within ${WORKER_STOP_MS / 1_000} s and was killed`,
        );
        worker.process.kill('SIGKILL');
      }, WORKER_STOP_MS);
      worker.process.kill('SIGTERM');
      const [code, signal] = await closed;
      clearTimeout(killTimer);
      // The worker has printed the details itself.
      if (signal !== 'SIGKILL' && code !== 0) faults.push(`Worker ${worker.process.pid} didn't stop cleanly`);
    });
    await Promise.all(exits);
    return faults;
  }

  const firstWorkers = Array.from({ length: count }, startWorker);
  const outcomes = await Promise.all(firstWorkers.map(waitForFirstMessage));
  const refusal = outcomes.find((outcome) => outcome.kind === 'refused');
  if (refusal?.kind === 'refused') {
    await stop();
    // All workers have the same settings, so they report the same problems.
    return { problems: refusal.problems };
  }
  for (const worker of firstWorkers) replaceOnExit(worker, FIRST_RETRY_MS);
  await letOneIntroduce(firstWorkers);
  return {
    workers: {
      stop,
      kill: () => {
        isStopping = true;
        for (const worker of runningWorkers) worker.process.kill('SIGKILL');
      },
    },
  };
}

/** Resolves with the first message of a worker, or with a problem if it ends before sending one. */
function waitForFirstMessage(worker: Worker): Promise<FromWorker> {
  return new Promise((resolve) => {
    worker.once('message', resolve);
    worker.once('exit', (code, signal) =>
      resolve({
        kind: 'refused',
        problems: [
          {
            code: 'worker',
            severity: 'error',
            message: `A worker process ended before it could serve (${signal ?? `exit code ${code}`}).`,
          },
        ],
      }),
    );
  });
}

/** Lets one worker print the address. The primary process can't: it has no access to the accounts. */
async function letOneIntroduce(workers: readonly Worker[]): Promise<void> {
  const [speaker] = workers;
  if (!speaker) return;
  const introduction = new Promise<void>((resolve) => {
    speaker.once('message', () => resolve());
    speaker.once('exit', () => resolve());
  });
  const order: ToWorker = 'introduce';
  speaker.send(order);
  await introduction;
}
