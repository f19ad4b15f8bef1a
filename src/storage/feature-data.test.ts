import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { listBothStores } from '../../testing/both-stores.ts';
import { allDataFiles } from '../../testing/data-files.ts';
import { firstGuestBook, guestBook } from '../../testing/guest-book.ts';
import { child } from '../../testing/start-store-child.ts';
import { createAccountNamed } from '../../testing/store-fixtures.ts';
import { openStore } from '../accounts/store/store.ts';
import { openBackups } from '../features/backups/backups.ts';
import { copyToPostgres } from './copy-to-postgres.ts';
import { collectDataFiles, type DataFile, defineDataFile } from './data-file.ts';
import { insertInto, readRows } from './database.ts';
import { openDatabase, type StorageEnvironment } from './open-database.ts';
import { restoreDatabase } from './postgres/restore-database.ts';
import { saveDatabase } from './postgres/save-database.ts';
import { backUpFolder } from './sqlite/backup.ts';
import { restoreFolder } from './sqlite/restore.ts';
import { StoreError } from './store-error.ts';

const greetingRow = z.object({ reader: z.string(), mood: z.string() });
const dayRow = z.object({ day: z.string() });

const withFeature = (...dataFiles: DataFile[]) => [...allDataFiles, ...dataFiles];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'feature-data-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const stores = listBothStores();

/** Stores a greeting as the first release does. */
async function greetAsBefore(environment: StorageEnvironment, reader: string): Promise<void> {
  const database = await openDatabase(environment, firstGuestBook);
  await database.query(...insertInto(database, 'greetings', { reader, text: 'Hello', at: 1 }));
  await database.close();
}

async function greet(environment: StorageEnvironment, reader: string): Promise<void> {
  const database = await openDatabase(environment, guestBook);
  await database.query(...insertInto(database, 'greetings', { reader, text: 'Hi', at: 2, mood: 'merry' }));
  await database.query(...insertInto(database, 'greeting_days', { day: reader, count: 1 }));
  await database.close();
}

/** Lists the greetings in the form `reader: mood`, and then the days. */
async function readGuestBook(environment: StorageEnvironment): Promise<string[]> {
  const { query, names, close } = await openDatabase(environment, guestBook);
  const greetings = await query(`SELECT reader, mood FROM ${names.greetings} ORDER BY reader`);
  const days = await query(`SELECT day FROM ${names.greeting_days} ORDER BY day`);
  await close();
  return [
    ...readRows(greetings, greetingRow).map(({ reader, mood }) => `${reader}: ${mood}`),
    ...readRows(days, dayRow).map(({ day }) => day),
  ];
}

async function save(environment: StorageEnvironment, target: string, files: readonly DataFile[]) {
  const { DATA_DIR, DATABASE_URL: url } = environment;
  await (url === undefined ? backUpFolder(DATA_DIR, target, files) : saveDatabase(url, target, files));
}

async function restore(environment: StorageEnvironment, from: string, files: readonly DataFile[]) {
  const { DATA_DIR, DATABASE_URL: url } = environment;
  const rules = { isUsable: () => true, auditStatements: () => [] };
  return url === undefined
    ? restoreFolder(DATA_DIR, from, rules, files)
    : await restoreDatabase(url, from, rules, files);
}

const isNewer = expect.objectContaining({
  code: 'store-newer',
  message: expect.stringContaining('schema 2 of "guest-book"; this version supports up to 1'),
});

