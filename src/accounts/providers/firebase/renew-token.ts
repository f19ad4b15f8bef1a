import { z } from 'zod';
import { type Refusal, refused, type Unavailable, unavailable } from '../sign-in-mode.ts';

interface RenewOptions {
  /** Of the service's `token`. */
  address: URL;
  referer?: string | undefined;
}

type Renewed = { outcome: 'renewed'; idToken: string; renewal: string } | Refusal | Unavailable;

const renewed = z.object({ id_token: z.string().min(1), refresh_token: z.string().min(1) });
const failed = z.object({ error: z.object({ message: z.string() }) });

const ANSWER_WITHIN_MS = 5_000;
/** What stands against the person, or against what was handed over for them. */
const takenBack: ReadonlySet<string> = new Set([
  'TOKEN_EXPIRED',
  'USER_DISABLED',
  'USER_NOT_FOUND',
  'INVALID_REFRESH_TOKEN',
]);

/** A new ID token for an old sign-in, as the service's own client gets one each hour: no service account is needed. */
export async function renewToken(refreshToken: string, { address, referer }: RenewOptions): Promise<Renewed> {
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: referer === undefined ? {} : { referer },
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }),
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    const body: unknown = await response.json();
    const { data } = renewed.safeParse(body);
    if (data !== undefined)
      return { outcome: 'renewed', idToken: data.id_token, renewal: data.refresh_token };
    const [code = ''] = (failed.safeParse(body).data?.error.message ?? '').split(/[ :]/);
    if (code === 'USER_DISABLED') return refused('account-disabled', code);
    if (takenBack.has(code)) return refused('token-revoked', code);
    return unavailable('provider-unavailable', `${response.status} ${code.slice(0, 100)}`);
  } catch (error) {
    return unavailable('provider-unavailable', error instanceof Error ? error.name : 'no answer');
  }
}
