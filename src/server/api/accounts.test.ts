import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { host, rosa, startAccountsApiForEachTest } from '../../../testing/accounts-api.ts';
import { publishRelease } from '../../../testing/release.ts';
import { reader as ana } from '../../../testing/server.ts';
import { createAccountNamed } from '../../../testing/store-fixtures.ts';
import { openSqliteStore } from '../../../testing/stores.ts';
import type { EndpointAnswer } from '../../model/api/endpoints.ts';

const api = startAccountsApiForEachTest();
const { ask, add, signInForCookie, isSignedIn } = api;

const list = async (query: Record<string, string> = {}) => {
  const answer = await ask('GET', `?${new URLSearchParams(query)}`);
  return answer.json() as EndpointAnswer<'listAccounts'>;
};
const listEmails = async (query: Record<string, string>) =>
  (await list(query)).accounts.map(({ email }) => email);

const findId = async (email: string) => (await api.server.identity.accounts.findByEmail(email))?.id ?? '';

describe('only administrators find these endpoints', () => {
  const expectSameAnswer = async (
    method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    headers: object,
  ) => {
    const {
      statusCode,
      body,
      headers: answerHeaders,
    } = await api.server.app.inject({
      method,
      url,
      headers: { host, ...headers },
    });
    const { 'x-request-id': _id, date: _date, ...rest } = answerHeaders;
    // An answer to HEAD is sent without its body.
    return { statusCode, body: method === 'HEAD' ? '' : body, rest };
  };

  test.each(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const)(
    'hides the endpoints from %s requests of other users',
    async (method) => {
      const id = await add();
      const api = ['', '?limit=1', '/', `/${id}`, `/${id}/link`, `/${id}/sessions`, '/nobody'];
      const theirs = await signInForCookie(rosa.email);
      for (const headers of [
        { cookie: theirs },
        { cookie: theirs, 'sec-fetch-mode': 'navigate' },
        { 'sec-fetch-mode': 'cors' },
      ]) {
        const unknown = await expectSameAnswer(method, '/admin/nothing', headers);
        expect(unknown.statusCode).toBeGreaterThanOrEqual(401);
        const pages = ['/admin/users', '/admin/users/', '/admin/users.html', '/admin/users?search=a'];
        for (const address of [...pages, ...api.map((url) => `/api/v1/accounts${url}`)]) {
          expect(await expectSameAnswer(method, address, headers)).toEqual(unknown);
        }
      }
    },
  );

  test("a reader can't change an account", async () => {
    const id = await add();
    const theirs = { cookie: await signInForCookie(rosa.email) };
    const answer = await ask('PATCH', `/${id}`, { role: 'administrator' }, theirs);
    expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'not-found']);
    expect((await api.server.identity.accounts.findByEmail(rosa.email))?.role).toBe('reader');
  });
});

describe('the list', () => {
  test('shows all accounts, and can be searched by name or email', async () => {
    await add();
    const answer = await ask('GET', '');
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'private, no-store']);
    const { accounts, total, can } = await list();
    expect([total, can]).toEqual([2, { invite: true, giveRoles: true, giveGroups: true, mail: false }]);
    expect(accounts).toMatchObject([
      { email: ana.email, role: 'administrator', state: 'active', disabled: false },
      { email: rosa.email, name: rosa.name, role: 'reader', state: 'active', lastSignInAt: null },
    ]);
    expect(answer.body).not.toMatch(/hash|argon/i);
    for (const search of ['nunez', 'ROSA', 'rosa@', 'example rosa'])
      expect(await listEmails({ search })).toEqual([rosa.email]);
    expect((await list({ search: '"><b>' })).total).toBe(0);
  });

  test('is sorted, filtered and paged', async () => {
    const account = await add();
    await ask('POST', '', { email: 'nora@example.com' });
    await ask('PATCH', `/${account}`, { disabled: true });
    expect(await listEmails({ order: 'descending' })).toEqual([rosa.email, 'nora@example.com', ana.email]);
    expect(await listEmails({ sort: 'last-sign-in', order: 'descending', limit: '1' })).toEqual([ana.email]);
    expect(await listEmails({ role: 'administrator' })).toEqual([ana.email]);
    expect(await listEmails({ state: 'disabled' })).toEqual([rosa.email]);
    expect(await listEmails({ state: 'invited', role: 'reader' })).toEqual(['nora@example.com']);
    expect(await listEmails({ page: '2', limit: '2' })).toEqual([rosa.email]);
    expect(await list({ page: '9', limit: '2' })).toMatchObject({ accounts: [], total: 3 });
  });

  test.each([
    'limit=101',
    'limit=0',
    'page=0',
    'page=1.5',
    'page=1e9',
    'sort=password',
    'role=owner',
    `search=${'a'.repeat(201)}`,
    'page=1&page=2',
    'q=rosa',
  ])('rejects parameters that are out of range: %s', async (query) => {
    const answer = await ask('GET', `?${query}`);
    expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'malformed']);
  });

  test('reads only the accounts that it shows, however many there are', async () => {
    const store = openSqliteStore(path.join(api.server.data, 'accounts.db'));
    for (let n = 0; n < 4_000; n++) await store.addAccount(createAccountNamed(`user${n}`));
    /** CPU time of this thread, the best of five runs, which doesn't depend on other load of the machine. */
    const measureLeastTime = async (work: () => Promise<unknown>) => {
      const times: number[] = [];
      for (let n = 0; n < 5; n++) {
        const startUsage = process.threadCpuUsage();
        await work();
        const { user, system } = process.threadCpuUsage(startUsage);
        times.push(user + system);
      }
      return Math.min(...times);
    };
    const all = await measureLeastTime(() => store.listAccounts());
    const page = await measureLeastTime(() => ask('GET', '?search=user77'));
    await store.close();
    expect(page).toBeLessThan(all / 2);
  });
});

