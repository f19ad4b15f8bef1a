import { availableParallelism } from 'node:os';
import { type Scope, scopeKey } from '../../model/audience.ts';
import { createFairQueue, type Requester, siteRequester } from '../../shared/fair-queue.ts';
import { runInBackground } from '../../shared/in-background.ts';
import { completeAnswer } from '../protocol/answer.ts';
import { extractQuestion, type SearchQuestion, type SearchRequest } from '../protocol/request.ts';
import type { SectionPassage } from '../rerank/list-passages.ts';
import type { Reranker } from '../rerank/open-reranker.ts';
import { createRerankOrders, type RerankOrders } from '../rerank/rerank-orders.ts';
import { createAnswerCache } from './answer-cache.ts';
import type { ComputedAnswer, EncodedAnswer, SearchEngine, SearchOutcome, SearchSource } from './engine.ts';
import { openSearchWorker, type PageAudiences } from './search-worker.ts';
import type { AnswerResult, SearchStatistics } from './statistics.ts';

export interface EmbeddedOptions {
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
  /** The number of searches that may wait. When there are more, the reader with the most loses the newest. */
  queueMax?: number;
  /** A search that waits longer for its turn is refused. */
  waitMaxMs?: number;
  /**
   * How long a superseded search may wait for a free thread before it is given the answer to the newer query. Well
   * below the read timeout of the clients, which would send it again.
   */
  supersededWaitMs?: number;
  /** The size of the answer cache. */
  cacheMaxBytes?: number;
  /** Counts the searches that wait. */
  statistics?: Pick<SearchStatistics, 'countWaiting'>;
  /** Orders the first hits of questions again. It belongs to the caller, who closes it. */
  reranker?: Pick<Reranker, 'score'> | undefined;
}

const THREADS_MAX = 4;

/**
 * The number of search threads: one per core, shared among the serving processes. The main thread needs little time
 * even while a thousand people search, and the system gives it that time. At most four, because each thread holds the
 * words of the index.
 */
export function searchThreads(processes = 1): number {
  return Math.min(Math.max(Math.round(availableParallelism() / processes), 1), THREADS_MAX);
}

/** Two searches each for 1,000 readers who type. A waiting request takes a few kilobytes. */
const QUEUE_MAX = 2_048;
/** Clients give up before this: our dialog after 2 s, the public one after 5 s. Later answers would be wasted work. */
const WAIT_MAX_MS = 5_000;
const SUPERSEDED_WAIT_MS = 1_000;

interface AnsweredReply {
  answer: ComputedAnswer;
  result: AnswerResult;
  ms: number;
}

type Reply = AnsweredReply | { refused: 'overloaded' } | { reason: string };

/** The reply of a search thread, with passages for a reranker if the search is a question. */
type ComputedReply =
  | (AnsweredReply & { passages?: readonly SectionPassage[] | undefined })
  | { reason: string };

/** A search that a client waits for. */
interface Job {
  key: string;
  question: SearchQuestion;
  scope: Scope | undefined;
  reply: Promise<Reply>;
  settle(reply: Reply): void;
  isSettled: boolean;
}

