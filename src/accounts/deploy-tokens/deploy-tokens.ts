import { dayOf } from '../../shared/duration.ts';
import { type AuditNote, notesBy } from '../audit.ts';
import type { Context } from '../context.ts';
import { isDeployToken, newDeployToken } from '../personal-tokens/token-text.ts';
import { hashToken, idOf } from '../sessions/tokens.ts';
import type { DeployToken } from '../store/deploy-token-store.ts';

export interface ListedDeployToken extends Omit<DeployToken, 'tokenHash'> {
  /** Names it in lists, and opens nothing. */
  id: string;
}

/** Who publishes: the name of a token, for the release and the audit log. */
export interface Publisher {
  id: string;
  name: string;
}

type By = Pick<AuditNote, 'from'> & { by: string };

const MAX = 50;
export const DEPLOY_TOKEN_DAYS_MAX = 3_650;
/** Of its last use that much is known. */
const TOUCH_EVERY_MS = 60_000;

/**
 * What CI publishes with. Each is asked of the store at every request, so that one that has ended publishes nothing
 * from then on, in any process.
 */
export function createDeployTokens({ store, clock }: Pick<Context, 'store' | 'clock'>) {
  return {
    list: async (): Promise<ListedDeployToken[]> => (await store.deployTokens(clock())).map(listed),

    /** `secret`: the token itself, told this once. */
    make: async (
      { name, forMs }: { name: string; forMs: number },
      { by, from }: By,
    ): Promise<
      { outcome: 'made'; token: ListedDeployToken; secret: string } | { outcome: 'full'; max: number }
    > => {
      const secret = newDeployToken();
      const createdAt = clock();
      const times = { createdAt, expiresAt: createdAt + forMs, lastUsedAt: null };
      const token: DeployToken = { tokenHash: hashToken(secret), name, madeBy: by, ...times };
      const until = dayOf(token.expiresAt);
      const detail = `${name} (${idOf(token.tokenHash)}), until ${until}`;
      const note = { at: createdAt, event: 'deploy-token-made', by, from, detail } as const;
      return (await store.addDeployToken(token, MAX, note)) === 'full'
        ? { outcome: 'full', max: MAX }
        : { outcome: 'made', token: listed(token), secret };
    },

    /** By the id of the list; `false` when there is none. */
    end: async (id: string, { by, from }: By): Promise<boolean> => {
      const token = (await store.deployTokens(clock())).find(({ tokenHash }) => idOf(tokenHash) === id);
      if (token === undefined) return false;
      const note = notesBy(clock)('deploy-token-ended', { by, from, detail: `${token.name} (${id})` });
      return store.removeDeployToken(token.tokenHash, note);
    },

    publisherOf: async (secret: string): Promise<Publisher | undefined> => {
      if (!isDeployToken(secret)) return undefined;
      const now = clock();
      const token = await store.findDeployToken(hashToken(secret), now);
      if (token === undefined) return undefined;
      if (now - (token.lastUsedAt ?? 0) >= TOUCH_EVERY_MS) await store.touchDeployToken(token.tokenHash, now);
      return { id: idOf(token.tokenHash), name: token.name };
    },
  };
}

function listed({ tokenHash, ...token }: DeployToken): ListedDeployToken {
  return { id: idOf(tokenHash), ...token };
}
