import { StoreError } from '../../storage/store-error.ts';
import type { Account } from '../account.ts';
import { PROVIDER } from '../audit.ts';
import type { Context } from '../context.ts';
import type { Recheck, UserProfile } from '../providers/identity-provider.ts';
import type { SignedIn } from '../store/session-store.ts';
import { decryptRenewal, encryptRenewal } from './renewal.ts';
import type { SessionResolver } from './session-resolver.ts';

interface ProviderCheckOptions {
  recheck: Recheck;
  resolver: SessionResolver;
  /** Updates the account from the provider's current profile. */
  syncAccount: (account: Account, person: UserProfile) => Promise<unknown>;
}

/** How long a process claims a check: longer than a request takes. A silent provider is asked again after this time. */
const CLAIMED_MS = 60_000;
/** How long a session stays valid after its check was due while the provider is down: as long as an idle session. */
const DOWN_MS = 12 * 3_600_000;
/** How long one result of `isReachable` is used for all requests. */
const REACHABLE_MS = 30_000;

/**
 * Checks whether the provider still vouches for the user of a session. It is asked on a request, if `providerCheckMs`
 * have passed since the last confirmation. See decisions/asking-the-provider-again.md.
 */
export function createProviderCheck(
  context: Context,
  { recheck, resolver, syncAccount }: ProviderCheckOptions,
) {
  const { store, clock, limits, logger } = context;
  const everyMs = limits.providerCheckMs;
  const underway = new Map<string, Promise<boolean | undefined>>();
  let lastReachability: { answer: Promise<boolean>; until: number } | undefined;

  const isReachable = (): Promise<boolean> => {
    if (lastReachability === undefined || clock() >= lastReachability.until)
      lastReachability = { answer: recheck.isReachable(), until: clock() + REACHABLE_MS };
    return lastReachability.answer;
  };

  /** Returns `undefined` if the provider can't answer now, or another process is asking. */
  async function ask(token: string, { session, account }: SignedIn, checkedAt: number) {
    const now = clock();
    const { tokenHash } = session;
    const encryptedRenewal = await store.claimCheck(tokenHash, checkedAt, now, now + CLAIMED_MS);
    if (encryptedRenewal === undefined) return undefined;
    const renewal = await decryptRenewal(token, encryptedRenewal);
    if (renewal === undefined) return end(account, 'unreadable');
    const answer = await recheck.byRenewal(renewal, account.subject);
    switch (answer.outcome) {
      case 'unavailable':
        logger.warn(
          { fault: answer.fault, reason: answer.reason },
          "The identity provider couldn't be asked again.",
        );
        return undefined;
      case 'refused':
        logger.warn(
          { account: account.id, fault: answer.fault, reason: answer.reason },
          'The identity provider no longer vouches for an account. Its sessions were ended.',
        );
        return end(account, answer.fault);
      case 'verified': {
        if (answer.person !== undefined) await syncAccount(account, answer.person);
        const next = await encryptRenewal(token, answer.renewal ?? renewal, limits.session.absoluteMs);
        // A new role or new groups have ended the account's sessions.
        const isLive = await store.confirmCheck(tokenHash, now, next);
        resolver.forget(tokenHash);
        return isLive;
      }
    }
  }

  async function end({ id }: Account, detail: string): Promise<false> {
    const note = { at: clock(), event: 'sessions-ended', by: PROVIDER, detail } as const;
    await store.removeAccountSessions(id, undefined, note);
    resolver.forgetAccount(id);
    return false;
  }

  /** The requests of a page arrive together. Only one of them asks the provider. */
  function askOnce(token: string, signedIn: SignedIn, checkedAt: number): Promise<boolean | undefined> {
    const { tokenHash } = signedIn.session;
    const pendingCheck =
      underway.get(tokenHash) ?? ask(token, signedIn, checkedAt).finally(() => underway.delete(tokenHash));
    underway.set(tokenHash, pendingCheck);
    return pendingCheck;
  }

  return async (token: string, signedIn: SignedIn): Promise<boolean> => {
    // Sessions from before this feature were last confirmed at their sign-in.
    const { checkedAt, isRenewable } = signedIn.provider ?? {
      checkedAt: signedIn.session.createdAt,
      isRenewable: false,
    };
    const age = clock() - checkedAt;
    if (everyMs === 0 || age < everyMs) return true;
    const isWithinGrace = age < everyMs + DOWN_MS;
    try {
      if (resolver.isCutOff()) return isWithinGrace;
      if (isRenewable) return (await askOnce(token, signedIn, checkedAt)) ?? isWithinGrace;
      return isWithinGrace && !(await isReachable());
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      return isWithinGrace;
    }
  };
}
