import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { describeIrregularFile } from '../shared/regular-file.ts';
import { readSqliteCode, SQLITE_BUSY } from '../shared/sqlite-code.ts';

interface BuildLock {
  releaseLock(): void;
}

interface LockHolder {
  pid: number;
  /** When the holder took the lock, in ISO 8601. */
  since: string;
}

const POLL_MS = 50;
export const LOCK_FILE = '.build-lock';

/**
 * Lets one build at a time write into a dist folder. The lock is a write transaction on a small database. The operating
 * system releases it however the process ends, so a killed build leaves nothing to clean up, and a reused process
 * number does no harm: the number in the file is only for messages. Returns the holder if the lock is still held after
 * `patienceMs`.
 */
export async function lockBuild(
  distDir: string,
  options: {
    /** Called once when another build holds the lock. */
    onWait(holder: LockHolder): void;
    /** How long to wait for the lock. */
    patienceMs: number;
  },
): Promise<{ lock: BuildLock } | { lock?: never; holder: LockHolder }> {
  mkdirSync(distDir, { recursive: true });
  const file = path.join(distDir, LOCK_FILE);
  const deadline = performance.now() + options.patienceMs;
  let hasReported = false;
  for (;;) {
    const lock = tryLock(file);
    if (lock) return { lock };
    const holder = readHolder(file);
    if (performance.now() >= deadline) return { holder };
    if (!hasReported) options.onWait(holder);
    hasReported = true;
    await wait(POLL_MS);
  }
}

function tryLock(file: string): BuildLock | undefined {
  // SQLite can't use a pipe or a device. The file holds nothing that anyone needs.
  if (describeIrregularFile(file) !== undefined) rmSync(file);
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('CREATE TABLE IF NOT EXISTS holder (pid INTEGER NOT NULL, since TEXT NOT NULL)');
    database.exec('BEGIN IMMEDIATE; DELETE FROM holder');
    database.prepare('INSERT INTO holder VALUES (?, ?)').run(process.pid, new Date().toISOString());
    // Commit, so that other processes can read the holder, and lock again. A process that locks in between wins.
    database.exec('COMMIT; BEGIN IMMEDIATE');
  } catch (error) {
    database.close();
    if (readSqliteCode(error) === SQLITE_BUSY) return undefined;
    throw error;
  }
  return { releaseLock: () => database.close() };
}

function readHolder(file: string): LockHolder {
  using database = new DatabaseSync(file, { timeout: 0, readOnly: true });
  try {
    const row = database.prepare('SELECT pid, since FROM holder').get();
    return { pid: Number(row?.pid ?? 0), since: String(row?.since ?? '') };
  } catch {
    // The other build is writing its number at this moment.
    return { pid: 0, since: '' };
  }
}
