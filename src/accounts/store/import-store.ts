import { z } from 'zod';
import { allOf, type Database, run, type Work } from '../../storage/database.ts';
import type { Account } from '../account.ts';
import type { AuditNote } from '../audit.ts';
import { ACCOUNT, accountRow, groupNames } from './account-rows.ts';
import type { ThrottleKey } from './throttle-store.ts';

/** An account of this site without a password, and how its owner comes to set one. */
export interface Invited {
  account: Account;
  /** Of the link. */
  tokenHash: string;
  /** The mail that brings another link, unless its address has had enough of them. */
  mail?: { id: string; window: ThrottleKey } | undefined;
}

interface Added {
  /** Ids of the accounts that were not there yet. */
  added: ReadonlySet<string>;
  /** Of these, those to whom a mail brings their link: the one of `tokenHash` is none. */
  mailed: ReadonlySet<string>;
}

const idRow = z.object({ id: z.string() }).transform(({ id }) => id);
const keyRow = z.object({ key: z.string() }).transform(({ key }) => key);

/** For how many a statement is. */
const AT_ONCE = 500;

/** Many accounts at once, in so few statements that a transaction of thousands is over in a moment. */
export function importStore(database: Database) {
  const { names, query, transaction, elements } = database;
  const { accounts, invites, audit } = names;
  const given = elements('$1');

  function* addPart(people: readonly Invited[], expiresAt: number, note: AuditNote): Work<Added> {
    const { at, event, by = null } = note;
    const all = jsonOf(people);
    yield* run(
      `INSERT INTO ${accounts}
         (id, email, name, role, disabled, password_hash, issuer, subject, created_at, last_sign_in_at,
          group_names)
       SELECT ${of('id')}, ${of('email')}, ${of('name')}, ${of('role')}, $2, NULL, 'local', ${of('id')}, $3, NULL,
         ${of('groups')}
       FROM ${given} WHERE true ON CONFLICT DO NOTHING`,
      [all, false, at],
    );
    const there = `SELECT id FROM ${accounts} WHERE id IN (SELECT ${of('id')} FROM ${given})`;
    const added = new Set((yield* run(there, [all])).rows.map((row) => idRow.parse(row)));
    const fresh = people.filter(({ account }) => added.has(account.id));
    yield* run(
      `INSERT INTO ${audit} (at, event, by_whom, account_id, email, from_address, detail)
       SELECT $2, $3, $4, ${of('id')}, ${of('email')}, NULL, ${of('role')} FROM ${given}`,
      [jsonOf(fresh), at, event, by],
    );
    const mailed = yield* queueInvitations(database, fresh, at);
    const linked = fresh.filter(({ account }) => !mailed.has(account.id));
    yield* run(
      `INSERT INTO ${invites} (token_hash, account_id, expires_at)
       SELECT ${of('token')}, ${of('id')}, $2 FROM ${given}`,
      [jsonOf(linked), expiresAt],
    );
    return { added, mailed };
  }

  return {
    accountsByEmails: async (emails: readonly string[]): Promise<Account[]> => {
      const wanted = `SELECT ${of('email')} FROM ${given}`;
      const json = JSON.stringify(emails.map((email) => ({ email })));
      const found = await query(`SELECT ${ACCOUNT} FROM ${accounts} a WHERE a.email IN (${wanted})`, [json]);
      return allOf(found, accountRow);
    },

    /**
     * All of them with their invitations, but for those whose e-mail is taken; if anything fails, nobody. `progress`:
     * how many are written, though not yet for others to see.
     */
    addInvited: (
      people: readonly Invited[],
      expiresAt: number,
      note: AuditNote,
      progress: (done: number) => void = () => {},
    ): Promise<Added> =>
      transaction(function* () {
        const added = new Set<string>();
        const mailed = new Set<string>();
        for (let from = 0; from < people.length; from += AT_ONCE) {
          const part = people.slice(from, from + AT_ONCE);
          const result = yield* addPart(part, expiresAt, note);
          for (const id of result.added) added.add(id);
          for (const id of result.mailed) mailed.add(id);
          progress(from + part.length);
        }
        return { added, mailed };
      }),
  };
}

/** The ids of the accounts to whom a mail goes. */
function* queueInvitations(
  { names, elements }: Database,
  people: readonly Invited[],
  at: number,
): Work<ReadonlySet<string>> {
  const { mails, attempts } = names;
  const given = elements('$1');
  const wanted = people.flatMap(({ account: { id, email }, mail }) =>
    mail ? [{ id, email, mail: mail.id, ...mail.window }] : [],
  );
  const [first] = wanted;
  if (first === undefined) return new Set();
  const counted = yield* run(
    `SELECT key FROM ${attempts} WHERE key IN (SELECT ${of('key')} FROM ${given}) AND at > $2
     GROUP BY key HAVING count(*) >= $3`,
    [JSON.stringify(wanted), at - first.windowMs, first.limit],
  );
  const full = new Set(counted.rows.map((row) => keyRow.parse(row)));
  const mailed = wanted.filter(({ key }) => !full.has(key));
  const json = JSON.stringify(mailed);
  yield* run(
    `INSERT INTO ${mails} (id, kind, account_id, email, detail, created_at, due_at, claimed_until, attempts, uncertain)
     SELECT ${of('mail')}, 'invitation', ${of('id')}, ${of('email')}, '{}', $2, $2, NULL, 0, 0 FROM ${given}`,
    [json, at],
  );
  yield* run(`INSERT INTO ${attempts} (key, at, expires_at) SELECT ${of('key')}, $2, $3 FROM ${given}`, [
    json,
    at,
    at + first.windowMs,
  ]);
  return new Set(mailed.map(({ id }) => id));
}

const of = (name: 'id' | 'email' | 'name' | 'role' | 'groups' | 'token' | 'mail' | 'key') =>
  `value ->> '${name}'`;

function jsonOf(people: readonly Invited[]): string {
  return JSON.stringify(
    people.map(({ account: { id, email, name, role, groups }, tokenHash: token }) => ({
      id,
      email,
      name,
      role,
      groups: groupNames(groups),
      token,
    })),
  );
}
