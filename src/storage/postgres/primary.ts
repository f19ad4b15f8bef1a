import { Client } from 'pg';
import { z } from 'zod';
import { type DatabaseHost, listDatabaseHosts } from '../../config/database-url.ts';
import { StoreError } from '../store-error.ts';
import { createConnectionSettings, type PostgresOptions } from './connection-settings.ts';
import { parseDatabaseAddress, translatePostgresError } from './errors.ts';

/** Finds the server that accepts writes among the hosts of a database URL. */
interface PrimaryFinder {
  /** Returns the URL of the primary. Rejects with a `StoreError` if no server accepts writes now. */
  find(): Promise<string>;
  /** The primary may have changed: the next `find` tries the hosts again. */
  forget(): void;
}

const stateRow = z.object({ isReadOnly: z.boolean() });

/**
 * Tries the hosts of the URL in their order, as libpq does for `target_session_attrs=read-write`, because the driver
 * supports only one host. A URL with a single host is returned unchecked: connecting to it reports what is wrong.
 */
export function createPrimaryFinder(url: string, options: PostgresOptions): PrimaryFinder {
  const hosts = listDatabaseHosts(url);
  const [onlyHost] = hosts;
  if (hosts.length === 1) return { find: async () => onlyHost.url, forget: () => {} };
  let search: Promise<string> | undefined;

  async function tryInOrder(): Promise<string> {
    const failures: unknown[] = [];
    for (const host of hosts) {
      try {
        if (!(await isReadOnly(host, options))) return host.url;
      } catch (error) {
        failures.push(error);
      }
    }
    const { server } = parseDatabaseAddress(url);
    if (failures.length === hosts.length)
      throw translatePostgresError(failures[0], parseDatabaseAddress(url));
    throw new StoreError(
      'store-read-only',
      `No database at ${server} accepts writes. Promote a standby, or add the primary to DATABASE_URL.`,
    );
  }

  return {
    find: () => {
      if (search === undefined) {
        const searchPromise = tryInOrder();
        search = searchPromise;
        searchPromise.catch(() => {
          if (search === searchPromise) search = undefined;
        });
      }
      return search;
    },
    forget: () => {
      search = undefined;
    },
  };
}

async function isReadOnly({ url }: DatabaseHost, options: PostgresOptions): Promise<boolean> {
  const client = new Client(createConnectionSettings(url, options));
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query(
      `SELECT pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on' AS "isReadOnly"`,
    );
    return stateRow.parse(rows[0]).isReadOnly;
  } finally {
    await client.end().catch(() => {});
  }
}
