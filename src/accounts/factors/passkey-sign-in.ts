import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import { z } from 'zod';
import { toSignedInUser } from '../account.ts';
import { type Context, logFailure } from '../context.ts';
import { createToken, hashToken, looksLikeToken } from '../sessions/tokens.ts';
import type { SignInResult } from '../sign-in/password-sign-in.ts';
import { recordRefusal, recordSource, type SignInSource, startSession } from '../sign-in/sign-in-outcome.ts';
import type { Throttle } from '../throttle.ts';
import { createChallenges } from './challenges.ts';
import { createRequestOptions, parsePasskeyAnswer, type RelyingParty } from './passkeys.ts';
import { provePasskey } from './prove-factor.ts';

const startedSignIn = z.object({ challenge: z.string(), countedAt: z.int() });

type PasskeySignInStart =
  /** `token` goes into the cookie; `options` contains the challenge for the browser. */
  | { outcome: 'begun'; token: string; options: PublicKeyCredentialRequestOptionsJSON }
  | { outcome: 'throttled'; retryAt: number };

interface PasskeyAnswer {
  /** Value of the cookie that `begin` created. */
  token: string | undefined;
  /** The browser's answer, not yet checked. */
  answer: unknown;
  party: RelyingParty | undefined;
  source: SignInSource;
}

/** Signs in with a passkey alone. A passkey counts as two factors: possession, and a PIN or fingerprint. */
export interface PasskeySignIn {
  /** Returns the challenge, and a token for a cookie that binds the answer to this browser. Counts the attempt. */
  begin(address: string, party: RelyingParty): Promise<PasskeySignInStart>;
  /** Checks the answer to the challenge and starts a session. A challenge works once. */
  finish(request: PasskeyAnswer): Promise<SignInResult>;
}

/** Signs in with a passkey alone. A passkey counts as two factors: possession, and a PIN or fingerprint. */
export function createPasskeySignIn(context: Context, throttle: Throttle): PasskeySignIn {
  const { store, clock, issuer } = context;
  const challenges = createChallenges(context);
  return {
    begin: async (address, party) => {
      const now = clock();
      const attempt = await throttle.countFrom(address, now);
      if (!attempt.allowed) return { outcome: 'throttled', retryAt: attempt.retryAt } as const;
      const options = await createRequestOptions(party);
      const token = createToken();
      const text = JSON.stringify({ challenge: options.challenge, countedAt: now });
      await challenges.set('sign in', hashToken(token), text);
      return { outcome: 'begun', token, options } as const;
    },
    finish: async (request) => {
      const { token, source, party } = request;
      const text = looksLikeToken(token) ? await challenges.take('sign in', hashToken(token)) : undefined;
      const answer = parsePasskeyAnswer(request.answer);
      if (issuer !== 'local' || text === undefined || answer === undefined) return { outcome: 'refused' };
      const { challenge, countedAt } = startedSignIn.parse(JSON.parse(text));
      const passkey = await store.findPasskeyById(answer.id);
      const account = passkey && (await store.findAccountById(passkey.accountId));
      if (passkey === undefined || account === undefined || account.disabled) {
        const why = account === undefined ? 'unknown passkey' : 'disabled account';
        await recordRefusal(context, source.address, account, why);
        return { outcome: 'refused' };
      }
      const result = await provePasskey(context, passkey, { by: 'passkey', answer, challenge, party });
      if (result.outcome === 'refused') {
        await recordRefusal(context, source.address, account, result.reason);
        return { outcome: 'refused' };
      }
      const session = await startSession(context, account, source, 'factor given');
      if (session === undefined) return { outcome: 'refused' };
      await logFailure(context, "A successful attempt couldn't be recorded.", () =>
        throttle.takeBackFrom(source.address, countedAt),
      );
      await recordSource(context, throttle, account, source);
      return { outcome: 'signed-in', ...session, user: toSignedInUser(account) };
    },
  };
}
