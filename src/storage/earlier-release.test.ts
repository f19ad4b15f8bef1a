import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allDataFiles } from '../../testing/data-files.ts';
import {
  type Expected,
  earlierSchema,
  expected,
  makeEarlierBackup,
  makeEarlierFolder,
} from '../../testing/earlier-release.ts';
import { quickArgon2 } from '../../testing/identity-fixture.ts';
import { type Databases, execute, openSharedPostgres } from '../../testing/postgres.ts';
import { createAccountNamed } from '../../testing/store-fixtures.ts';
import { createIdentity } from '../accounts/create-identity.ts';
import { restoreAccounts } from '../accounts/store/restore-accounts.ts';
import { openStore } from '../accounts/store/store.ts';
import { openFeedback } from '../features/insights/feedback/feedback-store.ts';
import { openCounts } from '../features/insights/searches/search-counts.ts';
import { usageFile } from '../features/written-answers/usage-file.ts';
import { listTables } from './data-file.ts';
import { BASE_VERSION, baseVersions, NEWEST_VERSION } from './migrations.ts';
import { locateDataFile, openDatabase, type StorageEnvironment } from './open-database.ts';
import { backUpFolder } from './sqlite/backup.ts';

const limits = { idleMs: 86_400_000, absoluteMs: 86_400_000 };
/** Tables that the previous release doesn't have. */
const laterTables = { written_answers: [] };
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'earlier-release-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Reads all stored data with this release. */
async function readRecords(environment: StorageEnvironment, { now }: Pick<Expected, 'now'>) {
  const [store, feedback, counts, usage] = await Promise.all([
    openStore(environment),
    openFeedback(environment),
    openCounts(environment),
    openDatabase(environment, usageFile),
  ]);
  const all = {
    accounts: await store.listAccounts(),
    sessions: await store.listRecentSessions(now, limits, 100),
    audit: await store.listAuditSince(0),
    feedback: await feedback.list(),
    searches: await counts.report('2026-01-01', 100),
  };
  await Promise.all([store.close(), feedback.close(), counts.close(), usage.close()]);
  return all;
}

function listEarlierRecords({ accounts, sessions, audit, feedback, searches }: Expected) {
  return { accounts, sessions, audit, feedback, searches };
}

/** Signs in, reads, accepts an invitation, counts and gives feedback on the stored data. */
async function useAll(
  environment: StorageEnvironment,
  { now, password, tokens, feedback: earlierFeedback }: Expected,
): Promise<void> {
  const store = await openStore(environment);
  const identity = createIdentity({ store, clock: () => now, hasher: quickArgon2 });
  expect(await identity.resolveSession(tokens.rosa)).toMatchObject({
    email: 'rosa@example.com',
    name: 'Rosa Núñez',
  });
  expect(await identity.resolveSession(tokens.ended)).toBeUndefined();
  const signIn = (email: string) => identity.signIn({ email, password, address: '192.0.2.9' });
  expect((await signIn('ada@example.com')).outcome).toBe('signed-in');
  expect((await signIn('ben@example.com')).outcome).toBe('refused');
  const acceptance = await identity.invites.accept({ token: tokens.invite, password, address: '192.0.2.9' });
  expect(acceptance).toMatchObject({ outcome: 'signed-in', user: { email: 'nora@example.com' } });
  await identity.close();
  const counts = await openCounts(environment);
  await counts.add([{ day: '2026-01-05', query: 'dropdown', hits: 6 }], []);
  const { frequent } = await counts.report('2026-01-05', 1);
  expect(frequent).toEqual([{ query: 'dropdown', count: 3, hits: 6, opened: 2 }]);
  await counts.close();
  const feedback = await openFeedback(environment);
  await feedback.put({ page: '/docs/b', reader: 'r1', helpful: true, comment: '', at: now });
  expect(await feedback.list()).toHaveLength(earlierFeedback.length + 1);
  await feedback.close();
}

/** The rows of every table, in the form of `Expected`. */
async function readTables(run: (sql: string, file: string) => Promise<unknown[]>) {
  const tables: Record<string, unknown> = {};
  for (const { name, file } of listTables(allDataFiles))
    tables[name] = JSON.parse(JSON.stringify(await run(`SELECT * FROM ${name}`, file.name)));
  return tables;
}

