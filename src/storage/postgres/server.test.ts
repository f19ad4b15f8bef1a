import { Client } from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Databases, execute, openSharedPostgres, startPostgres } from '../../../testing/postgres.ts';
import { createAccountNamed } from '../../../testing/store-fixtures.ts';
import { openPostgresStore } from '../../../testing/stores.ts';
import { startTcpProxy } from '../../../testing/tcp-proxy.ts';
import { NEWEST_VERSION } from '../migrations.ts';
import { StoreError } from '../store-error.ts';

let server: Databases;
beforeAll(async () => {
  server = await openSharedPostgres();
});

const impatient = { connectTimeoutMs: 2_000, statementTimeoutMs: 1_000 };

async function catchOpeningError(url: string): Promise<StoreError> {
  try {
    const store = await openPostgresStore(url, impatient);
    await store.close();
  } catch (error) {
    if (error instanceof StoreError) return error;
    throw error;
  }
  throw new Error(`${url} was opened`);
}

function withUrlParts(url: string, parts: Partial<URL>): string {
  return Object.assign(new URL(url), parts).href;
}

describe('opening a database', () => {
  it('creates its schema once, however many processes start at the same time', async () => {
    const url = await server.createDatabase();
    const stores = await Promise.all(Array.from({ length: 6 }, () => openPostgresStore(url)));
    const versions = await execute(url, 'SELECT max(version) AS version FROM gatehouse.migrations');
    expect(versions).toEqual([{ version: NEWEST_VERSION }]);
    await stores[0]?.addAccount(createAccountNamed('rosa'));
    expect(await stores[5]?.countAccounts()).toBe(1);
    await Promise.all(stores.map((store) => store.close()));
  });

  it('leaves the tables of other programs alone', async () => {
    const url = await server.createDatabase();
    await execute(url, 'CREATE TABLE accounts (balance int); INSERT INTO accounts VALUES (7)');
    const store = await openPostgresStore(url);
    await store.addAccount(createAccountNamed('rosa'));
    await store.close();
    expect(await execute(url, 'SELECT * FROM accounts')).toEqual([{ balance: 7 }]);
  });

  it('needs no right to create tables if all of them exist', async () => {
    const url = await server.createDatabase();
    await (await openPostgresStore(url)).close();
    await execute(
      url,
      `CREATE ROLE clerk LOGIN PASSWORD 'clerk'; GRANT USAGE ON SCHEMA gatehouse TO clerk;
       GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA gatehouse TO clerk`,
    );
    const asClerk = withUrlParts(url, { username: 'clerk', password: 'clerk' });
    const store = await openPostgresStore(asClerk);
    expect(await store.addFirstAccount(createAccountNamed('ada', { role: 'administrator' }))).toBe(true);
    await store.close();
    const elsewhere = withUrlParts(asClerk, { pathname: '/postgres' });
    expect((await catchOpeningError(elsewhere)).code).toBe('store-forbidden');
  });
});

describe("opening a database that can't be used", () => {
  it.each<[string, string, Partial<Pick<URL, 'port' | 'hostname' | 'username' | 'password' | 'pathname'>>]>([
    ["a server that isn't there", 'store-unreachable', { port: '1' }],
    ['an unknown host name', 'store-unreachable', { hostname: 'db.invalid' }],
    ['a wrong password', 'store-wrong-password', { password: 'guessed-wrong' }],
    ['no password', 'store-wrong-password', { password: '' }],
    ['an unknown user', 'store-wrong-password', { username: 'eve' }],
    ['an unknown database', 'store-wrong-database', { pathname: '/no' }],
  ])('names %s, but not the password', async (_, code, parts) => {
    const url = withUrlParts(await server.createDatabase(), parts);
    const error = await catchOpeningError(url);
    expect(error.code).toBe(code);
    expect(error.message).toContain('DATABASE_URL');
    const { password } = new URL(url);
    if (password) expect(`${error.message} ${error.stack}`).not.toContain(password);
  });

  it('names a newer schema', async () => {
    const url = await server.createDatabase();
    await (await openPostgresStore(url)).close();
    await execute(url, 'INSERT INTO gatehouse.migrations (version) VALUES (999)');
    const error = await catchOpeningError(url);
    expect(error.code).toBe('store-newer');
    expect(error.message).toContain('999');
  });

  it('names a schema of another program with the same name', async () => {
    const url = await server.createDatabase();
    await execute(url, 'CREATE SCHEMA gatehouse; CREATE TABLE gatehouse.recipes (title text)');
    expect((await catchOpeningError(url)).code).toBe('store-foreign');
    expect(await execute(url, "SELECT to_regclass('gatehouse.migrations') AS made")).toEqual([
      { made: null },
    ]);
  });

  it('names an encoding that lacks characters', async () => {
    const url = await server.createDatabase("TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'");
    expect(await catchOpeningError(url)).toMatchObject({ code: 'store-unsupported' });
  });

  it('names a read-only database', async () => {
    const url = await server.createDatabase();
    const store = await openPostgresStore(`${url}?options=-c%20default_transaction_read_only%3Don`).catch(
      (error: unknown) => error,
    );
    expect(store).toMatchObject({ code: 'store-read-only' });
  });

  it('names a server that accepts the connection but never answers, within the timeout', async () => {
    const proxy = await startTcpProxy(server.port);
    proxy.silence();
    const url = withUrlParts(await server.createDatabase(), { port: String(proxy.port) });
    expect((await catchOpeningError(url)).code).toBe('store-unreachable');
    await proxy.close();
  });
});

