import { describe, expect, it } from 'vitest';
import type { DeployToken } from '../../src/accounts/store/deploy-token-store.ts';
import { start } from '../store-fixtures.ts';
import { hour, note, type Stores, sessionLimits } from './stores.ts';

const createToken = (tokenHash: string, changes: Partial<DeployToken> = {}): DeployToken => ({
  ...{ tokenHash, name: 'CI', madeBy: 'ana@example.com', createdAt: start },
  ...{ expiresAt: start + hour, lastUsedAt: null, ...changes },
});

/** Describes the tokens with which other machines publish releases. */
export function describeDeployTokens(stores: Stores): void {
  describe('deploy tokens', () => {
    it('are valid in every process until they expire or are revoked, and record their last use', async () => {
      const creationNote = note('deploy-token-made', start);
      expect(await stores.one.addDeployToken(createToken('d1'), 2, creationNote)).toBe('added');
      await stores.other.addDeployToken(createToken('d2', { createdAt: start + 1 }), 2);
      expect(await stores.one.addDeployToken(createToken('d3'), 2)).toBe('full');
      expect(await stores.other.findDeployToken('d1', start + hour - 1)).toEqual(createToken('d1'));
      expect(await stores.other.findDeployToken('d1', start + hour)).toBeUndefined();
      await stores.one.touchDeployToken('d1', start + 2);
      await stores.other.touchDeployToken('d1', start + 1);
      const tokens = await stores.other.listDeployTokens(start);
      expect(tokens.map(({ tokenHash, lastUsedAt }) => [tokenHash, lastUsedAt])).toEqual([
        ['d2', null],
        ['d1', start + 2],
      ]);
      expect(await stores.other.removeDeployToken('d1', note('deploy-token-ended', start + 3))).toBe(true);
      expect(await stores.one.removeDeployToken('d1', note('deploy-token-ended', start + 3))).toBe(false);
      expect(await stores.one.findDeployToken('d1', start)).toBeUndefined();
      expect((await stores.one.listAuditSince(0)).map(({ event }) => event)).toEqual([
        'deploy-token-made',
        'deploy-token-ended',
      ]);
      await stores.one.removeExpired(start + hour, sessionLimits);
      expect(await stores.one.listDeployTokens(start)).toEqual([]);
    });
  });
}
