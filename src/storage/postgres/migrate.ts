import { Client, escapeIdentifier } from 'pg';
import { z } from 'zod';
import { inPostgres } from '../earlier-migrations.ts';
import { migrations } from '../migrations.ts';
import { StoreError } from '../store-error.ts';
import { connectionSettings, type PostgresOptions } from './connection-settings.ts';
import { addressOf, type DatabaseAddress, namedError } from './errors.ts';
import { createPrimaryFinder } from './primary.ts';

/**
 * A number that no other program is likely to lock by, the first half of each of our locks. Never another one: processes
 * of the release before wait for the same locks.
 */
export const LOCK_SPACE = 0x4c_72_6e_41;
const MIGRATION_LOCK = 1;

const OLDEST_VERSION = 14;

const serverRow = z.object({ version: z.int(), encoding: z.string(), standby: z.boolean() });
const schemaRow = z.object({ made: z.boolean(), used: z.boolean() });

/**
 * Brings the database to the newest schema: all missing steps or none, by one process at a time. Returns the name of
 * the schema that the tables lie in.
 */
export async function migrate(url: string, options: PostgresOptions): Promise<string> {
  const address = addressOf(url);
  // Not from the pool: a step may take longer than any answer to a reader.
  const primaryUrl = await createPrimaryFinder(url, options).find();
  const client = new Client({
    ...connectionSettings(primaryUrl, options),
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
    const schema = (await findSchema(client)) ?? (await makeSchema(client, address));
    await client.query(`SET LOCAL search_path TO ${escapeIdentifier(schema)}`);
    const version = await currentVersion(client, address);
    for (const [at, migration] of migrations.entries()) {
      if (at < version) continue;
      await client.query(inPostgres(migration));
      await client.query('INSERT INTO migrations (version) VALUES ($1)', [at + 1]);
    }
    await client.query('COMMIT');
    return schema;
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

/** With the record of versions. A user without the right to make a schema is fine where an empty one is there. */
async function makeSchema(client: Client, { server, database }: DatabaseAddress): Promise<string> {
  const { rows } = await client.query(
    `SELECT to_regnamespace($1) IS NOT NULL AS made,
       EXISTS (SELECT 1 FROM pg_class WHERE relnamespace = to_regnamespace($1)) AS used`,
    [NEW_SCHEMA],
  );
  const { made, used } = schemaRow.parse(rows[0]);
  if (used) {
    throw new StoreError(
      'store-foreign',
      `The schema ${NEW_SCHEMA} of "${database}" at ${server} belongs to another program. Nothing was changed: use another database.`,
    );
  }
  if (!made) await client.query(`CREATE SCHEMA ${NEW_SCHEMA}`);
  await client.query(
    `CREATE TABLE ${NEW_SCHEMA}.migrations (version int PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())`,
  );
  return NEW_SCHEMA;
}

/** 0 in a schema that was just made. */
async function currentVersion(client: Client, { server, database }: DatabaseAddress): Promise<number> {
  const { rows } = await client.query('SELECT coalesce(max(version), 0) AS version FROM migrations');
  const { version } = z.object({ version: z.int() }).parse(rows[0]);
  if (version > migrations.length) {
    throw new StoreError(
      'store-newer',
      `The database "${database}" at ${server} was written by a newer version (schema ${version}, this one knows ${migrations.length}). Nothing was changed: start the newer version, or put back the backup made before the update.`,
    );
  }
  return version;
}

/** What a new database's schema is called. */
const NEW_SCHEMA = 'gatehouse';

/** In the first version of every release: who has these has our tables, whatever the schema is called. */
const marks = [
  ['migrations', 'version'],
  ['migrations', 'applied_at'],
  ['accounts', 'issuer'],
  ['accounts', 'password_hash'],
  ['sessions', 'last_seen_at'],
  ['attempts', 'expires_at'],
  ['known_addresses', 'address'],
] as const;

const foundRow = z.object({ schema: z.string() });

/**
 * The schema that holds our tables. Earlier releases called it otherwise, and their processes may be running: it keeps
 * the name that it has. `undefined` when there is none yet.
 */
async function findSchema(client: Pick<Client, 'query'>): Promise<string | undefined> {
  const { rows } = await client.query(
    `SELECT nspname AS schema FROM pg_namespace WHERE $1::int = (
       SELECT count(*) FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
       WHERE relnamespace = pg_namespace.oid AND relkind = 'r'
         AND (relname, attname) IN (SELECT value ->> 0, value ->> 1 FROM json_array_elements($2::json) AS value))
     ORDER BY nspname <> $3, nspname LIMIT 1`,
    [marks.length, JSON.stringify(marks), NEW_SCHEMA],
  );
  return rows.map((row) => foundRow.parse(row).schema)[0];
}
