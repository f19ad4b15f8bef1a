import type { SignedInUser } from '../account.ts';
import { type Context, quietly } from '../context.ts';
import { hashToken } from '../sessions/tokens.ts';
import type { Throttle } from '../throttle.ts';
import { createChallenges } from './challenges.ts';
import { type RelyingParty, requestOptions } from './passkeys.ts';
import { type GivenFactor, proofOf, proveFactor } from './prove-factor.ts';

type StepUpResult =
  | { outcome: 'verified' }
  | { outcome: 'refused' }
  | { outcome: 'throttled'; retryAt: number }
  | { outcome: 'unavailable' };

interface Asking {
  user: SignedInUser;
  /** Of the session that asks. */
  token: string;
}

/** Before what a stolen session must not do: who asks proves again who they are, unless they have just done so. */
export function createStepUp(context: Context, throttle: Throttle) {
  const { store, clock, limits, passwords } = context;
  const challenges = createChallenges(context);

  return {
    /** Asked of the store itself: another process may have taken the proof a moment ago. */
    isFresh: async (token: string): Promise<boolean> => {
      const now = clock();
      const found = await store.findSession(hashToken(token), now, limits.session);
      if (found === undefined) return false;
      const { verifiedAt, createdAt } = found.session;
      return now - (verifiedAt ?? createdAt) <= limits.stepUpMs;
    },
    /** How this reader can prove it. `passkey`: what the authenticator is to answer, where there is one. */
    ways: async ({ user, token }: Asking, party: RelyingParty | undefined) => {
      const { passkeys, codes } = await store.factorsOf(user.accountId);
      const canUse = party !== undefined && passkeys.length > 0;
      const passkey = canUse ? await requestOptions(party, passkeys) : undefined;
      if (passkey !== undefined) await challenges.set('step up', hashToken(token), passkey.challenge);
      return { password: true, codes: codes !== undefined, passkey };
    },
    verify: async (
      { user, token }: Asking,
      given: { password: string } | GivenFactor,
      from: string,
    ): Promise<StepUpResult> => {
      const account = await store.accountById(user.accountId);
      if (account === undefined || account.disabled) return { outcome: 'refused' };
      const note = (detail: string) =>
        store.note({ at: clock(), event: 'factor-refused', from, detail: `step-up: ${detail}` }, account.id);
      if ('password' in given) {
        const attempt = await throttle.count(account.email, from, clock());
        if (!attempt.allowed) return { outcome: 'throttled', retryAt: attempt.retryAt };
        const verdict = await passwords.verify(account.passwordHash, given.password, attempt.turn);
        if (verdict === 'busy') {
          await attempt.turnedAway();
          return { outcome: 'unavailable' };
        }
        if (verdict === 'mismatch') {
          await note('wrong password');
          return { outcome: 'refused' };
        }
        await quietly(context, 'A successful attempt could not be settled.', () => attempt.succeeded());
      } else {
        const attempt = await throttle.countFactor(account, from, clock());
        if (!attempt.allowed) return { outcome: 'throttled', retryAt: attempt.retryAt };
        const proof = await proofOf(given, () => challenges.take('step up', hashToken(token)));
        const proved = await proveFactor(context, account, proof, from);
        if (proved.outcome === 'refused') {
          await note(proved.reason);
          return { outcome: 'refused' };
        }
        await quietly(context, 'A successful attempt could not be settled.', () => attempt.succeeded());
      }
      await store.verifySession(hashToken(token), clock());
      return { outcome: 'verified' };
    },
  };
}
