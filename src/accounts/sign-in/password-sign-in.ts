import { type Account, normaliseEmail } from '../account.ts';
import { type Context, quietly } from '../context.ts';
import type { Throttle } from '../throttle.ts';
import { type Entered, enter, noteRefusal, type SignInSource, welcome } from './sign-in-outcome.ts';

export type SignInResult =
  | Entered
  /** The same for unknown, wrong and disabled. */
  | { outcome: 'refused' }
  | { outcome: 'throttled'; retryAt: number }
  /** The store or the hashing queue cannot take it now. */
  | { outcome: 'unavailable' };

/** An attempt is counted before its password is hashed, and each costs one hash, whether the account exists or not. */
export async function signInByPassword(
  context: Context,
  throttle: Throttle,
  given: { email: string; password: string } & SignInSource,
): Promise<SignInResult> {
  const { store, clock, passwords, issuer } = context;
  // What cannot be an e-mail goes the same way as one that nobody has.
  const email = normaliseEmail(given.email);
  const attempt = await throttle.count(email ?? given.email, given.address, clock());
  if (!attempt.allowed) return { outcome: 'throttled', retryAt: attempt.retryAt };

  const account = email === undefined ? undefined : await store.accountByEmail(email);
  const verdict = await passwords.verify(account?.passwordHash, given.password, attempt.turn);
  if (verdict === 'busy') {
    await attempt.turnedAway();
    return { outcome: 'unavailable' };
  }
  const fault = faultOf(account, verdict, issuer);
  if (account === undefined || fault !== undefined) {
    await attempt.failed();
    await noteRefusal(context, given.address, account, fault ?? 'unknown account');
    return { outcome: 'refused' };
  }

  // Before it waits for a second factor: what waits is bound to the hash of then.
  let kept = account;
  await quietly(context, 'A password could not be hashed again.', async () => {
    kept = await rehashed(context, account, given.password);
  });
  // The store looks again: the account may have changed while the password was being verified.
  const entered = await enter(context, kept, given);
  if (entered === undefined) {
    await attempt.failed();
    return { outcome: 'refused' };
  }
  await quietly(context, 'A successful attempt could not be settled.', () => attempt.succeeded());
  if (entered.outcome === 'signed-in') await welcome(context, throttle, account, given);
  return entered;
}

/** Under the parameters of now. */
async function rehashed({ store, passwords }: Context, account: Account, password: string): Promise<Account> {
  const { id, passwordHash } = account;
  if (passwordHash === null || !passwords.isOutdated(passwordHash)) return account;
  const hash = await passwords.hash(password);
  // The next sign-in is an occasion too.
  if (hash === 'busy' || !(await store.replacePasswordHash(id, passwordHash, hash))) return account;
  return { ...account, passwordHash: hash };
}

function faultOf(
  account: Account | undefined,
  verdict: 'match' | 'mismatch',
  issuer: string,
): string | undefined {
  if (account === undefined) return 'unknown account';
  if (account.disabled) return 'disabled account';
  if (account.issuer !== issuer) return 'account of another provider';
  return verdict === 'mismatch' ? 'wrong password' : undefined;
}