describe('an account', () => {
  test('is disabled and enabled, and its sessions end', async () => {
    const account = await add();
    const theirs = await signInForCookie(rosa.email);
    const disableResponse = await ask('PATCH', `/${account}`, { disabled: true });
    expect(disableResponse.statusCode).toBe(200);
    expect(disableResponse.json()).toMatchObject({ email: rosa.email, disabled: true, state: 'disabled' });
    expect([await isSignedIn(theirs), await signInForCookie(rosa.email)]).toEqual([false, 'refused']);
    await ask('PATCH', `/${account}`, { disabled: false });
    expect(await signInForCookie(rosa.email)).toContain('sid=');
  });

  test('gets another role, which ends its sessions', async () => {
    const account = await add();
    const theirs = await signInForCookie(rosa.email);
    expect((await ask('PATCH', `/${account}`, { role: 'administrator' })).json().role).toBe('administrator');
    expect(await isSignedIn(theirs)).toBe(false);
    const promoted = { cookie: await signInForCookie(rosa.email) };
    expect((await api.server.get('/admin/users', promoted)).statusCode).toBe(200);
    expect((await ask('GET', '', undefined, promoted)).statusCode).toBe(200);
    await ask('PATCH', `/${account}`, { role: 'reader' });
    const demoted = { cookie: await signInForCookie(rosa.email) };
    expect((await api.server.get('/admin/users', demoted)).statusCode).toBe(404);
    expect((await ask('GET', '', undefined, demoted)).statusCode).toBe(404);
  });

  test('can have only its sessions ended', async () => {
    const account = await add();
    const theirs = await signInForCookie(rosa.email);
    expect((await ask('DELETE', `/${account}/sessions`)).json()).toEqual({ ended: 1 });
    expect([await isSignedIn(theirs), await isSignedIn(api.cookie)]).toEqual([false, true]);
  });

  test('is removed, with its sessions', async () => {
    const account = await add();
    const theirs = await signInForCookie(rosa.email);
    const removalAnswer = await ask('DELETE', `/${account}`);
    expect([removalAnswer.statusCode, removalAnswer.body]).toEqual([204, '']);
    expect([await isSignedIn(theirs), await listEmails({})]).toEqual([false, [ana.email]]);
  });

  const changes: [string, 'PATCH' | 'DELETE', object?][] = [
    ['disable', 'PATCH', { disabled: true }],
    ['reader', 'PATCH', { role: 'reader' }],
    ['remove', 'DELETE'],
  ];
  test.each(changes)(
    'refuses to change the account of the last administrator: %s',
    async (_, method, body) => {
      await ask('POST', '', { email: 'nora@example.com', role: 'administrator' });
      const answer = await ask(method, `/${await findId(ana.email)}`, body);
      expect([answer.statusCode, answer.json().error.code]).toEqual([409, 'last-administrator']);
      expect(await isSignedIn(api.cookie)).toBe(true);
    },
  );

  test("changes nothing if the account doesn't exist or the change is invalid", async () => {
    for (const [method, url, body] of [
      ['PATCH', '/nobody', { disabled: true }],
      ['DELETE', '/nobody', undefined],
      ['DELETE', '/nobody/sessions', undefined],
      ['POST', '/nobody/link', undefined],
    ] as const) {
      const answer = await ask(method, url, body);
      expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'not-found']);
    }
    const account = await add();
    for (const body of [{}, { role: 'owner' }, { role: 'reader', disabled: true }, { email: 'a@b.example' }])
      expect((await ask('PATCH', `/${account}`, body)).statusCode).toBe(400);
  });

  test('is changed on behalf of the administrator, as the audit log shows', async () => {
    const account = await add();
    await ask('PATCH', `/${account}`, { disabled: true });
    await ask('PATCH', `/${account}`, { disabled: false });
    await ask('PATCH', `/${account}`, { role: 'administrator' });
    await signInForCookie(rosa.email);
    await ask('DELETE', `/${account}/sessions`);
    await ask('DELETE', `/${account}`);
    await ask('POST', '', { email: 'nora@example.com' });
    const store = openSqliteStore(path.join(api.server.data, 'accounts.db'));
    const entries = await store.listAuditSince(0);
    await store.close();
    const byAna = entries.filter(({ by }) => by === ana.email).map(({ event }) => event);
    expect(byAna.toSorted()).toEqual([
      'account-added',
      'account-disabled',
      'account-enabled',
      'account-removed',
      'invited',
      'role-changed',
      'sessions-ended',
    ]);
  });
});

test('an administrator adds accounts to declared groups, which ends their sessions', async () => {
  const id = await add();
  const theirs = await signInForCookie(rosa.email);
  const groups = [group('staff'), group('partners')];
  await publishRelease(api.server.dist, {
    build: 'with-groups',
    change: (manifest) => ({ ...manifest, groups }),
  });
  await api.server.releases.refresh();
  expect((await list()).groups.map(({ name }) => name)).toEqual(['staff', 'partners']);
  expect((await ask('PATCH', `/${id}`, { groups: ['staf'] })).json()).toMatchObject({
    error: { code: 'invalid' },
  });
  expect(await isSignedIn(theirs)).toBe(true);
  const groupChange = await ask('PATCH', `/${id}`, { groups: ['staff', 'partners', 'staff'] });
  expect([groupChange.statusCode, groupChange.json()]).toEqual([
    200,
    expect.objectContaining({ groups: ['partners', 'staff'] }),
  ]);
  expect(await isSignedIn(theirs)).toBe(false);
});

function group(name: string) {
  return { name, label: name, description: '', claims: [name] };
}
