import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Hearing } from '../../accounts/sessions/session-resolver.ts';
import type { MailState } from '../../accounts/store/mail-store.ts';
import type { Route } from '../../model/routes.ts';
import { type SearchStatistics, searchResults } from '../../search/engine/statistics.ts';
import type { SignInOutcome } from '../gate/gate.ts';
import type { FeatureMetric } from '../server-feature.ts';

/** Kinds of requests. They are labels, so there must be few. */
export type RequestKind = Route['kind'] | 'page' | 'data' | 'asset' | 'unknown';

interface ServedBuild {
  version: string;
  /** The name of the release. Machines with disks of their own give the same build different names. */
  release: string;
  /** The id of the build, which depends on its content. */
  build: string;
}

/** Counters and measurements of the serving process, in the format of Prometheus. */
export interface Metrics {
  registry: Registry;
  countAnswer(answer: { kind: RequestKind; status: number; seconds: number }): void;
  countSignIn(outcome: SignInOutcome): void;
  observeStoreTime(operation: string, seconds: number): void;
  /** Sets the function that counts live sessions. It's called each time the metrics are read. */
  registerSessionCount(count: () => Promise<number>): void;
  /** Adds metrics that show whether this process is notified of sessions that end in other processes. */
  registerHearing(hearing: () => { state: Hearing; provenMsAgo?: number }): void;
  /** Adds metrics of the mail queue. Not called if the server sends no mail. */
  registerMail(read: () => Promise<MailState>): void;
  /** Adds a metric with the version and the served release, which may change at any time. */
  registerBuild(read: () => ServedBuild): void;
  /** Adds a counter of log lines that were dropped since the process started. */
  registerDroppedLines(count: () => number): void;
  /** Adds metrics of searches. */
  registerSearches(statistics: Pick<SearchStatistics, 'read' | 'observeReranks'>): void;
  /** Adds a metric of a feature. `read` returns undefined while there is no value. */
  registerFeatureMetric(metric: FeatureMetric, read: () => number | undefined): void;
}

// Bucket limits: from the time of an answer from memory to a time that readers notice.
const secondsBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Creates the metrics of this process. Labels are few and fixed. They never contain a path, name or address. */
export function createMetrics(): Metrics {
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
    help: 'Time from the arrival of a request to the end of its answer, by kind. The kind "search" covers searches.',
    labelNames: ['kind'],
    buckets: secondsBuckets,
    registers,
  });
  const signIns = new Counter({
    name: 'docs_sign_ins_total',
    help: 'Sign-in attempts, by outcome.',
    labelNames: ['outcome'],
    registers,
  });
  const storeTime = new Histogram({
    name: 'docs_store_duration_seconds',
    help: 'Duration of operations on the store of accounts and sessions, by operation.',
    labelNames: ['operation'],
    buckets: secondsBuckets,
    registers,
  });
  let countSessions: (() => Promise<number>) | undefined;
  new Gauge({
    name: 'docs_sessions',
    help: 'Live sessions in the store, which all processes share.',
    registers,
    // All workers share the store.
    aggregator: 'max',
    async collect() {
      // If the store is unavailable, report no value instead of a wrong one.
      const count = await countSessions?.().catch(() => undefined);
      if (count === undefined) this.remove();
      else this.set(count);
    },
  });
  return {
    registry,
    countAnswer({ kind, status, seconds }: { kind: RequestKind; status: number; seconds: number }): void {
      requests.inc({ kind, status });
      answerTime.observe({ kind }, seconds);
    },
    countSignIn: (outcome: SignInOutcome): void => signIns.inc({ outcome }),
    observeStoreTime: (operation: string, seconds: number): void => storeTime.observe({ operation }, seconds),

    registerSessionCount: (count: () => Promise<number>): void => {
      countSessions = count;
    },

    registerHearing: (hearing: () => { state: Hearing; provenMsAgo?: number }): void => {
      new Gauge({
        name: 'docs_endings_heard',
        help: "Whether this process is notified immediately of sessions that end in other processes. 0 behind a pooler that doesn't forward notifications, and while the database is unavailable. Missing with SQLite.",
        registers,
        // One process without notifications is enough to raise an alarm.
        aggregator: 'min',
        collect() {
          const { state } = hearing();
          if (state === 'alone') this.remove();
          else this.set(state === 'heard' ? 1 : 0);
        },
      });
      new Gauge({
        name: 'docs_endings_proof_age_seconds',
        help: 'Time since the last proof that notifications of ended sessions arrive. There should be one every second.',
        registers,
        aggregator: 'max',
        collect() {
          const { provenMsAgo } = hearing();
          if (provenMsAgo === undefined) this.remove();
          else this.set(provenMsAgo / 1_000);
        },
      });
    },

    registerMail: (read: () => Promise<MailState>): void => {
      const createGauge = (name: string, help: string, measure: (state: MailState) => number) =>
        new Gauge({
          name,
          help,
          registers,
          // All workers share the store.
          aggregator: 'max',
          async collect() {
            const state = await read().catch(() => undefined);
            if (state === undefined) this.remove();
            else this.set(measure(state));
          },
        });
      createGauge('docs_mails_waiting', "Emails that haven't been sent yet.", ({ waiting }) => waiting);
      createGauge(
        'docs_mail_oldest_seconds',
        "Age of the oldest email that hasn't been sent yet.",
        ({ oldestAt }) => (oldestAt === undefined ? 0 : (Date.now() - oldestAt) / 1_000),
      );
      createGauge(
        'docs_mails_given_up',
        "Emails that couldn't be delivered in the last seven days.",
        ({ givenUp }) => givenUp,
      );
    },

    registerBuild: (read: () => ServedBuild): void => {
      new Gauge({
        name: 'docs_build_info',
        help: 'Always 1. The labels show the version of Gatehouse, the served release, and its build, which is the same on all machines.',
        labelNames: ['version', 'release', 'build'],
        registers,
        // Workers with the same version and release share one value.
        aggregator: 'max',
        collect() {
          this.reset();
          this.set(read(), 1);
        },
      });
    },

    registerDroppedLines: (count: () => number): void => {
      let reportedCount = 0;
      new Counter({
        name: 'docs_log_lines_dropped_total',
        help: 'Log lines that were dropped because the log reader was too slow or has exited.',
        registers,
        collect() {
          const now = count();
          this.inc(now - reportedCount);
          reportedCount = now;
        },
      });
    },

    registerSearches: (statistics: Pick<SearchStatistics, 'read' | 'observeReranks'>): void => {
      const reranks = new Counter({
        name: 'docs_reranks_total',
        help: 'Questions passed to the owner\'s reranker, by outcome. Readers got its order if it is "reranked", otherwise that of the search engine.',
        labelNames: ['outcome'],
        registers,
      });
      const rerankTime = new Histogram({
        name: 'docs_rerank_duration_seconds',
        help: "Time that questions waited for the owner's reranker.",
        buckets: secondsBuckets,
        registers,
      });
      statistics.observeReranks((outcome, seconds) => {
        reranks.inc({ outcome });
        rerankTime.observe(seconds);
      });
      new Counter({
        name: 'docs_searches_total',
        help: 'Searches by result. "computed", "cached" and "superseded" were answered, the others were rejected.',
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
        help: 'Searches that are waiting for a search thread.',
        registers,
        collect() {
          this.set(statistics.read().waiting);
        },
      });
    },

    registerFeatureMetric: (metric: FeatureMetric, read: () => number | undefined): void => {
      new Gauge({
        ...metric,
        registers,
        collect() {
          const value = read();
          if (value === undefined) this.remove();
          else this.set(value);
        },
      });
    },
  };
}