describe('a store in use', () => {
  it('reports an unreachable server, and works again when the server is back', async () => {
    const ownServer = await startPostgres();
    const store = await openPostgresStore(await ownServer.createDatabase());
    await store.addAccount(createAccountNamed('rosa'));
    await ownServer.crash();
    await expect(store.findAccountByEmail('rosa@example.com')).rejects.toMatchObject({
      code: 'store-unreachable',
    });
    await expect(store.addAccount(createAccountNamed('ben'))).rejects.toMatchObject({
      code: 'store-unreachable',
    });
    await ownServer.start();
    expect((await store.findAccountByEmail('rosa@example.com'))?.name).toBe('rosa');
    expect(await store.addAccount(createAccountNamed('ben'))).toBeDefined();
    await store.close();
    await ownServer.remove();
  });

  it('waits for a silent server no longer than the timeout', async () => {
    const proxy = await startTcpProxy(server.port);
    const url = withUrlParts(await server.createDatabase(), { port: String(proxy.port) });
    const store = await openPostgresStore(url, impatient);
    proxy.silence();
    await expect(store.countAccounts()).rejects.toMatchObject({ code: 'store-unreachable' });
    proxy.resume();
    expect(await store.countAccounts()).toBe(0);
    await store.close();
    await proxy.close();
  });

  it('names a lock that another program holds', async () => {
    const url = await server.createDatabase();
    const store = await openPostgresStore(url, impatient);
    const holder = new Client(url);
    await holder.connect();
    await holder.query('BEGIN; LOCK TABLE gatehouse.accounts');
    await expect(store.addAccount(createAccountNamed('rosa'))).rejects.toMatchObject({
      code: 'store-locked',
    });
    await holder.end();
    expect(await store.addAccount(createAccountNamed('rosa'))).toBeDefined();
    await store.close();
  });

  it('answers many more concurrent queries than it has connections', async () => {
    const store = await openPostgresStore(await server.createDatabase(), { maxConnections: 2 });
    await Promise.all(
      Array.from({ length: 100 }, (_, n) => store.addAccount(createAccountNamed(`reader${n}`))),
    );
    expect(await store.countAccounts()).toBe(100);
    await store.close();
  });

  it('tells every process about sessions that start or end', async () => {
    const url = await server.createDatabase();
    const [one, other] = [await openPostgresStore(url), await openPostgresStore(url)];
    const rosa = createAccountNamed('rosa');
    const news: unknown[] = [];
    other.subscribe((item) => item.kind !== 'current' && news.push(item));
    await expect.poll(() => news).toEqual([{ kind: 'connected' }]);
    await one.addAccount(rosa);
    for (const tokenHash of ['t1', 't2']) {
      await one.addSession({ tokenHash, accountId: rosa.id, createdAt: 1, lastSeenAt: 1 });
    }
    await one.removeSession('t1');
    await one.setDisabled(rosa.id, true, 'local');
    await expect
      .poll(() => news.slice(1))
      .toEqual([
        { kind: 'started', tokenHash: 't1' },
        { kind: 'started', tokenHash: 't2' },
        { kind: 'ended', tokenHash: 't1' },
        { kind: 'all-ended', accountId: rosa.id },
      ]);
    await Promise.all([one.close(), other.close()]);
  });

  it('reports when messages stop arriving, and when they arrive again', async () => {
    const ownServer = await startPostgres();
    const store = await openPostgresStore(await ownServer.createDatabase());
    const news: string[] = [];
    store.subscribe(({ kind }) => kind !== 'current' && news.push(kind));
    await expect.poll(() => news).toEqual(['connected']);
    await ownServer.crash();
    await expect.poll(() => news).toEqual(['connected', 'disconnected']);
    await ownServer.start();
    await expect.poll(() => news).toEqual(['connected', 'disconnected', 'connected']);
    await store.close();
    await ownServer.remove();
  });
});
