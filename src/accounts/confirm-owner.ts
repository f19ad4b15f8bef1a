import type { Account, SignedInUser } from './account.ts';
import type { AuditNote } from './audit.ts';
import { type Context, quietly } from './context.ts';
import type { Throttle } from './throttle.ts';

/** Why it was not the account's owner who asked, as far as we know. */
export type Unconfirmed =
  /** The password is another one, or the account has none here. */
  { outcome: 'refused' } | { outcome: 'throttled'; retryAt: number } | { outcome: 'unavailable' };

interface Given {
  user: SignedInUser;
  /** What was typed as the account's password. */
  current: string;
  address: string;
}

/**
 * Whether whoever sits at a session knows the account's password: before what the next one at the same desk must not
 * do. Guesses count as those of a sign-in do. `refused` is written down where it was another password.
 */
export async function confirmOwner(
  context: Pick<Context, 'store' | 'passwords' | 'clock' | 'logger'>,
  throttle: Throttle,
  { user, current, address }: Given,
  refused: Pick<AuditNote, 'event' | 'detail'>,
): Promise<{ outcome: 'confirmed'; account: Account } | Unconfirmed> {
  const { store, passwords, clock } = context;
  const attempt = await throttle.count(user.email, address, clock());
  if (!attempt.allowed) return { outcome: 'throttled', retryAt: attempt.retryAt };
  const account = await store.accountById(user.accountId);
  const verdict = await passwords.verify(account?.passwordHash, current, attempt.turn);
  if (verdict === 'busy') {
    await attempt.turnedAway();
    return { outcome: 'unavailable' };
  }
  if (account === undefined || account.disabled || verdict === 'mismatch') {
    await attempt.failed();
    await store.note({ at: clock(), ...refused, from: address }, account?.id);
    return { outcome: 'refused' };
  }
  await quietly(context, 'A successful attempt could not be settled.', () => attempt.succeeded());
  return { outcome: 'confirmed', account };
}