/** Runs a statement in a SQLite file. */
function executeInFile(file: string, sql: string) {
  const database = new DatabaseSync(file);
  try {
    return database.prepare(sql).all();
  } finally {
    database.close();
  }
}

describe('a data folder of the previous release', () => {
  it('keeps every row of every table', async () => {
    const DATA_DIR = path.join(folder, 'data');
    makeEarlierFolder(DATA_DIR);
    await readRecords({ DATA_DIR }, expected.sqlite);
    const tables = await readTables(async (sql, name) =>
      executeInFile(path.join(DATA_DIR, `${name}.db`), sql),
    );
    expect(tables).toEqual({ ...laterTables, ...expected.sqlite.tables });
  });

  it.each(allDataFiles.filter(({ name }) => name in baseVersions))(
    'is refused if its file $name was written before version 0.2.0',
    async (file) => {
      const environment = { DATA_DIR: path.join(folder, 'data') };
      makeEarlierFolder(environment.DATA_DIR);
      const earlierVersion = (baseVersions[file.name] ?? 0) - 1;
      const location = locateDataFile(environment, file);
      executeInFile(location, `PRAGMA user_version = ${earlierVersion}`);
      const before = readFileSync(location);
      await expect(readRecords(environment, expected.sqlite)).rejects.toMatchObject({
        code: 'store-older',
        message: expect.stringContaining(`${location} was written by a version of Gatehouse before 0.2.0`),
      });
      expect(readFileSync(location).equals(before)).toBe(true);
    },
  );

  it('keeps all its data and works', async () => {
    const environment = { DATA_DIR: path.join(folder, 'data') };
    makeEarlierFolder(environment.DATA_DIR);
    for (let time = 0; time < 2; time++)
      expect(await readRecords(environment, expected.sqlite)).toEqual(listEarlierRecords(expected.sqlite));
    await useAll(environment, expected.sqlite);
  });

  it('can be backed up before it is upgraded', async () => {
    const [old, fresh] = [path.join(folder, 'old'), path.join(folder, 'fresh')];
    makeEarlierFolder(old);
    const backup = path.join(folder, 'backup.db');
    const { accounts, feedback, searches } = listEarlierRecords(expected.sqlite);
    expect(await backUpFolder(old, backup, allDataFiles)).toEqual({
      outcome: 'saved',
      accounts: accounts.length,
    });
    expect(restoreAccounts(fresh, backup, { at: 1, event: 'store-restored' }, allDataFiles)).toMatchObject({
      outcome: 'restored',
    });
    expect(await readRecords({ DATA_DIR: fresh }, expected.sqlite)).toMatchObject({
      accounts,
      feedback,
      searches,
    });
  });
});

/** Describes each table with its columns, indexes and references. */
function describeSchema(file: string): unknown {
  const database = new DatabaseSync(file, { readOnly: true });
  const readAll = (sql: string) => database.prepare(sql).all();
  const tableDescriptions = readAll(
    "SELECT * FROM pragma_table_list WHERE schema = 'main' AND name NOT LIKE 'sqlite%'",
  )
    .toSorted((a, b) => String(a.name).localeCompare(String(b.name)))
    .map((table) => [
      table,
      readAll(`SELECT * FROM pragma_table_info('${table.name}')`),
      readAll(`SELECT * FROM pragma_foreign_key_list('${table.name}')`),
      readAll(`SELECT name, "unique", origin, partial FROM pragma_index_list('${table.name}') ORDER BY name`),
    ]);
  database.close();
  return tableDescriptions;
}

describe('an upgraded data folder', () => {
  it('has the same schema as a new one', async () => {
    const [old, fresh] = [path.join(folder, 'old'), path.join(folder, 'fresh')];
    makeEarlierFolder(old);
    for (const DATA_DIR of [old, fresh]) await readRecords({ DATA_DIR }, expected.sqlite);
    for (const name of ['accounts.db', 'searches.db', 'feedback.db'])
      expect(describeSchema(path.join(old, name)), name).toEqual(describeSchema(path.join(fresh, name)));
  });
});

