import { Client, escapeIdentifier } from 'pg';
import { z } from 'zod';
import { formatCommand } from '../../shared/call-of.ts';
import { CREATE_VERSIONS, type DataFile } from '../data-file.ts';
import { BASE_VERSION, baseTables, migrations, NEWEST_VERSION, toPostgresSql } from '../migrations.ts';
import { createNewerDataError, createOlderDataError, StoreError } from '../store-error.ts';
import { createConnectionSettings, type PostgresOptions } from './connection-settings.ts';
import { type DatabaseAddress, parseDatabaseAddress, translatePostgresError } from './errors.ts';
import { createPrimaryFinder } from './primary.ts';

/**
 * First half of the key of all our advisory locks; no other program is likely to use it. It must never change, because
 * processes of the previous release wait for the same locks.
 */
export const LOCK_SPACE = 0x4c_72_6e_41;
const MIGRATION_LOCK = 1;

const OLDEST_VERSION = 14;

const serverRow = z.object({ version: z.int(), encoding: z.string(), standby: z.boolean() });
const schemaRow = z.object({ exists: z.boolean(), isUsed: z.boolean() });

/**
 * Applies all missing migrations, also those that these files declare, or none, in one process at a time. Returns the
 * name of the PostgreSQL schema that contains the tables.
 */
