import { availableParallelism } from 'node:os';
import { type Scope, scopeKey } from '../../model/audience.ts';
import { fairQueue, ownTurn, type Turn } from '../../shared/fair-queue.ts';
import { inBackground } from '../../shared/in-background.ts';
import { completeAnswer } from '../protocol/answer.ts';
import { questionOf, type SearchQuestion, type SearchRequest } from '../protocol/request.ts';
import { createAnswerCache } from './answer-cache.ts';
import type { ComputedAnswer, EncodedAnswer, SearchEngine, SearchOutcome, SearchSource } from './engine.ts';
import { openSearchWorker, type PageAudiences } from './search-worker.ts';
import type { AnswerResult, SearchStatistics } from './statistics.ts';

interface EmbeddedOptions {
  /** The index file of a build. */
  file: string;
  /** Audiences by address, of the pages that aren't for every reader. */
  audiences?: PageAudiences;
  /** Search threads; see `searchThreads`. */
  threads?: number;
  /**
   * A search that takes longer is given up, and its thread with it. The time starts when its turn comes. Shorter than
   * the read timeout of the clients.
   */
  deadlineMs?: number;
  /** Searches that may wait. When there are more, the reader with the most waiting ones is turned away. */
  queueMax?: number;
  /** A search that waits longer for its turn is refused. */
  waitMaxMs?: number;
  /** Of answers that are kept. */
  cacheMaxBytes?: number;
  /** Told how many searches wait. */
  statistics?: Pick<SearchStatistics, 'waits'>;
}

const THREADS_MAX = 4;

/**
 * One for each core, shared among the processes that serve the site. The main thread needs a small part of a core even
 * while a thousand people search, and the system gives it its turn. At most four: each thread holds the words of the
 * index.
 */
export function searchThreads(processes = 1): number {
  return Math.min(Math.max(Math.round(availableParallelism() / processes), 1), THREADS_MAX);
}

/** Two each for 1,000 readers who type. A request that waits holds a few kilobytes. */
const QUEUE_MAX = 2_048;
/** Clients give up earlier than this: 2 s our dialog, 5 s the public one. What waited longer is worth no work. */
const WAIT_MAX_MS = 5_000;
/**
 * How long a superseded search may wait for a free thread before it is given the answer to the newer query. Well below
 * the read timeout of the clients, which would send it again.
 */
const SUPERSEDED_WAIT_MS = 1_000;

type Reply =
  | { answer: ComputedAnswer; result: AnswerResult; ms: number }
  | { refused: 'overloaded' }
  | { reason: string };

/** One search that somebody waits for. */
interface Job {
  key: string;
  question: SearchQuestion;
  scope: Scope | undefined;
  reply: Promise<Reply>;
  settle(reply: Reply): void;
  isSettled: boolean;
}

/** A turn in the queue. While it waits, a newer query of the same typing takes it over. */
interface Slot {
  job: Job | undefined;
}

/**
 * Searches the index file in worker threads: the event loop only carries messages. Rejects with the name of the file
 * and the reason when it can't be searched.
 *
 * Three things keep it answering while many people type. Answers are kept in memory, by scope and question. Readers
 * take turns. And a newer query of the same typing takes the turn of one that still waits: the older one is computed
 * only when no current query waits, and if that takes too long its client gets the answer to the newer query. Clients
 * show the answer to the last query that they sent, so no reader sees the difference.
 */
