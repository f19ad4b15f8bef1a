import { z } from 'zod';
import {
  columnsFor,
  type Database,
  firstOf,
  insertInto,
  numberOf,
  type Statement,
} from '../../storage/database.ts';
import { messageKinds } from '../mail/messages/message.ts';

const mailColumns = z.object({
  id: z.string(),
  kind: z.enum(messageKinds),
  /** `null`: whoever has the e-mail, if anybody does. */
  accountId: z.string().nullable(),
  email: z.string(),
  /** JSON: what the words need besides. */
  detail: z.string(),
  createdAt: z.int(),
  /** This one included. */
  attempts: z.int(),
  /** 1: somebody began to send it before and did not say how it ended, so it may have arrived. */
  uncertain: z.int(),
});
const mailRow = mailColumns.transform(({ uncertain, ...mail }) => ({
  ...mail,
  isUncertain: uncertain === 1,
}));
export type ClaimedMail = z.infer<typeof mailRow>;
/** What is to be said, and to whom; the words, and the token of a link, are made when it is sent. */
export type QueuedMail = Omit<ClaimedMail, 'attempts' | 'isUncertain'>;

export interface MailState {
  waiting: number;
  /** When the oldest of those that wait was written. */
  oldestAt: number | undefined;
  givenUp: number;
}

export function mailStore(database: Database) {
  const { names, query, skipLocked } = database;
  const { mails } = names;
  return {
    addMail: async (mail: QueuedMail): Promise<void> => {
      await query(...queued(database, mail));
    },
    /** The one that is due for longest, for this process alone until then. Who dies with it leaves it to another. */
    claimMail: async (now: number, until: number): Promise<ClaimedMail | undefined> => {
      const due = `SELECT id FROM ${mails}
        WHERE due_at <= $1 AND (claimed_until IS NULL OR claimed_until <= $1)
        ORDER BY due_at, id LIMIT 1 ${skipLocked}`;
      const claim = `UPDATE ${mails} SET claimed_until = $2, attempts = attempts + 1,
        uncertain = CASE WHEN claimed_until IS NULL THEN uncertain ELSE 1 END
        WHERE id = (${due}) RETURNING ${columnsFor(mailColumns)}`;
      return firstOf(await query(claim, [now, until]), mailRow);
    },
    /** Of this kind. */
    countMails: async (kind: QueuedMail['kind']): Promise<number> =>
      numberOf(await query(`SELECT count(*) AS n FROM ${mails} WHERE kind = $1`, [kind]), 'n') ?? 0,
    /** What hasn't been sent: how much waits, since when, and what was given up lately. */
    mailState: async (givenUpSince: number): Promise<MailState> => {
      const waiting = await query(`SELECT count(*) AS n, min(created_at) AS oldest FROM ${mails}`);
      const givenUp = await query(
        `SELECT count(*) AS n FROM ${names.audit} WHERE event = 'mail-given-up' AND at > $1`,
        [givenUpSince],
      );
      return {
        waiting: numberOf(waiting, 'n') ?? 0,
        oldestAt: numberOf(waiting, 'oldest'),
        givenUp: numberOf(givenUp, 'n') ?? 0,
      };
    },
    /** It is sent, or nobody is to get it any more. */
    removeMail: async (id: string): Promise<void> => {
      await query(`DELETE FROM ${mails} WHERE id = $1`, [id]);
    },
    postponeMail: async (id: string, dueAt: number, isUncertain: boolean): Promise<void> => {
      const later = 'claimed_until = NULL, due_at = $2, uncertain = $3';
      await query(`UPDATE ${mails} SET ${later} WHERE id = $1`, [id, dueAt, isUncertain ? 1 : 0]);
    },
  };
}

/** What puts a mail into the queue, due at once. */
export function queued(database: Pick<Database, 'names'>, mail: QueuedMail): Statement {
  const begun = { dueAt: mail.createdAt, claimedUntil: null, attempts: 0, uncertain: 0 };
  return insertInto(database, 'mails', { ...mail, ...begun });
}