describe('a backup of the previous release', () => {
  const note = { at: 1, event: 'store-restored' } as const;

  it('is restored with everything except sessions and links', async () => {
    const backup = path.join(folder, 'backup.db');
    makeEarlierBackup(backup);
    const DATA_DIR = path.join(folder, 'data');
    const { accounts, audit, ...otherRecords } = listEarlierRecords(expected.sqlite);
    expect(restoreAccounts(DATA_DIR, backup, note, allDataFiles)).toEqual({
      outcome: 'restored',
      accounts: accounts.length,
    });
    const now = await readRecords({ DATA_DIR }, expected.sqlite);
    expect({ ...now, audit: [] }).toEqual({ ...otherRecords, accounts, sessions: [], audit: [] });
    expect(now.audit).toEqual(expect.arrayContaining(audit));
    expect(now.audit).toHaveLength(audit.length + 1);
  });

  it('can be restored repeatedly, into a folder of either release', async () => {
    const backup = path.join(folder, 'backup.db');
    makeEarlierBackup(backup);
    const DATA_DIR = path.join(folder, 'data');
    makeEarlierFolder(DATA_DIR);
    for (let time = 1; time <= 2; time++) {
      restoreAccounts(DATA_DIR, backup, note, allDataFiles);
      const { audit, ...rest } = await readRecords({ DATA_DIR }, expected.sqlite);
      const { audit: before, ...otherRecords } = listEarlierRecords(expected.sqlite);
      expect(rest).toEqual({ ...otherRecords, sessions: [] });
      expect(audit).toHaveLength(before.length + time);
    }
  });

  it('can replace the accounts file, although it has more tables', async () => {
    const DATA_DIR = path.join(folder, 'data');
    makeEarlierFolder(DATA_DIR);
    rmSync(path.join(DATA_DIR, 'accounts.db'));
    makeEarlierBackup(path.join(DATA_DIR, 'accounts.db'));
    await useAll({ DATA_DIR }, expected.sqlite);
    const savedFile = path.join(folder, 'saved.db');
    await backUpFolder(DATA_DIR, savedFile, allDataFiles);
    const database = new DatabaseSync(savedFile, { readOnly: true });
    expect(database.prepare('SELECT count(*) AS n FROM feedback').get()).toEqual({ n: 3 });
    database.close();
  });
});

