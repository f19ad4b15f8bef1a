import type { AccountBook } from './account-book.ts';
import type { AccountFault } from './identity.ts';

export type EnsureResult =
  | { outcome: 'created'; email: string }
  /** There is an account already: then nothing is looked at and nothing changes. */
  | { outcome: 'present' }
  | { outcome: 'invalid'; problems: AccountFault[] };

/** The first administrator of an unattended start (`ADMIN_EMAIL`, `ADMIN_PASSWORD`). */
export async function ensureAdministrator(
  accounts: AccountBook,
  given: { email: string; password: string },
): Promise<EnsureResult> {
  // Without this look every start would hash.
  if ((await accounts.count()) > 0) return { outcome: 'present' };
  const added = await accounts.by('environment').addFirst({ ...given, name: '' });
  switch (added.outcome) {
    case 'added':
      return { outcome: 'created', email: added.account.email };
    case 'invalid':
      return added;
    case 'taken':
      return { outcome: 'present' };
    case 'busy':
      throw new Error('The hashing queue is full before the first request.');
  }
}
