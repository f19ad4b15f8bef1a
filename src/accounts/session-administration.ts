import type { Context } from './context.ts';
import type { SessionResolver } from './sessions/session-resolver.ts';
import { derivePublicId, hashToken } from './sessions/tokens.ts';
import type { LiveSession, SessionQuery } from './store/session-pages.ts';

/** A live session as administrators see it. */
interface AdministeredSession extends Omit<LiveSession, 'tokenHash'> {
  /** Public id for lists. It gives no access. */
  id: string;
  /** Whether it is the session of this request. */
  current: boolean;
}

/** Lets administrators list and end sessions. `token` belongs to the current session. */
export interface SessionAdministration {
  /** Returns one page of the live sessions of all accounts, and the total number of matches. */
  readPage(query: SessionQuery, token: string): Promise<{ sessions: AdministeredSession[]; total: number }>;
  /** Ends one session of an account. Returns `false` if there is no such session. */
  end(accountId: string, id: string, actor: string): Promise<boolean>;
}

/** Lets administrators see and end sessions. `token` belongs to the current session. */
export function createSessionAdministration(
  { store, clock, limits }: Pick<Context, 'store' | 'clock' | 'limits'>,
  resolver: SessionResolver,
): SessionAdministration {
  return {
    readPage: async (query, token) => {
      const { sessions, total } = await store.readSessionPage(query, clock(), limits.session);
      const current = hashToken(token);
      return {
        sessions: sessions.map(({ tokenHash, ...session }) => ({
          ...session,
          id: derivePublicId(tokenHash),
          current: tokenHash === current,
        })),
        total,
      };
    },
    end: async (accountId, id, actor) => {
      const sessions = await store.listSessions(accountId, clock(), limits.session);
      const session = sessions.find(({ tokenHash }) => derivePublicId(tokenHash) === id);
      if (session === undefined) return false;
      const { tokenHash } = session;
      const note = { at: clock(), event: 'sessions-ended', by: actor, detail: 'one' } as const;
      resolver.forget(tokenHash);
      const done = await store.removeAccountSession(accountId, tokenHash, note);
      resolver.forget(tokenHash);
      return done;
    },
  };
}
