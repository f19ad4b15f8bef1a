import { createHash } from 'node:crypto';
import { type Account, createNewAccount, type SignedInUser, toSignedInUser } from '../account.ts';
import type { ActingAs } from '../account-administration.ts';
import { PROVIDER } from '../audit.ts';
import type { Context } from '../context.ts';
import type { SignInFault } from '../providers/faults.ts';
import type { UserProfile, Verification } from '../providers/identity-provider.ts';
import { hashToken, looksLikeToken } from '../sessions/tokens.ts';
import type { Session } from '../store/session-store.ts';
import type { Throttle } from '../throttle.ts';
import { recordRefusal, startSession } from './sign-in-outcome.ts';

export type ProviderSignInResult =
  | { outcome: 'signed-in'; token: string; user: SignedInUser }
  | { outcome: 'refused'; fault: SignInFault }
  | { outcome: 'throttled'; retryAt: number }
  /** Without a fault: the store is unavailable. */
  | { outcome: 'unavailable'; fault?: SignInFault };

/** Signs in users whom an identity provider has verified, with the account of that issuer and subject. */
export interface ProviderSignIn {
  /**
   * Counts the attempt before `verify` does any work. Creates the account at the first sign-in. `browserTokens`:
   * session tokens of the browser. After a silent sign-in, the session of the same account continues with a new token.
   */
  signIn(
    address: string,
    verify: () => Promise<Verification>,
    device?: string,
    browserTokens?: readonly string[],
  ): Promise<ProviderSignInResult>;
  /** Takes over the provider's name, email, role and groups, and returns the account as it is then. */
  syncAccount(account: Account, person: UserProfile): Promise<Account>;
}

