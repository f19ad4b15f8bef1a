import type { Account } from '../src/accounts/account.ts';
import type { Session } from '../src/accounts/store/session-store.ts';

/** When the tests of a store begin. */
export const start = Date.UTC(2026, 0, 5, 9);

export function createAccountNamed(name: string, changes: Partial<Account> = {}): Account {
  const id = `id-${name}`;
  return {
    id,
    email: `${name}@example.com`,
    name,
    role: 'reader',
    groups: [],
    disabled: false,
    passwordHash: `hash-${name}`,
    issuer: 'local',
    subject: id,
    createdAt: start,
    lastSignInAt: null,
    ...changes,
  };
}

export function createSession(account: Account, tokenHash: string, createdAt = start): Session {
  return { tokenHash, accountId: account.id, createdAt, lastSeenAt: createdAt };
}
