import { Worker } from 'node:worker_threads';
import { runInBackground } from '../../shared/in-background.ts';
import { describeReason } from '../../shared/reason.ts';
import type { RerankOutcome } from '../engine/statistics.ts';
import type { FromRerankWorker, ToRerankWorker } from './rerank-worker.ts';
import type { RerankPassage } from './reranker.ts';

/** The reranker of the owner, in its thread. */
export interface Reranker {
  /** Starts to load the module, unless that has been done. Until it is loaded, the order of the search engine stands. */
  start(log: RerankLog): void;
  /**
   * Resolves with a score per passage, or with undefined if the order of the search engine stands: after an error, wrong
   * scores or 100 ms. Never rejects.
   */
  score(query: string, passages: readonly RerankPassage[]): Promise<readonly number[] | undefined>;
  close(): Promise<void>;
}

export interface RerankerOptions {
  /** Absolute path of the owner's module. */
  module: string;
  /** Called with the outcome of each question, and how long it took. */
  onOutcome(outcome: RerankOutcome, seconds: number): void;
  /** A question that takes longer keeps the order of the search engine. */
  budgetMs?: number;
  /** A thread that doesn't answer a question at all is replaced after this time. */
  stuckMs?: number;
  /** The least time between two starts of the thread, which may load a large model. */
  restartMs?: number;
}

interface RerankLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

const BUDGET_MS = 100;
const STUCK_MS = 5_000;
const RESTART_MS = 60_000;
const LOG_EVERY_MS = 60_000;
/** Questions that the thread works on at once. A model computes on all cores, so more would only delay each other. */
const AT_ONCE_MAX = 4;
const REASON_MAX_CHARACTERS = 300;

type Reply = Extract<FromRerankWorker, { id: number }>;

/** A thread with the questions that it hasn't answered yet. */
interface RerankThread {
  isReady: boolean;
  /** Why it can't be used. */
  endReason: string | undefined;
  open: Map<number, (reply: Reply) => void>;
  worker: Worker;
}

/** Runs the owner's module in a thread of its own, so that a slow or broken one delays no search beyond the budget. */
export function openReranker({
  module,
  onOutcome,
  budgetMs = BUDGET_MS,
  stuckMs = STUCK_MS,
  restartMs = RESTART_MS,
}: RerankerOptions): Reranker {
  let log: RerankLog | undefined;
  let thread: RerankThread | undefined;
  let restartAt = Number.NEGATIVE_INFINITY;
  let lastId = 0;
  let isClosed = false;

  const logRarely = limitLog((details, message) => log?.warn({ module, ...details }, message));

  function startThread(): RerankThread {
    const startedAt = performance.now();
    restartAt = startedAt + restartMs;
    // Flags of the main thread, such as those of a test runner or debugger, don't apply here.
    const worker = new Worker(new URL('./rerank-worker.ts', import.meta.url), {
      workerData: { module },
      execArgv: [],
    });
    // The thread must not keep the program alive.
    worker.unref();
    const startedThread: RerankThread = { isReady: false, endReason: undefined, open: new Map(), worker };
    worker.on('message', (message: FromRerankWorker) => {
      if (message.kind === 'ready') {
        startedThread.isReady = true;
        log?.info({ module, ms: Math.round(performance.now() - startedAt) }, 'The reranker is loaded.');
      } else if (message.kind === 'unusable') endThread(startedThread, message.reason);
      else startedThread.open.get(message.id)?.(message);
    });
    worker.on('error', (error) => endThread(startedThread, describeReason(error)));
    worker.on('exit', () => endThread(startedThread, 'its thread ended'));
    return startedThread;
  }

  function endThread(endedThread: RerankThread, reason: string): void {
    if (endedThread.endReason !== undefined) return;
    endedThread.endReason = reason;
    for (const [id, settle] of endedThread.open) settle({ kind: 'failed', id, reason });
    runInBackground(endedThread.worker.terminate());
    if (!isClosed) logRarely('unavailable', reason);
  }

  async function score(query: string, passages: readonly RerankPassage[]) {
    if (isClosed) return undefined;
    const startedAt = performance.now();
    const finish = (outcome: RerankOutcome, reason?: string) => {
      onOutcome(outcome, (performance.now() - startedAt) / 1_000);
      if (reason !== undefined && !isClosed) logRarely(outcome, reason);
      return undefined;
    };
    if (thread?.endReason !== undefined && startedAt >= restartAt) thread = startThread();
    if (!thread?.isReady || thread.endReason !== undefined) return finish('unavailable');
    if (thread.open.size >= AT_ONCE_MAX)
      return finish('busy', `${AT_ONCE_MAX} questions are being ranked already`);
    const reply = await ask(thread, query, passages);
    if (reply === 'late') return finish('late', `it took longer than ${budgetMs} ms`);
    if (reply.kind !== 'scores') return finish(reply.kind, reply.reason);
    finish('reranked');
    return reply.scores;
  }

  function ask(usedThread: RerankThread, query: string, passages: readonly RerankPassage[]) {
    const id = ++lastId;
    const { promise, resolve } = Promise.withResolvers<Reply | 'late'>();
    const post = (message: ToRerankWorker) => usedThread.worker.postMessage(message);
    const budget = setTimeout(() => {
      resolve('late');
      post({ kind: 'abort', id });
    }, budgetMs);
    // Counts as open until the thread answers, late or not, so that questions don't pile up in a slow one.
    const stuck = setTimeout(() => endThread(usedThread, `it didn't answer within ${stuckMs} ms`), stuckMs);
    stuck.unref();
    usedThread.open.set(id, (reply) => {
      clearTimeout(budget);
      clearTimeout(stuck);
      usedThread.open.delete(id);
      resolve(reply);
    });
    post({ kind: 'rerank', id, query, passages });
    return promise;
  }

  return {
    start(serverLog) {
      log = serverLog;
      if (!isClosed) thread ??= startThread();
    },
    score,
    async close() {
      isClosed = true;
      if (thread === undefined) return;
      endThread(thread, 'search is closed');
      await thread.worker.terminate();
    },
  };
}

/** Logs at most once a minute, because a broken reranker fails for each question. */
function limitLog(warn: RerankLog['warn']) {
  let quietUntil = Number.NEGATIVE_INFINITY;
  let unlogged = 0;
  return (outcome: RerankOutcome, reason: string): void => {
    const now = performance.now();
    if (now < quietUntil) {
      unlogged += 1;
      return;
    }
    quietUntil = now + LOG_EVERY_MS;
    warn(
      { outcome, reason: reason.slice(0, REASON_MAX_CHARACTERS), unlogged },
      "The reranker couldn't order the hits of a question. Readers got the order of the search engine.",
    );
    unlogged = 0;
  };
}
