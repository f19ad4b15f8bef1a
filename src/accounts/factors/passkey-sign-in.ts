import { z } from 'zod';
import { userOf } from '../account.ts';
import { type Context, quietly } from '../context.ts';
import { hashToken, looksLikeToken, newToken } from '../sessions/tokens.ts';
import type { SignInResult } from '../sign-in/password-sign-in.ts';
import { noteRefusal, type SignInSource, startSession, welcome } from '../sign-in/sign-in-outcome.ts';
import type { Throttle } from '../throttle.ts';
import { createChallenges } from './challenges.ts';
import { passkeyAnswer, type RelyingParty, requestOptions } from './passkeys.ts';
import { provePasskey } from './prove-factor.ts';

const begun = z.object({ challenge: z.string(), countedAt: z.int() });

/** A passkey instead of e-mail and password: it is something that one has, and a PIN or a finger besides. */
export function createPasskeySignIn(context: Context, throttle: Throttle) {
  const { store, clock, issuer } = context;
  const challenges = createChallenges(context);
  return {
    /** `token`: for a cookie; the answer must come from the browser that asked. */
    begin: async (address: string, party: RelyingParty) => {
      const now = clock();
      const attempt = await throttle.countFrom(address, now);
      if (!attempt.allowed) return { outcome: 'throttled', retryAt: attempt.retryAt } as const;
      const options = await requestOptions(party);
      const token = newToken();
      const text = JSON.stringify({ challenge: options.challenge, countedAt: now });
      await challenges.set('sign in', hashToken(token), text);
      return { outcome: 'begun', token, options } as const;
    },
    finish: async (given: {
      token: string | undefined;
      answer: unknown;
      party: RelyingParty | undefined;
      source: SignInSource;
    }): Promise<SignInResult> => {
      const { token, source, party } = given;
      const text = looksLikeToken(token) ? await challenges.take('sign in', hashToken(token)) : undefined;
      const answer = passkeyAnswer(given.answer);
      if (issuer !== 'local' || text === undefined || answer === undefined) return { outcome: 'refused' };
      const { challenge, countedAt } = begun.parse(JSON.parse(text));
      const passkey = await store.passkeyById(answer.id);
      const account = passkey && (await store.accountById(passkey.accountId));
      if (passkey === undefined || account === undefined || account.disabled) {
        const why = account === undefined ? 'unknown passkey' : 'disabled account';
        await noteRefusal(context, source.address, account, why);
        return { outcome: 'refused' };
      }
      const proved = await provePasskey(context, passkey, { by: 'passkey', answer, challenge, party });
      if (proved.outcome === 'refused') {
        await noteRefusal(context, source.address, account, proved.reason);
        return { outcome: 'refused' };
      }
      const started = await startSession(context, account, source, 'factor given');
      if (started === undefined) return { outcome: 'refused' };
      await quietly(context, 'A successful attempt could not be settled.', () =>
        throttle.takeBackFrom(source.address, countedAt),
      );
      await welcome(context, throttle, account, source);
      return { outcome: 'signed-in', ...started, user: userOf(account) };
    },
  };
}
