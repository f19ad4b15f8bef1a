import { type Account, type SignedInUser, userOf } from '../account.ts';
import { type Context, quietly } from '../context.ts';
import { mustHaveFactor } from '../factors/factor-rule.ts';
import { networkShown } from '../networks.ts';
import { encryptRenewal } from '../sessions/renewal.ts';
import { hashToken, newToken } from '../sessions/tokens.ts';
import type { ProviderSession } from '../store/provider-session-store.ts';
import type { Session } from '../store/session-store.ts';
import type { Throttle } from '../throttle.ts';

/** Where somebody signs in from. */
export interface SignInSource {
  /** Network address. */
  address: string;
  /** What the browser calls itself: `Firefox on Linux`. */
  device?: string | undefined;
}

/**
 * A new session under a new token, whatever the browser came with, so that no token can be planted. `undefined` when
 * the account is disabled by now, has another password than the one that was verified, or a second factor that
 * nobody gave.
 */
export async function startSession(
  { store, clock, limits }: Pick<Context, 'store' | 'clock' | 'limits'>,
  account: Account,
  { address: from, device }: SignInSource,
  factor?: 'factor given',
  /** By a provider that vouched for it. */
  said?: ProviderSession & { isSilent?: boolean | undefined },
  /** It began with this one, whose place it takes: nobody has signed in. */
  before?: Session,
): Promise<{ token: string } | undefined> {
  const now = clock();
  const token = newToken();
  const times = {
    createdAt: before?.createdAt ?? now,
    lastSeenAt: now,
    ...(said?.isSilent && { verifiedAt: 0 }),
  };
  const browser = { device, network: networkShown(from) };
  const session = { tokenHash: hashToken(token), accountId: account.id, ...times, ...browser };
  const detail = account.issuer === 'local' ? {} : { detail: account.issuer };
  const note = before === undefined ? ({ at: now, event: 'signed-in', from, ...detail } as const) : undefined;
  const renewal = said?.renewal && (await encryptRenewal(token, said.renewal, limits.session.absoluteMs));
  const provider = said && { sid: said.sid, renewal };
  const verifiedHash = account.passwordHash ?? undefined;
  const added = await store.addSession(session, verifiedHash, note, provider, factor);
  return added ? { token } : undefined;
}

export type Entered =
  | { outcome: 'signed-in'; token: string; user: SignedInUser }
  /** `token`: of the sign-in that waits for a second factor. */
  | { outcome: 'second-factor'; token: string };

/** After a password that was right, or was just set. `undefined` as above. */
export async function enter(
  context: Pick<Context, 'store' | 'clock' | 'limits' | 'secondFactor'>,
  account: Account,
  source: SignInSource,
): Promise<Entered | undefined> {
  const { store, clock, limits, secondFactor } = context;
  const { id: accountId, passwordHash } = account;
  const waits = mustHaveFactor(secondFactor, account) || (await store.hasFactor(accountId));
  if (!waits || passwordHash === null) {
    const started = await startSession(context, account, source);
    return started && { outcome: 'signed-in', ...started, user: userOf(account) };
  }
  const token = newToken();
  const expiresAt = clock() + limits.pendingMs;
  await store.addPendingSignIn({ tokenHash: hashToken(token), accountId, passwordHash, expiresAt });
  return { outcome: 'second-factor', token };
}

/** A session has begun: its network and browser are known from now on, and new ones are told to its owner. */
export async function welcome(
  context: Pick<Context, 'clock' | 'mail' | 'logger'>,
  throttle: Pick<Throttle, 'knows' | 'remember'>,
  { id, email, lastSignInAt }: Account,
  { address, device }: SignInSource,
): Promise<void> {
  const { clock, mail } = context;
  await quietly(context, 'A notice could not be written.', async () => {
    // At the first sign-in of all, everything is new.
    if (lastSignInAt === null || (await throttle.knows(email, address, device, clock()))) return;
    const detail = { address, ...(device && { device }) };
    await mail?.put('new-device', { email, accountId: id }, detail);
  });
  await quietly(context, 'An address could not be remembered.', () =>
    throttle.remember(id, address, clock(), device),
  );
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
