import type { SignedInUser } from '../../accounts/account.ts';
import { isSignInFault, type SignInFault, signInFaults } from '../../accounts/providers/faults.ts';
import type { SignInResult } from '../../accounts/sign-in/password-sign-in.ts';
import type { ProviderSignInResult } from '../../accounts/sign-in/provider-sign-in.ts';
import type { Texts } from '../../config/texts.ts';
import type { ErrorAnswer } from '../http/errors.ts';

/** How long to wait, and not until when: the reader's clock may be in another time zone than the server's. */
function minutes({ signInLanguage }: Texts, count: number): string {
  return new Intl.NumberFormat(signInLanguage, { style: 'unit', unit: 'minute', unitDisplay: 'long' }).format(
    count,
  );
}

export function invalidSignIn(texts: Texts): ErrorAnswer {
  return { status: 400, code: 'malformed', message: texts.invalidSignIn };
}

export function wrongPasskey(texts: Texts): ErrorAnswer {
  return { status: 401, code: 'wrong-passkey', message: texts.wrongPasskey };
}

export function signInFault(code: SignInFault, texts: Texts): ErrorAnswer {
  const { status, text } = signInFaults[code];
  return { status, code, message: texts[text] };
}

export function signedInState({ name, email, role }: SignedInUser) {
  return { state: 'signed-in', user: { name, email, role } };
}

/**
 * The text for a code that led to the login page, in its address or left by its form. Only own codes have one: an
 * address puts no words on the page. `wait`: minutes, where the form knows how many.
 */
export function loginMessage(code: unknown, texts: Texts, wait = 15): string | undefined {
  switch (code) {
    case 'malformed':
      return texts.invalidSignIn;
    case 'wrong-credentials':
      return texts.wrongCredentials;
    case 'wrong-passkey':
      return texts.wrongPasskey;
    case 'unavailable':
      return texts.signInUnavailable;
    case 'too-many-attempts':
      return tooManyAttemptsText(texts, wait);
    default:
      return isSignInFault(code) ? signInFault(code, texts).message : undefined;
  }
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
      return 'fault' in result
        ? signInFault(result.fault, texts)
        : { status: 401, code: 'wrong-credentials', message: texts.wrongCredentials };
    case 'unavailable': {
      const headers = { 'retry-after': '5' };
      return 'fault' in result && result.fault !== undefined
        ? { ...signInFault(result.fault, texts), headers }
        : { status: 503, code: 'unavailable', message: texts.signInUnavailable, headers };
    }
  }
}

export function tooManyAttempts(retryAt: number, texts: Texts): ErrorAnswer {
  const seconds = Math.max(1, Math.ceil((retryAt - Date.now()) / 1_000));
  return {
    status: 429,
    code: 'too-many-attempts',
    message: tooManyAttemptsText(texts, Math.ceil(seconds / 60)),
    headers: { 'retry-after': String(seconds) },
  };
}
