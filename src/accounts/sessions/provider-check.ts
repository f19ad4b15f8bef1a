import { StoreError } from '../../storage/store-error.ts';
import type { Account } from '../account.ts';
import { PROVIDER } from '../audit.ts';
import type { Context } from '../context.ts';
import type { Recheck, VerifiedPerson } from '../providers/sign-in-mode.ts';
import type { SignedIn } from '../store/session-store.ts';
import { decryptRenewal, encryptRenewal } from './renewal.ts';
import type { SessionResolver } from './session-resolver.ts';

interface ProviderCheckOptions {
  recheck: Recheck;
  resolver: SessionResolver;
  /** The account as the provider has it now. */
  follow: (account: Account, person: VerifiedPerson) => Promise<unknown>;
}

/** Longer than an attempt takes. A provider that does not answer is asked again after it. */
const CLAIMED_MS = 60_000;
/** How long a session goes on whose check is due, while the provider is down: as long as one that nobody uses. */
const DOWN_MS = 12 * 3_600_000;
/** One look at whether the provider is there serves all who ask meanwhile. */
const REACHABLE_MS = 30_000;

/**
 * Whether the provider still vouches for whom a session is of: asked when its reader comes and `providerCheckMs` have
 * passed since it did. Why it is done so: decisions/asking-the-provider-again.md
 */
export function createProviderCheck(context: Context, { recheck, resolver, follow }: ProviderCheckOptions) {
  const { store, clock, limits, logger } = context;
  const everyMs = limits.providerCheckMs;
  const underway = new Map<string, Promise<boolean | undefined>>();
  let reachable: { answer: Promise<boolean>; until: number } | undefined;

  const isReachable = (): Promise<boolean> => {
    if (reachable === undefined || clock() >= reachable.until)
      reachable = { answer: recheck.isReachable(), until: clock() + REACHABLE_MS };
    return reachable.answer;
  };

  /** `undefined`: nobody can say now, or another process is asking. */
  async function ask(token: string, { session, account }: SignedIn, checkedAt: number) {
    const now = clock();
    const { tokenHash } = session;
    const kept = await store.claimCheck(tokenHash, checkedAt, now, now + CLAIMED_MS);
    if (kept === undefined) return undefined;
    const renewal = await decryptRenewal(token, kept);
    if (renewal === undefined) return end(account, 'unreadable');
    const answer = await recheck.byRenewal(renewal, account.subject);
    switch (answer.outcome) {
      case 'unavailable':
        logger.warn({ fault: answer.fault, reason: answer.reason }, 'The provider could not be asked again.');
        return undefined;
      case 'refused':
        logger.warn(
          { account: account.id, fault: answer.fault, reason: answer.reason },
          'The provider took back its word.',
        );
        return end(account, answer.fault);
      case 'verified': {
        if (answer.person !== undefined) await follow(account, answer.person);
        const next = await encryptRenewal(token, answer.renewal ?? renewal, limits.session.absoluteMs);
        // Another role, or other groups, have ended the account's sessions.
        const isThere = await store.confirmCheck(tokenHash, now, next);
        resolver.forget(tokenHash);
        return isThere;
      }
    }
  }

  async function end({ id }: Account, detail: string): Promise<false> {
    const note = { at: clock(), event: 'sessions-ended', by: PROVIDER, detail } as const;
    await store.removeSessionsOf(id, undefined, note);
    resolver.forgetAccount(id);
    return false;
  }

  /** Requests of a page come together: one of them asks. */
  function askOnce(token: string, found: SignedIn, checkedAt: number): Promise<boolean | undefined> {
    const { tokenHash } = found.session;
    const asking =
      underway.get(tokenHash) ?? ask(token, found, checkedAt).finally(() => underway.delete(tokenHash));
    underway.set(tokenHash, asking);
    return asking;
  }

  return async (token: string, found: SignedIn): Promise<boolean> => {
    // Sessions from before there were checks: their sign-in was the last.
    const { checkedAt, isRenewable } = found.provider ?? {
      checkedAt: found.session.createdAt,
      isRenewable: false,
    };
    const age = clock() - checkedAt;
    if (everyMs === 0 || age < everyMs) return true;
    const isBearable = age < everyMs + DOWN_MS;
    try {
      if (resolver.isCutOff()) return isBearable;
      if (isRenewable) return (await askOnce(token, found, checkedAt)) ?? isBearable;
      return isBearable && !(await isReachable());
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      return isBearable;
    }
  };
}
