import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { rosa, startAccountsApiForEachTest } from '../../../testing/accounts-api.ts';
import { reader as ana } from '../../../testing/server.ts';
import { openSqliteStore } from '../../../testing/stores.ts';
import type { AuditRow } from '../../features/audit/audit-endpoints.ts';

const api = startAccountsApiForEachTest();
const { ask, add, signInForCookie, isSignedIn } = api;

const csv =
  'email,name,role\nbo@example.com,Bo,\ncleo@example.com,Cleo,administrator\nrosa@example.com,Rose,\n';
const findAccountNamed = async (email: string) => api.server.identity.accounts.findByEmail(email);
const audit = async () => {
  const store = openSqliteStore(path.join(api.server.data, 'accounts.db'));
  const entries = await store.listAuditSince(0);
  await store.close();
  return entries.map(({ event, by, email }) => [event, by, email]);
};

test('only administrators find these endpoints', async () => {
  await add();
  const theirs = { cookie: await signInForCookie(rosa.email) };
  for (const [method, url, body] of [
    ['GET', '/ids', undefined],
    ['POST', '/acts', { act: 'remove', accounts: ['x'] }],
  ] as const)
    expect([url, (await ask(method, url, body, theirs)).statusCode]).toEqual([url, 404]);
});

describe('one action for many accounts', () => {
  const act = async (name: string, accounts: string[]) =>
    (await ask('POST', '/acts', { act: name, accounts })).json();
  const listEveryone = async (query = '') => (await ask('GET', `/ids?${query}`)).json().accounts as string[];

  test("is done where possible, and the answer says where it wasn't and why", async () => {
    await add();
    await ask('POST', '/import', { csv });
    const theirs = await signInForCookie(rosa.email);
    const all = await listEveryone();
    expect(all).toHaveLength(4);
    expect(await act('disable', [...all, 'nobody'])).toEqual({
      action: expect.any(String),
      done: 3,
      refused: [
        { email: ana.email, code: 'own-account' },
        { email: '', code: 'not-found' },
      ],
      links: [],
    });
    expect([await isSignedIn(theirs), await isSignedIn(api.cookie)]).toEqual([false, true]);
    expect(await listEveryone('state=disabled')).toHaveLength(3);
    expect(await act('enable', all)).toMatchObject({ done: 4, refused: [] });
    const inviteResponse = await act('invite', all);
    expect(inviteResponse).toMatchObject({ done: 2, links: [{ email: 'bo@example.com' }, { name: 'Cleo' }] });
    expect(inviteResponse.refused).toEqual([
      { email: ana.email, code: 'has-password' },
      { email: rosa.email, code: 'has-password' },
    ]);
    expect(await act('administrator', await listEveryone('search=rosa'))).toMatchObject({ done: 1 });
    expect((await findAccountNamed(rosa.email))?.role).toBe('administrator');
    expect(await act('remove', all)).toMatchObject({ done: 3, refused: [{ code: 'own-account' }] });
    expect(await api.server.identity.accounts.count()).toBe(1);
    const log = await audit();
    for (const event of ['account-disabled', 'account-enabled', 'role-changed', 'account-removed'])
      expect(log).toContainEqual([event, ana.email, rosa.email]);
    // Accounts that are already in this state aren't changed.
    expect(log.filter(([event]) => event === 'account-enabled')).toHaveLength(3);
  });

  test('is one row of the audit log, in several requests too, with each account in its entries', async () => {
    await add();
    await ask('POST', '/import', { csv });
    const accountIds = await listEveryone();
    const list = async (query: string) => {
      const cookie = { cookie: api.cookie };
      return (await api.server.get(`/api/v1/audit?${query}`, cookie)).json();
    };
    const listActions = async (event: string) => {
      const { rows } = await list(`list=actions&event=${event}`);
      return rows.map(({ by, email, entries }: AuditRow) => [by, email, entries]);
    };
    const added = await listActions('account-added');
    expect(added).toContainEqual([ana.email, null, 2]);
    let continues: string | undefined;
    for (const id of await listEveryone())
      ({ action: continues } = (
        await ask('POST', '/acts', { act: 'disable', accounts: [id], continues })
      ).json());
    expect(await listActions('account-disabled')).toEqual([[ana.email, null, 3]]);
    const [{ at, by }] = (await list('list=actions&event=account-disabled')).rows;
    const query = new URLSearchParams({ time: at, event: 'account-disabled', by });
    const entries = (await list(String(query))).rows.map(({ email, entries: count }: AuditRow) => [
      email,
      count,
    ]);
    expect(entries).toHaveLength(3);
    expect(entries).toContainEqual([rosa.email, undefined]);
    // Another action is another row.
    await ask('POST', '/acts', { act: 'enable', accounts: accountIds });
    await ask('POST', '/acts', { act: 'disable', accounts: accountIds });
    expect(await listActions('account-disabled')).toHaveLength(2);
  });

  test('stays apart from another action of its kind, in turns with it and at the same time', async () => {
    const emails = Array.from({ length: 7 }, (_, index) => `user-${index}@example.com`);
    await ask('POST', '/import', { csv: ['email', ...emails].join('\n') });
    const [last = '', ...accountIds] = await listEveryone('search=user-');
    const disable = async (id: string, continues?: string): Promise<string> =>
      (await ask('POST', '/acts', { act: 'disable', accounts: [id], continues })).json().action;
    const actions = await Promise.all(accountIds.slice(0, 3).map((id) => disable(id)));
    expect(new Set(actions).size).toBe(3);
    for (const [index, id] of accountIds.slice(3).entries())
      expect(await disable(id, actions[index])).toBe(actions[index]);
    const cookie = { cookie: api.cookie };
    const list = await api.server.get('/api/v1/audit?list=actions&event=account-disabled', cookie);
    expect(list.json().rows.map(({ entries }: AuditRow) => entries)).toEqual([2, 2, 2]);
    // The time of an action of another kind, or of none, begins a new one.
    const { action } = (await ask('POST', '/acts', { act: 'administrator', accounts: [last] })).json();
    for (const continues of [action, '2026-01-01T00:00:00.000Z'])
      expect(await disable(last, continues)).not.toBe(continues);
  });

  test('has a limit of accounts', async () => {
    for (const accounts of [[], Array.from({ length: 101 }, (_, n) => `id-${n}`)])
      expect((await ask('POST', '/acts', { act: 'enable', accounts })).statusCode).toBe(400);
    expect((await ask('POST', '/acts', { act: 'promote', accounts: ['x'] })).statusCode).toBe(400);
  });
});
