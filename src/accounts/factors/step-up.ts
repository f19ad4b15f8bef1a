import type { SignedInUser } from '../account.ts';
import { confirmOwner, type Unconfirmed } from '../confirm-owner.ts';
import { type Context, quietly } from '../context.ts';
import { hashToken } from '../sessions/tokens.ts';
import type { Throttle } from '../throttle.ts';
import { createChallenges } from './challenges.ts';
import { type RelyingParty, requestOptions } from './passkeys.ts';
import { type GivenFactor, proofOf, proveFactor } from './prove-factor.ts';

interface Asking {
  user: SignedInUser;
  /** Of the session that asks. */
  token: string;
}

/** Before what a stolen session must not do: who asks proves again who they are, unless they have just done so. */
export function createStepUp(context: Context, throttle: Throttle) {
  const { store, clock, limits } = context;
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
    ): Promise<{ outcome: 'verified' } | Unconfirmed> => {
      if ('password' in given) {
        const typed = { user, current: given.password, address: from };
        const refused = { event: 'factor-refused', detail: 'step-up: wrong password' } as const;
        const owner = await confirmOwner(context, throttle, typed, refused);
        if (owner.outcome !== 'confirmed') return owner;
      } else {
        const account = await store.accountById(user.accountId);
        if (account === undefined || account.disabled) return { outcome: 'refused' };
        const attempt = await throttle.countFactor(account, from, clock());
        if (!attempt.allowed) return { outcome: 'throttled', retryAt: attempt.retryAt };
        const proof = await proofOf(given, () => challenges.take('step up', hashToken(token)));
        const proved = await proveFactor(context, account, proof, from);
        if (proved.outcome === 'refused') {
          const detail = `step-up: ${proved.reason}`;
          await store.note({ at: clock(), event: 'factor-refused', from, detail }, account.id);
          return { outcome: 'refused' };
        }
        await quietly(context, 'A successful attempt could not be settled.', () => attempt.succeeded());
      }
      await store.verifySession(hashToken(token), clock());
      return { outcome: 'verified' };
    },
  };
}