/** Signs in users whom an identity provider has verified, with the account of that issuer and subject. */
export function createProviderSignIn(
  context: Context,
  actingAs: ActingAs,
  throttle: Throttle,
  /** Removes the account's sessions from the cache, so that they are read again. */
  forgetAccount: (accountId: string) => void,
): ProviderSignIn {
  const { store, clock, limits, logger } = context;

  /**
   * Counts the attempt before `verify` does any work. Creates the account at the first sign-in. `browserTokens`:
   * session tokens of the browser. After a silent sign-in, the session of the same account continues with a new token.
   */
  async function signIn(
    address: string,
    verify: () => Promise<Verification>,
    device?: string,
    browserTokens: readonly string[] = [],
  ): Promise<ProviderSignInResult> {
    const attempt = await throttle.countProviderSignIn(address, clock());
    if (!attempt.allowed) return { outcome: 'throttled', retryAt: attempt.retryAt };

    const verification = await verify();
    if (verification.outcome !== 'verified') {
      const { outcome, fault, reason } = verification;
      logger.warn({ fault, reason }, 'A sign-in was refused.');
      if (outcome === 'refused') {
        await attempt.recordFailure();
        return refuse(address, undefined, fault);
      }
      await attempt.takeBack();
      return { outcome, fault };
    }
    const account = await findOrCreateAccount(verification.person);
    if (account === undefined) {
      await attempt.recordFailure();
      return refuse(address, undefined, 'email-taken');
    }
    const earlierSession = verification.isSilent ? await findSessionOf(account, browserTokens) : undefined;
    // The store checks again, because the account may have been disabled meanwhile.
    const newSession = account.disabled
      ? undefined
      : await startSession(context, account, { address, device }, undefined, verification, earlierSession);
    if (newSession === undefined) {
      await attempt.recordFailure();
      return refuse(address, account, 'account-disabled');
    }
    if (earlierSession !== undefined) {
      await store.removeSession(earlierSession.tokenHash);
      forgetAccount(account.id);
    }
    await attempt.takeBack();
    return { outcome: 'signed-in', token: newSession.token, user: toSignedInUser(account) };
  }

  /** Finds a session of the account among those of the browser. */
  async function findSessionOf(
    account: Account,
    browserTokens: readonly string[],
  ): Promise<Session | undefined> {
    for (const token of browserTokens.filter(looksLikeToken)) {
      const session = await store.findSession(hashToken(token), clock(), limits.session);
      if (session?.account.id === account.id) return session.session;
    }
    return undefined;
  }

  async function refuse(
    from: string,
    account: Account | undefined,
    fault: SignInFault,
  ): Promise<ProviderSignInResult> {
    await recordRefusal(context, from, account, fault);
    return { outcome: 'refused', fault };
  }

  /** Finds the user's account, or creates it. Returns `undefined` if another account has the email. */
  async function findOrCreateAccount(person: UserProfile): Promise<Account | undefined> {
    const { issuer, subject, email, name, role = 'reader' } = person;
    const existingAccount = await store.findAccountBySubject(issuer, subject);
    if (existingAccount)
      return existingAccount.disabled ? existingAccount : syncAccount(existingAccount, person);
    const groups = findGroups(person);
    const displayedEmail = person.emailVerified ? email : labelUnconfirmed(person);
    const properties = {
      issuer,
      subject,
      email: displayedEmail,
      name,
      role,
      groups: groups ?? [],
      createdAt: clock(),
    };
    const createdAccount = createNewAccount(properties);
    const note = { at: clock(), event: 'account-added', by: PROVIDER, detail: role } as const;
    // A concurrent sign-in of the same user may have created the account meanwhile.
    return (await store.addAccount(createdAccount, note)) ?? store.findAccountBySubject(issuer, subject);
  }

  function findGroups({ groupClaims }: UserProfile): readonly string[] | undefined {
    return groupClaims && [...context.findGroups(groupClaims)].sort();
  }

  async function syncAccount(account: Account, person: UserProfile): Promise<Account> {
    const withoutGroups = await syncRole(await syncProfile(account, person), person.role);
    return syncGroups(withoutGroups, findGroups(person));
  }

  /** Takes over the provider's name and email. An email that is unverified or taken isn't changed. */
  async function syncProfile(account: Account, person: UserProfile): Promise<Account> {
    const { name } = person;
    const email = person.emailVerified ? person.email : account.email;
    if (email === account.email && name === account.name) return account;
    const change = await store.setProfile(
      account.id,
      { email, name },
      { at: clock(), event: 'profile-changed', by: PROVIDER, detail: `was ${account.email}` },
    );
    forgetAccount(account.id);
    if (change === 'done') return { ...account, email, name };
    logger.warn({ account: account.id, change }, "The provider's new email for an account wasn't adopted.");
    return { ...account, name };
  }

  /** Takes over the provider's groups. New groups end the account's sessions. */
  async function syncGroups(account: Account, groups: readonly string[] | undefined): Promise<Account> {
    if (groups === undefined || groups.join(' ') === account.groups.join(' ')) return account;
    const change = await actingAs(PROVIDER).setGroups(account.id, groups);
    return change === 'done' ? { ...account, groups } : account;
  }

  /** Takes over the provider's role. A new role ends the account's sessions. */
  async function syncRole(account: Account, role: UserProfile['role']): Promise<Account> {
    if (role === undefined || role === account.role) return account;
    const change = await actingAs(PROVIDER).setRole(account.id, role);
    if (change === 'done') return { ...account, role };
    if (change === 'last-administrator') {
      logger.warn(
        { account: account.id },
        'The provider no longer gives the last administrator that role. The account keeps it.',
      );
    }
    return account;
  }

  return { signIn, syncAccount };
}

/**
 * Returns a label instead of an unverified email. It shows what the user claims, but isn't a valid email, so it
 * matches no search by email and leaves the address to its real owner.
 */
function labelUnconfirmed({ issuer, subject, email }: UserProfile): string {
  const who = createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('hex')
    .slice(0, 8);
  return `${email} (unconfirmed ${who})`;
}
