import { z } from 'zod';
import {
  failTemporarily,
  type Refusal,
  refuse,
  type Unavailable,
} from '../../accounts/providers/identity-provider.ts';
import type { FirebaseClaims } from './id-token.ts';

/** An endpoint of the hosted service. */
export interface Service {
  address: URL;
  /** API keys may be restricted to a site's pages, so requests name the site as referrer. */
  referer?: string | undefined;
}

const lookupResponse = z.object({
  users: z
    .array(
      z.looseObject({
        localId: z.string(),
        disabled: z.boolean().optional(),
        /** Seconds since the epoch. Earlier sign-ins are revoked. */
        validSince: z.string().regex(/^\d+$/).optional(),
      }),
    )
    .optional(),
});
const errorResponse = z.object({ error: z.object({ message: z.string() }) });

const ANSWER_WITHIN_MS = 5_000;

/** Sends a request to the service. `code` is the error code of its answer, such as `TOKEN_EXPIRED`. */
export async function askService(
  { address, referer }: Service,
  body: URLSearchParams | object,
): Promise<{ status: number; body: unknown; code: string } | Unavailable> {
  const isForm = body instanceof URLSearchParams;
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { ...(!isForm && { 'content-type': 'application/json' }), ...(referer && { referer }) },
      body: isForm ? body : JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    const answer: unknown = await response.json();
    const [code = ''] = (errorResponse.safeParse(answer).data?.error.message ?? '').split(/[ :]/);
    return { status: response.status, body: answer, code };
  } catch (error) {
    return failTemporarily('provider-unavailable', error instanceof Error ? error.name : 'no answer');
  }
}

/**
 * Checks the current state of the account at the service: a token stays valid for an hour, but its owner may have been
 * disabled or signed out everywhere since. Returns `undefined` if the account is valid.
 */
export async function checkAccount(
  idToken: string,
  { sub, auth_time }: FirebaseClaims,
  accountsLookup: Service,
): Promise<Refusal | Unavailable | undefined> {
  const answer = await askService(accountsLookup, { idToken });
  if ('fault' in answer) return answer;
  if (answer.status !== 200) return toLookupFailure(answer);
  const account = lookupResponse.safeParse(answer.body).data?.users?.find(({ localId }) => localId === sub);
  if (account === undefined) return refuse('token-revoked', 'no such account');
  if (account.disabled) return refuse('account-disabled');
  if (auth_time < Number(account.validSince ?? 0)) return refuse('token-revoked', 'validSince');
  return undefined;
}

function toLookupFailure({ status, code }: { status: number; code: string }): Refusal | Unavailable {
  switch (code) {
    case 'USER_DISABLED':
      return refuse('account-disabled', code);
    case 'USER_NOT_FOUND':
    case 'TOKEN_EXPIRED':
    case 'INVALID_ID_TOKEN':
      return refuse('token-revoked', code);
    default:
      return status >= 500 || status === 429
        ? failTemporarily('provider-unavailable', String(status))
        : refuse('provider-refused', `${status} ${code.slice(0, 100)}`);
  }
}
