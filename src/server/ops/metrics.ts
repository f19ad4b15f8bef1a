import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Route } from '../../model/routes.ts';
import { type SearchStatistics, searchResults } from '../../search/engine/statistics.ts';
import type { GateRequest, SignInOutcome } from '../gate/gate.ts';

/** Kinds of requests, few enough to be labels. */
type RequestKind = Route['kind'] | 'page' | 'data' | 'asset' | 'unknown';

export type Metrics = ReturnType<typeof createMetrics>;

// From what an answer out of memory takes to what makes a reader wonder.
const secondsBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** What is counted and measured while the site is served. Labels are few and fixed: no path, name or address. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  // Memory, CPU, open files, garbage collection, and the lag of the event loop with its percentiles.
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'docs_requests_total',
    help: 'Requests answered, by kind and status.',
    labelNames: ['kind', 'status'],
    registers,
  });
  const answerTime = new Histogram({
    name: 'docs_request_duration_seconds',
    help: 'From the arrival of a request to the end of its answer, by kind; of kind "search", the time of searches.',
    labelNames: ['kind'],
    buckets: secondsBuckets,
    registers,
  });
  const signIns = new Counter({
    name: 'docs_sign_ins_total',
    help: 'Attempts to sign in, by outcome.',
    labelNames: ['outcome'],
    registers,
  });
  const storeTime = new Histogram({
    name: 'docs_store_duration_seconds',
    help: 'Time that the store of accounts and sessions took, by operation.',
    labelNames: ['operation'],
    buckets: secondsBuckets,
    registers,
  });
  let countSessions: (() => Promise<number>) | undefined;
  new Gauge({
    name: 'docs_sessions',
    help: 'Live sessions in the store, of all processes that share it.',
    registers,
    // Every worker counts the same store.
    aggregator: 'max',
    async collect() {
      // A store that is gone has no count: rather none than a wrong one.
      const count = await countSessions?.().catch(() => undefined);
      if (count === undefined) this.reset();
      else this.set(count);
    },
  });
  return {
    registry,
    answered({ kind, status, seconds }: { kind: RequestKind; status: number; seconds: number }): void {
      requests.inc({ kind, status });
      answerTime.observe({ kind }, seconds);
    },
    signIn: (outcome: SignInOutcome): void => signIns.inc({ outcome }),
    store: (operation: string, seconds: number): void => storeTime.observe({ operation }, seconds),
    /** Asked at each look at the metrics. */
    countSessionsBy: (count: () => Promise<number>): void => {
      countSessions = count;
    },
    /** Asked for its counts whenever the metrics are read. */
    reportSearches: (statistics: Pick<SearchStatistics, 'read'>): void => {
      new Counter({
        name: 'docs_searches_total',
        help: 'Searches by result: "computed", "cached" and "superseded" were answered, the others were refused.',
        labelNames: ['result'],
        registers,
        collect() {
          const { results } = statistics.read();
          this.reset();
          for (const result of searchResults) this.inc({ result }, results[result]);
        },
      });
      new Gauge({
        name: 'docs_search_queue',
        help: 'Searches that wait for a search thread.',
        registers,
        collect() {
          this.set(statistics.read().waiting);
        },
      });
    },
    /** When the newest backup was made. Where the server makes none, there is no such metric. */
    tellBackupsBy: (newest: () => number | undefined): void => {
      new Gauge({
        name: 'docs_backup_age_seconds',
        help: 'Age of the newest backup that the server made; none while there is no backup.',
        registers,
        // Every worker sees the same folder.
        aggregator: 'max',
        collect() {
          const madeAt = newest();
          if (madeAt === undefined) this.reset();
          else this.set((Date.now() - madeAt) / 1_000);
        },
      });
    },
  };
}

/** `undefined`: the request was malformed, and the gate never saw it. */
export function requestKind(gate: GateRequest | null | undefined): RequestKind {
  if (!gate) return 'unknown';
  const { route, path, release } = gate;
  if (route !== undefined) return route.kind;
  const cache = release.entries.get(path)?.cache;
  if (cache === 'immutable') return 'asset';
  return cache ?? 'unknown';
}
