import type { SignedInUser } from '../../accounts/account.ts';
import type { Fault, Faults } from '../../accounts/providers/fault.ts';
import { type SignInFault, signInFaults } from '../../accounts/providers/faults.ts';
import type { SignInResult } from '../../accounts/sign-in/password-sign-in.ts';
import type { ProviderSignInResult } from '../../accounts/sign-in/provider-sign-in.ts';
import { findMessageLanguage } from '../../config/messages.ts';
import type { Texts } from '../../config/texts.ts';
import { type ErrorAnswer, errorAnswer } from '../http/errors.ts';

/** Formats a waiting time. A time of day would be wrong if the reader's time zone differs from the server's. */
function formatMinutes({ signInLanguage }: Texts, count: number): string {
  return new Intl.NumberFormat(signInLanguage, { style: 'unit', unit: 'minute', unitDisplay: 'long' }).format(
    count,
  );
}

/** Reasons why a sign-in failed, at any identity provider or at this site, with their status and text. */
const commonFaults = {
  ...signInFaults,
  malformed: { status: 400, text: 'invalidSignIn' },
  'wrong-credentials': { status: 401, text: 'wrongCredentials' },
  'second-factor-off': { status: 403, text: 'secondFactorOff' },
  'wrong-passkey': { status: 401, text: 'wrongPasskey' },
  unavailable: { status: 503, text: 'signInUnavailable' },
} as const satisfies Record<string, Fault>;

type SignInErrorCode = keyof typeof commonFaults | SignInFault;

/** The answer for an error code: one of every site, or one of the identity provider, which has these `faults`. */
export function createSignInError(code: SignInErrorCode, texts: Texts, faults: Faults = {}): ErrorAnswer {
  const allFaults: Faults = { ...faults, ...commonFaults };
  const fault = allFaults[code];
  if (!fault) throw new Error(`The identity provider declares no fault ${code}.`);
  return errorAnswer(fault.status, code, writeFault(fault, texts));
}

function writeFault({ text }: Fault, texts: Texts): string {
  if (typeof text === 'string') return texts[text];
  const { signInLanguage: locale } = texts;
  const language = [locale, findMessageLanguage(locale) ?? 'en'].find((candidate) =>
    Object.hasOwn(text, candidate),
  );
  return text[language ?? 'en'] ?? text.en;
}

function isFault(code: unknown, faults: Faults): code is SignInErrorCode {
  return typeof code === 'string' && (Object.hasOwn(commonFaults, code) || Object.hasOwn(faults, code));
}

export function toSignedInState({ name, email, role }: SignedInUser) {
  return { state: 'signed-in', user: { name, email, role } };
}

/**
 * The message for an error code in the URL of the sign-in page or in its flash. Unknown codes have none, so that a URL
 * can't put any text on the page. `wait` is the waiting time in minutes, if the form knows it. `faults` are those of the
 * identity provider.
 */
export function findLoginMessage(
  code: unknown,
  texts: Texts,
  { wait = 15, faults = {} }: { wait?: number | undefined; faults?: Faults | undefined } = {},
): string | undefined {
  if (code === 'too-many-attempts') return formatTooManyAttempts(texts, wait);
  return isFault(code, faults) ? createSignInError(code, texts, faults).message : undefined;
}

function formatTooManyAttempts(texts: Texts, wait: number): string {
  return texts.tooManyAttempts.replace('{wait}', formatMinutes(texts, wait));
}

type Failure<Result> = Exclude<Result, { outcome: 'signed-in' | 'second-factor' }>;

/** The answer to a sign-in that failed. `faults` are those of the identity provider. */
export function describeSignInFailure(
  result: Failure<SignInResult> | Failure<ProviderSignInResult>,
  texts: Texts,
  faults?: Faults,
): ErrorAnswer {
  switch (result.outcome) {
    case 'throttled':
      return createTooManyAttemptsError(result.retryAt, texts);
    case 'refused':
      return createSignInError('fault' in result ? result.fault : 'wrong-credentials', texts, faults);
    case 'unavailable': {
      const fault = 'fault' in result ? result.fault : undefined;
      return { ...createSignInError(fault ?? 'unavailable', texts, faults), headers: { 'retry-after': '5' } };
    }
  }
}

export function createTooManyAttemptsError(retryAt: number, texts: Texts): ErrorAnswer {
  const seconds = Math.max(1, Math.ceil((retryAt - Date.now()) / 1_000));
  const message = formatTooManyAttempts(texts, Math.ceil(seconds / 60));
  return errorAnswer(429, 'too-many-attempts', message, { 'retry-after': String(seconds) });
}
