import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { LogOutput } from '../../server/log/log-output.ts';
import { compiledCode } from '../../shared/compiled-code.ts';
import type { Problem } from '../../shared/problem.ts';
import {
  type Relay,
  relayLines,
  relayToPeople,
  say,
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
/** A worker that served for so long did not fail for a reason that lasts. */
const PROVEN_AFTER_MS = 30_000;
/** A worker ends by itself before this, unless all of it hangs. */
const WORKER_STOP_MS = 18_500;

interface Workers {
  /** Lets what is under way be answered. Resolves when all of them have ended, with what kept them from it. */
  stop(): Promise<string[]>;
  kill(): void;
}

interface WorkersOutput {
  log: LogOutput;
  logger: { warn(details: object, message: string): void };
}

/**
 * Processes that share one port, each started again when it ends by itself. Told `problems`: there are none. They write
 * to pipes of their own: on one that all of them shared, a worker that starts or ends would make the others wait for
 * its reader.
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
  const running = new Set<Worker>();
  const relays = new Set<Relay>();
  let stopping = false;

  function begin(): Worker {
    const worker = cluster.fork(compiledCode());
    running.add(worker);
    const { stdout, stderr } = worker.process;
    const ownRelays = [
      ...(stdout ? [relayLines(stdout, log)] : []),
      ...(stderr ? [relayToPeople(stderr)] : []),
    ];
    for (const relay of ownRelays) relays.add(relay);
    worker.process.once('close', () => {
      for (const relay of ownRelays) relays.delete(relay);
    });
    worker.once('exit', () => running.delete(worker));
    return worker;
  }

  /** Keeps one place filled for as long as the site is served. */
  function replaceWhenGone(worker: Worker, retryMs: number): void {
    const started = performance.now();
    worker.once('exit', (code, signal) => {
      if (stopping) return;
      const wait = performance.now() - started < PROVEN_AFTER_MS ? retryMs : FIRST_RETRY_MS;
      const message = `A worker ended by itself (${signal ?? `exit code ${code}`}) and is started again.`;
      logger.warn({ worker: worker.process.pid }, message);
      say(message);
      setTimeout(() => {
        if (stopping) return;
        const next = begin();
        next.on('message', (message: FromWorker) => {
          if (message.kind === 'refused') for (const { message: line } of message.problems) say(line);
        });
        replaceWhenGone(next, Math.min(2 * wait, LAST_RETRY_MS));
      }, wait);
    });
  }

  async function stop(): Promise<string[]> {
    stopping = true;
    const faults: string[] = [];
    for (const relay of relays) relay.hurry();
    const ended = [...running].map(async (worker) => {
      // With its last lines, which may come after it.
      const closed = once(worker.process, 'close');
      const killing = setTimeout(() => {
        faults.push(
          `Worker ${worker.process.pid} did not end within ${WORKER_STOP_MS / 1_000} s and was killed`,
        );
        worker.process.kill('SIGKILL');
      }, WORKER_STOP_MS);
      worker.process.kill('SIGTERM');
      const [code, signal] = await closed;
      clearTimeout(killing);
      // It has said itself what it gave up.
      if (signal !== 'SIGKILL' && code !== 0)
        faults.push(`Worker ${worker.process.pid} did not end in order`);
    });
    await Promise.all(ended);
    return faults;
  }

  const first = Array.from({ length: count }, begin);
  const outcomes = await Promise.all(first.map(outcomeOf));
  const refused = outcomes.find((outcome) => outcome.kind === 'refused');
  if (refused?.kind === 'refused') {
    await stop();
    // All of them have the same settings: what one says, the others say too.
    return { problems: refused.problems };
  }
  for (const worker of first) replaceWhenGone(worker, FIRST_RETRY_MS);
  await introduceBy(first);
  return {
    workers: {
      stop,
      kill: () => {
        stopping = true;
        for (const worker of running) worker.process.kill('SIGKILL');
      },
    },
  };
}

/** The first word of a worker. */
function outcomeOf(worker: Worker): Promise<FromWorker> {
  return new Promise((resolve) => {
    worker.once('message', resolve);
    worker.once('exit', (code, signal) =>
      resolve({
        kind: 'refused',
        problems: [
          {
            code: 'worker',
            severity: 'error',
            message: `A worker ended before it served (${signal ?? `exit code ${code}`}).`,
          },
        ],
      }),
    );
  });
}

/** One of them says where the site is: it has the accounts to say how to come in. */
async function introduceBy(workers: readonly Worker[]): Promise<void> {
  const [speaker] = workers;
  if (!speaker) return;
  const said = new Promise<void>((resolve) => {
    speaker.once('message', () => resolve());
    speaker.once('exit', () => resolve());
  });
  const order: ToWorker = 'introduce';
  speaker.send(order);
  await said;
}
