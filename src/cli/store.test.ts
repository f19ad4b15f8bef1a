import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { execute, type PostgresServer, startPostgres } from '../../tests/support/postgres.ts';
import { openPostgresStore } from '../identity/stores/postgres.ts';
import { openSqliteStore } from '../identity/stores/sqlite.ts';
import { accountNamed, sessionOf, start } from '../identity/testing/store-fixtures.ts';

const limits = { idleMs: 1_000, absoluteMs: 1_000 };
const window = { limit: 1, windowMs: 1_000 };
const rosa = accountNamed('rosa');
const ada = accountNamed('ada', { role: 'administrator', disabled: false });
const ben = accountNamed('ben', {
  disabled: true,
  passwordHash: null,
  issuer: 'https://id.example',
  subject: '7',
});

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'store-command-'));
  file = path.join(folder, 'data', 'accounts.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

function begin(args: string[], environment: Record<string, string>): ChildProcess {
  const script = path.join(import.meta.dirname, 'store.ts');
  return spawn(process.execPath, [script, ...args], {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** `npm run store -- …` as its own process, in a folder without a `.env`. */
async function command(args: string[], environment: Record<string, string> = {}) {
  const child = begin(args, environment);
  if (!child.stdout || !child.stderr) throw new Error('no output');
  const [out, err, [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { out, err, exitCode: Number(exitCode) };
}

async function fill(): Promise<void> {
  const store = openSqliteStore(file);
  for (const account of [rosa, ada, ben]) await store.addAccount(account);
  await store.addSession(sessionOf(rosa, 't1'));
  await store.note({ at: start, event: 'signed-in', from: '192.0.2.1' }, rosa.id);
  await store.countAttempt([{ key: 'k', ...window }], start);
  await store.rememberAddress(rosa.id, 'home', start + 1);
  await store.close();
}

describe('npm run store -- copy', () => {
  let server: PostgresServer;
  let url: string;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.remove());
  beforeEach(async () => {
    url = await server.createDatabase();
  });

  const copy = () => command(['copy'], { DATABASE_URL: url });

  async function accountsThere(): Promise<number> {
    const store = await openPostgresStore(url);
    const count = await store.countAccounts();
    await store.close();
    return count;
  }

  it('moves accounts, sessions, attempts, known addresses and the audit log over', async () => {
    await fill();
    expect(await copy()).toEqual({
      exitCode: 0,
      out: expect.stringContaining('accounts: 3, sessions: 1.'),
      err: '',
    });
    const store = await openPostgresStore(url);
    expect(await store.listAccounts()).toEqual([ada, ben, { ...rosa, lastSignInAt: start }]);
    expect((await store.findSession('t1', start + 1, limits))?.account.email).toBe(rosa.email);
    expect(await store.countAttempt([{ key: 'k', ...window }], start + 1)).toEqual({
      retryAt: start + 1_000,
    });
    expect(await store.knowsAddress(rosa.email, 'home', start)).toBe(true);
    expect(await store.auditSince(0)).toMatchObject([{ event: 'signed-in', email: rosa.email }]);
    await store.close();
  });

  it('leaves the file usable, with everything in it', async () => {
    await fill();
    await copy();
    const store = openSqliteStore(file);
    expect(await store.countAccounts()).toBe(3);
    await store.close();
  });

  it('copies more rows than fit into one statement', async () => {
    const store = openSqliteStore(file);
    for (let n = 0; n < 2_345; n++) await store.countAttempt([{ key: `k${n}`, ...window }], start);
    await store.close();
    expect((await copy()).exitCode).toBe(0);
    expect(await execute(url, 'SELECT count(*)::int AS n FROM lurana_docs.attempts')).toEqual([{ n: 2_345 }]);
  });

  it('refuses a database that is not empty, and leaves it as it is', async () => {
    await fill();
    const store = await openPostgresStore(url);
    await store.addAccount(accountNamed('eve'));
    await store.close();
    expect(await copy()).toMatchObject({ exitCode: 1, err: expect.stringContaining('not empty') });
    expect(await accountsThere()).toBe(1);
    expect((await copy()).exitCode).toBe(1);
  });

  it('refuses while a server uses the file', async () => {
    await fill();
    const store = openSqliteStore(file);
    expect(await copy()).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining('stop the server first'),
    });
    expect(await accountsThere()).toBe(0);
    expect(await store.countAccounts()).toBe(3);
    await store.close();
  });

  it('copies nothing when it is killed half-way, and everything when it is run again', async () => {
    await fill();
    await (await openPostgresStore(url)).close();
    await execute(
      url,
      `CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(4); RETURN NEW; END';
       CREATE TRIGGER slow BEFORE INSERT ON lurana_docs.known_addresses FOR EACH ROW EXECUTE FUNCTION slow()`,
    );
    const child = begin(['copy'], { DATABASE_URL: url });
    const sleeping = "SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep'";
    await expect.poll(() => execute(url, sleeping), { timeout: 20_000 }).toHaveLength(1);
    child.kill('SIGKILL');
    await once(child, 'close');
    expect(await accountsThere()).toBe(0);
    await execute(url, 'DROP TRIGGER slow ON lurana_docs.known_addresses');
    expect(await copy()).toMatchObject({ exitCode: 0, err: '' });
    expect(await accountsThere()).toBe(3);
  });

  it('says what is missing, and makes nothing', async () => {
    expect(await command(['copy'])).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining('Set DATABASE_URL'),
    });
    expect(await copy()).toMatchObject({ exitCode: 1, err: expect.stringContaining('check DATA_DIR') });
    expect(existsSync(path.dirname(file))).toBe(false);
    await fill();
    const before = readFileSync(file);
    const nowhere = await command(['copy'], { DATABASE_URL: 'postgres://ada:secret@127.0.0.1:1/docs' });
    expect(nowhere).toMatchObject({ exitCode: 1, err: expect.stringContaining('cannot be reached') });
    expect(nowhere.err).not.toContain('secret');
    expect(readFileSync(file).equals(before)).toBe(true);
  });
});

describe('npm run store -- backup and restore', () => {
  it('save the store of a running server, and bring it back with every session ended', async () => {
    await fill();
    const running = openSqliteStore(file);
    const saved = await command(['backup', 'saved.db']);
    expect(saved).toMatchObject({ exitCode: 0, out: expect.stringContaining('with 3 accounts as saved.db') });
    await running.removeAccount(rosa.id);
    const restored = await command(['restore', 'saved.db']);
    expect(restored).toMatchObject({ exitCode: 0, out: expect.stringContaining('every session has ended') });
    expect((await running.accountByEmail(rosa.email))?.name).toBe('rosa');
    expect(await running.findSession('t1', start + 1, limits)).toBeUndefined();
    const [note] = (await running.auditSince(Date.now() - 60_000)).slice(-1);
    expect(note).toMatchObject({ event: 'store-restored', by: expect.stringContaining('command line') });
    await running.close();
    // What was there before can be had back the same way.
    const before = /accounts\.db\.before-\d+/.exec(restored.out)?.[0] ?? '';
    expect((await command(['restore', path.join('data', before)])).exitCode).toBe(0);
    const store = openSqliteStore(file);
    expect(await store.accountByEmail(rosa.email)).toBeUndefined();
    await store.close();
  });

  it('say what cannot be, and change nothing', async () => {
    expect(await command(['backup', 'saved.db'])).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining('check DATA_DIR'),
    });
    await fill();
    expect((await command(['backup', 'saved.db'])).exitCode).toBe(0);
    expect(await command(['backup', 'saved.db'])).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining('already'),
    });
    expect(await command(['restore', 'other.db'])).toMatchObject({
      exitCode: 1,
      err: 'There is no other.db.\n',
    });
    writeFileSync(path.join(folder, 'diary.db'), 'Dear diary');
    expect(await command(['restore', 'diary.db'])).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining('diary.db is not a SQLite database'),
    });
    expect(readdirSync(path.dirname(file)).filter((name) => name.includes('before'))).toEqual([]);
    const shared = { DATABASE_URL: 'postgres://ada:secret@127.0.0.1:1/docs' };
    for (const name of ['backup', 'restore']) {
      expect(await command([name, 'saved.db'], shared)).toMatchObject({
        exitCode: 1,
        err: expect.stringContaining('pg_dump'),
      });
    }
  });
});

describe('npm run store', () => {
  it.each([
    [[], 'Say what to do.'],
    [['move'], 'There is no command "move".'],
    [['copy', 'x'], "Unexpected argument 'x'."],
    [['backup'], 'backup needs a file.'],
    [['restore', 'a', 'b'], "Unexpected argument 'b'."],
  ])('answers misuse with exit code 2: %j', async (args, message) => {
    expect(await command(args)).toMatchObject({
      exitCode: 2,
      out: '',
      err: expect.stringContaining(message),
    });
  });

  it('shows its usage when asked', async () => {
    expect(await command(['--help'])).toMatchObject({ exitCode: 0, out: expect.stringContaining('copy') });
  });
});
