import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAccountNamed } from '../../../testing/store-fixtures.ts';
import { openSqliteStore } from '../../../testing/stores.ts';
import { StoreError, type StoreErrorCode } from '../store-error.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'store-file-'));
  file = path.join(folder, 'accounts.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

async function fill(): Promise<void> {
  const store = openSqliteStore(file);
  for (let n = 0; n < 200; n++) await store.addAccount(createAccountNamed(`reader${n}`));
  await store.close();
}

function catchOpeningError(target: string): StoreError {
  try {
    openSqliteStore(target, { busyTimeoutMs: 50 });
  } catch (error) {
    if (error instanceof StoreError) return error;
    throw error;
  }
  throw new Error(`${target} was opened`);
}

/** Expects that opening fails with this code and doesn't change a byte of the file. */
function expectRefused(code: StoreErrorCode): StoreError {
  const before = readFileSync(file);
  const error = catchOpeningError(file);
  expect(error.code).toBe(code);
  expect(error.message).toContain(file);
  expect(readFileSync(file).equals(before)).toBe(true);
  return error;
}

/** Opens the file in a process without root privileges, because root ignores permissions. Returns its output. */
function openWithoutPrivileges(target: string): string {
  const child = path.join(import.meta.dirname, '../../../testing/store-child.ts');
  return spawnSync(process.execPath, [child, 'open-without-privileges', target], {
    encoding: 'utf8',
  }).stdout.trim();
}

describe('an accounts file', () => {
  it('is created with its folder, for this user only', async () => {
    const fresh = path.join(folder, 'data', 'accounts.db');
    const store = openSqliteStore(fresh);
    await store.addAccount(createAccountNamed('rosa'));
    expect(statSync(path.dirname(fresh)).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(path.dirname(fresh))) {
      expect(statSync(path.join(folder, 'data', name)).mode & 0o777).toBe(0o600);
    }
    await store.close();
  });

  const laterFiles = ['feedback.db', 'searches.db', 'secret.key', 'accounts.db-wal', 'accounts.db.reserve'];

  it.each(laterFiles)('is rejected as emptied if %s shows that there was data', (name) => {
    writeFileSync(file, '');
    writeFileSync(path.join(folder, name), 'content');
    const error = expectRefused('store-lost');
    expect(error.message).toContain(`is empty, but ${name} beside it isn't`);
    expect(readFileSync(path.join(folder, name), 'utf8')).toBe('content');
  });

  it.each(laterFiles)("isn't created if %s shows that it was there before", (name) => {
    writeFileSync(path.join(folder, name), 'content');
    const error = catchOpeningError(file);
    expect(error).toMatchObject({ code: 'store-lost', message: expect.stringContaining('store') });
    expect(error.message).toContain(`is missing, but ${name} beside it isn't`);
    expect(readdirSync(folder)).toEqual([name]);
  });

  it("isn't created again after it was deleted, also if only its own companions are left", async () => {
    await fill();
    rmSync(file);
    expect(catchOpeningError(file).code).toBe('store-lost');
    expect(existsSync(file)).toBe(false);
  });

  it('is created if it is missing, beside empty files and unrelated ones', async () => {
    for (const [name, content] of [
      ['feedback.db', ''],
      ['notes.txt', 'my notes'],
    ] as const)
      writeFileSync(path.join(folder, name), content);
    const store = openSqliteStore(file);
    await store.ping();
    await store.close();
  });

  it('may be empty', async () => {
    writeFileSync(file, '');
    const store = openSqliteStore(file);
    expect(await store.countAccounts()).toBe(0);
    await store.close();
  });
});

describe('opening an unusable store, which stays unchanged', () => {
  it('rejects a mistyped folder without creating it', () => {
    expect(catchOpeningError(path.join(folder, 'no', 'such', 'accounts.db')).code).toBe(
      'store-folder-missing',
    );
    expect(existsSync(path.join(folder, 'no'))).toBe(false);
  });

  it('rejects a file instead of the folder', () => {
    writeFileSync(path.join(folder, 'data'), 'x');
    expect(catchOpeningError(path.join(folder, 'data', 'accounts.db')).code).toBe('store-folder-missing');
    expect(catchOpeningError(path.join(folder, 'data', 'deeper', 'accounts.db')).code).toBe(
      'store-folder-missing',
    );
  });

  it('rejects a folder or a file without the permission to write', async () => {
    await fill();
    chmodSync(folder, 0o777);
    chmodSync(file, 0o444);
    expect(openWithoutPrivileges(file)).toBe('store-read-only');
    chmodSync(file, 0o666);
    chmodSync(folder, 0o555);
    expect(openWithoutPrivileges(file)).toBe('store-folder-unwritable');
    expect(openWithoutPrivileges(path.join(folder, 'data', 'accounts.db'))).toBe('store-folder-unwritable');
    chmodSync(folder, 0o777);
    expect(openWithoutPrivileges(file)).toBe('opened');
  });

  it.each([
    ['text', Buffer.from('Dear diary, '.repeat(1_000))],
    ['one byte', Buffer.from('S')],
    ['noise', Buffer.from(Array.from({ length: 8_192 }, (_, n) => (n * 7_919) % 251))],
  ])("rejects a file that isn't a database, and leaves it unchanged: %s", (_, bytes) => {
    writeFileSync(file, bytes);
    expectRefused('store-not-a-database');
  });

  it('rejects a folder instead of the file', () => {
    mkdirSync(file);
    expect(catchOpeningError(file).code).toBe('store-not-a-database');
  });

  it('rejects a damaged page anywhere', async () => {
    await fill();
    const sound = readFileSync(file);
    const pageSize = 4_096;
    for (let page = 1; page < sound.length / pageSize; page++) {
      writeFileSync(file, Buffer.from(sound).fill(0xff, page * pageSize, page * pageSize + 64));
      expectRefused('store-corrupt');
    }
  });

  it('rejects a file that was cut short', async () => {
    await fill();
    writeFileSync(file, readFileSync(file).subarray(0, 3 * 4_096 + 100));
    expectRefused('store-corrupt');
  });

  it('rejects a newer schema, also while its last writes are still in the -wal file', async () => {
    await fill();
    const database = new DatabaseSync(file);
    database.exec('PRAGMA user_version = 999');
    const copy = path.join(folder, 'copy.db');
    for (const suffix of ['', '-wal']) copyFileSync(file + suffix, copy + suffix);
    database.close();
    expect(expectRefused('store-newer').message).toContain('999');

    const before = ['', '-wal'].map((suffix) => readFileSync(copy + suffix).toString('base64'));
    expect(catchOpeningError(copy).code).toBe('store-newer');
    expect(['', '-wal'].map((suffix) => readFileSync(copy + suffix).toString('base64'))).toEqual(before);
  });

  it('rejects the database of another program', () => {
    const database = new DatabaseSync(file);
    database.exec('CREATE TABLE recipes (title TEXT)');
    database.close();
    expectRefused('store-foreign');
  });

  it('rejects a locked file', async () => {
    await fill();
    const holder = new DatabaseSync(file);
    holder.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    expectRefused('store-locked');
    holder.close();
    await openSqliteStore(file).close();
  });
});

describe('a store in use', () => {
  it('names a lock of another program, keeps answering queries, and works again after it', async () => {
    await fill();
    const store = openSqliteStore(file, { busyTimeoutMs: 50 });
    const holder = new DatabaseSync(file);
    holder.exec('BEGIN IMMEDIATE');
    await expect(store.addAccount(createAccountNamed('rosa'))).rejects.toMatchObject({
      code: 'store-locked',
    });
    expect(await store.countAccounts()).toBe(200);
    holder.close();
    expect(await store.addAccount(createAccountNamed('rosa'))).toBeDefined();
    await store.close();
  });

  it('removes expired attempts and addresses', async () => {
    const rosa = createAccountNamed('rosa');
    const store = openSqliteStore(file);
    const database = new DatabaseSync(file);
    const countRows = (table: string) =>
      Number(database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n);
    const window = { limit: 5, windowMs: 100 };
    await store.addAccount(rosa);
    await store.rememberAddress(rosa.id, 'home', 100);
    for (const key of ['a', 'b', 'c']) await store.countAttempt([{ key, ...window }], 0);
    await store.countAttempt([{ key: 'd', ...window }], 100);
    expect(countRows('attempts')).toBe(1);
    await store.removeExpired(200, { idleMs: 1, absoluteMs: 1 });
    expect([countRows('attempts'), countRows('known_addresses')]).toEqual([0, 0]);
    database.close();
    await store.close();
  });

  it('rolls back a change that fails half-way', async () => {
    const store = openSqliteStore(file);
    await store.addAccount(createAccountNamed('rosa'));
    const database = new DatabaseSync(file);
    database.exec(
      "CREATE TRIGGER fault BEFORE INSERT ON attempts WHEN NEW.key = 'b' BEGIN SELECT raise(ABORT, 'fault'); END",
    );
    const window = { limit: 1, windowMs: 1_000 };
    const both = [
      { key: 'a', ...window },
      { key: 'b', ...window },
    ];
    await expect(store.countAttempt(both, 1)).rejects.toMatchObject({ code: 'store-unavailable' });
    database.exec('DROP TRIGGER fault');
    database.close();
    expect(await store.countAttempt(both, 1)).toEqual({});
    await store.close();
  });
});
