import { z } from 'zod';
import type { Account } from '../../accounts/account.ts';
import type { AuditNote } from '../../accounts/audit.ts';
import { ACCOUNT, accountRow, joinGroupNames } from '../../accounts/store/account-rows.ts';
import type { ThrottleKey } from '../../accounts/store/throttle-store.ts';
import { type Database, readRows, run, type Work } from '../../storage/database.ts';

/** A local account without a password, and how its owner gets the link to set one. */
export interface Invited {
  account: Account;
  /** Hash of the token in the one-time link. */
  tokenHash: string;
  /** Mail with a link of its own. It isn't sent if the address has received too many. */
  mail?: { id: string; window: ThrottleKey } | undefined;
}

/** The accounts that an import has added. */
interface ImportResult {
  /** Ids of the accounts that were added. */
  added: ReadonlySet<string>;
  /** Ids of the added accounts that get their link by mail. The link of `tokenHash` doesn't exist for them. */
  mailed: ReadonlySet<string>;
}

const idRow = z.object({ id: z.string() }).transform(({ id }) => id);
const keyRow = z.object({ key: z.string() }).transform(({ key }) => key);

/** Number of people per statement. */
const AT_ONCE = 500;

/** Adds many accounts at once, with so few statements that a transaction of thousands takes a moment. */
interface ImportStore {
  /** Lists the accounts that have one of these emails, in no particular order. */
  findAccountsByEmails(emails: readonly string[]): Promise<Account[]>;
  /**
   * Adds all people with their invitations, except those whose email is taken. If anything fails, adds no one. Calls
   * `progress` with the number of people written so far, which other connections can't see yet.
   */
  addInvited(
    people: readonly Invited[],
    expiresAt: number,
    note: AuditNote,
    progress?: (done: number) => void,
  ): Promise<ImportResult>;
}

export function createImportStore(database: Database): ImportStore {
  const { names, query, transaction, elements } = database;
  const { accounts, invites, audit } = names;
  const rows = elements('$1');

  function* addPart(people: readonly Invited[], expiresAt: number, note: AuditNote): Work<ImportResult> {
    const { at, event, by = null } = note;
    const json = toJson(people);
    yield* run(
      `INSERT INTO ${accounts}
         (id, email, name, role, disabled, password_hash, issuer, subject, created_at, last_sign_in_at,
          group_names)
       SELECT value ->> 'id', value ->> 'email', value ->> 'name', value ->> 'role', $2, NULL, 'local',
         value ->> 'id', $3, NULL, value ->> 'groups'
       FROM ${rows} WHERE true ON CONFLICT DO NOTHING`,
      [json, false, at],
    );
    const select = `SELECT id FROM ${accounts} WHERE id IN (SELECT value ->> 'id' FROM ${rows})`;
    const addedIds = new Set((yield* run(select, [json])).rows.map((row) => idRow.parse(row)));
    const addedPeople = people.filter(({ account }) => addedIds.has(account.id));
    yield* run(
      `INSERT INTO ${audit} (at, event, by_whom, account_id, email, from_address, detail)
       SELECT $2, $3, $4, value ->> 'id', value ->> 'email', NULL, value ->> 'role' FROM ${rows}`,
      [toJson(addedPeople), at, event, by],
    );
    const mailedAccounts = yield* queueInvitations(database, addedPeople, { at, by });
    const peopleWithoutMail = addedPeople.filter(({ account }) => !mailedAccounts.has(account.id));
    yield* run(
      `INSERT INTO ${invites} (token_hash, account_id, expires_at)
       SELECT value ->> 'token', value ->> 'id', $2 FROM ${rows}`,
      [toJson(peopleWithoutMail), expiresAt],
    );
    return { added: addedIds, mailed: mailedAccounts };
  }

  return {
    findAccountsByEmails: async (emails) => {
      const json = JSON.stringify(emails.map((email) => ({ email })));
      const select = `SELECT ${ACCOUNT} FROM ${accounts} a
        WHERE a.email IN (SELECT value ->> 'email' FROM ${rows})`;
      return readRows(await query(select, [json]), accountRow);
    },

    addInvited: (people, expiresAt, note, progress = () => {}) =>
      transaction(function* () {
        const addedIds = new Set<string>();
        const mailedAccounts = new Set<string>();
        for (let from = 0; from < people.length; from += AT_ONCE) {
          const part = people.slice(from, from + AT_ONCE);
          const result = yield* addPart(part, expiresAt, note);
          for (const id of result.added) addedIds.add(id);
          for (const id of result.mailed) mailedAccounts.add(id);
          progress(from + part.length);
        }
        return { added: addedIds, mailed: mailedAccounts };
      }),
  };
}

/** Queues the invitations that are sent by mail. Returns the ids of their accounts. */
function* queueInvitations(
  { names, elements }: Database,
  people: readonly Invited[],
  { at, by }: { at: number; by: string | null },
): Work<ReadonlySet<string>> {
  const { mails, attempts } = names;
  const rows = elements('$1');
  const invitations = people.flatMap(({ account: { id, email }, mail }) =>
    mail ? [{ id, email, mail: mail.id, ...mail.window }] : [],
  );
  const [first] = invitations;
  if (first === undefined) return new Set();
  const countResult = yield* run(
    `SELECT key FROM ${attempts} WHERE key IN (SELECT value ->> 'key' FROM ${rows}) AND at > $2
     GROUP BY key HAVING count(*) >= $3`,
    [JSON.stringify(invitations), at - first.windowMs, first.limit],
  );
  const fullKeys = new Set(countResult.rows.map((row) => keyRow.parse(row)));
  const sentInvitations = invitations.filter(({ key }) => !fullKeys.has(key));
  const json = JSON.stringify(sentInvitations);
  yield* run(
    `INSERT INTO ${mails} (id, kind, account_id, email, detail, created_at, due_at, claimed_until, attempts, uncertain)
     SELECT value ->> 'mail', 'invitation', value ->> 'id', value ->> 'email', $3, $2, $2, NULL, 0, 0 FROM ${rows}`,
    [json, at, JSON.stringify(by === null ? {} : { by })],
  );
  yield* run(`INSERT INTO ${attempts} (key, at, expires_at) SELECT value ->> 'key', $2, $3 FROM ${rows}`, [
    json,
    at,
    at + first.windowMs,
  ]);
  return new Set(sentInvitations.map(({ id }) => id));
}

function toJson(people: readonly Invited[]): string {
  return JSON.stringify(
    people.map(({ account: { id, email, name, role, groups }, tokenHash: token }) => ({
      id,
      email,
      name,
      role,
      groups: joinGroupNames(groups),
      token,
    })),
  );
}
