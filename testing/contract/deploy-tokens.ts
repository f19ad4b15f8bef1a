import { describe, expect, it } from 'vitest';
import type { DeployToken } from '../../src/accounts/store/deploy-token-store.ts';
import { start } from '../store-fixtures.ts';
import { hour, limits, note, type Stores } from './stores.ts';

const tokenOf = (tokenHash: string, given: Partial<DeployToken> = {}): DeployToken => ({
  ...{ tokenHash, name: 'CI', madeBy: 'ana@example.com', createdAt: start },
  ...{ expiresAt: start + hour, lastUsedAt: null, ...given },
});

/** What releases are published with from elsewhere. */
export function describeDeployTokens(stores: Stores): void {
  describe('deploy tokens', () => {
    it('are good in every process until they expire or are ended, and say when they were used', async () => {
      const made = note('deploy-token-made', start);
      expect(await stores.one.addDeployToken(tokenOf('d1'), 2, made)).toBe('added');
      await stores.other.addDeployToken(tokenOf('d2', { createdAt: start + 1 }), 2);
      expect(await stores.one.addDeployToken(tokenOf('d3'), 2)).toBe('full');
      expect(await stores.other.findDeployToken('d1', start + hour - 1)).toEqual(tokenOf('d1'));
      expect(await stores.other.findDeployToken('d1', start + hour)).toBeUndefined();
      await stores.one.touchDeployToken('d1', start + 2);
      await stores.other.touchDeployToken('d1', start + 1);
      const listed = await stores.other.listDeployTokens(start);
      expect(listed.map(({ tokenHash, lastUsedAt }) => [tokenHash, lastUsedAt])).toEqual([
        ['d2', null],
        ['d1', start + 2],
      ]);
      expect(await stores.other.removeDeployToken('d1', note('deploy-token-ended', start + 3))).toBe(true);
      expect(await stores.one.removeDeployToken('d1', note('deploy-token-ended', start + 3))).toBe(false);
      expect(await stores.one.findDeployToken('d1', start)).toBeUndefined();
      expect((await stores.one.auditSince(0)).map(({ event }) => event)).toEqual([
        'deploy-token-made',
        'deploy-token-ended',
      ]);
      await stores.one.removeExpired(start + hour, limits);
      expect(await stores.one.listDeployTokens(start)).toEqual([]);
    });
  });
}
