import { randomUUID } from 'node:crypto';
import type { Account } from './account.ts';
import { userOf } from './account.ts';
import type { AccountBook } from './account-book.ts';
import type { AuditNote } from './audit.ts';
import type { IdentityLogger, ProviderSignInResult } from './identity.ts';
import type { Verification, VerifiedPerson } from './providers/verified-person.ts';
import type { Store } from './store/store.ts';
import type { Throttle } from './throttle.ts';

export interface ProviderSignInParts {
  store: Store;
  accounts: AccountBook;
  throttle: Throttle;
  clock: () => number;
  logger: IdentityLogger;
  /** Its sessions are read again. */
  forgetAccount(accountId: string): void;
  startSession(account: Account, from: string): Promise<{ token: string } | undefined>;
  noteRefusal(from: string, account: Account | undefined, detail: string): Promise<void>;
}

/** Who makes accounts and gives roles here, for the audit log. */
const PROVIDER = 'identity provider';

/** Signs in whom an identity provider vouches for, by the account of that issuer and subject. */
export function createProviderSignIn({
  store,
  accounts,
  throttle,
  clock,
  logger,
  forgetAccount,
  startSession,
  noteRefusal,
}: ProviderSignInParts) {
  return async (address: string, verify: () => Promise<Verification>): Promise<ProviderSignInResult> => {
    const attempt = await throttle.countFrom(address, clock());
    if (!attempt.allowed) return { outcome: 'throttled', retryAt: attempt.retryAt };

    const verified = await verify();
    if (verified.outcome !== 'verified') {
      const { fault, reason } = verified;
      logger.warn({ fault, reason }, 'A sign-in was refused.');
      if (verified.outcome === 'refused') {
        await noteRefusal(address, undefined, fault);
        return { outcome: 'refused', fault };
      }
      await attempt.takeBack();
      return { outcome: 'unavailable', fault };
    }
    const account = await accountOf(verified.person);
    if (account === undefined) {
      await noteRefusal(address, undefined, 'email-taken');
      return { outcome: 'refused', fault: 'email-taken' };
    }
    // The store looks again: the account may be disabled by now.
    const started = account.disabled ? undefined : await startSession(account, address);
    if (started === undefined) {
      await noteRefusal(address, account, 'account-disabled');
      return { outcome: 'refused', fault: 'account-disabled' };
    }
    await attempt.takeBack();
    return { outcome: 'signed-in', token: started.token, user: userOf(account) };
  };

  /** The person's account, made at the first time; `undefined` when another one has the e-mail. */
  async function accountOf(person: VerifiedPerson): Promise<Account | undefined> {
    const { issuer, subject } = person;
    const known = await store.accountBySubject(issuer, subject);
    if (known) return known.disabled ? known : withRole(await withProfile(known, person), person.role);
    const id = randomUUID();
    const role = person.role ?? 'reader';
    const note: AuditNote = {
      at: clock(),
      event: 'account-added',
      by: PROVIDER,
      detail: role,
    };
    const made: Account = {
      id,
      email: person.email,
      name: person.name,
      role,
      disabled: false,
      passwordHash: null,
      issuer,
      subject,
      createdAt: clock(),
      lastSignInAt: null,
    };
    const added = await store.addAccount(made, note);
    // The same person, in another window at the same moment, may have been faster.
    return added ?? store.accountBySubject(issuer, subject);
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

  /** Another role ends the sessions that the account has. */
  async function withRole(account: Account, role: VerifiedPerson['role']): Promise<Account> {
    if (role === undefined || role === account.role) return account;
    const change = await accounts.by(PROVIDER).setRole(account.id, role);
    if (change === 'done') return { ...account, role };
    if (change === 'last-administrator') {
      logger.warn({ account: account.id }, 'The provider takes the last administrator away; the role stays.');
    }
    return account;
  }
}
