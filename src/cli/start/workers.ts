import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { compiledCode } from '../../shared/compiled-code.ts';
import type { Problem } from '../../shared/problem.ts';

export type FromWorker =
  | { kind: 'serving' }
  | { kind: 'introduced' }
  | { kind: 'refused'; problems: Problem[] };
export type ToWorker = 'introduce';

const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 10_000;
/** A worker that served for so long did not fail for a reason that lasts. */
const PROVEN_AFTER_MS = 30_000;

interface Workers {
  /** Lets what is under way be answered. Resolves when all of them have ended. */
  stop(): Promise<void>;
  kill(): void;
}

/** Processes that share one port, each started again when it ends by itself. Told `problems`: there are none. */
export async function startWorkers(
  count: number,
  complain: (line: string) => void,
): Promise<{ workers: Workers; problems?: never } | { problems: Problem[] }> {
  cluster.setupPrimary({ exec: fileURLToPath(new URL('./worker.ts', import.meta.url)), args: [] });
  const running = new Set<Worker>();
  let stopping = false;

  function begin(): Worker {
    const worker = cluster.fork(compiledCode());
    running.add(worker);
    worker.once('exit', () => running.delete(worker));
    return worker;
  }

  /** Keeps one place filled for as long as the site is served. */
  function replaceWhenGone(worker: Worker, retryMs: number): void {
    const started = performance.now();
    worker.once('exit', (code, signal) => {
      if (stopping) return;
      const wait = performance.now() - started < PROVEN_AFTER_MS ? retryMs : FIRST_RETRY_MS;
      complain(`A worker ended by itself (${signal ?? `exit code ${code}`}) and is started again.`);
      setTimeout(() => {
        if (stopping) return;
        const next = begin();
        next.on('message', (message: FromWorker) => {
          if (message.kind === 'refused') for (const { message: line } of message.problems) complain(line);
        });
        replaceWhenGone(next, Math.min(2 * wait, LAST_RETRY_MS));
      }, wait);
    });
  }

  async function stop(): Promise<void> {
    stopping = true;
    const ended = [...running].map((worker) => once(worker, 'exit'));
    for (const worker of running) worker.process.kill('SIGTERM');
    await Promise.all(ended);
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
