import { setImmediate } from 'node:timers/promises';
import { createLocalAccount } from '../../accounts/account.ts';
import type { AccountParts } from '../../accounts/context.ts';
import { createToken, hashToken } from '../../accounts/sessions/tokens.ts';
import { createImportStore, type Invited } from './import-store.ts';
import type { Person } from './read-people.ts';

/** Number of people processed before other requests run. */
const AT_ONCE = 500;

/** The parts of accounts that an import needs. */
export type ImportParts = Pick<AccountParts, 'store' | 'clock' | 'limits' | 'mail'>;

/** The changes that an import will make. */
export interface ImportPlan {
  toAdd: readonly Person[];
  /** People who have an account already. Their accounts stay unchanged. */
  there: readonly Person[];
  /** Existing accounts whose name or role differs in the file. */
  otherwise: readonly { person: Person; is: Pick<Person, 'name' | 'role'> }[];
}

interface ImportedPerson {
  email: string;
  name: string;
  /** Token of the one-time link; undefined if the link is sent by mail. */
  token?: string;
}

/** The outcome of an import. */
interface ImportResult {
  added: readonly ImportedPerson[];
  /** Number of people who had an account already. */
  there: number;
}

/** Called with the number of people processed so far. */
export type ReportProgress = (done: number) => void;

/**
 * Says what an import would do: who would be added, who has an account already, and whose name or role differs. Changes
 * nothing.
 */
export async function planImport(
  { store }: Pick<AccountParts, 'store'>,
  people: readonly Person[],
  progress: ReportProgress = () => {},
): Promise<ImportPlan> {
  const importStore = createImportStore(store.database);
  const toAdd: Person[] = [];
  const there: Person[] = [];
  const otherwise: ImportPlan['otherwise'][number][] = [];
  for (let from = 0; from < people.length; from += AT_ONCE) {
    const part = people.slice(from, from + AT_ONCE);
    const existingAccounts = await importStore.findAccountsByEmails(part.map(({ email }) => email));
    const byEmail = new Map(existingAccounts.map((account) => [account.email, account]));
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
    // Lets other requests run in between.
    await setImmediate();
  }
  return { toAdd, there, otherwise };
}

/**
 * Adds everyone who has no account yet, or no one if anything fails or the process is killed. Half of the progress is
 * for preparing the accounts, half for writing them, which SQLite does synchronously.
 */
export async function importPeople(
  { store, clock, limits, mail }: ImportParts,
  people: readonly Person[],
  by: string,
  progress: ReportProgress = () => {},
): Promise<ImportResult> {
  const at = clock();
  const tokens = new Map<string, string>();
  const invitations: Invited[] = [];
  for (const [index, { email, ...person }] of people.entries()) {
    const token = createToken();
    const account = createLocalAccount(email, person, { passwordHash: null, createdAt: at });
    tokens.set(account.id, token);
    invitations.push({ account, tokenHash: hashToken(token), mail: mail?.prepare('invitation', email) });
    if (index % AT_ONCE > 0) continue;
    progress(Math.floor(index / 2));
    // Lets other requests run in between.
    await setImmediate();
  }
  const note = { at, event: 'account-added', by } as const;
  const { added, mailed } = await createImportStore(store.database).addInvited(
    invitations,
    at + limits.inviteMs,
    note,
    (writtenCount) => progress(Math.floor((people.length + writtenCount) / 2)),
  );
  mail?.wake();
  const newlyInvited = invitations.filter(({ account }) => added.has(account.id));
  return {
    added: newlyInvited.map(({ account: { id, email, name } }) => {
      const token = mailed.has(id) ? undefined : tokens.get(id);
      return { email, name, ...(token === undefined ? {} : { token }) };
    }),
    there: people.length - newlyInvited.length,
  };
}
