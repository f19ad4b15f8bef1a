import type { AccountFault, SignedInUser } from './account.ts';
import type { AccountAdministration } from './account-administration.ts';
import type { AuditEvent, AuditNote } from './audit.ts';
import { type Context, quietly } from './context.ts';
import { passwordFault } from './passwords/password-rules.ts';
import type { SessionResolver } from './sessions/session-resolver.ts';
import { hashToken } from './sessions/tokens.ts';
import { type SignInSource, startSession } from './sign-in/sign-in-outcome.ts';
import type { Throttle } from './throttle.ts';

/** One of a reader's own sessions. */
interface OwnSession {
  /** Names it among them, and opens nothing. */
  id: string;
  createdAt: number;
  lastSeenAt: number;
  device: string | null;
  network: string | null;
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
export function createOwnAccount(
  context: Context,
  accounts: AccountAdministration,
  throttle: Throttle,
  resolver: SessionResolver,
) {
  const { store, passwords, clock, limits } = context;
  const note = (event: AuditEvent, more: Partial<AuditNote> = {}): AuditNote => ({
    at: clock(),
    event,
    ...more,
  });

  const live = (user: SignedInUser) => store.sessionsOf(user.accountId, clock(), limits.session);

  return {
    sessions: async (user: SignedInUser, token: string): Promise<OwnSession[]> =>
      (await live(user)).map(({ tokenHash, createdAt, lastSeenAt, device = null, network = null }) => ({
        id: idOf(tokenHash),
        createdAt,
        lastSeenAt,
        device,
        network,
        current: tokenHash === hashToken(token),
      })),

    /** `false` when there is no such session, or it is the one that asks. */
    endSession: async (user: SignedInUser, token: string, id: string): Promise<boolean> => {
      const session = (await live(user)).find(({ tokenHash }) => idOf(tokenHash) === id);
      if (session === undefined || session.tokenHash === hashToken(token)) return false;
      const { tokenHash } = session;
      resolver.forget(tokenHash);
      const ended = note('sessions-ended', { detail: 'one of the others' });
      const done = await store.removeSessionOf(user.accountId, tokenHash, ended);
      resolver.forget(tokenHash);
      return done;
    },

    endOtherSessions: async (user: SignedInUser, token: string): Promise<number> => {
      const ended = note('sessions-ended', { detail: 'all others' });
      const count = await store.removeSessionsOf(user.accountId, hashToken(token), ended);
      resolver.forgetAccount(user.accountId);
      return count;
    },

    changePassword: async (
      given: { user: SignedInUser; current: string; password: string } & SignInSource,
    ): Promise<PasswordChangeResult> => {
      const { user, current, password, address } = given;
      // Before the attempt is counted: a new password that cannot be is no guess at the current one.
      const message = await passwordFault(password, user.email, context.words);
      if (message !== undefined) return { outcome: 'invalid', problems: [{ field: 'password', message }] };
      const attempt = await throttle.count(user.email, address, clock());
      if (!attempt.allowed) return { outcome: 'throttled', retryAt: attempt.retryAt };

      const account = await store.accountByEmail(user.email);
      const verdict = await passwords.verify(account?.passwordHash, current, attempt.turn);
      if (verdict === 'busy') {
        await attempt.turnedAway();
        return { outcome: 'unavailable' };
      }
      if (account === undefined || account.disabled || verdict === 'mismatch') {
        await store.note(note('password-change-refused', { from: address }), account?.id);
        return { outcome: 'refused' };
      }
      await attempt.succeeded();
      const set = await accounts.actingAs(account.email).setPassword(account, password);
      if (set.outcome === 'invalid') return set;
      if (set.outcome !== 'done') return { outcome: 'unavailable' };
      // Read again: the store starts a session only for the password that the account has now.
      const changed = await store.accountById(account.id);
      // The session that asks has given the second factor, if there is one.
      const started = changed && (await startSession(context, changed, given, 'factor given'));
      await quietly(context, 'An address could not be remembered.', () =>
        throttle.remember(account.id, address, clock(), given.device),
      );
      return started ? { outcome: 'changed', token: started.token } : { outcome: 'unavailable' };
    },
  };
}

/** The store knows a session by its token's hash; pages know it by a hash of that. */
function idOf(tokenHash: string): string {
  return hashToken(tokenHash).slice(0, 16);
}
