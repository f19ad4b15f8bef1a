import { type AccountFault, normaliseEmail, type SignedInUser } from './account.ts';
import type { ActingAs } from './account-administration.ts';
import { createNoteWriter } from './audit.ts';
import { type ConfirmationFailure, confirmOwner } from './confirm-owner.ts';
import { type Context, logFailure } from './context.ts';
import { findPasswordFault } from './passwords/password-rules.ts';
import type { SessionResolver } from './sessions/session-resolver.ts';
import { derivePublicId, hashToken } from './sessions/tokens.ts';
import { type SignInSource, startSession } from './sign-in/sign-in-outcome.ts';
import type { Session } from './store/session-store.ts';
import type { Throttle } from './throttle.ts';

type PasswordChangeResult =
  /** Every session has ended. `token` belongs to a new session. */
  | { outcome: 'changed'; token: string }
  | { outcome: 'invalid'; problems: AccountFault[] }
  | ConfirmationFailure;

type RenameResult = { outcome: 'done' } | { outcome: 'invalid'; problems: AccountFault[] };

type RemovalResult =
  | { outcome: 'removed' }
  | { outcome: 'last-administrator' }
  /** The typed confirmation isn't the account's email. */
  | { outcome: 'invalid'; problems: AccountFault[] }
  | ConfirmationFailure;

/** A live session as its owner sees it. */
interface ListedSession extends Pick<Session, 'createdAt' | 'lastSeenAt'> {
  /** Public id for lists. It gives no access. */
  id: string;
  device: string | null;
  network: string | null;
  /** Whether it is the session of this request. */
  current: boolean;
}

interface RemovalRequest {
  user: SignedInUser;
  /** The email of the account, as the user typed it. */
  confirmation: string;
  /** The password that the user typed. */
  current: string;
  /** Network address. */
  address: string;
}

/** Lets readers manage their own account. `token` belongs to the current session. */
export interface OwnAccount {
  /** Lists the live sessions, most recently used first. */
  listSessions(user: SignedInUser, token: string): Promise<ListedSession[]>;
  /** Ends one other session. Returns `false` if there is no such session, or it is the current one. */
  endSession(user: SignedInUser, token: string, id: string): Promise<boolean>;
  /** Ends all sessions but the current one. Returns their number. */
  endOtherSessions(user: SignedInUser, token: string): Promise<number>;
  /** Sets a new password, ends all sessions and starts a new one in their place. Counts wrong current passwords. */
  changePassword(
    request: { user: SignedInUser; current: string; password: string } & SignInSource,
  ): Promise<PasswordChangeResult>;
  /** Changes the name. Sessions stay. */
  rename(user: SignedInUser, name: string): Promise<RenameResult>;
  /** Removes the account permanently. Requires its email as `confirmation`, and for local accounts the password. */
  remove(request: RemovalRequest): Promise<RemovalResult>;
}

/** Lets readers manage their own account. `token` belongs to the current session. */
export function createOwnAccount(
  context: Context,
  actingAs: ActingAs,
  throttle: Throttle,
  resolver: SessionResolver,
): OwnAccount {
  const { store, clock, limits } = context;
  const note = createNoteWriter(clock);

  const listLiveSessions = (user: SignedInUser) =>
    store.listSessions(user.accountId, clock(), limits.session);

  return {
    listSessions: async (user, token) =>
      (await listLiveSessions(user)).map(
        ({ tokenHash, createdAt, lastSeenAt, device = null, network = null }) => ({
          id: derivePublicId(tokenHash),
          createdAt,
          lastSeenAt,
          device,
          network,
          current: tokenHash === hashToken(token),
        }),
      ),

    endSession: async (user, token, id) => {
      const session = (await listLiveSessions(user)).find(
        ({ tokenHash }) => derivePublicId(tokenHash) === id,
      );
      if (session === undefined || session.tokenHash === hashToken(token)) return false;
      const { tokenHash } = session;
      resolver.forget(tokenHash);
      const auditNote = note('sessions-ended', { detail: 'one of the others' });
      const done = await store.removeAccountSession(user.accountId, tokenHash, auditNote);
      resolver.forget(tokenHash);
      return done;
    },

    endOtherSessions: async (user, token) => {
      const auditNote = note('sessions-ended', { detail: 'all others' });
      const count = await store.removeAccountSessions(user.accountId, hashToken(token), auditNote);
      resolver.forgetAccount(user.accountId);
      return count;
    },

    changePassword: async (request) => {
      const { user, password, address } = request;
      // An invalid new password isn't counted: it isn't a guess at the current one.
      const fault = await findPasswordFault(password, user.email, context.words);
      if (fault !== undefined) return { outcome: 'invalid', problems: [{ field: 'password', ...fault }] };
      const owner = await confirmOwner(context, throttle, request, { event: 'password-change-refused' });
      if (owner.outcome !== 'confirmed') return owner;
      const { account } = owner;
      const set = await actingAs(account.email).setPassword(account, password);
      if (set.outcome === 'invalid') return set;
      if (set.outcome !== 'done') return { outcome: 'unavailable' };
      // The account is read again, because the store starts sessions only for its current password.
      const changedAccount = await store.findAccountById(account.id);
      // The current session has already given the second factor, if there is one.
      const session =
        changedAccount && (await startSession(context, changedAccount, request, 'factor given'));
      await logFailure(context, "An address couldn't be remembered.", () =>
        throttle.remember(account.id, address, clock(), request.device),
      );
      return session ? { outcome: 'changed', token: session.token } : { outcome: 'unavailable' };
    },

    rename: async (user, name) => {
      const result = await actingAs(user.email).changeProfile(user.accountId, { name });
      return result.outcome === 'invalid' ? result : { outcome: 'done' };
    },

    remove: async (request) => {
      const { user } = request;
      if (normaliseEmail(request.confirmation) !== user.email)
        return {
          outcome: 'invalid',
          problems: [{ field: 'email', text: 'emailNotYours' }],
        };
      if (context.issuer === 'local') {
        const owner = await confirmOwner(context, throttle, request, { event: 'removal-refused' });
        if (owner.outcome !== 'confirmed') return owner;
      }
      const outcome = await actingAs(user.email).remove(user.accountId);
      return { outcome: outcome === 'last-administrator' ? outcome : 'removed' };
    },
  };
}
