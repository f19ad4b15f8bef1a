import { type AuditNote, createNoteWriter } from '../../../accounts/audit.ts';
import { createDeployToken, isDeployToken } from '../../../accounts/personal-tokens/token-text.ts';
import { derivePublicId, hashToken } from '../../../accounts/sessions/tokens.ts';
import type { DeployToken, DeployTokenStore } from '../../../accounts/store/deploy-token-store.ts';
import type { FindPublisher } from '../../../server/gate/gate.ts';
import { formatIsoDay } from '../../../shared/duration.ts';

/** A deploy token as administrators see it, without its hash. */
export interface ListedDeployToken extends Omit<DeployToken, 'tokenHash'> {
  /** Public id for lists. It gives no access. */
  id: string;
}

type DeployTokenCreation =
  /** `secret`: the token itself, which can't be shown again. */
  | { outcome: 'made'; token: ListedDeployToken; secret: string }
  /** There are already `max` valid tokens. */
  | { outcome: 'full'; max: number };

type Actor = Pick<AuditNote, 'from'> & { by: string };

const MAX = 50;
export const DEPLOY_TOKEN_DAYS_MAX = 3_650;
/** Precision of `lastUsedAt`. */
const TOUCH_EVERY_MS = 60_000;

/**
 * Deploy tokens, with which CI publishes releases. Every request reads the token from the store, so a revoked token is
 * refused immediately in every process.
 */
export interface DeployTokens {
  /** Lists the tokens that haven't expired, newest first. */
  list(): Promise<ListedDeployToken[]>;
  /** Creates a token that expires after `forMs`. There can be 50 at a time. */
  make(token: { name: string; forMs: number }, actor: Actor): Promise<DeployTokenCreation>;
  /** Revokes a token by its public id. Returns `false` if there is no such token. */
  end(id: string, actor: Actor): Promise<boolean>;
  /** Returns the name and public id of a valid token, and records its use with a precision of a minute. */
  findPublisher: FindPublisher;
}

/**
 * Deploy tokens, with which CI publishes releases. Every request reads the token from the store, so a revoked token is
 * refused immediately in every process.
 */
export function createDeployTokens(store: DeployTokenStore): DeployTokens {
  return {
    list: async () => (await store.listDeployTokens(Date.now())).map(toListed),

    make: async ({ name, forMs }, { by, from }) => {
      const secret = createDeployToken();
      const createdAt = Date.now();
      const times = { createdAt, expiresAt: createdAt + forMs, lastUsedAt: null };
      const token: DeployToken = { tokenHash: hashToken(secret), name, madeBy: by, ...times };
      const until = formatIsoDay(token.expiresAt);
      const detail = `${name} (${derivePublicId(token.tokenHash)}), until ${until}`;
      const note = { at: createdAt, event: 'deploy-token-made', by, from, detail } as const;
      return (await store.addDeployToken(token, MAX, note)) === 'full'
        ? { outcome: 'full', max: MAX }
        : { outcome: 'made', token: toListed(token), secret };
    },

    end: async (id, { by, from }) => {
      const token = (await store.listDeployTokens(Date.now())).find(
        ({ tokenHash }) => derivePublicId(tokenHash) === id,
      );
      if (token === undefined) return false;
      const note = createNoteWriter(Date.now)('deploy-token-ended', {
        by,
        from,
        detail: `${token.name} (${id})`,
      });
      return store.removeDeployToken(token.tokenHash, note);
    },

    findPublisher: async (secret) => {
      if (!isDeployToken(secret)) return undefined;
      const now = Date.now();
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
