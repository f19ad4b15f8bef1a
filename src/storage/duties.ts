import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type Database, readFirstRow, selectList } from './database.ts';

/** Names a task that only one process at a time may do on behalf of all of them, such as `backup`. */
type LeaseName = string;

const leaseRow = z.object({
  /** The holder may work on the task until then. */
  heldUntil: z.int(),
  triedAt: z.int(),
  /** Why the last attempt failed. */
  failure: z.string().nullable(),
});

/**
 * Leases for tasks that only one process at a time may do. If the holder dies, its lease expires and another process
 * can claim it. They are stored in the table `duties`.
 */
export interface Leases {
  /** Returns the id of the holder, for the other methods. Returns `undefined` while another process holds the lease. */
  claimLease(name: LeaseName, now: number, until: number): Promise<string | undefined>;
  renewLease(name: LeaseName, holder: string, until: number): Promise<void>;
  /** Ends the lease and stores why the task failed; `null` if it succeeded. */
  releaseLease(name: LeaseName, holder: string, failure: string | null): Promise<void>;
  /** The current lease, or the last one. */
  readLease(name: LeaseName): Promise<z.infer<typeof leaseRow> | undefined>;
  /** Writes a row without meaning, to find out whether the store accepts writes. */
  writeProbe(now: number): Promise<void>;
}

export function createLeaseStore({ names, query }: Pick<Database, 'names' | 'query'>): Leases {
  const { duties } = names;
  return {
    claimLease: async (name, now, until) => {
      const holder = randomUUID();
      const { changes } = await query(
        `INSERT INTO ${duties} AS held (name, holder, held_until, tried_at, failure) VALUES ($1, $2, $3, $4, NULL)
         ON CONFLICT (name) DO UPDATE
           SET holder = excluded.holder, held_until = excluded.held_until, tried_at = excluded.tried_at
           WHERE held.held_until <= excluded.tried_at`,
        [name, holder, until, now],
      );
      return changes === 1 ? holder : undefined;
    },
    renewLease: async (name, holder, until) => {
      const renew = `UPDATE ${duties} SET held_until = $3 WHERE name = $1 AND holder = $2`;
      await query(renew, [name, holder, until]);
    },
    releaseLease: async (name, holder, failure) => {
      const release = `UPDATE ${duties} SET held_until = 0, failure = $3 WHERE name = $1 AND holder = $2`;
      await query(release, [name, holder, failure]);
    },
    writeProbe: async (now) => {
      await query(
        `INSERT INTO ${duties} (name, holder, held_until, tried_at, failure) VALUES ('write-check', '', 0, $1, NULL)
         ON CONFLICT (name) DO UPDATE SET tried_at = excluded.tried_at`,
        [now],
      );
    },
    readLease: async (name) => {
      const select = `SELECT ${selectList(leaseRow)} FROM ${duties} WHERE name = $1`;
      return readFirstRow(await query(select, [name]), leaseRow);
    },
  };
}
