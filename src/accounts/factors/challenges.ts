import type { Context } from '../context.ts';
import { hashToken } from '../sessions/tokens.ts';

/** How long somebody may look for their phone or key. */
export const CHALLENGE_MS = 10 * 60_000;

/** What a challenge is for: an answer to one is none to another. */
type Purpose = 'set up codes' | 'add passkey' | 'second factor' | 'sign in' | 'step up';

/** What somebody is challenged with, bound to the session, or to the sign-in, that they come with. */
export function createChallenges({ store, clock }: Pick<Context, 'store' | 'clock'>) {
  const key = (purpose: Purpose, tokenHash: string) => hashToken(`${purpose} ${tokenHash}`);
  return {
    set: (purpose: Purpose, tokenHash: string, text: string): Promise<void> =>
      store.setChallenge(key(purpose, tokenHash), text, clock() + CHALLENGE_MS),
    find: (purpose: Purpose, tokenHash: string): Promise<string | undefined> =>
      store.findChallenge(key(purpose, tokenHash), clock()),
    /** Once. */
    take: (purpose: Purpose, tokenHash: string): Promise<string | undefined> =>
      store.takeChallenge(key(purpose, tokenHash), clock()),
  };
}
