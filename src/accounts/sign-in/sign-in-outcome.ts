import type { Account } from '../account.ts';
import { type Context, quietly } from '../context.ts';
import { encryptRenewal } from '../sessions/renewal.ts';
import { hashToken, newToken } from '../sessions/tokens.ts';
import type { ProviderSession } from '../store/provider-session-store.ts';

/**
 * A new session under a new token, whatever the browser came with, so that no token can be planted. `undefined` when
 * the account is disabled by now, or has another password than the one that was verified.
 */
export async function startSession(
  { store, clock, limits }: Pick<Context, 'store' | 'clock' | 'limits'>,
  account: Account,
  from: string,
  /** What a provider that vouched for it said. */
  said?: ProviderSession,
): Promise<{ token: string } | undefined> {
  const now = clock();
  const token = newToken();
  const session = { tokenHash: hashToken(token), accountId: account.id, createdAt: now, lastSeenAt: now };
  const detail = account.issuer === 'local' ? {} : { detail: account.issuer };
  const note = { at: now, event: 'signed-in', from, ...detail } as const;
  const renewal = said?.renewal && (await encryptRenewal(token, said.renewal, limits.session.absoluteMs));
  const provider = said && { sid: said.sid, renewal };
  const verifiedHash = account.passwordHash ?? undefined;
  return (await store.addSession(session, verifiedHash, note, provider)) ? { token } : undefined;
}

/** Writes a refused sign-in down; nothing of what was typed as an e-mail, which may be a password. */
export function noteRefusal(
  context: Pick<Context, 'store' | 'clock' | 'logger'>,
  from: string,
  account: Account | undefined,
  detail: string,
): Promise<void> {
  const { store, clock } = context;
  return quietly(context, 'A refused sign-in could not be written down.', () =>
    store.note({ at: clock(), event: 'sign-in-refused', from, detail }, account?.id),
  );
}
