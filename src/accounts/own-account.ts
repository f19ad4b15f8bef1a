import type { Account, SignedInUser } from './account.ts';
import type { AccountBook } from './account-book.ts';
import type { AuditEvent, AuditNote } from './audit.ts';
import type { AccountFault } from './identity.ts';
import type { IdentityLimits } from './limits.ts';
import { passwordFault } from './password-rules.ts';
import type { HashingQueue } from './passwords.ts';
import type { Readers } from './readers.ts';
import type { Store } from './store/store.ts';
import type { Throttle } from './throttle.ts';
import { hashToken } from './tokens.ts';

/** One of a reader's own sessions. */
export interface OwnSession {
  /** Names it among them, and opens nothing. */
  id: string;
  createdAt: number;
  lastSeenAt: number;
  /** The one that asks. */
  current: boolean;
}

export type PasswordChangeResult =
  /** Every session has ended; this is the token of a new one. */
  | { outcome: 'changed'; token: string }
  /** The current password is another one, or the account has none here. */
  | { outcome: 'refused' }
  | { outcome: 'throttled'; retryAt: number }
  | { outcome: 'invalid'; problems: AccountFault[] }
  | { outcome: 'unavailable' };

/** What readers may do with their own account. `token` is that of the session they ask with. */
export interface OwnAccount {
  sessions(user: SignedInUser, token: string): Promise<OwnSession[]>;
  /** `false` when there is no such session, or it is the one that asks. */
  endSession(user: SignedInUser, token: string, id: string): Promise<boolean>;
  endOtherSessions(user: SignedInUser, token: string): Promise<number>;
  changePassword(change: {
    user: SignedInUser;
    current: string;
    password: string;
    address: string;
  }): Promise<PasswordChangeResult>;
}

export interface OwnAccountParts {
  store: Store;
  accounts: AccountBook;
  passwords: HashingQueue;
  throttle: Throttle;
  readers: Readers;
  clock: () => number;
  limits: IdentityLimits;
  startSession(account: Account, from: string): Promise<{ token: string } | undefined>;
}

export function createOwnAccount(parts: OwnAccountParts): OwnAccount {
  const { store, accounts, passwords, throttle, readers, clock, limits, startSession } = parts;
  const note = (event: AuditEvent, more: Partial<AuditNote> = {}): AuditNote => ({
    at: clock(),
    event,
    ...more,
  });

  const live = (user: SignedInUser) => store.sessionsOf(user.accountId, clock(), limits.session);

  return {
    sessions: async (user, token) =>
      (await live(user)).map(({ tokenHash, createdAt, lastSeenAt }) => ({
        id: idOf(tokenHash),
        createdAt,
        lastSeenAt,
        current: tokenHash === hashToken(token),
      })),

    endSession: async (user, token, id) => {
      const session = (await live(user)).find(({ tokenHash }) => idOf(tokenHash) === id);
      if (session === undefined || session.tokenHash === hashToken(token)) return false;
      readers.forget(session.tokenHash);
      const detail = 'one of the others';
      const ended = await store.removeSessionOf(
        user.accountId,
        session.tokenHash,
        note('sessions-ended', { detail }),
      );
      readers.forget(session.tokenHash);
      return ended;
    },

    endOtherSessions: async (user, token) => {
      const ended = await store.removeSessionsOf(
        user.accountId,
        hashToken(token),
        note('sessions-ended', { detail: 'all others' }),
      );
      readers.forgetAccount(user.accountId);
      return ended;
    },

    changePassword: async ({ user, current, password, address }) => {
      // Before the attempt is counted: a new password that cannot be is no guess at the current one.
      const message = passwordFault(password, user.email);
      if (message !== undefined) return { outcome: 'invalid', problems: [{ field: 'password', message }] };
      const attempt = await throttle.count(user.email, address, clock());
      if (!attempt.allowed) return { outcome: 'throttled', retryAt: attempt.retryAt };

      const account = await store.accountByEmail(user.email);
      const verdict = await passwords.verify(account?.passwordHash, current);
      if (verdict === 'busy') {
        await attempt.takeBack();
        return { outcome: 'unavailable' };
      }
      if (account === undefined || account.disabled || verdict === 'mismatch') {
        await store.note(note('password-change-refused', { from: address }), account?.id);
        return { outcome: 'refused' };
      }
      await attempt.succeeded(account.id);
      const set = await accounts.by(account.email).setPassword(account, password);
      if (set.outcome === 'invalid') return set;
      if (set.outcome !== 'done') return { outcome: 'unavailable' };
      // Read again: the store starts a session only for the password that the account has now.
      const changed = await store.accountByEmail(account.email);
      const started = changed && (await startSession(changed, address));
      return started ? { outcome: 'changed', token: started.token } : { outcome: 'unavailable' };
    },
  };
}

/** The store knows a session by its token's hash; pages know it by a hash of that. */
function idOf(tokenHash: string): string {
  return hashToken(tokenHash).slice(0, 16);
}
