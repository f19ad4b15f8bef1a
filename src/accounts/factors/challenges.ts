import type { Context } from '../context.ts';
import { hashToken } from '../sessions/tokens.ts';

/** How long a user has to find their phone or security key. */
export const CHALLENGE_MS = 10 * 60_000;

/** An answer to a challenge of one purpose isn't valid for another. */
type Purpose = 'set up codes' | 'add passkey' | 'second factor' | 'sign in' | 'step up';

/** Stores challenges, each bound to the token of the session or sign-in that it was issued for. */
export function createChallenges({ store, clock }: Pick<Context, 'store' | 'clock'>) {
  const computeKey = (purpose: Purpose, tokenHash: string) => hashToken(`${purpose} ${tokenHash}`);
  return {
    set: (purpose: Purpose, tokenHash: string, text: string): Promise<void> =>
      store.setChallenge(computeKey(purpose, tokenHash), text, clock() + CHALLENGE_MS),
    find: (purpose: Purpose, tokenHash: string): Promise<string | undefined> =>
      store.findChallenge(computeKey(purpose, tokenHash), clock()),
    /** Returns and removes the challenge, so that it can be answered once. */
    take: (purpose: Purpose, tokenHash: string): Promise<string | undefined> =>
      store.takeChallenge(computeKey(purpose, tokenHash), clock()),
  };
}
