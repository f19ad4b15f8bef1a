import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { host, rosa, secret, startAccountsApiForEachTest } from '../../../testing/accounts-api.ts';
import { reader as ana } from '../../../testing/server.ts';
import { openSqliteStore } from '../../../testing/stores.ts';
import { parseCsv } from '../../shared/csv.ts';

const api = startAccountsApiForEachTest();
const { ask, add, signInForCookie } = api;

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
    ['GET', '/file', undefined],
    ['GET', '/import/invitations', undefined],
    ['POST', '/import/plan', { csv }],
    ['POST', '/import', { csv }],
  ] as const)
    expect([url, (await ask(method, url, body, theirs)).statusCode]).toEqual([url, 404]);
});

describe('a file', () => {
  test('is checked, imported, and changes nothing the second time', async () => {
    await add();
    const planResponse = await ask('POST', '/import/plan', { csv });
    expect(planResponse.json()).toEqual({
      problems: [],
      toAdd: { readers: 1, administrators: 1 },
      there: 1,
      otherwise: [
        {
          person: { line: 4, email: rosa.email, name: 'Rose', role: 'reader' },
          is: { name: rosa.name, role: 'reader' },
        },
      ],
    });
    expect(await findAccountNamed('bo@example.com')).toBeUndefined();
    const done = await ask('POST', '/import', { csv });
    const { added, there, links } = done.json();
    expect([done.statusCode, added, there]).toEqual([201, 2, 1]);
    expect(links).toMatchObject([{ email: 'bo@example.com', name: 'Bo' }, { name: 'Cleo' }]);
    const link = new URL(links[0].link);
    expect(link.origin).toBe(`http://${host}`);
    const acceptance = await api.server.identity.invites.accept({
      token: link.searchParams.get('token') ?? '',
      password: secret,
      address: '127.0.0.1',
    });
    expect(acceptance.outcome).toBe('signed-in');
    expect((await ask('POST', '/import', { csv })).json()).toEqual({ added: 0, there: 3, links: [] });
    expect(await audit()).toContainEqual(['account-added', ana.email, 'cleo@example.com']);
    expect((await ask('GET', '/import/invitations')).json()).toEqual({ waiting: 0 });
  });

  test('reports progress if the client asks for it, and then the result', async () => {
    const accept = { cookie: api.cookie, accept: 'application/x-ndjson' };
    const importLines = async (text: string) => {
      const answer = await ask('POST', '/import', { csv: text }, accept);
      return {
        answer,
        lines: answer.body
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line)),
      };
    };
    const rows = Array.from({ length: 1_200 }, (_, n) => `p${n}@example.com`);
    const { answer, lines } = await importLines(['email', ana.email, ...rows].join('\n'));
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/x-ndjson']);
    expect(answer.headers).toMatchObject({ 'cache-control': 'private, no-store', 'x-accel-buffering': 'no' });
    expect(lines).toMatchObject([
      ...[0, 250, 500, 850, 1_100, 1_200].map((done) => ({ done, of: 1_200 })),
      { answer: { added: 1_200, there: 1, links: { length: 1_200 } } },
    ]);
    expect((await importLines('email\nnobody')).lines).toMatchObject([{ error: { code: 'invalid' } }]);
    expect((await ask('POST', '/import', { csv: 1 }, accept)).statusCode).toBe(400);
    const database = new DatabaseSync(path.join(api.server.data, 'accounts.db'));
    database.exec(`CREATE TRIGGER full BEFORE INSERT ON accounts BEGIN SELECT RAISE(ABORT, 'full'); END`);
    database.close();
    const failedLines = await importLines('email\neve@example.com');
    expect(failedLines.lines).toMatchObject([{ done: 0, of: 1 }, { error: { code: 'unavailable' } }]);
    expect(failedLines.answer.body).not.toContain('full');
  });

  test('adds no account if it has errors, and all of them are reported', async () => {
    const undeclared = await ask('POST', '/import/plan', { csv: 'email,groups\neve@example.com,staff\n' });
    expect(undeclared.json().problems).toEqual([{ line: 2, message: 'The site has no group "staff".' }]);
    const csvWithErrors = `${csv}nobody,,\neve@example.com,,king\n`;
    expect((await ask('POST', '/import/plan', { csv: csvWithErrors })).json().problems).toEqual([
      { line: 5, message: `"nobody" isn't a valid email address.` },
      { line: 6, message: expect.stringContaining('Unknown role "king"') },
    ]);
    const refusal = await ask('POST', '/import', { csv: csvWithErrors });
    expect([refusal.statusCode, refusal.json().error.code]).toEqual([400, 'invalid']);
    expect(await api.server.identity.accounts.count()).toBe(1);
    const large = await ask('POST', '/import', { csv: 'x'.repeat(2 ** 21) });
    expect([large.statusCode, large.json().error.code]).toEqual([413, 'too-large']);
  });

  test('can be exported from the accounts that match a search', async () => {
    await add();
    const answer = await ask('GET', '/file?search=rosa');
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="accounts.csv"',
      'cache-control': 'private, no-store',
    });
    expect(parseCsv(answer.body).map(({ cells }) => cells.slice(0, 5))).toEqual([
      ['email', 'name', 'role', 'groups', 'state'],
      [rosa.email, rosa.name, 'reader', '', 'active'],
    ]);
  });
});
