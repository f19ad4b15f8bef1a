import type { Account } from '../../src/accounts/account.ts';
import type { AuditEvent, AuditNote } from '../../src/accounts/audit.ts';
import type { SignedIn } from '../../src/accounts/store/session-store.ts';
import type { Store } from '../../src/accounts/store/store.ts';
import { createAccountNamed } from '../store-fixtures.ts';

/** Two handles on one store, new for each test. Each simulates a process. */
export interface Stores {
  readonly one: Store;
  readonly other: Store;
  add(...accounts: Account[]): Promise<void>;
  found(tokenHash: string, now?: number): Promise<SignedIn | undefined>;
}

export const minute = 60_000;
export const hour = 60 * minute;
export const sessionLimits = { idleMs: 12 * hour, absoluteMs: 14 * 24 * hour };

export const reader = createAccountNamed('rosa');
export const admin = createAccountNamed('ada', { role: 'administrator' });
export const secondAdmin = createAccountNamed('ben', { role: 'administrator' });

export const note = (event: AuditEvent, at: number, more: Partial<AuditNote> = {}): AuditNote => ({
  at,
  event,
  ...more,
});
