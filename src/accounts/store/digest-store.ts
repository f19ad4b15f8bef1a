import { z } from 'zod';
import { allOf, type Database, insertInto, run } from '../../storage/database.ts';
import { type QueuedMail, queued } from './mail-store.ts';

/** Names of settings: when the last digest was due, and before the id of whoever wants none. */
export const DIGEST_SENT = 'digest-sent';
export const DIGEST_REFUSAL = 'digest-refused ';

const wantingRow = z.object({ id: z.string(), email: z.string() });

export function digestStore(database: Database) {
  const { names, query, transaction } = database;
  const sent = (due: number) => ({ name: DIGEST_SENT, value: JSON.stringify(due), at: due });
  return {
    /** From now on digests are due; the one of this time is not. */
    beginDigests: async (due: number): Promise<void> => {
      await query(...insertInto(database, 'settings', sent(due), 'ON CONFLICT (name) DO NOTHING'));
    },
    /** Puts the mails of this time into the queue, unless another process has: how many there were. */
    addDigest: (
      due: number,
      mailTo: (accountId: string, email: string) => QueuedMail | undefined,
    ): Promise<number> =>
      transaction(function* () {
        const set = `UPDATE ${names.settings} SET value = $2, at = $3 WHERE name = $1 AND at < $3`;
        const { changes } = yield* run(set, [DIGEST_SENT, JSON.stringify(due), due]);
        if (changes === 0) return 0;
        const wanting = yield* run(
          `SELECT id, email FROM ${names.accounts} WHERE role = 'administrator' AND NOT disabled
           AND last_sign_in_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ${names.settings} WHERE name = $1 || id)`,
          [DIGEST_REFUSAL],
        );
        let count = 0;
        for (const { id, email } of allOf(wanting, wantingRow)) {
          const mail = mailTo(id, email);
          if (mail === undefined) continue;
          yield* run(...queued(database, mail));
          count++;
        }
        return count;
      }),
  };
}
