import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { allDataFiles } from '../../../testing/data-files.ts';
import { child } from '../../../testing/start-store-child.ts';
import { createAccountNamed, createSession, start } from '../../../testing/store-fixtures.ts';
import { openSqliteStore } from '../../../testing/stores.ts';
import type { Store } from '../../accounts/store/store.ts';
import { StoreError } from '../../storage/store-error.ts';
import { startBackupSchedule } from './backup-schedule.ts';
import { type Backups, openBackups } from './backups.ts';
import { makeBackup } from './make-backup.ts';

const HOUR = 3_600_000;
const ada = createAccountNamed('ada', { role: 'administrator' });
let dataDir: string;
let folder: string;
let store: Store;
let now: number;
let stops: (() => Promise<void>)[];

beforeEach(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'backups-'));
  folder = path.join(dataDir, 'backups');
  store = openSqliteStore(path.join(dataDir, 'accounts.db'));
  // Two refused sign-ins at the same time give two rows that are equal in all columns.
  for (const _ of [1, 2]) await store.note({ at: start, event: 'sign-in-refused' });
  await store.addAccount(ada, { at: start, event: 'account-added' });
  await store.addSession(createSession(ada, 'token'));
  now = Date.UTC(2026, 4, 1);
  stops = [];
});
afterEach(async () => {
  for (const stop of stops) await stop();
  await store.close();
  rmSync(dataDir, { recursive: true });
});

const settings = { DATA_DIR: '', DATABASE_URL: undefined, BACKUP_DIR: '', BACKUP_HOURS: 24, BACKUP_KEEP: 2 };
function open(changes: Partial<typeof settings> = {}): Backups {
  const environment = { ...settings, DATA_DIR: dataDir, BACKUP_DIR: folder, ...changes };
  const backups = openBackups(environment, store, allDataFiles, () => now);
  if (!backups) throw new Error('no backups');
  return backups;
}

async function createBackup(backups: Backups): Promise<string> {
  const result = await backups.makeNow();
  if (result.outcome !== 'made') throw new Error(JSON.stringify(result));
  return result.backup.name;
}

/** Starts a schedule and returns the messages that it logs. */
function startSchedule(backups: Backups): string[] {
  const log: string[] = [];
  const write = (_: object, message: string) => void log.push(message);
  const logger = { info: write, error: write };
  stops.push(startBackupSchedule(backups, { logger, clock: () => now, everyMs: 20 }));
  return log;
}

test('creates one file for this user only, named by its time, and keeps the newest ones', async () => {
  const backups = open();
  expect(backups.list()).toEqual([]);
  const first = await createBackup(backups);
  expect(first).toBe('backup-20260501T000000000Z.db');
  writeFileSync(path.join(folder, 'unrelated.db'), '');
  now += HOUR;
  const second = await createBackup(backups);
  now += HOUR;
  const third = await createBackup(backups);
  expect(readdirSync(folder).sort()).toEqual([second, third, 'unrelated.db']);
  const file = path.join(folder, third);
  const { size, mode } = statSync(file);
  expect(mode & 0o777).toBe(0o600);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(backups.list()[0]).toEqual({ name: third, file, madeAt: now, bytes: size });
  const savedStore = openSqliteStore(file);
  expect((await savedStore.listAccounts()).map(({ name }) => name)).toEqual(['ada']);
  await savedStore.close();
});

test('reports a backup that another process is creating', async () => {
  const [one, other] = [open(), open()];
  const making = one.makeNow();
  await expect.poll(async () => (await other.readState()).isUnderway).toBe(true);
  expect(await other.makeNow()).toEqual({ outcome: 'underway' });
  expect(await making).toMatchObject({ outcome: 'made' });
  expect(await other.readState()).toEqual({ isUnderway: false });
});

