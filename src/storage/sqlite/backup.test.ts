import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { allDataFiles } from '../../../testing/data-files.ts';
import { child } from '../../../testing/start-store-child.ts';
import { createAccountNamed, createSession, start } from '../../../testing/store-fixtures.ts';
import { openSqliteStore } from '../../../testing/stores.ts';
import type { AuditNote } from '../../accounts/audit.ts';
import { restoreAccounts } from '../../accounts/store/restore-accounts.ts';
import { baseTables, baseVersions } from '../migrations.ts';
import { backUpFolder } from './backup.ts';
import { APPLICATION_ID } from './inspect-file.ts';

const limits = { idleMs: 1_000, absoluteMs: 1_000 };
const restoreNote: AuditNote = { at: start + 10, event: 'store-restored', by: 'command line (root)' };
const ada = createAccountNamed('ada', { role: 'administrator' });
const rosa = createAccountNamed('rosa');
let folder: string;
let file: string;
let savedFile: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'store-backup-'));
  file = path.join(folder, 'accounts.db');
  savedFile = path.join(folder, 'saved.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

async function listNames(target: string): Promise<string[]> {
  const store = openSqliteStore(target);
  const names = (await store.listAccounts()).map(({ name }) => name);
  await store.close();
  return names;
}

async function fill(target: string, ...accounts: (typeof ada)[]): Promise<void> {
  const store = openSqliteStore(target);
  for (const account of accounts) {
    await store.addAccount(account, { at: start, event: 'account-added' });
    await store.addSession(createSession(account, `token-${account.name}`));
    await store.rememberAddress(account.id, 'home', start + 5);
  }
  await store.close();
}

describe('a backup', () => {
  it('contains every write acknowledged before it started, while another process keeps writing', async () => {
    let acknowledgedCount = 0;
    const writer = child(file, 'write', 'w', (count) => {
      acknowledgedCount = count;
    });
    await expect.poll(() => acknowledgedCount).toBeGreaterThan(60);
    const before = acknowledgedCount;
    expect(await backUpFolder(path.dirname(file), savedFile, allDataFiles)).toMatchObject({
      outcome: 'saved',
    });
    await expect.poll(() => acknowledgedCount).toBeGreaterThan(before);
    writer.process.kill('SIGKILL');
    const acknowledgedLines = await writer.lines;

    const store = openSqliteStore(savedFile);
    for (const name of acknowledgedLines.slice(0, before)) {
      expect((await store.findSession(`token-${name}`, start, limits))?.account.name).toBe(name);
    }
    await store.close();
    // The writer lost nothing either.
    expect(await listNames(file)).toEqual(expect.arrayContaining(acknowledgedLines));
  });

  it('is one file for this user only, and never replaces an existing file', async () => {
    await fill(file, ada, rosa);
    const inUse = openSqliteStore(file);
    expect(await backUpFolder(path.dirname(file), savedFile, allDataFiles)).toEqual({
      outcome: 'saved',
      accounts: 2,
    });
    await inUse.close();
    expect(readdirSync(folder).filter((name) => name.startsWith('saved'))).toEqual(['saved.db']);
    expect(statSync(savedFile).mode & 0o777).toBe(0o600);
    const bytes = readFileSync(savedFile);
    expect(await backUpFolder(path.dirname(file), savedFile, allDataFiles)).toEqual({ outcome: 'exists' });
    expect(readFileSync(savedFile).equals(bytes)).toBe(true);
  });

  it('gets its name only when it is complete, even if its process is killed', async () => {
    const store = openSqliteStore(file);
    for (let n = 0; n < 3_000; n++)
      await store.note({ at: n, event: 'signed-in', detail: 'x'.repeat(1_000) });
    await store.addAccount(ada);
    await store.close();
    for (const [round, after] of [1, 3, 4].entries()) {
      const name = path.join(folder, `round${round}`);
      const maker = child(file, 'backup', name, (count) => {
        if (count === after) setTimeout(() => maker.process.kill('SIGKILL'), 7 * round);
      });
      await maker.lines;
    }
    const finishedBackups = readdirSync(folder).filter((name) => /^round\d-\d+$/.test(name));
    expect(finishedBackups.length).toBeGreaterThanOrEqual(8);
    for (const name of finishedBackups) expect(await listNames(path.join(folder, name))).toEqual(['ada']);
  });

  it('names an unusable source or target, and leaves no file', async () => {
    await fill(file, ada);
    const nowhere = path.join(folder, 'no', 'such', 'saved.db');
    await expect(backUpFolder(path.dirname(file), nowhere, allDataFiles)).rejects.toMatchObject({
      code: 'store-folder-unwritable',
    });
    const sound = readFileSync(file);
    for (let page = 1; page < sound.length / 4_096; page++) {
      writeFileSync(file, Buffer.from(sound).fill(0xff, page * 4_096, page * 4_096 + 64));
      await expect(backUpFolder(path.dirname(file), savedFile, allDataFiles)).rejects.toMatchObject({
        code: 'store-corrupt',
      });
    }
    writeFileSync(file, 'Dear diary');
    await expect(backUpFolder(path.dirname(file), savedFile, allDataFiles)).rejects.toMatchObject({
      code: 'store-not-a-database',
    });
    expect(readdirSync(folder).filter((name) => name.startsWith('saved'))).toEqual([]);
  });

  it('leaves an older store at its version, because its server may still be running', async () => {
    await fill(file, ada);
    const old = new DatabaseSync(path.join(path.dirname(file), 'searches.db'));
    for (const tables of baseTables) if (tables.file === 'searches') old.exec(tables.sqlite);
    old.exec(
      `PRAGMA user_version = ${baseVersions.searches}; PRAGMA application_id = ${APPLICATION_ID};
       INSERT INTO searches VALUES ('2026-01-05', 'pump', 1, 2)`,
    );
    await backUpFolder(path.dirname(file), savedFile, allDataFiles);
    // A later migration creates it.
    const table = "SELECT count(*) AS n FROM sqlite_schema WHERE name = 'page_contents'";
    expect(old.prepare(table).get()).toEqual({ n: 0 });
    old.close();
    const backup = new DatabaseSync(savedFile, { readOnly: true });
    expect(backup.prepare(table).get()).toEqual({ n: 1 });
    expect(backup.prepare('SELECT query FROM searches').all()).toEqual([{ query: 'pump' }]);
    backup.close();
  });
});

describe('a restored backup', () => {
  it('creates the store if there is none', async () => {
    await fill(file, ada, rosa);
    await backUpFolder(path.dirname(file), savedFile, allDataFiles);
    const fresh = path.join(folder, 'fresh', 'accounts.db');
    expect(restoreAccounts(path.dirname(fresh), savedFile, restoreNote, allDataFiles)).toEqual({
      outcome: 'restored',
      accounts: 2,
    });
    const store = openSqliteStore(fresh);
    expect(await store.findAccountByEmail(rosa.email)).toEqual({ ...rosa, lastSignInAt: start });
    expect(await store.knowsAddress(rosa.email, 'home', start)).toBe(true);
    expect((await store.listAuditSince(0)).map(({ event }) => event)).toEqual([
      'account-added',
      'account-added',
      'store-restored',
    ]);
    await store.close();
  });

  it('replaces the existing data in every process, and ends every session', async () => {
    await fill(file, ada, rosa);
    await backUpFolder(path.dirname(file), savedFile, allDataFiles);
    const running = openSqliteStore(file);
    await running.setPasswordHash(ada.id, 'newer', { at: start + 1, event: 'password-changed' });
    await running.addAccount(createAccountNamed('eve'));
    await running.addSession(createSession(ada, 'newer-token', start + 1));
    await running.countAttempt([{ key: 'k', limit: 1, windowMs: 1_000 }], start);
    restoreAccounts(path.dirname(file), savedFile, restoreNote, allDataFiles);
    expect((await running.listAccounts()).map(({ name }) => name)).toEqual(['ada', 'rosa']);
    expect((await running.findAccountByEmail(ada.email))?.passwordHash).toBe(ada.passwordHash);
    // Rosa's session was live at the time of the backup, but may have been ended since.
    for (const token of ['token-ada', 'token-rosa', 'newer-token']) {
      expect(await running.findSession(token, start + 1, limits)).toBeUndefined();
    }
    expect(await running.countAttempt([{ key: 'k', limit: 1, windowMs: 1_000 }], start)).not.toEqual({});
    const log = (await running.listAuditSince(0)).map(({ event }) => event);
    expect(log).toEqual(['account-added', 'account-added', 'password-changed', 'store-restored']);
    await running.close();
  });

  it('is restored completely or not at all, even if the process is killed', async () => {
    const createManyAccounts = (name: string) =>
      Array.from({ length: 400 }, (_, n) => createAccountNamed(`${name}${n}`, { role: 'administrator' }));
    const backups = path.join(folder, 'backup');
    for (const [number, name] of ['a', 'b'].entries()) {
      const source = path.join(folder, `source-${name}`, 'accounts.db');
      const store = openSqliteStore(source);
      for (const account of createManyAccounts(name)) await store.addAccount(account);
      await store.close();
      await backUpFolder(path.dirname(source), `${backups}-${number}`, allDataFiles);
    }
    for (let round = 0; round < 4; round++) {
      const restorer = child(file, 'restore', backups, (count) => {
        if (count === 2) void pause(11 * round).then(() => restorer.process.kill('SIGKILL'));
      });
      await restorer.lines;
      const names = await listNames(file);
      expect(names).toHaveLength(400);
      expect(new Set(names.map((name) => name[0])).size).toBe(1);
    }
  });

  it("names a file that isn't a usable backup, and changes nothing", async () => {
    await fill(file, ada, rosa);
    const tryRestore = (from: string) => {
      try {
        return restoreAccounts(path.dirname(file), from, restoreNote, allDataFiles);
      } catch (error) {
        return error;
      }
    };
    expect(tryRestore(savedFile)).toMatchObject({ message: expect.stringContaining(savedFile) });
    writeFileSync(savedFile, 'Dear diary');
    expect(tryRestore(savedFile)).toMatchObject({
      code: 'store-not-a-database',
      message: expect.stringContaining(savedFile),
    });
    const readers = path.join(folder, 'readers.db');
    await fill(readers, rosa, { ...ada, disabled: true });
    expect(tryRestore(readers)).toEqual({ outcome: 'no-administrator' });
    const newer = new DatabaseSync(readers);
    newer.exec('PRAGMA user_version = 999');
    newer.close();
    expect(tryRestore(readers)).toMatchObject({ code: 'store-newer' });
    expect(await listNames(file)).toEqual(['ada', 'rosa']);
    const store = openSqliteStore(file);
    expect(await store.findSession('token-ada', start, limits)).toBeDefined();
    await store.close();
  });
});
