import { z } from 'zod';
import {
  type Database,
  insertInto,
  readFirstRow,
  readNumber,
  type Statement,
  selectList,
} from '../../storage/database.ts';
import { FEATURE_MAIL, messageKinds } from '../mail/messages/message.ts';

const mailColumns = z.object({
  id: z.string(),
  kind: z.enum([...messageKinds, FEATURE_MAIL]),
  /** `null`: the account is looked up by email when the mail is sent. */
  accountId: z.string().nullable(),
  email: z.string(),
  /** JSON with further values for the message. */
  detail: z.string(),
  createdAt: z.int(),
  /** Number of attempts, including the current one. */
  attempts: z.int(),
  /** 1: an earlier attempt to send it was interrupted, so it may have arrived. */
  uncertain: z.int(),
});
const mailRow = mailColumns.transform(({ uncertain, ...mail }) => ({
  ...mail,
  isUncertain: uncertain === 1,
}));
export type ClaimedMail = z.infer<typeof mailRow>;
/** A mail that waits to be sent. Its text, and the token of its link, are created when it is sent. */
export type QueuedMail = Omit<ClaimedMail, 'attempts' | 'isUncertain'>;

/** The state of the queue, for checks and metrics. */
export interface MailState {
  waiting: number;
  /** When the oldest waiting mail was queued. */
  oldestAt: number | undefined;
  givenUp: number;
}

/** Mails that wait to be sent. All processes share the queue. */
export interface MailStore {
  /** Queues a mail that is due immediately. */
  addMail(mail: QueuedMail): Promise<void>;
  /**
   * Claims the mail that has been due the longest for this process until `until`. If the process dies, another one can
   * claim it afterwards.
   */
  claimMail(now: number, until: number): Promise<ClaimedMail | undefined>;
  /** Returns the number of waiting mails of this kind. */
  countMails(kind: QueuedMail['kind']): Promise<number>;
  /** Returns the numbers of waiting mails, and of those given up after `givenUpSince`. */
  readMailState(givenUpSince: number): Promise<MailState>;
  /** Removes a mail that was sent or must no longer be sent. */
  removeMail(id: string): Promise<void>;
  /** Returns a claimed mail to the queue until `dueAt`. `isUncertain`: this attempt may have delivered it. */
  postponeMail(id: string, dueAt: number, isUncertain: boolean): Promise<void>;
}

export function createMailStore(database: Database): MailStore {
  const { names, query, skipLocked } = database;
  const { mails } = names;
  return {
    addMail: async (mail) => {
      await query(...insertMail(database, mail));
    },
    claimMail: async (now, until) => {
      const due = `SELECT id FROM ${mails}
        WHERE due_at <= $1 AND (claimed_until IS NULL OR claimed_until <= $1)
        ORDER BY due_at, id LIMIT 1 ${skipLocked}`;
      const claim = `UPDATE ${mails} SET claimed_until = $2, attempts = attempts + 1,
        uncertain = CASE WHEN claimed_until IS NULL THEN uncertain ELSE 1 END
        WHERE id = (${due}) RETURNING ${selectList(mailColumns)}`;
      return readFirstRow(await query(claim, [now, until]), mailRow);
    },
    countMails: async (kind) =>
      readNumber(await query(`SELECT count(*) AS n FROM ${mails} WHERE kind = $1`, [kind]), 'n') ?? 0,
    readMailState: async (givenUpSince) => {
      const waitingRows = await query(`SELECT count(*) AS n, min(created_at) AS oldest FROM ${mails}`);
      const givenUp = await query(
        `SELECT count(*) AS n FROM ${names.audit} WHERE event = 'mail-given-up' AND at > $1`,
        [givenUpSince],
      );
      return {
        waiting: readNumber(waitingRows, 'n') ?? 0,
        oldestAt: readNumber(waitingRows, 'oldest'),
        givenUp: readNumber(givenUp, 'n') ?? 0,
      };
    },
    removeMail: async (id) => {
      await query(`DELETE FROM ${mails} WHERE id = $1`, [id]);
    },
    postponeMail: async (id, dueAt, isUncertain) => {
      const changes = 'claimed_until = NULL, due_at = $2, uncertain = $3';
      await query(`UPDATE ${mails} SET ${changes} WHERE id = $1`, [id, dueAt, isUncertain ? 1 : 0]);
    },
  };
}

/** Queues a mail that is due immediately. */
export function insertMail(database: Pick<Database, 'names' | 'tables'>, mail: QueuedMail): Statement {
  const initialState = { dueAt: mail.createdAt, claimedUntil: null, attempts: 0, uncertain: 0 };
  return insertInto(database, 'mails', { ...mail, ...initialState });
}
