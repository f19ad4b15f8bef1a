import { type Account, normaliseEmail } from '../account.ts';
import { type Context, logFailure } from '../context.ts';
import type { Throttle } from '../throttle.ts';
import {
  continueSignIn,
  recordRefusal,
  recordSource,
  type SignInSource,
  type SignInStep,
} from './sign-in-outcome.ts';

export type SignInResult =
  | SignInStep
  /** The account is unknown or disabled, or the password is wrong. All get the same answer. */
  | { outcome: 'refused' }
  | { outcome: 'throttled'; retryAt: number }
  /** The store is unavailable, or the hashing queue is full. */
  | { outcome: 'unavailable' };

/** Counts the attempt before hashing its password. Every attempt costs one hash, whether the account exists or not. */
export async function signInByPassword(
  context: Context,
  throttle: Throttle,
  credentials: { email: string; password: string } & SignInSource,
): Promise<SignInResult> {
  const { store, clock, passwords, issuer } = context;
  // Text that can't be an email is treated like an unknown email.
  const email = normaliseEmail(credentials.email);
  const attempt = await throttle.count(email ?? credentials.email, credentials.address, clock());
  if (!attempt.allowed) return { outcome: 'throttled', retryAt: attempt.retryAt };

  const account = email === undefined ? undefined : await store.findAccountByEmail(email);
  const verdict = await passwords.verify(account?.passwordHash, credentials.password, attempt.turn);
  if (verdict === 'busy') {
    await attempt.recordQueueRejection();
    return { outcome: 'unavailable' };
  }
  const fault = findFault(account, verdict, issuer);
  if (account === undefined || fault !== undefined) {
    await attempt.recordFailure();
    await recordRefusal(context, credentials.address, account, fault ?? 'unknown account');
    return { outcome: 'refused' };
  }

  // Rehash before waiting for a second factor, because a pending sign-in is bound to the current hash.
  let currentAccount = account;
  await logFailure(context, "A password couldn't be rehashed.", async () => {
    currentAccount = await rehash(context, account, credentials.password);
  });
  // The store checks again, because the account may have changed while the password was being verified.
  const step = await continueSignIn(context, currentAccount, credentials);
  if (step === undefined) {
    await attempt.recordFailure();
    return { outcome: 'refused' };
  }
  await logFailure(context, "A successful attempt couldn't be recorded.", () => attempt.recordSuccess());
  if (step.outcome === 'signed-in') await recordSource(context, throttle, account, credentials);
  return step;
}

/** Stores the password's hash with the current parameters, if they have changed. */
async function rehash({ store, passwords }: Context, account: Account, password: string): Promise<Account> {
  const { id, passwordHash } = account;
  if (passwordHash === null || !passwords.isOutdated(passwordHash)) return account;
  const hash = await passwords.hash(password);
  // If it fails, the next sign-in tries again.
  if (hash === 'busy' || !(await store.replacePasswordHash(id, passwordHash, hash))) return account;
  return { ...account, passwordHash: hash };
}

function findFault(
  account: Account | undefined,
  verdict: 'match' | 'mismatch',
  issuer: string,
): string | undefined {
  if (account === undefined) return 'unknown account';
  if (account.disabled) return 'disabled account';
  if (account.issuer !== issuer) return 'account of another provider';
  return verdict === 'mismatch' ? 'wrong password' : undefined;
}
