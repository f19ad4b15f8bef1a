import type { SignedInUser } from '../../accounts/account.ts';
import type { Fault } from '../../accounts/providers/fault.ts';
import { signInFaults } from '../../accounts/providers/faults.ts';
import type { SignInResult } from '../../accounts/sign-in/password-sign-in.ts';
import type { ProviderSignInResult } from '../../accounts/sign-in/provider-sign-in.ts';
import type { Texts } from '../../config/texts.ts';
import { type ErrorAnswer, errorAnswer } from '../http/errors.ts';

/** Formats a waiting time. A time of day would be wrong if the reader's time zone differs from the server's. */
function formatMinutes({ signInLanguage }: Texts, count: number): string {
  return new Intl.NumberFormat(signInLanguage, { style: 'unit', unit: 'minute', unitDisplay: 'long' }).format(
    count,
  );
}

/** Reasons why a sign-in failed, at an identity provider or at this site, with their status and text. */
const faults = {
  ...signInFaults,
  malformed: { status: 400, text: 'invalidSignIn' },
  'wrong-credentials': { status: 401, text: 'wrongCredentials' },
  'wrong-passkey': { status: 401, text: 'wrongPasskey' },
  unavailable: { status: 503, text: 'signInUnavailable' },
} as const satisfies Record<string, Fault>;

export function createSignInError(code: keyof typeof faults, texts: Texts): ErrorAnswer {
  const { status, text } = faults[code];
  return errorAnswer(status, code, texts[text]);
}

function isFault(code: unknown): code is keyof typeof faults {
  return typeof code === 'string' && Object.hasOwn(faults, code);
}

export function toSignedInState({ name, email, role }: SignedInUser) {
  return { state: 'signed-in', user: { name, email, role } };
}

/**
 * The message for an error code in the URL of the sign-in page or in its flash. Unknown codes have none, so that a URL
 * can't put any text on the page. `wait` is the waiting time in minutes, if the form knows it.
 */
export function findLoginMessage(code: unknown, texts: Texts, wait = 15): string | undefined {
  if (code === 'too-many-attempts') return formatTooManyAttempts(texts, wait);
  return isFault(code) ? createSignInError(code, texts).message : undefined;
}

function formatTooManyAttempts(texts: Texts, wait: number): string {
  return texts.tooManyAttempts.replace('{wait}', formatMinutes(texts, wait));
}

type Failure<Result> = Exclude<Result, { outcome: 'signed-in' | 'second-factor' }>;

/** The answer to a sign-in that failed. */
export function describeSignInFailure(
  result: Failure<SignInResult> | Failure<ProviderSignInResult>,
  texts: Texts,
): ErrorAnswer {
  switch (result.outcome) {
    case 'throttled':
      return createTooManyAttemptsError(result.retryAt, texts);
    case 'refused':
      return createSignInError('fault' in result ? result.fault : 'wrong-credentials', texts);
    case 'unavailable': {
      const fault = 'fault' in result ? result.fault : undefined;
      return { ...createSignInError(fault ?? 'unavailable', texts), headers: { 'retry-after': '5' } };
    }
  }
}

export function createTooManyAttemptsError(retryAt: number, texts: Texts): ErrorAnswer {
  const seconds = Math.max(1, Math.ceil((retryAt - Date.now()) / 1_000));
  const message = formatTooManyAttempts(texts, Math.ceil(seconds / 60));
  return errorAnswer(429, 'too-many-attempts', message, { 'retry-after': String(seconds) });
}
