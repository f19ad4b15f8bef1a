import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Databases, execute, openSharedPostgres } from '../../../testing/postgres.ts';
import { startTcpProxy } from '../../../testing/tcp-proxy.ts';
import { connect } from './connection.ts';

let server: Databases;
beforeAll(async () => {
  server = await openSharedPostgres();
});

/** A connection pool behind a proxy. `cut` breaks its connections; `end` has PostgreSQL end them. */
async function connectThroughProxy() {
  const url = await server.createDatabase();
  const proxy = await startTcpProxy(server.port);
  const database = connect(Object.assign(new URL(url), { port: String(proxy.port) }).href, {});
  onTestFinished(async () => {
    await database.close();
    await proxy.close();
  });
  const end = async () => {
    await execute(
      url,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
  };
  return { database, losses: { cut: async () => proxy.cut(), end } };
}

describe.each(['cut', 'end'] as const)('a connection is lost (%s)', (loss) => {
  // Without a handler for the loss, the process would end here, and the test run would report it.
  it('fails a transaction between whose statements it is lost, and the next one works', async () => {
    const { database, losses } = await connectThroughProxy();
    const transactionStarted = Promise.withResolvers<void>();
    const connectionIsLost = Promise.withResolvers<void>();
    const transaction = database.transaction(async (query) => {
      await query('SELECT 1');
      transactionStarted.resolve();
      await connectionIsLost.promise;
      await query('SELECT 2');
    });
    const outcome = expect(transaction).rejects.toThrow();
    await transactionStarted.promise;
    await losses[loss]();
    await expect
      .poll(() =>
        database.query("SELECT count(*)::int AS count FROM pg_stat_activity WHERE state LIKE 'idle in%'"),
      )
      .toMatchObject({ rows: [{ count: 0 }] });
    connectionIsLost.resolve();
    await outcome;

    expect(await database.transaction((query) => query('SELECT 3 AS answer'))).toMatchObject({
      rows: [{ answer: 3 }],
    });
  });

  it('fails a transaction during whose statement it is lost', async () => {
    const { database, losses } = await connectThroughProxy();
    const transactionStarted = Promise.withResolvers<void>();
    const transaction = database.transaction(async (query) => {
      await query('SELECT 1');
      const statement = query('SELECT pg_sleep(60)');
      transactionStarted.resolve();
      return statement;
    });
    const outcome = expect(transaction).rejects.toThrow();
    await transactionStarted.promise;
    await losses[loss]();
    await outcome;
    expect(await database.query('SELECT 3 AS answer')).toMatchObject({ rows: [{ answer: 3 }] });
  });

  it('is replaced if it is lost while idle', async () => {
    const { database, losses } = await connectThroughProxy();
    await database.query('SELECT 1');
    await losses[loss]();
    await expect
      .poll(async () => {
        try {
          return (await database.query('SELECT 3 AS answer')).rows;
        } catch {
          return undefined;
        }
      })
      .toEqual([{ answer: 3 }]);
  });
});
