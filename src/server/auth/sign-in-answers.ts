import type { SignedInUser } from '../../accounts/account.ts';
import type { Fault } from '../../accounts/providers/fault.ts';
import { signInFaults } from '../../accounts/providers/faults.ts';
import type { SignInResult } from '../../accounts/sign-in/password-sign-in.ts';
import type { ProviderSignInResult } from '../../accounts/sign-in/provider-sign-in.ts';
import type { Texts } from '../../config/texts.ts';
import { type ErrorAnswer, errorAnswer } from '../http/errors.ts';

/** How long to wait, and not until when: the reader's clock may be in another time zone than the server's. */
function minutes({ signInLanguage }: Texts, count: number): string {
  return new Intl.NumberFormat(signInLanguage, { style: 'unit', unit: 'minute', unitDisplay: 'long' }).format(
    count,
  );
}

/** Why a sign-in came to nothing: an identity provider's word was not enough, or what was typed or shown here. */
const faults = {
  ...signInFaults,
  malformed: { status: 400, text: 'invalidSignIn' },
  'wrong-credentials': { status: 401, text: 'wrongCredentials' },
  'wrong-passkey': { status: 401, text: 'wrongPasskey' },
  unavailable: { status: 503, text: 'signInUnavailable' },
} as const satisfies Record<string, Fault>;

export function signInFault(code: keyof typeof faults, texts: Texts): ErrorAnswer {
  const { status, text } = faults[code];
  return errorAnswer(status, code, texts[text]);
}

function isFault(code: unknown): code is keyof typeof faults {
  return typeof code === 'string' && Object.hasOwn(faults, code);
}

export function signedInState({ name, email, role }: SignedInUser) {
  return { state: 'signed-in', user: { name, email, role } };
}

/**
 * The text for a code that led to the login page, in its address or left by its form. Only own codes have one: an
 * address puts no words on the page. `wait`: minutes, where the form knows how many.
 */
export function loginMessage(code: unknown, texts: Texts, wait = 15): string | undefined {
  if (code === 'too-many-attempts') return tooManyAttemptsText(texts, wait);
  return isFault(code) ? signInFault(code, texts).message : undefined;
}

function tooManyAttemptsText(texts: Texts, wait: number): string {
  return texts.tooManyAttempts.replace('{wait}', minutes(texts, wait));
}

type Failed<Result> = Exclude<Result, { outcome: 'signed-in' | 'second-factor' }>;

/** The answer to a sign-in that came to nothing. */
export function signInFailure(
  result: Failed<SignInResult> | Failed<ProviderSignInResult>,
  texts: Texts,
): ErrorAnswer {
  switch (result.outcome) {
    case 'throttled':
      return tooManyAttempts(result.retryAt, texts);
    case 'refused':
      return signInFault('fault' in result ? result.fault : 'wrong-credentials', texts);
    case 'unavailable': {
      const fault = 'fault' in result ? result.fault : undefined;
      return { ...signInFault(fault ?? 'unavailable', texts), headers: { 'retry-after': '5' } };
    }
  }
}

export function tooManyAttempts(retryAt: number, texts: Texts): ErrorAnswer {
  const seconds = Math.max(1, Math.ceil((retryAt - Date.now()) / 1_000));
  const message = tooManyAttemptsText(texts, Math.ceil(seconds / 60));
  return errorAnswer(429, 'too-many-attempts', message, { 'retry-after': String(seconds) });
}
