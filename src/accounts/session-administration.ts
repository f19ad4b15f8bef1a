import type { Context } from './context.ts';
import type { SessionResolver } from './sessions/session-resolver.ts';
import { hashToken, idOf } from './sessions/tokens.ts';
import type { SessionQuery } from './store/session-pages.ts';

/** Who is signed in, for whoever administers. `token`: of the session that asks. */
export function createSessionAdministration(
  { store, clock, limits }: Pick<Context, 'store' | 'clock' | 'limits'>,
  resolver: SessionResolver,
) {
  return {
    page: async (query: SessionQuery, token: string) => {
      const { sessions, total } = await store.pageOfSessions(query, clock(), limits.session);
      const current = hashToken(token);
      return {
        sessions: sessions.map(({ tokenHash, ...session }) => ({
          ...session,
          id: idOf(tokenHash),
          current: tokenHash === current,
        })),
        total,
      };
    },
    /** `false` when there is no such session any more. */
    end: async (accountId: string, id: string, actor: string): Promise<boolean> => {
      const all = await store.sessionsOf(accountId, clock(), limits.session);
      const session = all.find(({ tokenHash }) => idOf(tokenHash) === id);
      if (session === undefined) return false;
      const { tokenHash } = session;
      const note = { at: clock(), event: 'sessions-ended', by: actor, detail: 'one' } as const;
      resolver.forget(tokenHash);
      const done = await store.removeSessionOf(accountId, tokenHash, note);
      resolver.forget(tokenHash);
      return done;
    },
  };
}
