import { Client } from 'pg';
import { z } from 'zod';
import { type DatabaseHost, databaseHosts } from '../../config/database-url.ts';
import { StoreError } from '../store-error.ts';
import { connectionSettings, type PostgresOptions } from './connection-settings.ts';
import { addressOf, namedError } from './errors.ts';

/** Where the server is that takes writes, of those that an address names. */
interface PrimaryFinder {
  /** Its address. Rejects with a `StoreError` where no server takes writes now. */
  find(): Promise<string>;
  /** It may be another one by now: the next one to ask looks again. */
  forget(): void;
}

const stateRow = z.object({ isReadOnly: z.boolean() });

/**
 * Tries the hosts of the address in their order, as libpq does for `target_session_attrs=read-write`. The driver
 * doesn't know several hosts. An address with one host isn't looked at: its server says itself what is wrong with it.
 */
export function createPrimaryFinder(url: string, options: PostgresOptions): PrimaryFinder {
  const hosts = databaseHosts(url);
  const [only] = hosts;
  if (hosts.length === 1) return { find: async () => only.url, forget: () => {} };
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
    const { server } = addressOf(url);
    if (failures.length === hosts.length) throw namedError(failures[0], addressOf(url));
    throw new StoreError(
      'store-read-only',
      `None of the databases at ${server} takes writes: promote a standby, or add the primary to DATABASE_URL.`,
    );
  }

  return {
    find: () => {
      if (search === undefined) {
        const started = tryInOrder();
        search = started;
        started.catch(() => {
          if (search === started) search = undefined;
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
  const client = new Client(connectionSettings(url, options));
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
