import { createToken, hashToken } from '../../../src/accounts/sessions/tokens.ts';
import { startNginx } from '../../../testing/nginx.ts';
import { canaries } from '../../../testing/release.ts';
import { createAccountNamed, createSession } from '../../../testing/store-fixtures.ts';
import { openPostgresStore } from '../../../testing/stores.ts';
import { type ManyMachines, signIn, startMachines } from './many-machines.ts';
import { type Read, startReading } from './readers.ts';

export interface Held {
  reads: number;
  /** Reads that failed because their process was killed at that moment. */
  cut: number;
  /** Reads that failed for any other reason. There must be none. */
  lost: Read[];
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  slowestMs: number;
  /** Time from the kill until the restarted process answers. */
  restartMs: number;
}

export interface HoldOptions {
  seconds: number;
  readers?: number;
  processes?: number;
  thinkMs?: number;
}

const path = '/docs/Tasks';

/**
 * Simulates many readers with a session and an open connection each, on several processes behind nginx. After
 * a third of the time one process is killed and restarted. After two thirds another one is shut down and
 * restarted.
 */
export async function holdReaders(options: HoldOptions): Promise<Held> {
  const { seconds, readers: count = 1_000, processes = 3, thinkMs = 2_000 } = options;
  const machines = await startMachines(processes);
  try {
    const nginx = await startNginx(machines.processes.map(({ port }) => port));
    try {
      const cookies = await makeSessions(machines, await signIn(nginx.origin), count);
      const startedAt = performance.now();
      const readers = startReading({
        origin: nginx.origin,
        path,
        contains: canaries[path],
        cookies,
        thinkMs,
      });
      const [first, second = first] = machines.processes;
      await waitUntilTime(startedAt + (seconds * 1_000) / 3);
      const killing = performance.now();
      await first?.kill();
      const killed = performance.now();
      await first?.start();
      const restartMs = performance.now() - killing;
      await waitUntilTime(startedAt + (seconds * 2_000) / 3);
      await second?.stop();
      await second?.start();
      await waitUntilTime(startedAt + seconds * 1_000);
      return { ...summarizeReads(await readers.stop(), { from: killing, to: killed }, seconds), restartMs };
    } finally {
      await nginx.close();
    }
  } finally {
    await machines.close();
  }
}

/** Creates the sessions of all readers. Hashing their passwords would take minutes. */
async function makeSessions(machines: ManyMachines, cookie: string, count: number): Promise<string[]> {
  const name = cookie.slice(0, cookie.indexOf('='));
  const store = await openPostgresStore(machines.databaseUrl);
  const now = Date.now();
  const tokens = Array.from({ length: count }, createToken);
  for (const [number, token] of tokens.entries()) {
    const account = createAccountNamed(`reader${number}`, { createdAt: now });
    await store.addAccount(account);
    await store.addSession(createSession(account, hashToken(token), now));
  }
  await store.close();
  return tokens.map((token) => `${name}=${token}`);
}

/** `kill` has the times when killing started and ended. */
function summarizeReads(
  reads: readonly Read[],
  kill: { from: number; to: number },
  seconds: number,
): Omit<Held, 'restartMs'> {
  const failedReads = reads.filter(({ fault }) => fault !== undefined);
  const cut = failedReads.filter(({ startedAt, endedAt }) => startedAt <= kill.to && endedAt >= kill.from);
  const times = reads.map(({ startedAt, endedAt }) => endedAt - startedAt).sort((a, b) => a - b);
  const findTimeAt = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return {
    reads: reads.length,
    cut: cut.length,
    lost: failedReads.filter((read) => !cut.includes(read)),
    perSecond: reads.length / seconds,
    p50Ms: findTimeAt(0.5),
    p99Ms: findTimeAt(0.99),
    slowestMs: findTimeAt(1),
  };
}

function waitUntilTime(until: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, until - performance.now())));
}
