import type { Account, SignedInUser } from './account.ts';
import type { AuditNote } from './audit.ts';
import { type Context, logFailure } from './context.ts';
import type { Throttle } from './throttle.ts';

/** Why the account's owner couldn't be confirmed. */
export type ConfirmationFailure =
  /** The password is wrong, or the account has no password here. */
  { outcome: 'refused' } | { outcome: 'throttled'; retryAt: number } | { outcome: 'unavailable' };

interface ConfirmationRequest {
  user: SignedInUser;
  /** The password that the user typed. */
  current: string;
  address: string;
}

/**
 * Checks that the user of a session knows the account's password, before actions that another person at the same
 * computer must not be able to do. Wrong passwords count like failed sign-ins, and are recorded with the note
 * `refused`.
 */
export async function confirmOwner(
  context: Pick<Context, 'store' | 'passwords' | 'clock' | 'logger'>,
  throttle: Throttle,
  { user, current, address }: ConfirmationRequest,
  refusalNote: Pick<AuditNote, 'event' | 'detail'>,
): Promise<{ outcome: 'confirmed'; account: Account } | ConfirmationFailure> {
  const { store, passwords, clock } = context;
  const attempt = await throttle.count(user.email, address, clock());
  if (!attempt.allowed) return { outcome: 'throttled', retryAt: attempt.retryAt };
  const account = await store.findAccountById(user.accountId);
  const verdict = await passwords.verify(account?.passwordHash, current, attempt.turn);
  if (verdict === 'busy') {
    await attempt.recordQueueRejection();
    return { outcome: 'unavailable' };
  }
  if (account === undefined || account.disabled || verdict === 'mismatch') {
    await attempt.recordFailure();
    await store.note({ at: clock(), ...refusalNote, from: address }, account?.id);
    return { outcome: 'refused' };
  }
  await logFailure(context, "A successful attempt couldn't be recorded.", () => attempt.recordSuccess());
  return { outcome: 'confirmed', account };
}
