import { type Account, type SignedInUser, toSignedInUser } from '../account.ts';
import { type Context, logFailure } from '../context.ts';
import { mustHaveFactor } from '../factors/factor-rule.ts';
import { describeNetwork } from '../networks.ts';
import { encryptRenewal } from '../sessions/renewal.ts';
import { createToken, hashToken } from '../sessions/tokens.ts';
import type { ProviderSession } from '../store/provider-session-store.ts';
import type { Session } from '../store/session-store.ts';
import type { Throttle } from '../throttle.ts';

/** The network and browser of a sign-in. */
export interface SignInSource {
  /** Network address. */
  address: string;
  /** Browser and system: `Firefox on Linux`. */
  device?: string | undefined;
}

/**
 * Starts a session with a new token, whatever token the browser sent, which prevents session fixation. Returns
 * `undefined` if the account is disabled, its password is no longer the verified one, or it has a second factor that
 * wasn't given.
 */
export async function startSession(
  { store, clock, limits }: Pick<Context, 'store' | 'clock' | 'limits'>,
  account: Account,
  { address: from, device }: SignInSource,
  factor?: 'factor given',
  /** The session at the identity provider, if there is one. */
  providerSession?: ProviderSession & { isSilent?: boolean | undefined },
  /**
   * Session that the new one continues after a silent sign-in. It keeps its start time and isn't recorded as a sign-in.
   */
  previousSession?: Session,
): Promise<{ token: string } | undefined> {
  const now = clock();
  const token = createToken();
  const times = {
    createdAt: previousSession?.createdAt ?? now,
    lastSeenAt: now,
    ...(providerSession?.isSilent && { verifiedAt: 0 }),
  };
  const browser = { device, network: describeNetwork(from) };
  const session = { tokenHash: hashToken(token), accountId: account.id, ...times, ...browser };
  const detail = account.issuer === 'local' ? {} : { detail: account.issuer };
  const note =
    previousSession === undefined ? ({ at: now, event: 'signed-in', from, ...detail } as const) : undefined;
  const renewal =
    providerSession?.renewal &&
    (await encryptRenewal(token, providerSession.renewal, limits.session.absoluteMs));
  const provider = providerSession && { sid: providerSession.sid, renewal };
  const verifiedHash = account.passwordHash ?? undefined;
  const added = await store.addSession(session, verifiedHash, note, provider, factor);
  return added ? { token } : undefined;
}

export type SignInStep =
  | { outcome: 'signed-in'; token: string; user: SignedInUser }
  /** `token` identifies the sign-in, which waits for a second factor. */
  | { outcome: 'second-factor'; token: string };

/**
 * Continues a sign-in after a correct or newly set password: starts the session, or waits for a second factor. Returns
 * `undefined` in the cases of `startSession`.
 */
export async function continueSignIn(
  context: Pick<Context, 'store' | 'clock' | 'limits' | 'secondFactor'>,
  account: Account,
  source: SignInSource,
): Promise<SignInStep | undefined> {
  const { store, clock, limits, secondFactor } = context;
  const { id: accountId, passwordHash } = account;
  const needsFactor = mustHaveFactor(secondFactor, account) || (await store.hasFactor(accountId));
  if (!needsFactor || passwordHash === null) {
    const session = await startSession(context, account, source);
    return session && { outcome: 'signed-in', ...session, user: toSignedInUser(account) };
  }
  const token = createToken();
  const expiresAt = clock() + limits.pendingMs;
  await store.addPendingSignIn({ tokenHash: hashToken(token), accountId, passwordHash, expiresAt });
  return { outcome: 'second-factor', token };
}

/** Remembers the network and browser of a new session, and notifies the owner if they are new. */
export async function recordSource(
  context: Pick<Context, 'clock' | 'mail' | 'logger'>,
  throttle: Pick<Throttle, 'isKnownSource' | 'remember'>,
  { id, email, lastSignInAt }: Account,
  { address, device }: SignInSource,
): Promise<void> {
  const { clock, mail } = context;
  await logFailure(context, "A notification couldn't be queued.", async () => {
    // The first sign-in needs no notification.
    if (lastSignInAt === null || (await throttle.isKnownSource(email, address, device, clock()))) return;
    const detail = { address, ...(device && { device }) };
    await mail?.put('new-device', { email, accountId: id }, detail);
  });
  await logFailure(context, "An address couldn't be remembered.", () =>
    throttle.remember(id, address, clock(), device),
  );
}

/** Records a refused sign-in. Doesn't record the typed email, because users sometimes type their password there. */
export function recordRefusal(
  context: Pick<Context, 'store' | 'clock' | 'logger'>,
  from: string,
  account: Account | undefined,
  detail: string,
): Promise<void> {
  const { store, clock } = context;
  return logFailure(context, "A refused sign-in couldn't be recorded.", () =>
    store.note({ at: clock(), event: 'sign-in-refused', from, detail }, account?.id),
  );
}