/** A place in the queue. While it waits, a newer query of the same typing takes it over. */
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
  const { file, audiences = {}, deadlineMs = 1_500, queueMax = QUEUE_MAX, statistics, reranker } = options;
  const { waitMaxMs = WAIT_MAX_MS, supersededWaitMs = SUPERSEDED_WAIT_MS } = options;
  const threads = options.threads ?? searchThreads();
  // Each thread has its next search ready when it finishes one. The others wait here, where readers take turns.
  const queued = createFairQueue({ concurrency: 2 * threads, waiting: queueMax });
  const cache = createAnswerCache(options.cacheMaxBytes);
  const rerankOrders = reranker && createRerankOrders(reranker);
  /** Searches in progress, by key. An equal search in the meantime gets the same answer. */
  const running = new Map<string, Promise<Reply>>();
  /** Waiting searches by the typing that they belong to. */
  const slots = new Map<string, Slot>();
  const open = () => openSearchWorker({ file, audiences }, deadlineMs);
  const workers = Array.from({ length: threads }, open);
  await Promise.all(workers.map((worker) => worker.opened));
  let isClosed = false;

  async function search(
    requests: readonly SearchRequest[],
    source: SearchSource = {},
  ): Promise<SearchOutcome> {
    if (isClosed) return { outcome: 'unavailable', reason: 'search is closed' };
    const replies = await Promise.all(requests.map((request, index) => ask(request, index, source)));
    const answers: EncodedAnswer[] = [];
    for (const [index, reply] of replies.entries()) {
      if ('refused' in reply) return { outcome: 'overloaded' };
      if ('reason' in reply) return { outcome: 'unavailable', reason: reply.reason };
      const request = requests[index];
      if (request) answers.push(encodeAnswer(request, reply));
    }
    return { outcome: 'answered', answers };
  }

  function ask(
    request: SearchRequest,
    position: number,
    { reader, typist, scope }: SearchSource,
  ): Promise<Reply> {
    const question = extractQuestion(request);
    const scopeText = scope === undefined ? '' : scopeKey(scope);
    const key = JSON.stringify([scopeText, question]);
    // Identifies the typing of one person: all fields but the text.
    const typing =
      typist === undefined
        ? undefined
        : JSON.stringify([typist, position, scopeText, { ...question, query: '' }]);
    const cached = cache.get(key);
    const job = createJob(key, question, scope);
    if (cached) job.settle({ answer: cached, result: 'cached', ms: 1 });
    const inUse = cached ? undefined : running.get(key);
    if (inUse) runInBackground(inUse.then(job.settle));

    const requester: Requester = reader === undefined ? siteRequester : { key: reader, isKnown: true };
    const slot = typing === undefined ? undefined : slots.get(typing);
    const needsTurn = !cached && !inUse;
    if (needsTurn) {
      const timer = setTimeout(() => job.settle({ refused: 'overloaded' }), waitMaxMs);
      runInBackground(job.reply.then(() => clearTimeout(timer)));
    }
    if (slot?.job && isSameTyping(slot.job.question.query, question.query)) {
      supersede(slot.job, job, requester);
      slot.job = needsTurn ? job : undefined;
    } else if (needsTurn) {
      waitForTurn(job, requester, typing);
    }
    return job.reply;
  }

  function waitForTurn(job: Job, requester: Requester, typing: string | undefined): void {
    const slot: Slot = { job };
    if (typing !== undefined) slots.set(typing, slot);
    const leave = () => {
      if (typing !== undefined && slots.get(typing) === slot) slots.delete(typing);
    };
    statistics?.countWaiting(1);
    const done = queued(requester, async () => {
      statistics?.countWaiting(-1);
      leave();
      if (slot.job) await run(slot.job);
    }).then((outcome) => {
      if (outcome !== 'busy') return;
      statistics?.countWaiting(-1);
      leave();
      slot.job?.settle({ refused: 'overloaded' });
    });
    runInBackground(done);
  }

  /** Moves a search behind all current ones. */
  function supersede(older: Job, newer: Job, { key }: Requester): void {
    const answerAsNewer = () =>
      runInBackground(
        newer.reply.then((reply) =>
          older.settle('answer' in reply ? { ...reply, result: 'superseded' } : reply),
        ),
      );
    const timer = setTimeout(answerAsNewer, supersededWaitMs);
    statistics?.countWaiting(1);
    // Unknown requesters wait behind known ones, and are the first to be turned away when the queue is full.
    const done = queued({ key, isKnown: false }, async () => {
      statistics?.countWaiting(-1);
      clearTimeout(timer);
      await run(older);
    }).then((outcome) => {
      if (outcome !== 'busy') return;
      statistics?.countWaiting(-1);
      clearTimeout(timer);
      answerAsNewer();
    });
    runInBackground(done);
  }

  async function run(job: Job): Promise<void> {
    if (job.isSettled) return;
    if (isClosed) return job.settle({ reason: 'search is closed' });
    // Another reader may have sent the same search while this one waited.
    const cached = cache.get(job.key);
    if (cached) return job.settle({ answer: cached, result: 'cached', ms: 1 });
    const inUse = running.get(job.key);
    if (inUse) return job.settle(await inUse);
    const computing = compute(job);
    const completing = complete(job, computing);
    running.set(job.key, completing);
    runInBackground(completing.then(job.settle).finally(() => running.delete(job.key)));
    // A reranker takes much longer than a search, and must not hold a turn meanwhile.
    await computing;
  }

  /** Caches the answer, after a reranker has ordered its hits if there is one. */
  async function complete(job: Job, computing: Promise<ComputedReply>): Promise<Reply> {
    const computed = await computing;
    if (!('answer' in computed)) return computed;
    const { passages, ...reply } = computed;
    const reranked =
      passages === undefined || passages.length < 2 || rerankOrders === undefined
        ? reply
        : await rerank(job, passages, rerankOrders);
    // An answer in the order of the engine isn't kept if the reranker failed, so that it is asked again.
    if (reranked) cache.put(job.key, reranked.answer);
    return reranked ?? reply;
  }

  /** Answers in the order of the reranker. Undefined if it has none. */
  async function rerank(
    { question, scope }: Job,
    passages: readonly SectionPassage[],
    orders: RerankOrders,
  ): Promise<AnsweredReply | undefined> {
    const startedAt = performance.now();
    const scopeText = scope === undefined ? '' : scopeKey(scope);
    const key = JSON.stringify([scopeText, question.query, question.facetFilters]);
    const order = await orders.find(key, question.query, passages);
    if (order === undefined || isClosed) return undefined;
    const reply = await findLeastBusy().search(question, { scope, order });
    if ('reason' in reply) return undefined;
    return { answer: reply.answer, result: 'computed', ms: Math.ceil(performance.now() - startedAt) };
  }

  async function compute({ question, scope }: Job): Promise<ComputedReply> {
    const reply = await findLeastBusy().search(question, { scope, listsPassages: reranker !== undefined });
    return 'reason' in reply ? reply : { ...reply, result: 'computed' };
  }

  function findLeastBusy() {
    for (const [index, worker] of workers.entries()) {
      // An ended thread is replaced only when there is work, so that a broken file doesn't start threads in a loop.
      if (worker.isEnded()) workers[index] = open();
    }
    const [first, ...otherWorkers] = workers;
    if (!first) throw new Error('an engine has at least one thread');
    return otherWorkers.reduce(
      (least, worker) => (worker.countWaiting() < least.countWaiting() ? worker : least),
      first,
    );
  }

  return {
    search,
    async close() {
      isClosed = true;
      await Promise.all(workers.map((worker) => worker.close()));
    },
  };
}

function createJob(key: string, question: SearchQuestion, scope: Scope | undefined): Job {
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

/** Whether letters were added or removed at the end. Any other change may be a different question. */
function isSameTyping(before: string, after: string): boolean {
  return before !== after && (before.startsWith(after) || after.startsWith(before));
}

function encodeAnswer(
  request: SearchRequest,
  { answer, result, ms }: Extract<Reply, { answer: unknown }>,
): EncodedAnswer {
  const { query, nbHits, page, objectIDs } = answer;
  const completedAnswer = completeAnswer(answer.json, request, ms);
  return {
    ...completedAnswer,
    query,
    nbHits,
    page,
    result,
    objectIDs: request.clickAnalytics ? objectIDs : [],
  };
}
