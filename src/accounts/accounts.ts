import { StoreError } from '../storage/store-error.ts';
import type { Account } from './account.ts';
import { userOf } from './account.ts';
import { createAccountBook } from './account-book.ts';
import type { AuditNote } from './audit.ts';
import { normaliseEmail } from './emails.ts';
import type { Identity, IdentityLogger, SetupResult, SignInResult } from './identity.ts';
import { createInvites } from './invites.ts';
import { defaultLimits, type IdentityLimits } from './limits.ts';
import { createOwnAccount } from './own-account.ts';
import { argon2Hasher, type Hasher, hashingQueue } from './passwords.ts';
import { createProviderSignIn } from './provider-sign-in.ts';
import { createReaders } from './readers.ts';
import { createSetupLinks } from './setup-link.ts';
import type { Store } from './store/store.ts';
import { createThrottle } from './throttle.ts';
import { hashToken, looksLikeToken, newToken } from './tokens.ts';

export interface IdentityParts {
  /** Closed with the identity. */
  store: Store;
  clock?: () => number;
  limits?: IdentityLimits;
  hasher?: Hasher;
  logger?: IdentityLogger;
  /** Whose accounts may read: those of another provider, from before, have neither sign-in nor session. */
  issuer?: string;
}

export function createIdentity({
  store,
  clock = Date.now,
  limits = defaultLimits,
  hasher = argon2Hasher(),
  logger = silent,
  issuer = 'local',
}: IdentityParts): Identity {
  const passwords = hashingQueue(hasher, limits.hashing);
  const readers = createReaders({ store, clock, limits, logger });
  const throttle = createThrottle(store, limits);
  const setupLinks = createSetupLinks(store, limits.setupTokenMs);
  const accounts = createAccountBook({
    store,
    passwords,
    clock,
    inviteMs: limits.inviteMs,
    by: 'server',
    issuer,
    onSessionsEnded: readers.forgetAccount,
  });

  const cleaning = setInterval(() => {
    readers.tidy();
    void quietly('Expired sessions could not be removed.', () =>
      store.removeExpired(clock(), limits.session),
    );
    void quietly('The audit log could not be shortened.', () =>
      store.removeAuditBefore(clock() - limits.auditMs),
    );
  }, limits.cleanUpEveryMs);
  cleaning.unref();

  /** For work whose failure must not fail what it belongs to. */
  async function quietly(message: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      logger.warn({ err: error }, message);
    }
  }

  /** A store that cannot answer is an outcome; anything else is a bug. */
  async function orUnavailable<T>(work: () => Promise<T>): Promise<T | { outcome: 'unavailable' }> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      logger.error({ err: error, code: error.code }, 'The store could not answer.');
      return { outcome: 'unavailable' };
    }
  }

  /** A new session under a new token, whatever the browser came with: there is nothing to fixate. */
  async function startSession(account: Account, from: string): Promise<{ token: string } | undefined> {
    const now = clock();
    const token = newToken();
    const session = { tokenHash: hashToken(token), accountId: account.id, createdAt: now, lastSeenAt: now };
    const note: AuditNote = { at: now, event: 'signed-in', from };
    if (account.issuer !== 'local') note.detail = account.issuer;
    return (await store.addSession(session, account.passwordHash ?? undefined, note)) ? { token } : undefined;
  }

  /** Of what was typed as an e-mail nothing: it may be a password. */
  const noteRefusal = (from: string, account: Account | undefined, detail: string) =>
    quietly('A refused sign-in could not be written down.', () =>
      store.note({ at: clock(), event: 'sign-in-refused', from, detail }, account?.id),
    );

  const signInBy = createProviderSignIn({
    store,
    accounts,
    throttle,
    clock,
    logger,
    forgetAccount: readers.forgetAccount,
    startSession,
    noteRefusal,
  });

  const own = createOwnAccount({
    store,
    accounts,
    passwords,
    throttle,
    readers,
    clock,
    limits,
    startSession,
  });
  const invites = createInvites({ store, passwords, clock, issuer, startSession });

  async function signIn(given: { email: string; password: string; address: string }): Promise<SignInResult> {
    // What cannot be an e-mail goes the same way as one that nobody has.
    const email = normaliseEmail(given.email);
    const attempt = await throttle.count(email ?? given.email, given.address, clock());
    if (!attempt.allowed) return { outcome: 'throttled', retryAt: attempt.retryAt };

    const account = email === undefined ? undefined : await store.accountByEmail(email);
    const verdict = await passwords.verify(account?.passwordHash, given.password);
    if (verdict === 'busy') {
      await attempt.takeBack();
      return { outcome: 'unavailable' };
    }
    const fault = faultOf(account, verdict, issuer);
    if (account === undefined || fault !== undefined) {
      await noteRefusal(given.address, account, fault ?? 'unknown account');
      return { outcome: 'refused' };
    }

    // The store looks again: the account may have changed while the password was being verified.
    const started = await startSession(account, given.address);
    if (started === undefined) return { outcome: 'refused' };
    await quietly('A successful attempt could not be settled.', () => attempt.succeeded(account.id));
    await quietly('A password could not be hashed anew.', () => rehash(account, given.password));
    return { outcome: 'signed-in', token: started.token, user: userOf(account) };
  }

  async function rehash(account: Account, password: string): Promise<void> {
    if (account.passwordHash === null || !passwords.isOutdated(account.passwordHash)) return;
    const hash = await passwords.hash(password);
    // The next sign-in is an occasion too.
    if (hash !== 'busy') await store.replacePasswordHash(account.id, account.passwordHash, hash);
  }

  async function completeSetup(given: {
    token: string;
    email: string;
    name: string;
    password: string;
    address: string;
  }): Promise<SetupResult> {
    const use = issuer === 'local' ? await setupLinks.claim(given.token, clock()) : undefined;
    if (use === undefined) return { outcome: 'invalid-token' };
    try {
      const added = await accounts.by('set-up link').addFirst(given);
      switch (added.outcome) {
        case 'invalid':
          return added;
        case 'busy':
          return { outcome: 'unavailable' };
        case 'taken':
          return { outcome: 'invalid-token' };
        case 'added': {
          await quietly('An address could not be remembered.', () =>
            throttle.remember(added.account.id, given.address, clock()),
          );
          const started = await startSession(added.account, given.address);
          if (started === undefined) return { outcome: 'unavailable' };
          return { outcome: 'created', token: started.token, user: userOf(added.account) };
        }
      }
    } finally {
      use.giveUp();
    }
  }

  return {
    accounts,
    own: {
      ...own,
      changePassword: (change) => orUnavailable(() => own.changePassword(change)),
    },
    invites: { ...invites, accept: (given) => orUnavailable(() => invites.accept(given)) },
    session: async (token) => {
      if (!looksLikeToken(token)) return undefined;
      const found = await readers.find(hashToken(token));
      return found?.account.issuer === issuer ? userOf(found.account) : undefined;
    },
    signIn: (attempt) => orUnavailable(() => signIn(attempt)),
    signInBy: (address, verify) => orUnavailable(() => signInBy(address, verify)),
    firstUse: (text, forMs) => throttle.firstUse(text, forMs, clock()),
    signOut: async (token, from, why) => {
      if (!looksLikeToken(token)) return;
      const tokenHash = hashToken(token);
      // Before it as well: a store that is gone now must not leave it to be remembered.
      readers.forget(tokenHash);
      await store.removeSession(tokenHash, {
        at: clock(),
        event: 'signed-out',
        ...(from === undefined ? {} : { from }),
        ...(why === undefined ? {} : { detail: why }),
      });
      readers.forget(tokenHash);
    },
    needsSetup: async () => issuer === 'local' && (await store.countAccounts()) === 0,
    createSetupToken: () => setupLinks.create(clock()),
    setupTokenIsValid: (token) => setupLinks.isValid(token, clock()),
    completeSetup: (setup) => orUnavailable(() => completeSetup(setup)),
    ping: () => store.ping(),
    close: async () => {
      clearInterval(cleaning);
      readers.close();
      await store.close();
    },
  };
}

function faultOf(
  account: Account | undefined,
  verdict: 'match' | 'mismatch',
  issuer: string,
): string | undefined {
  if (account === undefined) return 'unknown account';
  if (account.disabled) return 'disabled account';
  if (account.issuer !== issuer) return 'account of another provider';
  return verdict === 'mismatch' ? 'wrong password' : undefined;
}

const silent: IdentityLogger = { warn: () => {}, error: () => {} };