export async function migratePostgres(
  url: string,
  files: readonly DataFile[],
  options: PostgresOptions = {},
): Promise<string> {
  const address = parseDatabaseAddress(url);
  // The connection isn't one of the pool: a migration may take longer than the pool's timeouts allow.
  const primaryUrl = await createPrimaryFinder(url, options).find();
  const client = new Client({
    ...createConnectionSettings(primaryUrl, options),
    statement_timeout: 0,
    query_timeout: 0,
    lock_timeout: 60_000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await checkServer(client, address);
    await client.query('BEGIN ISOLATION LEVEL READ COMMITTED');
    await client.query('SELECT pg_advisory_xact_lock($1, $2)', [LOCK_SPACE, MIGRATION_LOCK]);
    const schema = (await findSchema(client)) ?? (await createSchema(client, address));
    await client.query(`SET LOCAL search_path TO ${escapeIdentifier(schema)}`);
    const version = (await readCurrentVersion(client, address)) ?? (await createBaseTables(client));
    for (const [index, migration] of migrations.entries()) {
      const next = BASE_VERSION + index + 1;
      if (next <= version) continue;
      await client.query(toPostgresSql(migration));
      await client.query('INSERT INTO migrations (version) VALUES ($1)', [next]);
    }
    for (const file of files) await applyOwnMigrations(client, address, file);
    await client.query('COMMIT');
    return schema;
  } catch (error) {
    throw translatePostgresError(error, address);
  } finally {
    // Rolls back what wasn't committed.
    await client.end().catch(() => {});
  }
}

async function checkServer(client: Client, { server, database }: DatabaseAddress): Promise<void> {
  const { rows } = await client.query(
    `SELECT current_setting('server_version_num')::int AS version, pg_is_in_recovery() AS standby,
       pg_encoding_to_char(encoding) AS encoding FROM pg_database WHERE datname = current_database()`,
  );
  const { version, encoding, standby } = serverRow.parse(rows[0]);
  if (version < OLDEST_VERSION * 10_000) {
    throw new StoreError(
      'store-unsupported',
      `PostgreSQL at ${server} is version ${Math.floor(version / 10_000)}. Upgrade it to version ${OLDEST_VERSION} or newer.`,
    );
  }
  if (encoding !== 'UTF8') {
    throw new StoreError(
      'store-unsupported',
      `The database "${database}" at ${server} has the encoding ${encoding}. Create one with the encoding UTF8.`,
    );
  }
  if (standby) {
    throw new StoreError(
      'store-read-only',
      `The database at ${server} is a standby. Set DATABASE_URL to the primary.`,
    );
  }
}

/**
 * Creates the schema with its table of versions. If an empty schema of this name exists, the user doesn't need the
 * right to create one.
 */
async function createSchema(client: Client, { server, database }: DatabaseAddress): Promise<string> {
  const { rows } = await client.query(
    `SELECT to_regnamespace($1) IS NOT NULL AS exists,
       EXISTS (SELECT 1 FROM pg_class WHERE relnamespace = to_regnamespace($1)) AS "isUsed"`,
    [NEW_SCHEMA],
  );
  const { exists, isUsed } = schemaRow.parse(rows[0]);
  if (isUsed) {
    throw new StoreError(
      'store-foreign',
      `The schema ${NEW_SCHEMA} of "${database}" at ${server} belongs to another program. Nothing was changed. Use another database.`,
    );
  }
  if (!exists) await client.query(`CREATE SCHEMA ${NEW_SCHEMA}`);
  await client.query(
    `CREATE TABLE ${NEW_SCHEMA}.migrations (version int PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())`,
  );
  return NEW_SCHEMA;
}

/** Returns the version of the tables, or undefined in a schema that was just created. */
async function readCurrentVersion(
  client: Client,
  { server, database }: DatabaseAddress,
): Promise<number | undefined> {
  const { rows } = await client.query('SELECT max(version) AS version FROM migrations');
  const { version } = z.object({ version: z.int().nullable() }).parse(rows[0]);
  if (version === null) return undefined;
  if (version < BASE_VERSION) throw createOlderDataError(`The database "${database}" at ${server}`, version);
  if (version > NEWEST_VERSION) {
    throw new StoreError(
      'store-newer',
      `The database "${database}" at ${server} was written by a newer version of Gatehouse (schema ${version}; this version supports up to ${NEWEST_VERSION}). Nothing was changed. Use the newer version. To go back to this one, set DATABASE_URL to an empty database, then restore a backup from before the update with "${formatCommand('store', 'restore <backup>')}".`,
    );
  }
  return version;
}

/** Creates the tables that a new database begins with, and returns their version. */
async function createBaseTables(client: Client): Promise<number> {
  for (const tables of baseTables) await client.query(toPostgresSql(tables));
  await client.query('INSERT INTO migrations (version) VALUES ($1)', [BASE_VERSION]);
  return BASE_VERSION;
}

/** Applies the missing migrations that this file declares. */
async function applyOwnMigrations(
  client: Client,
  { server, database }: DatabaseAddress,
  file: DataFile,
): Promise<void> {
  const newest = file.migrations.length;
  const version = await readDataVersion(client, file);
  if (version > newest) throw createNewerDataError(`The database "${database}" at ${server}`, file, version);
  if (version === newest) return;
  await client.query(toPostgresSql(CREATE_VERSIONS));
  for (const migration of file.migrations.slice(version)) await client.query(toPostgresSql(migration));
  await client.query(
    `INSERT INTO data_versions (name, version) VALUES ($1, $2)
     ON CONFLICT (name) DO UPDATE SET version = excluded.version`,
    [file.name, newest],
  );
}

async function readDataVersion(client: Client, { name }: DataFile): Promise<number> {
  // `CREATE TABLE IF NOT EXISTS` would always need the right to create tables. Only a migration may need it.
  const { rows: tables } = await client.query("SELECT to_regclass('data_versions') AS name");
  if (z.object({ name: z.string().nullable() }).parse(tables[0]).name === null) return 0;
  const { rows } = await client.query(
    'SELECT coalesce(max(version), 0)::int AS version FROM data_versions WHERE name = $1',
    [name],
  );
  return z.object({ version: z.int() }).parse(rows[0]).version;
}

/** Name of the schema in a new database. */
const NEW_SCHEMA = 'gatehouse';

/** Columns that exist in every release: a schema with all of them contains our tables, whatever its name is. */
const markerColumns = [
  ['migrations', 'version'],
  ['migrations', 'applied_at'],
  ['accounts', 'issuer'],
  ['accounts', 'password_hash'],
  ['sessions', 'last_seen_at'],
  ['attempts', 'expires_at'],
  ['known_addresses', 'address'],
] as const;

const schemaNameRow = z.object({ schema: z.string() });

/**
 * Finds the schema that contains our tables. Earlier releases gave it another name, which it keeps, because their
 * processes may still be running. Returns `undefined` if there is none yet.
 */
async function findSchema(client: Pick<Client, 'query'>): Promise<string | undefined> {
  const { rows } = await client.query(
    `SELECT nspname AS schema FROM pg_namespace WHERE $1::int = (
       SELECT count(*) FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
       WHERE relnamespace = pg_namespace.oid AND relkind = 'r'
         AND (relname, attname) IN (SELECT value ->> 0, value ->> 1 FROM json_array_elements($2::json) AS value))
     ORDER BY nspname <> $3, nspname LIMIT 1`,
    [markerColumns.length, JSON.stringify(markerColumns), NEW_SCHEMA],
  );
  return rows.map((row) => schemaNameRow.parse(row).schema)[0];
}
