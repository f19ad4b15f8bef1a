import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../src/accounts/store/store.ts';
import { createSession, start } from '../store-fixtures.ts';
import { describeAccountPages } from './account-pages.ts';
import { describeAccounts } from './accounts.ts';
import { describeAudit } from './audit.ts';
import { describeDeployTokens } from './deploy-tokens.ts';
import { describeDuties } from './duties.ts';
import { describeEmailChanges } from './email-changes.ts';
import { describeFactors } from './factors.ts';
import { describeImport } from './import.ts';
import { describeLinks } from './links.ts';
import { describeProviderSessions } from './provider-sessions.ts';
import { describeSessions } from './sessions.ts';
import { reader, type Stores, sessionLimits } from './stores.ts';
import { describeThrottle } from './throttle.ts';
import { describeTokens } from './tokens.ts';

/** One empty database for accounts. You can call `open` several times. Each handle simulates a process. */
export interface TestDatabase {
  open(): Promise<Store>;
  remove(): Promise<void>;
}

/** Describes the contract of every store. Call this once for each kind of store. */
export function describeStore(name: string, prepare: () => Promise<TestDatabase>): void {
  describe(`${name}: the contract of every store`, () => {
    let database: TestDatabase;
    let one: Store;
    let other: Store;
    beforeEach(async () => {
      database = await prepare();
      one = await database.open();
      other = await database.open();
    });
    afterEach(async () => {
      await Promise.all([one.close(), other.close()]);
      await database.remove();
    });
    const stores: Stores = {
      get one() {
        return one;
      },
      get other() {
        return other;
      },
      add: async (...accounts) => {
        for (const account of accounts) expect(await one.addAccount(account)).toEqual(account);
      },
      found: (tokenHash, now = start) => one.findSession(tokenHash, now, sessionLimits),
    };

    describeAccounts(stores);
    describeAccountPages(stores);
    describeImport(stores);
    describeEmailChanges(stores);
    describeLinks(stores);
    describeSessions(stores);
    describeTokens(stores);
    describeDeployTokens(stores);
    describeFactors(stores);
    describeProviderSessions(stores);
    describeDuties(stores);
    describeThrottle(stores);
    describeAudit(stores);

    it('stores everything for the next process', async () => {
      await stores.add(reader);
      await one.addSession(createSession(reader, 't1'));
      await Promise.all([one.close(), other.close()]);
      one = await database.open();
      expect(await stores.found('t1')).toBeDefined();
      await one.ping();
      await one.close();
      await one.close();
    });
  });
}
