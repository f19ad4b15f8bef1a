import { describe, expect, it } from 'vitest';
import type { AccountQuery } from '../../src/accounts/store/account-pages.ts';
import { accountNamed, createSession, start } from '../store-fixtures.ts';
import type { Stores } from './stores.ts';

const elsewhere = { issuer: 'https://id.example', passwordHash: null };
const people = [
  accountNamed('ada', { name: 'Ada', role: 'administrator', createdAt: start + 3 }),
  accountNamed('anamaria', { name: 'Ana Maria', createdAt: start + 1, lastSignInAt: start }),
  accountNamed('zoe', { name: 'Ána', createdAt: start + 2, lastSignInAt: start + 5 }),
  accountNamed('boris', { name: 'Борис', disabled: true, createdAt: start + 4 }),
  accountNamed('eve', { name: 'Eve', ...elsewhere, role: 'administrator', createdAt: start + 5 }),
  accountNamed('nora', { name: 'NORA Núñez', passwordHash: null, createdAt: start + 6 }),
];

/** Searched, filtered, sorted and counted where the accounts are, however many there are. */
export function describeAccountPages(stores: Stores): void {
  describe('pages of accounts', () => {
    const names = async (query: AccountQuery, issuer = 'local') =>
      (await stores.other.readAccountPage(query, issuer)).accounts.map(({ id }) => id.slice('id-'.length));

    it('find words in name and email, whatever their case and accents', async () => {
      await stores.add(...people);
      expect(await names({ search: 'nunez' })).toEqual(['nora']);
      expect(await names({ search: 'nora NÚÑEZ' })).toEqual(['nora']);
      expect(await names({ search: '  ana ' })).toEqual(['anamaria', 'zoe']);
      expect(await names({ search: 'ana zoe@EXAMPLE' })).toEqual(['zoe']);
      expect(await names({ search: 'БОРИС' })).toEqual(['boris']);
      expect(await names({ search: '%' })).toEqual([]);
      expect(await names({ search: "o'neil _ \\ %" })).toEqual([]);
      expect(await names({ search: '' })).toHaveLength(people.length);
    });

    it('know the names of now, of new accounts and of those that were changed', async () => {
      await stores.add(...people);
      expect(await names({ search: 'lovelace' })).toEqual([]);
      await stores.one.setProfile('id-ada', { email: 'ada@example.org', name: 'Ada Lovelace' });
      await stores.one.addAccount(accountNamed('byron', { name: 'Lovelace' }));
      expect(await names({ search: 'LOVELACE' })).toEqual(['ada', 'byron']);
      expect(await names({ search: 'ada@example.com' })).toEqual([]);
      await stores.one.removeAccount('id-byron', 'local');
      expect(await names({ search: 'lovelace' })).toEqual(['ada']);
    });

    it('are sorted, the same way every time', async () => {
      await stores.add(...people.toReversed());
      expect(await names({})).toEqual(['ada', 'anamaria', 'boris', 'eve', 'nora', 'zoe']);
      expect(await names({ sort: 'email', descending: true })).toEqual((await names({})).toReversed());
      // A name comes before those that begin with it, with an accent or without.
      expect(await names({ sort: 'name' })).toEqual(['ada', 'zoe', 'anamaria', 'eve', 'nora', 'boris']);
      expect(await names({ sort: 'role' })).toEqual(['ada', 'eve', 'anamaria', 'boris', 'nora', 'zoe']);
      expect(await names({ sort: 'created' })).toEqual(['anamaria', 'zoe', 'ada', 'boris', 'eve', 'nora']);
      expect(await names({ sort: 'last-sign-in', descending: true, limit: 3 })).toEqual([
        'zoe',
        'anamaria',
        'ada',
      ]);
      await stores.one.addSession(createSession(accountNamed('nora'), 't1', start + 9));
      expect(await names({ sort: 'last-sign-in', descending: true, limit: 1 })).toEqual(['nora']);
    });

    it('come one after the other, with the number of all', async () => {
      await stores.add(...people);
      const page = await stores.other.readAccountPage({ offset: 2, limit: 2, search: 'example' }, 'local');
      expect(page).toEqual({ accounts: [people[3], people[4]], total: people.length });
      expect(await names({ offset: 5, limit: 2 })).toEqual(['zoe']);
      expect(await stores.one.readAccountPage({ offset: 6, limit: 2 }, 'local')).toEqual({
        accounts: [],
        total: people.length,
      });
    });

    it('show those of a role, or of a state, of which each account has one', async () => {
      await stores.add(...people);
      expect(await names({ role: 'administrator' })).toEqual(['ada', 'eve']);
      expect(await names({ state: 'active' })).toEqual(['ada', 'anamaria', 'zoe']);
      expect(await names({ state: 'disabled' })).toEqual(['boris']);
      expect(await names({ state: 'invited' })).toEqual(['nora']);
      expect(await names({ state: 'elsewhere' })).toEqual(['eve']);
      expect(await names({ state: 'active', role: 'administrator', search: 'eve' })).toEqual([]);
      expect(await names({ state: 'active' }, elsewhere.issuer)).toEqual(['eve']);
      expect(await names({ state: 'elsewhere' }, elsewhere.issuer)).toHaveLength(5);
    });

    it('hold so many as are asked for, however many are found', async () => {
      const many = Array.from({ length: 500 }, (_, n) => accountNamed(`user${n}`, { name: `Íñigo ${n}` }));
      for (const account of many) await stores.one.addAccount(account);
      const query: AccountQuery = { search: 'inigo 39', sort: 'name', limit: 10 };
      const { accounts, total } = await stores.one.readAccountPage(query, 'local');
      expect(total).toBe(many.filter(({ name }) => name.includes('39')).length);
      expect(accounts).toHaveLength(10);
    });
  });
}
