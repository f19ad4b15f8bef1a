import type { SignedInUser } from '../account.ts';
import { type ConfirmationFailure, confirmOwner } from '../confirm-owner.ts';
import { type Context, logFailure } from '../context.ts';
import { hashToken } from '../sessions/tokens.ts';
import type { Throttle } from '../throttle.ts';
import { createChallenges } from './challenges.ts';
import { createRequestOptions, type RelyingParty } from './passkeys.ts';
import { type FactorInput, proveFactor, readProof } from './prove-factor.ts';

interface Requester {
  user: SignedInUser;
  /** Token of the current session. */
  token: string;
}

/**
 * Asks users to confirm their identity before actions that a stolen session must not be able to do, unless they have
 * just done so.
 */
export function createStepUp(context: Context, throttle: Throttle) {
  const { store, clock, limits } = context;
  const challenges = createChallenges(context);

  return {
    /** Whether the user has recently confirmed it. Reads the store, because another process may have recorded it. */
    isFresh: async (token: string): Promise<boolean> => {
      const now = clock();
      const session = await store.findSession(hashToken(token), now, limits.session);
      if (session === undefined) return false;
      const { verifiedAt, createdAt } = session.session;
      return now - (verifiedAt ?? createdAt) <= limits.stepUpMs;
    },
    /**
     * How the user can confirm their identity. `passkey`: the challenge for the authenticator, if there is a passkey.
     */
    listMethods: async ({ user, token }: Requester, party: RelyingParty | undefined) => {
      const { passkeys, codes } = await store.readFactors(user.accountId);
      const canUse = party !== undefined && passkeys.length > 0;
      const passkey = canUse ? await createRequestOptions(party, passkeys) : undefined;
      if (passkey !== undefined) await challenges.set('step up', hashToken(token), passkey.challenge);
      return { password: true, codes: codes !== undefined, passkey };
    },
    verify: async (
      { user, token }: Requester,
      input: { password: string } | FactorInput,
      from: string,
    ): Promise<{ outcome: 'verified' } | ConfirmationFailure> => {
      if ('password' in input) {
        const ownerRequest = { user, current: input.password, address: from };
        const refusalNote = { event: 'factor-refused', detail: 'step-up: wrong password' } as const;
        const owner = await confirmOwner(context, throttle, ownerRequest, refusalNote);
        if (owner.outcome !== 'confirmed') return owner;
      } else {
        const account = await store.accountById(user.accountId);
        if (account === undefined || account.disabled) return { outcome: 'refused' };
        const attempt = await throttle.countFactor(account, from, clock());
        if (!attempt.allowed) return { outcome: 'throttled', retryAt: attempt.retryAt };
        const proof = await readProof(input, () => challenges.take('step up', hashToken(token)));
        const result = await proveFactor(context, account, proof, from);
        if (result.outcome === 'refused') {
          const detail = `step-up: ${result.reason}`;
          await store.note({ at: clock(), event: 'factor-refused', from, detail }, account.id);
          return { outcome: 'refused' };
        }
        await logFailure(context, 'A successful attempt could not be recorded.', () => attempt.succeeded());
      }
      await store.verifySession(hashToken(token), clock());
      return { outcome: 'verified' };
    },
  };
}

/** Asks users to confirm their identity before critical actions. */
export type StepUp = ReturnType<typeof createStepUp>;
