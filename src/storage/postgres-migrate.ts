import { Client } from 'pg';
import { z } from 'zod';
import { connectionSettings, type PostgresOptions } from './postgres-connection.ts';
import { addressOf, type DatabaseAddress, namedError } from './postgres-errors.ts';
import { postgresMigrations, SCHEMA } from './postgres-migrations.ts';
import { StoreError } from './store-error.ts';

/** Two numbers that no other program is likely to lock by: "LrnA", and which of our locks it is. */
export const LOCK_SPACE = 0x4c_72_6e_41;
const MIGRATION_LOCK = 1;

const OLDEST_VERSION = 14;

const serverRow = z.object({ version: z.int(), encoding: z.string(), standby: z.boolean() });
const schemaRow = z.object({ schema: z.boolean(), migrations: z.boolean(), empty: z.boolean() });

/** Brings the database to the newest schema: all missing steps or none, by one process at a time. */
export async function migrate(url: string, options: PostgresOptions): Promise<void> {
  const address = addressOf(url);
  // Not from the pool: a step may take longer than any answer to a reader.
  const client = new Client({
    ...connectionSettings(url, options),
    statement_timeout: 0,
    query_timeout: 0,
    lock_timeout: 60_000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await refuseServer(client, address);
    await client.query('BEGIN ISOLATION LEVEL READ COMMITTED');
    await client.query('SELECT pg_advisory_xact_lock($1, $2)', [LOCK_SPACE, MIGRATION_LOCK]);
    const version = await currentVersion(client, address);
    for (const [index, step] of postgresMigrations.entries()) {
      if (index < version) continue;
      await client.query(step);
      await client.query(`INSERT INTO ${SCHEMA}.migrations (version) VALUES ($1)`, [index + 1]);
    }
    await client.query('COMMIT');
  } catch (error) {
    throw namedError(error, address);
  } finally {
    // Undoes what was not committed.
    await client.end().catch(() => {});
  }
}

async function refuseServer(client: Client, { server, database }: DatabaseAddress): Promise<void> {
  const { rows } = await client.query(
    `SELECT current_setting('server_version_num')::int AS version, pg_is_in_recovery() AS standby,
       pg_encoding_to_char(encoding) AS encoding FROM pg_database WHERE datname = current_database()`,
  );
  const { version, encoding, standby } = serverRow.parse(rows[0]);
  if (version < OLDEST_VERSION * 10_000) {
    throw new StoreError(
      'store-unsupported',
      `PostgreSQL at ${server} is version ${Math.floor(version / 10_000)}: ${OLDEST_VERSION} or newer is needed.`,
    );
  }
  if (encoding !== 'UTF8') {
    throw new StoreError(
      'store-unsupported',
      `The database "${database}" at ${server} is kept in ${encoding}: create one with the encoding UTF8.`,
    );
  }
  if (standby) {
    throw new StoreError(
      'store-read-only',
      `The database at ${server} is a standby: DATABASE_URL must name the primary.`,
    );
  }
}

/** Makes the schema where there is none. A user without the right to is fine where everything is there already. */
async function currentVersion(client: Client, { server, database }: DatabaseAddress): Promise<number> {
  const { rows } = await client.query(
    `SELECT to_regnamespace($1) IS NOT NULL AS schema, to_regclass($1 || '.migrations') IS NOT NULL AS migrations,
       NOT EXISTS (SELECT 1 FROM pg_class WHERE relnamespace = to_regnamespace($1)) AS empty`,
    [SCHEMA],
  );
  const found = schemaRow.parse(rows[0]);
  if (!found.migrations && !found.empty) {
    throw new StoreError(
      'store-foreign',
      `The schema ${SCHEMA} of "${database}" at ${server} belongs to another program. Nothing was changed: use another database.`,
    );
  }
  if (!found.schema) await client.query(`CREATE SCHEMA ${SCHEMA}`);
  if (!found.migrations) {
    await client.query(
      `CREATE TABLE ${SCHEMA}.migrations (version int PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())`,
    );
  }
  const { rows: versions } = await client.query(
    `SELECT coalesce(max(version), 0) AS version FROM ${SCHEMA}.migrations`,
  );
  const { version } = z.object({ version: z.int() }).parse(versions[0]);
  if (version > postgresMigrations.length) {
    throw new StoreError(
      'store-newer',
      `The database "${database}" at ${server} was written by a newer version (schema ${version}, this one knows ${postgresMigrations.length}). Nothing was changed: start the newer version, or put back the backup made before the update.`,
    );
  }
  return version;
}
