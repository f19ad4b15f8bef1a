import { availableParallelism } from 'node:os';
import type { SearchRequest } from '../protocol/request.ts';
import type { EncodedAnswer, SearchEngine, SearchOutcome } from './engine.ts';
import { type Lane, openLane } from './search-worker.ts';

export interface EmbeddedOptions {
  /** The index file of a build. */
  file: string;
  /** Threads; as many as cores but one, at most four, unless told otherwise. */
  threads?: number;
  /** A request that takes longer, once it is its turn, is given up, and its thread with it. Below the read limit of the clients. */
  deadlineMs?: number;
  /** Requests that may wait; more are turned away at once. */
  queueMax?: number;
}

/** Searches the index file in worker threads: the event loop only carries messages. */
export async function openEmbeddedEngine(options: EmbeddedOptions): Promise<SearchEngine> {
  const { file, deadlineMs = 1_500, queueMax = 256 } = options;
  const threads = options.threads ?? Math.min(Math.max(availableParallelism() - 1, 1), 4);
  const open = () => openLane(file, deadlineMs);
  const lanes: Lane[] = await Promise.all(Array.from({ length: threads }, open));
  let closed = false;

  async function search(requests: readonly SearchRequest[]): Promise<SearchOutcome> {
    if (closed) return { outcome: 'unavailable', reason: 'search is closed' };
    const waiting = lanes.reduce((sum, lane) => sum + lane.waiting(), 0);
    if (waiting + requests.length > queueMax)
      return { outcome: 'unavailable', reason: 'too many searches at once' };
    const replies = await Promise.all(requests.map((request) => shortest().ask(request)));
    const answers: EncodedAnswer[] = [];
    for (const reply of replies) {
      if ('reason' in reply) return { outcome: 'unavailable', reason: reply.reason };
      answers.push(reply);
    }
    return { outcome: 'answered', answers };
  }

  function shortest(): Lane {
    for (const [at, lane] of lanes.entries()) {
      // A thread that ended is replaced when there is work again, so that a broken file starts no storm of them.
      if (lane.ended()) lanes[at] = reopened(open);
    }
    const [first, ...others] = lanes;
    if (!first) throw new Error('an engine has at least one thread');
    return others.reduce((least, lane) => (lane.waiting() < least.waiting() ? lane : least), first);
  }

  return {
    search,
    async close() {
      closed = true;
      await Promise.all(lanes.map((lane) => lane.close()));
    },
  };
}

/** A lane that is still opening: it takes questions at once. */
function reopened(open: () => Promise<Lane>): Lane {
  let lane: Lane | undefined;
  let failed: string | undefined;
  let asked = 0;
  const opening = open().then(
    (opened) => {
      lane = opened;
    },
    (error: unknown) => {
      failed = error instanceof Error ? error.message : String(error);
    },
  );
  return {
    waiting: () => asked + (lane?.waiting() ?? 0),
    ended: () => failed !== undefined || (lane?.ended() ?? false),
    async ask(request) {
      asked += 1;
      await opening;
      asked -= 1;
      return lane ? lane.ask(request) : { reason: failed ?? 'the search thread did not start' };
    },
    async close() {
      await opening;
      await lane?.close();
    },
  };
}