test('reports a failure and keeps older backups', async () => {
  const backups = open({ BACKUP_KEEP: 1 });
  const first = await createBackup(backups);
  const feedback = path.join(dataDir, 'feedback.db');
  writeFileSync(feedback, 'Dear diary');
  now += HOUR;
  expect(await backups.makeNow()).toMatchObject({ outcome: 'failed', code: 'store-not-a-database' });
  expect(await backups.readState()).toEqual({
    isUnderway: false,
    failure: { at: now, message: expect.stringContaining(feedback) },
  });
  expect(readdirSync(folder)).toEqual([first]);
  rmSync(feedback);
  now += HOUR;
  expect(readdirSync(folder)).not.toEqual([await createBackup(backups), first]);
  expect(await backups.readState()).toEqual({ isUnderway: false });
});

test("doesn't count a cancelled backup as a failure, so the next one starts immediately", async () => {
  const backups = open();
  const making = backups.makeNow();
  await expect.poll(async () => (await backups.readState()).isUnderway).toBe(true);
  await backups.close();
  expect(await making).toMatchObject({ outcome: 'failed' });
  expect(await open().readState()).toEqual({ isUnderway: false });
  const log = startSchedule(open());
  await expect.poll(() => log.length).toBe(1);
  expect(open().list()).toHaveLength(1);
});

test('discards a backup if a restore would lose rows', async () => {
  const elsewhere = path.join(dataDir, 'elsewhere');
  mkdirSync(elsewhere);
  const file = path.join(elsewhere, 'accounts.db');
  await openSqliteStore(file).close();
  const database = new DatabaseSync(file);
  // An address without an account violates a foreign key, which a restore enforces.
  database.exec("PRAGMA foreign_keys = OFF; INSERT INTO known_addresses VALUES ('unknown', 'x', 1)");
  database.close();
  await expect(
    makeBackup({ source: { dataDir: elsewhere }, dataFiles: allDataFiles, folder, keep: 1 }, now),
  ).rejects.toThrow(StoreError);
  expect(readdirSync(folder)).toEqual([]);
});

test('leaves no named file when its process is killed, and the next backup cleans up', async () => {
  for (let n = 0; n < 2_000; n++) await store.note({ at: n, event: 'signed-in', detail: 'x'.repeat(1_000) });
  let hasUnfinished = false;
  for (let after = 5; !hasUnfinished; after += 20) {
    const maker = child(path.join(dataDir, 'accounts.db'), 'backups', folder, () =>
      setTimeout(() => maker.process.kill('SIGKILL'), after),
    );
    await maker.lines;
    hasUnfinished = existsSync(folder) && readdirSync(folder).some((name) => name.includes('.partial'));
  }
  // Every file with a name is complete.
  const backups = open({ BACKUP_KEEP: 1_000 });
  for (const { file } of backups.list()) await openSqliteStore(file).close();
  // After this time, the lease of the dead process has expired.
  now = Date.now() + 10_000;
  await createBackup(backups);
  expect(readdirSync(folder).filter((name) => name.includes('.partial'))).toEqual([]);
});

test('the schedule creates a backup in one process when the newest is too old, and logs it', async () => {
  const logs = [startSchedule(open()), startSchedule(open())];
  await expect.poll(() => logs.flat().length).toBe(1);
  expect(logs.flat()).toEqual(['Backup created. A test restore succeeded.']);
  now += 23 * HOUR;
  const quiet = open();
  expect(quiet.list()).toHaveLength(1);
  now += HOUR;
  await expect.poll(() => quiet.list().length).toBe(2);
});

test('the schedule logs a failure and tries again after an hour', async () => {
  const missing = path.join(dataDir, 'no', 'such');
  const log = startSchedule(open({ BACKUP_DIR: missing }));
  await expect.poll(() => log).toEqual(['Backup failed.']);
  mkdirSync(path.dirname(missing));
  now += HOUR;
  await expect.poll(() => log.length).toBe(2);
  expect(readdirSync(missing)).toHaveLength(1);
});
