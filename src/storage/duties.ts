import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { columnsFor, type Database, firstOf } from './database.ts';

/** What one process does for all of them now and then. */
type DutyName = 'backup';

export type Duties = ReturnType<typeof dutyStore>;

/** How the last time went, whoever did it. */
const dutyRow = z.object({
  /** Who does it now, it is theirs until then. */
  heldUntil: z.int(),
  triedAt: z.int(),
  /** Why it came to nothing. */
  failure: z.string().nullable(),
});

/** A lease for each duty. Whoever dies with one leaves it to others when its time is over. */
export function dutyStore({ names, query }: Pick<Database, 'names' | 'query'>) {
  const { duties } = names;
  return {
    /** The holder, to be named again; `undefined` while somebody else does it. */
    claimDuty: async (name: DutyName, now: number, until: number): Promise<string | undefined> => {
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
    keepDuty: async (name: DutyName, holder: string, until: number): Promise<void> => {
      const keep = `UPDATE ${duties} SET held_until = $3 WHERE name = $1 AND holder = $2`;
      await query(keep, [name, holder, until]);
    },
    endDuty: async (name: DutyName, holder: string, failure: string | null): Promise<void> => {
      const set = 'held_until = 0, failure = $3';
      await query(`UPDATE ${duties} SET ${set} WHERE name = $1 AND holder = $2`, [name, holder, failure]);
    },
    /** Writes a row that says nothing, to see that the store takes writes. */
    noteWrite: async (now: number): Promise<void> => {
      await query(
        `INSERT INTO ${duties} (name, holder, held_until, tried_at, failure) VALUES ('write-check', '', 0, $1, NULL)
         ON CONFLICT (name) DO UPDATE SET tried_at = excluded.tried_at`,
        [now],
      );
    },
    dutyRecord: async (name: DutyName) => {
      const one = `SELECT ${columnsFor(dutyRow)} FROM ${duties} WHERE name = $1`;
      return firstOf(await query(one, [name]), dutyRow);
    },
  };
}
