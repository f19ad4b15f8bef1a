import { z } from 'zod';
import { type Refusal, refused, type Unavailable, unavailable } from '../sign-in-mode.ts';
import type { FirebaseClaims } from './id-token.ts';

/** An address at which the hosted service is asked. */
export interface Service {
  address: URL;
  /** Keys may be restricted to a site's pages, and this call comes from none. */
  referer?: string | undefined;
}

const found = z.object({
  users: z
    .array(
      z.looseObject({
        localId: z.string(),
        disabled: z.boolean().optional(),
        /** Seconds since the epoch: what was signed in before it is revoked. */
        validSince: z.string().regex(/^\d+$/).optional(),
      }),
    )
    .optional(),
});
const failed = z.object({ error: z.object({ message: z.string() }) });

const ANSWER_WITHIN_MS = 5_000;

/** What the service answers. `code`: why it refuses: `TOKEN_EXPIRED`, or with an explanation: `INVALID_ID_TOKEN : …` */
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
    const [code = ''] = (failed.safeParse(answer).data?.error.message ?? '').split(/[ :]/);
    return { status: response.status, body: answer, code };
  } catch (error) {
    return unavailable('provider-unavailable', error instanceof Error ? error.name : 'no answer');
  }
}

/**
 * Asks the service what it holds of the account now: a token stays good for an hour, and its owner may have been
 * disabled, or signed out everywhere, since. `undefined`: nothing stands against it.
 */
export async function accountFault(
  idToken: string,
  { sub, auth_time }: FirebaseClaims,
  accountsLookup: Service,
): Promise<Refusal | Unavailable | undefined> {
  const answer = await askService(accountsLookup, { idToken });
  if ('fault' in answer) return answer;
  if (answer.status !== 200) return lookupFailure(answer);
  const account = found.safeParse(answer.body).data?.users?.find(({ localId }) => localId === sub);
  if (account === undefined) return refused('token-revoked', 'no such account');
  if (account.disabled) return refused('account-disabled');
  if (auth_time < Number(account.validSince ?? 0)) return refused('token-revoked', 'validSince');
  return undefined;
}

function lookupFailure({ status, code }: { status: number; code: string }): Refusal | Unavailable {
  switch (code) {
    case 'USER_DISABLED':
      return refused('account-disabled', code);
    case 'USER_NOT_FOUND':
    case 'TOKEN_EXPIRED':
    case 'INVALID_ID_TOKEN':
      return refused('token-revoked', code);
    default:
      return status >= 500 || status === 429
        ? unavailable('provider-unavailable', String(status))
        : refused('provider-refused', `${status} ${code.slice(0, 100)}`);
  }
}
