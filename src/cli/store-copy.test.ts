import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { type Databases, execute, openSharedPostgres } from '../../testing/postgres.ts';
import {
  ada,
  ben,
  nora,
  rosa,
  StoreFixture,
  type Tables,
  toComparable,
  window,
} from '../../testing/store-fixture.ts';
import { createAccountNamed, start } from '../../testing/store-fixtures.ts';
import { openPostgresStore, openSqliteStore } from '../../testing/stores.ts';
import { openFeedback } from '../features/insights/feedback/feedback-store.ts';

const limits = { idleMs: 1_000, absoluteMs: 1_000 };
const fixture = StoreFixture.forEachTest();
let server: Databases;
let url: string;
beforeAll(async () => {
  server = await openSharedPostgres();
});
beforeEach(async () => {
  url = await server.createDatabase();
});

const copy = () => fixture.command(['copy'], { DATABASE_URL: url });

async function countAccounts(): Promise<number> {
  const store = await openPostgresStore(url);
  const count = await store.countAccounts();
  await store.close();
  return count;
}

async function readTables(): Promise<Tables> {
  const names = await execute(
    url,
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'gatehouse' AND tablename <> 'migrations'",
  );
  const tables: Tables = {};
  for (const { name } of names) {
    tables[String(name)] = toComparable(await execute(url, `SELECT * FROM gatehouse.${name}`));
  }
  return tables;
}

it('copies everything except what expires within minutes', async () => {
  await fixture.fill();
  const here = fixture.tables();
  for (const [table, rows] of Object.entries(here)) expect(rows, table).not.toEqual([]);
  expect(await copy()).toEqual({
    exitCode: 0,
    out: expect.stringContaining('(accounts: 4, sessions: 1, feedback: 1, searches: 1).'),
    err: '',
  });
  // PostgreSQL can't store NUL characters.
  const replaceNul = (rows: string[]) => rows.map((row) => row.replaceAll('\\u0000', '\ufffd'));
  const expected = Object.fromEntries(Object.entries(here).map(([table, rows]) => [table, replaceNul(rows)]));
  const emptyTables = { setup_links: [], pending_sign_ins: [], challenges: [], duties: [] };
  expect(await readTables()).toEqual({ ...expected, ...emptyTables });

  const store = await openPostgresStore(url);
  expect(await store.listAccounts()).toEqual([ada, ben, nora, { ...rosa, lastSignInAt: start }]);
  expect((await store.findSession('t1', start + 1, limits))?.account.email).toBe(rosa.email);
  expect(await store.countAttempt([{ key: 'k', ...window }], start + 1)).toEqual({
    full: { key: 'k', retryAt: start + 1_000 },
  });
  expect(await store.knowsAddress(rosa.email, 'home', start)).toBe(true);
  expect(await store.findAccountByInvite('l1', start)).toEqual(nora);
  await store.close();
  const feedback = await openFeedback({ DATA_DIR: fixture.dataDir, DATABASE_URL: url });
  expect(await feedback.list()).toMatchObject([
    { reader: rosa.id, helpful: false, at: start },
    { reader: rosa.id, kind: 'wrong', at: start },
  ]);
  await feedback.close();
});

it('leaves the files unchanged', async () => {
  await fixture.fill();
  const before = fixture.tables();
  await copy();
  expect(fixture.tables()).toEqual(before);
});

it('copies a folder without search counts and feedback', async () => {
  const store = openSqliteStore(fixture.file);
  await store.addAccount(ada);
  await store.close();
  expect(await copy()).toMatchObject({ exitCode: 0, out: expect.stringContaining('feedback: 0') });
  expect(Object.keys(fixture.tables())).not.toContain('feedback');
});

it('copies more rows than fit into one statement', async () => {
  const store = openSqliteStore(fixture.file);
  for (let n = 0; n < 2_345; n++) await store.countAttempt([{ key: `k${n}`, ...window }], start);
  await store.close();
  expect((await copy()).exitCode).toBe(0);
  expect(await execute(url, 'SELECT count(*)::int AS n FROM gatehouse.attempts')).toEqual([{ n: 2_345 }]);
});

it("refuses a database that isn't empty and leaves it unchanged", async () => {
  await fixture.fill();
  const feedback = await openFeedback({ DATA_DIR: fixture.dataDir, DATABASE_URL: url });
  await feedback.put({ page: '/docs/a', reader: 'eve', helpful: true, comment: '', at: start });
  await feedback.close();
  expect(await copy()).toMatchObject({ exitCode: 1, err: expect.stringContaining("isn't empty") });
  expect(await countAccounts()).toBe(0);
  await execute(url, 'DELETE FROM gatehouse.feedback');
  const store = await openPostgresStore(url);
  await store.addAccount(createAccountNamed('eve'));
  await store.close();
  expect((await copy()).exitCode).toBe(1);
  expect(await countAccounts()).toBe(1);
});

it('refuses while a server uses one of the files', async () => {
  await fixture.fill();
  const inUse = expect.stringContaining('is in use. Stop the server');
  const store = openSqliteStore(fixture.file);
  expect(await copy()).toMatchObject({ exitCode: 1, err: inUse });
  expect(await store.countAccounts()).toBe(4);
  await store.close();
  const feedback = await openFeedback({ DATA_DIR: fixture.dataDir });
  expect(await copy()).toMatchObject({ exitCode: 1, err: inUse });
  await feedback.close();
  expect(await countAccounts()).toBe(0);
});

it('copies nothing if killed half-way, and everything when run again', async () => {
  await fixture.fill();
  await (await openPostgresStore(url)).close();
  await execute(
    url,
    `CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(4); RETURN NEW; END';
     CREATE TRIGGER slow BEFORE INSERT ON gatehouse.known_addresses FOR EACH ROW EXECUTE FUNCTION slow()`,
  );
  const child = fixture.begin(['copy'], { DATABASE_URL: url });
  const sleeping =
    "SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()";
  await expect.poll(() => execute(url, sleeping)).toHaveLength(1);
  child.kill('SIGKILL');
  await once(child, 'close');
  expect(await countAccounts()).toBe(0);
  await execute(url, 'DROP TRIGGER slow ON gatehouse.known_addresses');
  expect(await copy()).toMatchObject({ exitCode: 0, err: '' });
  expect(await countAccounts()).toBe(4);
});

it('says what is missing and creates nothing', async () => {
  expect(await fixture.command(['copy'])).toMatchObject({
    exitCode: 1,
    err: expect.stringContaining("DATABASE_URL isn't set"),
  });
  expect(await copy()).toMatchObject({ exitCode: 1, err: expect.stringContaining('Check DATA_DIR') });
  expect(existsSync(fixture.dataDir)).toBe(false);
  await fixture.fill();
  const before = readFileSync(fixture.file);
  const nowhere = await fixture.command(['copy'], { DATABASE_URL: 'postgres://ada:secret@127.0.0.1:1/docs' });
  expect(nowhere).toMatchObject({ exitCode: 1, err: expect.stringContaining("Can't reach the database") });
  expect(nowhere.err).not.toContain('secret');
  expect(readFileSync(fixture.file).equals(before)).toBe(true);
});
