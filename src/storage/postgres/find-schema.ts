import type { Client } from 'pg';
import { z } from 'zod';

/** What a new database's schema is called. */
export const NEW_SCHEMA = 'gatehouse';

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
export async function findSchema(client: Pick<Client, 'query'>): Promise<string | undefined> {
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
