import { setImmediate } from 'node:timers/promises';
import { localAccount } from '../account.ts';
import type { Context } from '../context.ts';
import { hashToken, newToken } from '../sessions/tokens.ts';
import type { Invited } from '../store/import-store.ts';
import type { Person } from './read-people.ts';

const AT_ONCE = 500;

/** What an import will do. */
export interface ImportPlan {
  toAdd: readonly Person[];
  /** Who has an account already: it stays as it is. */
  there: readonly Person[];
  /** Of these, those of whom the file says something else. */
  otherwise: readonly { person: Person; is: Pick<Person, 'name' | 'role'> }[];
}

interface ImportedPerson {
  email: string;
  name: string;
  /** Of the one-time link; absent where it goes out by mail. */
  token?: string;
}

interface ImportResult {
  added: readonly ImportedPerson[];
  /** How many had an account already. */
  there: number;
}

/** Goes on after each part of the people: how many are behind it. */
export type Progress = (done: number) => void;

export async function planImport(
  { store }: Pick<Context, 'store'>,
  people: readonly Person[],
  progress: Progress = () => {},
): Promise<ImportPlan> {
  const toAdd: Person[] = [];
  const there: Person[] = [];
  const otherwise: ImportPlan['otherwise'][number][] = [];
  for (let from = 0; from < people.length; from += AT_ONCE) {
    const part = people.slice(from, from + AT_ONCE);
    const known = await store.accountsByEmails(part.map(({ email }) => email));
    const byEmail = new Map(known.map((account) => [account.email, account]));
    for (const person of part) {
      const account = byEmail.get(person.email);
      if (account === undefined) {
        toAdd.push(person);
        continue;
      }
      there.push(person);
      const { name, role } = account;
      if (role !== person.role || (person.name !== '' && person.name !== name))
        otherwise.push({ person, is: { name, role } });
    }
    progress(from + part.length);
    // Requests have their turn in between.
    await setImmediate();
  }
  return { toAdd, there, otherwise };
}

/**
 * Adds all who have no account yet, or nobody. Whoever is killed meanwhile has added all or nobody, too. The progress
 * is half of making the accounts and half of writing them, which SQLite does at one go.
 */
export async function importPeople(
  { store, clock, limits, mail }: Pick<Context, 'store' | 'clock' | 'limits' | 'mail'>,
  people: readonly Person[],
  by: string,
  progress: Progress = () => {},
): Promise<ImportResult> {
  const at = clock();
  const tokens = new Map<string, string>();
  const invited: Invited[] = [];
  for (const [prepared, { email, ...person }] of people.entries()) {
    const token = newToken();
    const account = localAccount(email, person, { passwordHash: null, createdAt: at });
    tokens.set(account.id, token);
    invited.push({ account, tokenHash: hashToken(token), mail: mail?.prepare('invitation', email) });
    if (prepared % AT_ONCE > 0) continue;
    progress(Math.floor(prepared / 2));
    // Requests have their turn in between.
    await setImmediate();
  }
  const note = { at, event: 'account-added', by } as const;
  const { added, mailed } = await store.addInvited(invited, at + limits.inviteMs, note, (written) =>
    progress(Math.floor((people.length + written) / 2)),
  );
  mail?.wake();
  const fresh = invited.filter(({ account }) => added.has(account.id));
  return {
    added: fresh.map(({ account: { id, email, name } }) => {
      const token = mailed.has(id) ? undefined : tokens.get(id);
      return { email, name, ...(token === undefined ? {} : { token }) };
    }),
    there: people.length - fresh.length,
  };
}