describe('a PostgreSQL database of the previous release', () => {
  const schema = /CREATE SCHEMA (\w+);/.exec(earlierSchema)?.[1] ?? '';
  let server: Databases;
  let url: string;
  beforeAll(async () => {
    server = await openSharedPostgres();
  });
  beforeEach(async () => {
    url = await server.createDatabase();
    await execute(url, earlierSchema);
  });
  const createEnvironment = () => ({ DATA_DIR: folder, DATABASE_URL: url });

  it('keeps all its data and its schema, and works', async () => {
    for (let time = 0; time < 2; time++)
      expect(await readRecords(createEnvironment(), expected.postgres)).toEqual(
        listEarlierRecords(expected.postgres),
      );
    await useAll(createEnvironment(), expected.postgres);
    const versions = await execute(url, `SELECT version FROM ${schema}.migrations ORDER BY version`);
    expect(versions.at(-1)).toEqual({ version: NEWEST_VERSION });
    expect(await execute(url, "SELECT to_regnamespace('gatehouse') AS created")).toEqual([{ created: null }]);
  });

  it('keeps every row of every table', async () => {
    await readRecords(createEnvironment(), expected.postgres);
    const tables = await readTables((sql) => execute(url, sql.replace('FROM ', `FROM ${schema}.`)));
    expect(tables).toEqual({ ...laterTables, ...expected.postgres.tables });
  });

  it('is refused if it was written before version 0.2.0', async () => {
    await execute(url, `DELETE FROM ${schema}.migrations WHERE version >= ${BASE_VERSION}`);
    await expect(readRecords(createEnvironment(), expected.postgres)).rejects.toMatchObject({
      code: 'store-older',
      message: expect.stringContaining('before 0.2.0'),
    });
  });

  it('lets processes of that release keep running, and tells them about new sessions', async () => {
    const earlierClient = new Client(url);
    await earlierClient.connect();
    const receivedMessages: unknown[] = [];
    earlierClient.on('notification', ({ payload = '' }) => receivedMessages.push(JSON.parse(payload)));
    await earlierClient.query(`LISTEN ${schema}_sessions`);
    const store = await openStore(createEnvironment());
    expect(store.location).toContain(schema);
    const events: unknown[] = [];
    store.subscribe((event) => event.kind !== 'current' && events.push(event));
    await expect.poll(() => events).toEqual([{ kind: 'connected' }]);

    // The rows are written as the previous release writes them.
    const a = `${schema}.accounts`;
    await earlierClient.query(
      `INSERT INTO ${a} (id, email, name, role, disabled, password_hash, issuer, subject, created_at, last_sign_in_at)
       VALUES ('i', 'old@example.com', 'Old', 'reader', false, 'h', 'local', 'i', 1, NULL) ON CONFLICT DO NOTHING`,
    );
    await earlierClient.query(`UPDATE ${a} SET email = 'new@example.com', name = 'New' WHERE id = 'i'`);
    await earlierClient.query(`INSERT INTO ${schema}.searches AS s VALUES ('2026-01-05', 'old', 1, 2)
      ON CONFLICT (day, query) DO UPDATE SET count = s.count + 1, hits = excluded.hits`);
    await earlierClient.query(`INSERT INTO ${schema}.openings AS o VALUES ('2026-01-05', 'old', '/docs', 1)
      ON CONFLICT (day, query, opened) DO UPDATE SET count = o.count + 1`);
    await earlierClient.query('SELECT pg_notify($1, $2)', [
      `${schema}_sessions`,
      JSON.stringify({ kind: 'all-ended', accountId: 'i' }),
    ]);

    expect(await store.findAccountByEmail('new@example.com')).toMatchObject({ name: 'New' });
    await expect.poll(() => events).toContainEqual({ kind: 'all-ended', accountId: 'i' });
    await store.addSession({ tokenHash: 't', accountId: 'i', createdAt: 1, lastSeenAt: 1 });
    await expect.poll(() => receivedMessages).toContainEqual({ kind: 'started', tokenHash: 't' });
    await store.close();
    await earlierClient.end();
  });

  it('gets the same schema as a new one', async () => {
    const other = await server.createDatabase();
    for (const DATABASE_URL of [url, other])
      await readRecords({ DATA_DIR: folder, DATABASE_URL }, expected.postgres);
    const describeTables = async (databaseUrl: string, where: string) => {
      const rows = await execute(
        databaseUrl,
        `SELECT relname, attname, format_type(atttypid, atttypmod), attnotnull, attidentity, attnum, NULL AS more
           FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0
           WHERE relnamespace = '${where}'::regnamespace AND relkind = 'r'
         UNION ALL SELECT conrelid::regclass::text, conname, NULL, NULL, NULL, NULL, pg_get_constraintdef(oid)
           FROM pg_constraint WHERE connamespace = '${where}'::regnamespace
         UNION ALL SELECT tablename, indexname, NULL, NULL, NULL, NULL, indexdef
           FROM pg_indexes WHERE schemaname = '${where}'`,
      );
      return rows.map((row) => JSON.stringify(row).replaceAll(`${where}.`, '')).toSorted();
    };
    expect(await describeTables(url, schema)).toEqual(await describeTables(other, 'gatehouse'));
  });

  it('is found although an empty schema has the new name and other programs have schemas', async () => {
    await execute(
      url,
      `CREATE SCHEMA gatehouse; CREATE SCHEMA shop;
       CREATE TABLE shop.accounts (issuer text, password_hash text); CREATE TABLE shop.migrations (version int)`,
    );
    const { accounts } = await readRecords(createEnvironment(), expected.postgres);
    expect(accounts).toEqual(expected.postgres.accounts);
  });

  it('is ignored when the new schema contains our tables', async () => {
    const other = await server.createDatabase();
    const store = await openStore({ DATA_DIR: folder, DATABASE_URL: other });
    await execute(other, earlierSchema);
    const again = await openStore({ DATA_DIR: folder, DATABASE_URL: other });
    await store.addAccount(createAccountNamed('rosa'));
    expect((await again.listAccounts()).map(({ name }) => name)).toEqual(['rosa']);
    expect(again.location).toContain('gatehouse');
    await Promise.all([store.close(), again.close()]);
  });
});