describe.each(stores)('the tables of a feature in %s', (_, createStore) => {
  let environment: StorageEnvironment;
  let backup: string;
  beforeEach(async () => {
    environment = await createStore();
    backup = path.join(folder, 'backup.db');
    const store = await openStore(environment);
    await store.addAccount(createAccountNamed('ada', { role: 'administrator' }));
    await store.close();
  });

  it('are created with all migrations, once', async () => {
    await greet(environment, 'ada');
    expect(await readGuestBook(environment)).toEqual(['ada: merry', 'ada']);
  });

  it('are upgraded with their rows, after a release that had fewer migrations', async () => {
    await greetAsBefore(environment, 'ada');
    await greet(environment, 'ben');
    expect(await readGuestBook(environment)).toEqual(['ada: calm', 'ben: merry', 'ben']);
  });

  it.each([
    ['created', async () => {}],
    ['upgraded', () => greetAsBefore(environment, '0')],
  ])('are %s by several processes at the same time', async (_outcome, prepare) => {
    await prepare();
    const target = environment.DATABASE_URL ?? environment.DATA_DIR;
    const start = String(Date.now() + 2_000);
    const children = [1, 2, 3].map(() => child(target, 'open-guest-book', start));
    expect(await Promise.all(children.map(({ lines }) => lines))).toEqual([
      ['opened'],
      ['opened'],
      ['opened'],
    ]);
    const greetings = await readGuestBook(environment);
    expect(greetings.filter((line) => line !== '0: calm')).toHaveLength(3);
  });

  it('are refused unchanged if a newer release wrote them, and the other tables work', async () => {
    await greet(environment, 'ada');
    const file = path.join(environment.DATA_DIR, 'guest-book.db');
    const bytes = environment.DATABASE_URL === undefined ? readFileSync(file) : undefined;
    await expect(openDatabase(environment, firstGuestBook)).rejects.toThrow(StoreError);
    await expect(openDatabase(environment, firstGuestBook)).rejects.toEqual(isNewer);
    if (bytes) expect(readFileSync(file)).toEqual(bytes);
    const store = await openStore(environment);
    expect(await store.listAccounts()).toHaveLength(1);
    await store.close();
    expect(await readGuestBook(environment)).toEqual(['ada: merry', 'ada']);
  });

  it('are backed up and restored as they declare', async () => {
    await greet(environment, 'ada');
    await save(environment, backup, withFeature(guestBook));
    await greet(environment, 'ben');
    await restore(environment, backup, withFeature(guestBook));
    expect(await readGuestBook(environment)).toEqual(['ada: merry', 'ada', 'ben']);
    const emptyStore = await createStore();
    await restore(emptyStore, backup, withFeature(guestBook));
    expect(await readGuestBook(emptyStore)).toEqual(['ada: merry', 'ada']);
  });

  it('are upgraded when a backup of an earlier release is restored', async () => {
    await greetAsBefore(environment, 'ada');
    await save(environment, backup, withFeature(firstGuestBook));
    await greet(environment, 'ben');
    await restore(environment, backup, withFeature(guestBook));
    expect(await readGuestBook(environment)).toEqual(['ada: calm', 'ben']);
  });

  it("aren't restored from a backup of a newer release", async () => {
    await greet(environment, 'ada');
    await save(environment, backup, withFeature(guestBook));
    const other = await createStore();
    await greetAsBefore(other, 'ben');
    await expect(restore(other, backup, withFeature(firstGuestBook))).rejects.toEqual(isNewer);
    expect(await readGuestBook(other)).toEqual(['ben: calm']);
  });

  it('stay as they are while the feature is off, and if the backup lacks them', async () => {
    await greet(environment, 'ada');
    await save(environment, backup, allDataFiles);
    await restore(environment, backup, allDataFiles);
    await restore(environment, backup, withFeature(guestBook));
    expect(await readGuestBook(environment)).toEqual(['ada: merry', 'ada']);
  });

  it('are in the backups of the server, which checks that they can be restored', async () => {
    await greet(environment, 'ada');
    const store = await openStore(environment);
    const settings = { BACKUP_DIR: path.join(folder, 'backups'), BACKUP_HOURS: 24, BACKUP_KEEP: 2 };
    const all = { DATABASE_URL: undefined, ...environment, ...settings };
    const result = await openBackups(all, store, withFeature(guestBook))?.makeNow();
    await store.close();
    if (result?.outcome !== 'made') throw new Error(JSON.stringify(result));
    const emptyStore = await createStore();
    await restore(emptyStore, result.backup.file, withFeature(guestBook));
    expect(await readGuestBook(emptyStore)).toEqual(['ada: merry', 'ada']);
  });
});

describe('a data folder with the tables of a feature', () => {
  const [[, createFolder], [, createPostgres]] = stores as [(typeof stores)[0], (typeof stores)[0]];

  it('is copied into PostgreSQL', async () => {
    const source = await createFolder();
    await greetAsBefore(source, 'ada');
    const { DATABASE_URL: url = '' } = await createPostgres();
    const result = await copyToPostgres(source.DATA_DIR, url, withFeature(guestBook));
    expect(result).toMatchObject({ outcome: 'copied' });
    expect(await readGuestBook({ DATA_DIR: 'none', DATABASE_URL: url })).toEqual(['ada: calm']);
    expect(await copyToPostgres(source.DATA_DIR, url, withFeature(guestBook))).toEqual({
      outcome: 'not-empty',
    });
  });

  it('has them in a file of their own, named after the feature', async () => {
    const { DATA_DIR } = await createFolder();
    await greet({ DATA_DIR }, 'ada');
    expect(existsSync(path.join(DATA_DIR, 'guest-book.db'))).toBe(true);
  });
});

describe('two features', () => {
  const createFeatures = (file: DataFile) => [
    { name: 'guest-book', dataFiles: [guestBook] },
    { name: 'second', dataFiles: [file] },
  ];
  const emptyStore = { durable: false, connections: 1, migrations: [] };
  const table = { restored: 'add', columns: 'day' } as const;

  it.each([
    ['data file guest-book', defineDataFile({ ...emptyStore, name: 'guest-book', tables: {} })],
    ['data file accounts', defineDataFile({ ...emptyStore, name: 'accounts', tables: {} })],
    ['table greetings', defineDataFile({ ...emptyStore, name: 'second', tables: { greetings: table } })],
    ['table sessions', defineDataFile({ ...emptyStore, name: 'second', tables: { sessions: table } })],
    [
      'table data_versions',
      defineDataFile({ ...emptyStore, name: 'second', tables: { data_versions: table } }),
    ],
  ])("can't have the same %s", (name, file) => {
    expect(() => collectDataFiles(createFeatures(file))).toThrow(
      `The feature second declares the ${name} a second time.`,
    );
  });
});

it('a table without its restore policy, and a row without a column, fail to compile', () => {
  // @ts-expect-error: `restored` is missing.
  defineDataFile({ ...firstGuestBook, tables: { visits: { columns: 'day' } } });
  const database = { names: { greetings: '', greeting_days: '' }, tables: guestBook.tables };
  // @ts-expect-error: `mood` is missing.
  insertInto(database, 'greetings', { reader: 'ada', text: 'Hi', at: 1 });
  // @ts-expect-error: there is no such table.
  insertInto({ ...database, names: { ...database.names } }, 'greeting', {});
});
