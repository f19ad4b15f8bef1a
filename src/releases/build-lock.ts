import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { SQLITE_BUSY, sqliteCode } from '../shared/sqlite-code.ts';

interface BuildLock {
  release(): void;
}

interface LockHolder {
  pid: number;
  /** ISO 8601. */
  since: string;
}

const POLL_MS = 50;
export const LOCK_FILE = '.build-lock';

/**
 * One build at a time writes into a dist folder. The lock is a write transaction on a small database: the
 * operating system lets go of it when the process ends, however it ends, so a killed build leaves nothing
 * to clean up and a reused process number fools nobody. The number inside is only for the message.
 * Answers with the holder when it is still held after `patienceMs`.
 */
export async function lockBuild(
  distDir: string,
  options: {
    /** Called once when another build holds the lock. */
    onWait(holder: LockHolder): void;
    /** How long to wait for it. */
    patienceMs: number;
  },
): Promise<{ lock: BuildLock } | { lock?: never; holder: LockHolder }> {
  mkdirSync(distDir, { recursive: true });
  const file = path.join(distDir, LOCK_FILE);
  const deadline = performance.now() + options.patienceMs;
  let told = false;
  for (;;) {
    const lock = tryLock(file);
    if (lock) return { lock };
    const holder = readHolder(file);
    if (performance.now() >= deadline) return { holder };
    if (!told) options.onWait(holder);
    told = true;
    await wait(POLL_MS);
  }
}

function tryLock(file: string): BuildLock | undefined {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('CREATE TABLE IF NOT EXISTS holder (pid INTEGER NOT NULL, since TEXT NOT NULL)');
    database.exec('BEGIN IMMEDIATE; DELETE FROM holder');
    database.prepare('INSERT INTO holder VALUES (?, ?)').run(process.pid, new Date().toISOString());
    // Committed so that others can read it, and locked again; whoever slips in between has the lock.
    database.exec('COMMIT; BEGIN IMMEDIATE');
  } catch (error) {
    database.close();
    if (sqliteCode(error) === SQLITE_BUSY) return undefined;
    throw error;
  }
  return { release: () => database.close() };
}

function readHolder(file: string): LockHolder {
  using database = new DatabaseSync(file, { timeout: 0, readOnly: true });
  try {
    const row = database.prepare('SELECT pid, since FROM holder').get();
    return { pid: Number(row?.pid ?? 0), since: String(row?.since ?? '') };
  } catch {
    // Caught in the instant where the other build writes its number.
    return { pid: 0, since: '' };
  }
}
