import { type AccountFault, normaliseEmail, type SignedInUser } from './account.ts';
import type { ActingAs } from './account-administration.ts';
import { notesBy } from './audit.ts';
import { confirmOwner, type Unconfirmed } from './confirm-owner.ts';
import { type Context, quietly } from './context.ts';
import { passwordFault } from './passwords/password-rules.ts';
import type { SessionResolver } from './sessions/session-resolver.ts';
import { hashToken, idOf } from './sessions/tokens.ts';
import { type SignInSource, startSession } from './sign-in/sign-in-outcome.ts';
import type { Throttle } from './throttle.ts';

type PasswordChangeResult =
  /** Every session has ended; this is the token of a new one. */
  { outcome: 'changed'; token: string } | { outcome: 'invalid'; problems: AccountFault[] } | Unconfirmed;

type RenameResult = { outcome: 'done' } | { outcome: 'invalid'; problems: AccountFault[] };

type RemovalResult =
  | { outcome: 'removed' }
  | { outcome: 'last-administrator' }
  /** What was typed to confirm it is not the account's e-mail. */
  | { outcome: 'invalid'; problems: AccountFault[] }
  | Unconfirmed;

/** What readers may do with their own account. `token` is that of the session they ask with. */
export function createOwnAccount(
  context: Context,
  actingAs: ActingAs,
  throttle: Throttle,
  resolver: SessionResolver,
) {
  const { store, clock, limits } = context;
  const note = notesBy(clock);

  const live = (user: SignedInUser) => store.sessionsOf(user.accountId, clock(), limits.session);

  return {
    /** `id`: names one among them, and opens nothing. `current`: the one that asks. */
    sessions: async (user: SignedInUser, token: string) =>
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
      const { user, password, address } = given;
      // Before the attempt is counted: a new password that cannot be is no guess at the current one.
      const message = await passwordFault(password, user.email, context.words);
      if (message !== undefined) return { outcome: 'invalid', problems: [{ field: 'password', message }] };
      const owner = await confirmOwner(context, throttle, given, { event: 'password-change-refused' });
      if (owner.outcome !== 'confirmed') return owner;
      const { account } = owner;
      const set = await actingAs(account.email).setPassword(account, password);
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

    rename: async (user: SignedInUser, name: string): Promise<RenameResult> => {
      const result = await actingAs(user.email).changeProfile(user.accountId, { name });
      return result.outcome === 'invalid' ? result : { outcome: 'done' };
    },

    /** For good. `confirmation`: the account's e-mail, typed once more; the password where there is one here. */
    remove: async (given: {
      user: SignedInUser;
      confirmation: string;
      current: string;
      address: string;
    }): Promise<RemovalResult> => {
      const { user } = given;
      if (normaliseEmail(given.confirmation) !== user.email)
        return { outcome: 'invalid', problems: [{ field: 'email', message: 'This is not your e-mail.' }] };
      if (context.issuer === 'local') {
        const owner = await confirmOwner(context, throttle, given, { event: 'removal-refused' });
        if (owner.outcome !== 'confirmed') return owner;
      }
      const outcome = await actingAs(user.email).remove(user.accountId);
      return { outcome: outcome === 'last-administrator' ? outcome : 'removed' };
    },
  };
}
