import { z } from 'zod';
import { connect } from './connection.ts';

const capacityRow = z.object({ usable: z.int(), usedByOthers: z.int() });

/** How many connections the server offers to ordinary users, and how many of them other programs use. */
type Capacity = z.infer<typeof capacityRow>;

/** Rejects with a `StoreError` if the server can't be reached. */
export async function readCapacity(url: string): Promise<Capacity> {
  await using database = connect(url, { maxConnections: 1 });
  const { rows } = await database.query(
    `SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS usable,
       (SELECT count(*) FROM pg_stat_activity
        WHERE backend_type = 'client backend' AND application_name IS DISTINCT FROM 'gatehouse') AS "usedByOthers"`,
  );
  return capacityRow.parse(rows[0]);
}
