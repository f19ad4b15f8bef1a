import { availableParallelism } from 'node:os';
import type { Scope } from '../../model/audience.ts';
import { fairQueue, ownTurn } from '../../shared/fair-queue.ts';
import type { SearchRequest } from '../protocol/request.ts';
import type { EncodedAnswer, SearchEngine, SearchOutcome } from './engine.ts';
import { openSearchWorker, type PageAudiences } from './search-worker.ts';

interface EmbeddedOptions {
  /** The index file of a build. */
  file: string;
  /** By address: whom each page is for that is not for every reader. */
  audiences?: PageAudiences;
  /** As many as cores but one, at most four, unless told otherwise. */
  threads?: number;
  /** A request that takes longer, once it is its turn, is given up, and its thread with it. Below the read limit of the clients. */
  deadlineMs?: number;
  /** Requests that may wait; of more, whoever has the most among them is turned away. */
  queueMax?: number;
}

/**
 * Searches the index file in worker threads: the event loop only carries messages. Rejects with the name of the file
 * and what is wrong where it cannot be searched.
 */
export async function openEmbeddedEngine(options: EmbeddedOptions): Promise<SearchEngine> {
  const { file, audiences = {}, deadlineMs = 1_500, queueMax = 256 } = options;
  const threads = options.threads ?? Math.min(Math.max(availableParallelism() - 1, 1), 4);
  // A thread has its next search with it when it ends one. The others wait here, where readers take turns.
  const queued = fairQueue({ concurrency: 2 * threads, waiting: queueMax });
  const open = () => openSearchWorker({ file, audiences }, deadlineMs);
  const workers = Array.from({ length: threads }, open);
  await Promise.all(workers.map((worker) => worker.opened));
  let closed = false;

  async function search(
    requests: readonly SearchRequest[],
    reader?: string,
    scope?: Scope,
  ): Promise<SearchOutcome> {
    if (closed) return { outcome: 'unavailable', reason: 'search is closed' };
    const turn = reader === undefined ? ownTurn : { whose: reader, known: false };
    const replies = await Promise.all(
      requests.map((request) =>
        queued(turn, async () =>
          closed ? { reason: 'search is closed' } : leastBusy().search(request, scope),
        ),
      ),
    );
    const answers: EncodedAnswer[] = [];
    for (const reply of replies) {
      if (reply === 'busy') return { outcome: 'unavailable', reason: 'too many searches at once' };
      if ('reason' in reply) return { outcome: 'unavailable', reason: reply.reason };
      answers.push(reply);
    }
    return { outcome: 'answered', answers };
  }

  function leastBusy() {
    for (const [at, worker] of workers.entries()) {
      // A thread that ended is replaced when there is work again, so that a broken file starts no storm of them.
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
