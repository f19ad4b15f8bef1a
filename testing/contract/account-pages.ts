import { describe, expect, it } from 'vitest';
import type { AccountQuery } from '../../src/accounts/store/account-pages.ts';
import { createAccountNamed, createSession, start } from '../store-fixtures.ts';
import type { Stores } from './stores.ts';

const elsewhere = { issuer: 'https://id.example', passwordHash: null };
const people = [
  createAccountNamed('ada', { name: 'Ada', role: 'administrator', createdAt: start + 3 }),
  createAccountNamed('anamaria', { name: 'Ana Maria', createdAt: start + 1, lastSignInAt: start }),
  createAccountNamed('zoe', { name: 'Ána', createdAt: start + 2, lastSignInAt: start + 5 }),
  createAccountNamed('boris', { name: 'Борис', disabled: true, createdAt: start + 4 }),
  createAccountNamed('eve', { name: 'Eve', ...elsewhere, role: 'administrator', createdAt: start + 5 }),
  createAccountNamed('nora', { name: 'NORA Núñez', passwordHash: null, createdAt: start + 6 }),
];

/** Searched, filtered, sorted and counted where the accounts are, however many there are. */
export function describeAccountPages(stores: Stores): void {
  describe('pages of accounts', () => {
    const listNames = async (query: AccountQuery, issuer = 'local') =>
      (await stores.other.readAccountPage(query, issuer)).accounts.map(({ id }) => id.slice('id-'.length));

    it('find words in name and email, whatever their case and accents', async () => {
      await stores.add(...people);
      expect(await listNames({ search: 'nunez' })).toEqual(['nora']);
      expect(await listNames({ search: 'nora NÚÑEZ' })).toEqual(['nora']);
      expect(await listNames({ search: '  ana ' })).toEqual(['anamaria', 'zoe']);
      expect(await listNames({ search: 'ana zoe@EXAMPLE' })).toEqual(['zoe']);
      expect(await listNames({ search: 'БОРИС' })).toEqual(['boris']);
      expect(await listNames({ search: '%' })).toEqual([]);
      expect(await listNames({ search: "o'neil _ \\ %" })).toEqual([]);
      expect(await listNames({ search: '' })).toHaveLength(people.length);
    });

    it('know the names of now, of new accounts and of those that were changed', async () => {
      await stores.add(...people);
      expect(await listNames({ search: 'lovelace' })).toEqual([]);
      await stores.one.setProfile('id-ada', { email: 'ada@example.org', name: 'Ada Lovelace' });
      await stores.one.addAccount(createAccountNamed('byron', { name: 'Lovelace' }));
      expect(await listNames({ search: 'LOVELACE' })).toEqual(['ada', 'byron']);
      expect(await listNames({ search: 'ada@example.com' })).toEqual([]);
      await stores.one.removeAccount('id-byron', 'local');
      expect(await listNames({ search: 'lovelace' })).toEqual(['ada']);
    });

    it('are sorted, the same way every time', async () => {
      await stores.add(...people.toReversed());
      expect(await listNames({})).toEqual(['ada', 'anamaria', 'boris', 'eve', 'nora', 'zoe']);
      expect(await listNames({ sort: 'email', descending: true })).toEqual(
        (await listNames({})).toReversed(),
      );
      // A name comes before those that begin with it, with an accent or without.
      expect(await listNames({ sort: 'name' })).toEqual(['ada', 'zoe', 'anamaria', 'eve', 'nora', 'boris']);
      expect(await listNames({ sort: 'role' })).toEqual(['ada', 'eve', 'anamaria', 'boris', 'nora', 'zoe']);
      expect(await listNames({ sort: 'created' })).toEqual([
        'anamaria',
        'zoe',
        'ada',
        'boris',
        'eve',
        'nora',
      ]);
      expect(await listNames({ sort: 'last-sign-in', descending: true, limit: 3 })).toEqual([
        'zoe',
        'anamaria',
        'ada',
      ]);
      await stores.one.addSession(createSession(createAccountNamed('nora'), 't1', start + 9));
      expect(await listNames({ sort: 'last-sign-in', descending: true, limit: 1 })).toEqual(['nora']);
    });

    it('come one after the other, with the number of all', async () => {
      await stores.add(...people);
      const page = await stores.other.readAccountPage({ offset: 2, limit: 2, search: 'example' }, 'local');
      expect(page).toEqual({ accounts: [people[3], people[4]], total: people.length });
      expect(await listNames({ offset: 5, limit: 2 })).toEqual(['zoe']);
      expect(await stores.one.readAccountPage({ offset: 6, limit: 2 }, 'local')).toEqual({
        accounts: [],
        total: people.length,
      });
    });

    it('show those of a role, or of a state, of which each account has one', async () => {
      await stores.add(...people);
      expect(await listNames({ role: 'administrator' })).toEqual(['ada', 'eve']);
      expect(await listNames({ state: 'active' })).toEqual(['ada', 'anamaria', 'zoe']);
      expect(await listNames({ state: 'disabled' })).toEqual(['boris']);
      expect(await listNames({ state: 'invited' })).toEqual(['nora']);
      expect(await listNames({ state: 'elsewhere' })).toEqual(['eve']);
      expect(await listNames({ state: 'active', role: 'administrator', search: 'eve' })).toEqual([]);
      expect(await listNames({ state: 'active' }, elsewhere.issuer)).toEqual(['eve']);
      expect(await listNames({ state: 'elsewhere' }, elsewhere.issuer)).toHaveLength(5);
    });

    it('hold so many as are asked for, however many are found', async () => {
      const many = Array.from({ length: 500 }, (_, n) =>
        createAccountNamed(`user${n}`, { name: `Íñigo ${n}` }),
      );
      for (const account of many) await stores.one.addAccount(account);
      const query: AccountQuery = { search: 'inigo 39', sort: 'name', limit: 10 };
      const { accounts, total } = await stores.one.readAccountPage(query, 'local');
      expect(total).toBe(many.filter(({ name }) => name.includes('39')).length);
      expect(accounts).toHaveLength(10);
    });
  });
}
