import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Hearing } from '../../accounts/sessions/session-resolver.ts';
import type { MailState } from '../../accounts/store/mail-store.ts';
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
      if (count === undefined) this.remove();
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
    /** Whether endings in other processes are heard. Where there is nothing to hear, there is no such metric. */
    tellHearingBy: (hearing: () => { state: Hearing; provenMsAgo?: number }): void => {
      new Gauge({
        name: 'docs_endings_heard',
        help: 'Whether this process hears at once of sessions that end in others: 0 behind a pooler that passes no messages on, and while the database is gone. None with SQLite.',
        registers,
        // One that doesn't hear is reason enough to look.
        aggregator: 'min',
        collect() {
          const { state } = hearing();
          if (state === 'alone') this.remove();
          else this.set(state === 'heard' ? 1 : 0);
        },
      });
      new Gauge({
        name: 'docs_endings_proof_age_seconds',
        help: 'Time since the last proof that endings in other processes are heard. One is due every second.',
        registers,
        aggregator: 'max',
        collect() {
          const { provenMsAgo } = hearing();
          if (provenMsAgo === undefined) this.remove();
          else this.set(provenMsAgo / 1_000);
        },
      });
    },
    /** Where no mail is sent, there are no such metrics. */
    tellMailBy: (read: () => Promise<MailState>): void => {
      const gauge = (name: string, help: string, measure: (state: MailState) => number) =>
        new Gauge({
          name,
          help,
          registers,
          // Every worker sees the same store.
          aggregator: 'max',
          async collect() {
            const state = await read().catch(() => undefined);
            if (state === undefined) this.remove();
            else this.set(measure(state));
          },
        });
      gauge('docs_mails_waiting', 'Mails that have not been sent yet.', ({ waiting }) => waiting);
      gauge(
        'docs_mail_oldest_seconds',
        'Age of the oldest mail that has not been sent yet.',
        ({ oldestAt }) => (oldestAt === undefined ? 0 : (Date.now() - oldestAt) / 1_000),
      );
      gauge(
        'docs_mails_given_up',
        'Mails that were given up in the last seven days.',
        ({ givenUp }) => givenUp,
      );
    },
    /** Which program serves which release. Asked at each look, because a release may be published at any time. */
    tellBuildBy: (read: () => { version: string; release: string }): void => {
      new Gauge({
        name: 'docs_build_info',
        help: 'Always 1. Its labels say which version of the program serves which release.',
        labelNames: ['version', 'release'],
        registers,
        // Workers that serve the same are one.
        aggregator: 'max',
        collect() {
          this.reset();
          this.set(read(), 1);
        },
      });
    },
    /** Lines of the log that were dropped since the process started. */
    tellDroppedLinesBy: (count: () => number): void => {
      let counted = 0;
      new Counter({
        name: 'docs_log_lines_dropped_total',
        help: 'Log lines that were dropped because whoever reads the log fell behind or is gone.',
        registers,
        collect() {
          const now = count();
          this.inc(now - counted);
          counted = now;
        },
      });
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
          if (madeAt === undefined) this.remove();
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