export async function openEmbeddedEngine(options: EmbeddedOptions): Promise<SearchEngine> {
  const { file, audiences = {}, deadlineMs = 1_500, queueMax = QUEUE_MAX, statistics } = options;
  const { waitMaxMs = WAIT_MAX_MS } = options;
  const threads = options.threads ?? searchThreads();
  // A thread has its next search at hand when it finishes one. The others wait here, where readers take turns.
  const queued = fairQueue({ concurrency: 2 * threads, waiting: queueMax });
  const cache = createAnswerCache(options.cacheMaxBytes);
  /** Searches that a thread works on, by key. Who asks the same meanwhile gets the same answer. */
  const running = new Map<string, Promise<Reply>>();
  /** Waiting searches of people who type. */
  const slots = new Map<string, Slot>();
  const open = () => openSearchWorker({ file, audiences }, deadlineMs);
  const workers = Array.from({ length: threads }, open);
  await Promise.all(workers.map((worker) => worker.opened));
  let closed = false;

  async function search(
    requests: readonly SearchRequest[],
    source: SearchSource = {},
  ): Promise<SearchOutcome> {
    if (closed) return { outcome: 'unavailable', reason: 'search is closed' };
    const replies = await Promise.all(requests.map((request, at) => ask(request, at, source)));
    const answers: EncodedAnswer[] = [];
    for (const [at, reply] of replies.entries()) {
      if ('refused' in reply) return { outcome: 'overloaded' };
      if ('reason' in reply) return { outcome: 'unavailable', reason: reply.reason };
      const request = requests[at];
      if (request) answers.push(encodedAnswer(request, reply));
    }
    return { outcome: 'answered', answers };
  }

  function ask(
    request: SearchRequest,
    position: number,
    { reader, typist, scope }: SearchSource,
  ): Promise<Reply> {
    const question = questionOf(request);
    const scopeText = scope === undefined ? '' : scopeKey(scope);
    const key = JSON.stringify([scopeText, question]);
    // The fields of one person's typing: everything but the text.
    const typing =
      typist === undefined
        ? undefined
        : JSON.stringify([typist, position, scopeText, { ...question, query: '' }]);
    const cached = cache.get(key);
    const job = newJob(key, question, scope);
    if (cached) job.settle({ answer: cached, result: 'cached', ms: 1 });
    const inUse = cached ? undefined : running.get(key);
    if (inUse) inBackground(inUse.then(job.settle));

    const turn: Turn = reader === undefined ? ownTurn : { whose: reader, known: true };
    const slot = typing === undefined ? undefined : slots.get(typing);
    const needsTurn = !cached && !inUse;
    if (needsTurn) {
      const timer = setTimeout(() => job.settle({ refused: 'overloaded' }), waitMaxMs);
      inBackground(job.reply.then(() => clearTimeout(timer)));
    }
    if (slot?.job && isSameTyping(slot.job.question.query, question.query)) {
      supersede(slot.job, job, turn);
      slot.job = needsTurn ? job : undefined;
    } else if (needsTurn) {
      waitForTurn(job, turn, typing);
    }
    return job.reply;
  }

  function waitForTurn(job: Job, turn: Turn, typing: string | undefined): void {
    const slot: Slot = { job };
    if (typing !== undefined) slots.set(typing, slot);
    const leave = () => {
      if (typing !== undefined && slots.get(typing) === slot) slots.delete(typing);
    };
    statistics?.waits(1);
    const done = queued(turn, async () => {
      statistics?.waits(-1);
      leave();
      if (slot.job) await run(slot.job);
    }).then((ended) => {
      if (ended !== 'busy') return;
      statistics?.waits(-1);
      leave();
      slot.job?.settle({ refused: 'overloaded' });
    });
    inBackground(done);
  }

  /** Puts a search behind all current ones. */
  function supersede(older: Job, newer: Job, { whose }: Turn): void {
    const answerAsNewer = () =>
      inBackground(
        newer.reply.then((reply) =>
          older.settle('answer' in reply ? { ...reply, result: 'superseded' } : reply),
        ),
      );
    const timer = setTimeout(answerAsNewer, SUPERSEDED_WAIT_MS);
    statistics?.waits(1);
    // Strangers wait behind those who are known, and leave first when the queue is full.
    const done = queued({ whose, known: false }, async () => {
      statistics?.waits(-1);
      clearTimeout(timer);
      await run(older);
    }).then((ended) => {
      if (ended !== 'busy') return;
      statistics?.waits(-1);
      clearTimeout(timer);
      answerAsNewer();
    });
    inBackground(done);
  }

  async function run(job: Job): Promise<void> {
    if (job.isSettled) return;
    if (closed) return job.settle({ reason: 'search is closed' });
    // Another reader may have asked the same while this one waited.
    const cached = cache.get(job.key);
    if (cached) return job.settle({ answer: cached, result: 'cached', ms: 1 });
    const inUse = running.get(job.key);
    if (inUse) return job.settle(await inUse);
    const computing = compute(job);
    running.set(job.key, computing);
    try {
      const reply = await computing;
      if ('answer' in reply) cache.put(job.key, reply.answer);
      job.settle(reply);
    } finally {
      running.delete(job.key);
    }
  }

  async function compute({ question, scope }: Job): Promise<Reply> {
    const reply = await leastBusy().search(question, scope);
    return 'reason' in reply ? reply : { ...reply, result: 'computed' };
  }

  function leastBusy() {
    for (const [at, worker] of workers.entries()) {
      // A thread that ended is replaced when there is work again, so that a broken file doesn't start one after the other.
      if (worker.ended()) workers[at] = open();
    }
    const [first, ...others] = workers;
    if (!first) throw new Error('an engine has at least one thread');
    return others.reduce((least, worker) => (worker.waiting() < least.waiting() ? worker : least), first);
  }

  return {
    search,
    async close() {
      closed = true;
      await Promise.all(workers.map((worker) => worker.close()));
    },
  };
}

function newJob(key: string, question: SearchQuestion, scope: Scope | undefined): Job {
  const { promise: reply, resolve } = Promise.withResolvers<Reply>();
  const job: Job = {
    key,
    question,
    scope,
    reply,
    settle(settledReply) {
      job.isSettled = true;
      resolve(settledReply);
    },
    isSettled: false,
  };
  return job;
}

/** Letters were added at the end or taken away there. Anything else may be another question. */
function isSameTyping(before: string, after: string): boolean {
  return before !== after && (before.startsWith(after) || after.startsWith(before));
}

function encodedAnswer(
  request: SearchRequest,
  { answer, result, ms }: Extract<Reply, { answer: unknown }>,
): EncodedAnswer {
  const { query, nbHits, page, objectIDs } = answer;
  const complete = completeAnswer(answer.json, request, ms);
  return { ...complete, query, nbHits, page, result, objectIDs: request.clickAnalytics ? objectIDs : [] };
}
