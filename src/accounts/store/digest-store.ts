import { z } from 'zod';
import { type Database, insertInto, readRows, run } from '../../storage/database.ts';
import { insertMail, type QueuedMail } from './mail-store.ts';

/** Setting with the time when the last digest was due, and prefix of the settings of accounts that want no digest. */
export const DIGEST_SENT = 'digest-sent';
export const DIGEST_REFUSAL = 'digest-refused ';

const recipientRow = z.object({ id: z.string(), email: z.string() });

/** The digest that administrators receive by mail. */
export interface DigestStore {
  /** Makes the first digest due after `due`. Does nothing if digests have begun already. */
  beginDigests(due: number): Promise<void>;
  /**
   * Queues the mails of the digest that is due, in one transaction, unless another process has done so. `mailTo`
   * returns the mail to an administrator, or `undefined` for none. Returns the number of mails.
   */
  addDigest(
    due: number,
    mailTo: (accountId: string, email: string) => QueuedMail | undefined,
  ): Promise<number>;
}

export function createDigestStore(database: Database): DigestStore {
  const { names, query, transaction } = database;
  const createSentRow = (due: number) => ({ name: DIGEST_SENT, value: JSON.stringify(due), at: due });
  return {
    beginDigests: async (due) => {
      await query(...insertInto(database, 'settings', createSentRow(due), 'ON CONFLICT (name) DO NOTHING'));
    },
    addDigest: (due, mailTo) =>
      transaction(function* () {
        const set = `UPDATE ${names.settings} SET value = $2, at = $3 WHERE name = $1 AND at < $3`;
        const { changes } = yield* run(set, [DIGEST_SENT, JSON.stringify(due), due]);
        if (changes === 0) return 0;
        const recipients = yield* run(
          `SELECT id, email FROM ${names.accounts} WHERE role = 'administrator' AND NOT disabled
           AND last_sign_in_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ${names.settings} WHERE name = $1 || id)`,
          [DIGEST_REFUSAL],
        );
        let count = 0;
        for (const { id, email } of readRows(recipients, recipientRow)) {
          const mail = mailTo(id, email);
          if (mail === undefined) continue;
          yield* run(...insertMail(database, mail));
          count++;
        }
        return count;
      }),
  };
}
