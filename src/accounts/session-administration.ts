import type { Context } from './context.ts';
import type { SessionResolver } from './sessions/session-resolver.ts';
import { derivePublicId, hashToken } from './sessions/tokens.ts';
import type { SessionQuery } from './store/session-pages.ts';

/** Lets administrators see and end sessions. `token`: of the current session. */
export function createSessionAdministration(
  { store, clock, limits }: Pick<Context, 'store' | 'clock' | 'limits'>,
  resolver: SessionResolver,
) {
  return {
    page: async (query: SessionQuery, token: string) => {
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
    /** Returns `false` if there is no such session. */
    end: async (accountId: string, id: string, actor: string): Promise<boolean> => {
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

/** Lets administrators list and end sessions. */
export type SessionAdministration = ReturnType<typeof createSessionAdministration>;
