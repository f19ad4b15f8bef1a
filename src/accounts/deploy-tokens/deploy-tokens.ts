import { formatIsoDay } from '../../shared/duration.ts';
import { type AuditNote, notesBy } from '../audit.ts';
import type { Context } from '../context.ts';
import { isDeployToken, newDeployToken } from '../personal-tokens/token-text.ts';
import { derivePublicId, hashToken } from '../sessions/tokens.ts';
import type { DeployToken } from '../store/deploy-token-store.ts';

export interface ListedDeployToken extends Omit<DeployToken, 'tokenHash'> {
  /** Public id for lists. It gives no access. */
  id: string;
}

/** The deploy token that publishes, for the record of the release and the audit log. */
export interface Publisher {
  id: string;
  name: string;
}

type Actor = Pick<AuditNote, 'from'> & { by: string };

const MAX = 50;
export const DEPLOY_TOKEN_DAYS_MAX = 3_650;
/** Precision of `lastUsedAt`. */
const TOUCH_EVERY_MS = 60_000;

/**
 * Deploy tokens, with which CI publishes releases. Every request reads the token from the store, so a revoked token is
 * refused immediately in every process.
 */
export function createDeployTokens({ store, clock }: Pick<Context, 'store' | 'clock'>) {
  return {
    list: async (): Promise<ListedDeployToken[]> => (await store.listDeployTokens(clock())).map(toListed),

    /** Creates a token. `secret` is the token itself, which can't be shown again. */
    make: async (
      { name, forMs }: { name: string; forMs: number },
      { by, from }: Actor,
    ): Promise<
      { outcome: 'made'; token: ListedDeployToken; secret: string } | { outcome: 'full'; max: number }
    > => {
      const secret = newDeployToken();
      const createdAt = clock();
      const times = { createdAt, expiresAt: createdAt + forMs, lastUsedAt: null };
      const token: DeployToken = { tokenHash: hashToken(secret), name, madeBy: by, ...times };
      const until = formatIsoDay(token.expiresAt);
      const detail = `${name} (${derivePublicId(token.tokenHash)}), until ${until}`;
      const note = { at: createdAt, event: 'deploy-token-made', by, from, detail } as const;
      return (await store.addDeployToken(token, MAX, note)) === 'full'
        ? { outcome: 'full', max: MAX }
        : { outcome: 'made', token: toListed(token), secret };
    },

    /** Revokes a token by its public id. Returns `false` if there is no such token. */
    end: async (id: string, { by, from }: Actor): Promise<boolean> => {
      const token = (await store.listDeployTokens(clock())).find(
        ({ tokenHash }) => derivePublicId(tokenHash) === id,
      );
      if (token === undefined) return false;
      const note = notesBy(clock)('deploy-token-ended', { by, from, detail: `${token.name} (${id})` });
      return store.removeDeployToken(token.tokenHash, note);
    },

    findPublisher: async (secret: string): Promise<Publisher | undefined> => {
      if (!isDeployToken(secret)) return undefined;
      const now = clock();
      const token = await store.findDeployToken(hashToken(secret), now);
      if (token === undefined) return undefined;
      if (now - (token.lastUsedAt ?? 0) >= TOUCH_EVERY_MS) await store.touchDeployToken(token.tokenHash, now);
      return { id: derivePublicId(token.tokenHash), name: token.name };
    },
  };
}

function toListed({ tokenHash, ...token }: DeployToken): ListedDeployToken {
  return { id: derivePublicId(tokenHash), ...token };
}

/** Creates, lists, checks and revokes deploy tokens. */
export type DeployTokens = ReturnType<typeof createDeployTokens>;
