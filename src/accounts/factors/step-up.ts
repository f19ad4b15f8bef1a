import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
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

interface StepUpMethods {
  password: true;
  /** Whether the account has one-time codes. */
  codes: boolean;
  /** The challenge for the authenticator, if the account has a passkey. */
  passkey: PublicKeyCredentialRequestOptionsJSON | undefined;
}

/**
 * Asks users to confirm their identity before actions that a stolen session must not be able to do, unless they have
 * just done so.
 */
export interface StepUp {
  /** Whether the user has recently confirmed it. Reads the store, because another process may have recorded it. */
  isFresh(token: string): Promise<boolean>;
  /** Lists how the user can confirm their identity. `party`: undefined where passkeys can't work. */
  listMethods(requester: Requester, party: RelyingParty | undefined): Promise<StepUpMethods>;
  /** Checks a password or factor, counts and records wrong ones, and records success for the session. */
  verify(
    requester: Requester,
    input: { password: string } | FactorInput,
    from: string,
  ): Promise<{ outcome: 'verified' } | ConfirmationFailure>;
}

/**
 * Asks users to confirm their identity before actions that a stolen session must not be able to do, unless they have
 * just done so.
 */
export function createStepUp(context: Context, throttle: Throttle): StepUp {
  const { store, clock, limits } = context;
  const challenges = createChallenges(context);

  return {
    isFresh: async (token) => {
      const now = clock();
      const session = await store.findSession(hashToken(token), now, limits.session);
      if (session === undefined) return false;
      const { verifiedAt, createdAt } = session.session;
      return now - (verifiedAt ?? createdAt) <= limits.stepUpMs;
    },
    listMethods: async ({ user, token }, party) => {
      const { passkeys, codes } = await store.readFactors(user.accountId);
      const canUse = party !== undefined && passkeys.length > 0;
      const passkey = canUse ? await createRequestOptions(party, passkeys) : undefined;
      if (passkey !== undefined) await challenges.set('step up', hashToken(token), passkey.challenge);
      return { password: true, codes: codes !== undefined, passkey };
    },
    verify: async ({ user, token }, input, from) => {
      if ('password' in input) {
        const ownerRequest = { user, current: input.password, address: from };
        const refusalNote = { event: 'factor-refused', detail: 'step-up: wrong password' } as const;
        const owner = await confirmOwner(context, throttle, ownerRequest, refusalNote);
        if (owner.outcome !== 'confirmed') return owner;
      } else {
        const account = await store.findAccountById(user.accountId);
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
        await logFailure(context, "A successful attempt couldn't be recorded.", () =>
          attempt.recordSuccess(),
        );
      }
      await store.verifySession(hashToken(token), clock());
      return { outcome: 'verified' };
    },
  };
}
