import { createHash } from 'node:crypto';
import { type Account, newAccount, type SignedInUser, userOf } from '../account.ts';
import type { ActingAs } from '../account-administration.ts';
import { PROVIDER } from '../audit.ts';
import type { Context } from '../context.ts';
import type { SignInFault } from '../providers/faults.ts';
import type { Verification, VerifiedPerson } from '../providers/sign-in-mode.ts';
import { hashToken, looksLikeToken } from '../sessions/tokens.ts';
import type { Session } from '../store/session-store.ts';
import type { Throttle } from '../throttle.ts';
import { noteRefusal, startSession } from './sign-in-outcome.ts';

export type ProviderSignInResult =
  | { outcome: 'signed-in'; token: string; user: SignedInUser }
  | { outcome: 'refused'; fault: SignInFault }
  | { outcome: 'throttled'; retryAt: number }
  /** Without a fault: the store cannot take it now. */
  | { outcome: 'unavailable'; fault?: SignInFault };

/** Signs in whom an identity provider vouches for, by the account of that issuer and subject. */
export function createProviderSignIn(
  context: Context,
  actingAs: ActingAs,
  throttle: Throttle,
  /** The account's sessions are read again. */
  forgetAccount: (accountId: string) => void,
) {
  const { store, clock, limits, logger } = context;

  /**
   * The attempt is counted before `verify` does any work; the account is the one of the provider's issuer and subject,
   * made at the first time. `held`: sessions that the browser has; where the provider answered without a question, that
   * of the same account goes on under a new token.
   */
  async function signIn(
    address: string,
    verify: () => Promise<Verification>,
    device?: string,
    held: readonly string[] = [],
  ): Promise<ProviderSignInResult> {
    const attempt = await throttle.countProviderSignIn(address, clock());
    if (!attempt.allowed) return { outcome: 'throttled', retryAt: attempt.retryAt };

    const verified = await verify();
    if (verified.outcome !== 'verified') {
      const { outcome, fault, reason } = verified;
      logger.warn({ fault, reason }, 'A sign-in was refused.');
      if (outcome === 'refused') {
        await attempt.failed();
        return refuse(address, undefined, fault);
      }
      await attempt.takeBack();
      return { outcome, fault };
    }
    const account = await accountOf(verified.person);
    if (account === undefined) {
      await attempt.failed();
      return refuse(address, undefined, 'email-taken');
    }
    const before = verified.isSilent ? await sessionOf(account, held) : undefined;
    // The store looks again: the account may be disabled by now.
    const started = account.disabled
      ? undefined
      : await startSession(context, account, { address, device }, undefined, verified, before);
    if (started === undefined) {
      await attempt.failed();
      return refuse(address, account, 'account-disabled');
    }
    if (before !== undefined) {
      await store.removeSession(before.tokenHash);
      forgetAccount(account.id);
    }
    await attempt.takeBack();
    return { outcome: 'signed-in', token: started.token, user: userOf(account) };
  }

  /** Of the account, among those of a browser. */
  async function sessionOf(account: Account, held: readonly string[]): Promise<Session | undefined> {
    for (const token of held.filter(looksLikeToken)) {
      const found = await store.findSession(hashToken(token), clock(), limits.session);
      if (found?.account.id === account.id) return found.session;
    }
    return undefined;
  }

  async function refuse(
    from: string,
    account: Account | undefined,
    fault: SignInFault,
  ): Promise<ProviderSignInResult> {
    await noteRefusal(context, from, account, fault);
    return { outcome: 'refused', fault };
  }

  /** The person's account, made at the first time; `undefined` when another one has the e-mail. */
  async function accountOf(person: VerifiedPerson): Promise<Account | undefined> {
    const { issuer, subject, email, name, role = 'reader' } = person;
    const known = await store.accountBySubject(issuer, subject);
    if (known) return known.disabled ? known : follow(known, person);
    const groups = groupsOf(person);
    const shown = person.emailVerified ? email : unconfirmed(person);
    const given = { issuer, subject, email: shown, name, role, groups: groups ?? [], createdAt: clock() };
    const made = newAccount(given);
    const note = { at: clock(), event: 'account-added', by: PROVIDER, detail: role } as const;
    // The same person, in another window at the same moment, may have been faster.
    return (await store.addAccount(made, note)) ?? store.accountBySubject(issuer, subject);
  }

  function groupsOf({ groupClaims }: VerifiedPerson): readonly string[] | undefined {
    return groupClaims && [...context.groupsOf(groupClaims)].sort();
  }

  async function follow(account: Account, person: VerifiedPerson): Promise<Account> {
    const withoutGroups = await withRole(await withProfile(account, person), person.role);
    return withGroups(withoutGroups, groupsOf(person));
  }

  /** As the provider has it now. An e-mail that it does not confirm, or that another account has, changes nothing. */
  async function withProfile(account: Account, person: VerifiedPerson): Promise<Account> {
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
    logger.warn(
      { account: account.id, change },
      'The e-mail that the provider names now was not taken over.',
    );
    return { ...account, name };
  }

  /** Other groups end the sessions that the account has, too. */
  async function withGroups(account: Account, groups: readonly string[] | undefined): Promise<Account> {
    if (groups === undefined || groups.join(' ') === account.groups.join(' ')) return account;
    const change = await actingAs(PROVIDER).setGroups(account.id, groups);
    return change === 'done' ? { ...account, groups } : account;
  }

  /** Another role ends the sessions that the account has. */
  async function withRole(account: Account, role: VerifiedPerson['role']): Promise<Account> {
    if (role === undefined || role === account.role) return account;
    const change = await actingAs(PROVIDER).setRole(account.id, role);
    if (change === 'done') return { ...account, role };
    if (change === 'last-administrator') {
      logger.warn({ account: account.id }, 'The provider takes the last administrator away; the role stays.');
    }
    return account;
  }

  return { signIn, follow };
}

/**
 * An e-mail that nobody confirmed stands for nobody: it is shown as what somebody said, is found by no e-mail, and
 * leaves the e-mail to whoever confirms it.
 */
function unconfirmed({ issuer, subject, email }: VerifiedPerson): string {
  const who = createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('hex')
    .slice(0, 8);
  return `${email} (unconfirmed ${who})`;
}
