import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { host, rosa } from '../../../testing/accounts-api.ts';
import { reader as ana, startServer, type TestServer } from '../../../testing/server.ts';
import { openSqliteStore } from '../../../testing/stores.ts';
import type { EndpointAnswer, EndpointName } from '../../model/api/endpoints.ts';

let server: TestServer;
let cookie: string;
beforeEach(async () => {
  server = await startServer();
  cookie = await server.signIn();
});
afterEach(() => server.close());

async function ask<Name extends EndpointName>(
  _name: Name,
  url: string,
  payload?: object,
  method: 'GET' | 'POST' | 'DELETE' = payload ? 'POST' : 'GET',
  through = server,
): Promise<{ status: number; answer: EndpointAnswer<Name> }> {
  const response = await through.app.inject({
    method,
    url: `/api/v1${url}`,
    headers: { host, cookie },
    ...(payload && { payload }),
  });
  return { status: response.statusCode, answer: JSON.parse(response.body || 'null') };
}

const signInRosa = async (address = '192.0.2.9') => {
  await server.identity.accounts.actingAs(ana.email).add({ ...rosa, role: 'reader' });
  const signedIn = await server.identity.signIn({ ...rosa, address });
  return signedIn.outcome === 'signed-in' ? `sid=${signedIn.token}` : signedIn.outcome;
};
const readSessionState = async (sessionCookie: string) =>
  (await server.get('/auth/session', { cookie: sessionCookie })).json();

describe('the audit log', () => {
  const list = async (query: string) => (await ask('listAudit', `/audit?${query}`)).answer;
  const listEvents = async (query: string) => (await list(query)).rows.map(({ event }) => event);

  test('is filtered by action, user and day, the newest first, in pages', async () => {
    await signInRosa();
    expect(await listEvents('')).toEqual(['signed-in', 'account-added', 'signed-in', 'account-added']);
    expect(await listEvents('search=ROSA&order=ascending')).toEqual(['account-added', 'signed-in']);
    expect(await listEvents('search=192.0.2.9')).toEqual(['signed-in']);
    expect(await listEvents(`event=account-added&search=${ana.email}%20rosa`)).toEqual(['account-added']);
    expect(await list('page=2&limit=3')).toMatchObject({
      rows: [{ email: ana.email, detail: 'administrator' }],
      total: 4,
      events: ['account-added', 'signed-in'],
    });
    const today = new Date().toISOString().slice(0, 10);
    expect((await list(`since=${today}&until=${today}`)).total).toBe(4);
    expect((await list('until=2020-01-01')).total).toBe(0);
    expect((await ask('listAudit', '/audit?since=yesterday')).status).toBe(400);
  });
});

describe('sessions', () => {
  test('lists and searches the sessions of all users, and ends them one by one', async () => {
    const first = await signInRosa();
    const second = await signInRosa();
    const list = async (query = '') => (await ask('listAllSessions', `/sessions?${query}`)).answer;
    expect((await list('search=ana')).rows).toMatchObject([{ email: ana.email, current: true }]);
    const { rows, total } = await list('search=nunez&sort=created&order=ascending');
    expect([total, rows.map(({ current }) => current)]).toEqual([2, [false, false]]);
    expect(JSON.stringify(rows)).not.toMatch(/hash|[0-9a-f]{64}/);
    const { account, id } = rows[0] ?? { account: '', id: '' };
    const end = (session: string) =>
      ask('endAccountSession', `/accounts/${account}/sessions/${session}`, undefined, 'DELETE');
    expect((await end(id)).status).toBe(204);
    const states = await Promise.all([first, second].map(readSessionState));
    expect(states.map(({ state }) => state).toSorted()).toEqual(['signed-in', 'signed-out']);
    expect((await end(id)).status).toBe(204);
    expect((await list('search=rosa')).total).toBe(1);
    const { rows: acts } = (await ask('listAudit', '/audit?event=sessions-ended')).answer;
    expect(acts).toMatchObject([{ email: rosa.email, by: ana.email, detail: 'one' }]);
  });
});

describe('an announcement', () => {
  const announce = async (choice: object) =>
    (await ask('changeAnnouncement', '/announcement', choice)).status;

  test('reaches every reader soon, and the server creates its markup', async () => {
    const theirs = await signInRosa();
    expect(await readSessionState(theirs)).not.toHaveProperty('announcement');
    const text = '**Down** on Monday, see [news](/docs/Tasks) <img src=x onerror=alert(1)>';
    expect(await announce({ shown: 'own', text, kind: 'warning' })).toBe(204);
    const readAnnouncement = async () => (await readSessionState(theirs)).announcement;
    expect(await readAnnouncement()).toMatchObject({ kind: 'warning', closeable: true });
    const { html, id } = await readAnnouncement();
    expect(html).toBe(
      '<strong>Down</strong> on Monday, see <a href="/docs/Tasks">news</a> &lt;img src=x onerror=alert(1)&gt;',
    );
    expect(id).toMatch(/^[\w-]{12}$/);
    expect((await ask('readAnnouncement', '/announcement')).answer).toMatchObject({ shown: 'own', text });
    // Visitors don't get the announcement.
    expect((await server.get('/auth/session')).json()).toEqual({ state: 'signed-out' });
    expect(await announce({ shown: 'none' })).toBe(204);
    expect(await readAnnouncement()).toBeNull();
    const { rows } = (await ask('listAudit', '/audit?event=announcement-changed&order=ascending')).answer;
    expect(rows.map(({ by, detail }) => [by, detail])).toEqual([
      [ana.email, text],
      [ana.email, 'none'],
    ]);
  });

  test("is polled by open pages with headers only while it is unchanged, which doesn't prolong a session", async () => {
    let now = Date.now();
    const timed = await startServer({ clock: () => now });
    cookie = await timed.signIn();
    const poll = (tag: string) => timed.get('/_announced', { cookie, 'if-none-match': tag });
    expect(await poll('"undefined"')).toMatchObject({ statusCode: 304, body: '' });
    const choice = { shown: 'own', text: 'New' };
    expect(await ask('changeAnnouncement', '/announcement', choice, 'POST', timed)).toMatchObject({
      status: 204,
    });
    expect((await poll('"undefined"')).statusCode).toBe(200);
    const { headers, ...unchangedResponse } = await poll('"undefined"');
    expect(unchangedResponse.json()).toMatchObject({ announcement: { html: 'New' } });
    expect(await poll(String(headers.etag))).toMatchObject({ statusCode: 304, body: '' });
    now += 11 * 3_600_000;
    expect((await poll('')).statusCode).toBe(200);
    now += 2 * 3_600_000;
    expect((await poll('')).statusCode).toBe(401);
    await timed.close();
  });

  test('is rejected without text, with an unknown color, or if it is too long', async () => {
    for (const choice of [
      { shown: 'own', text: '  ' },
      { shown: 'own', text: 'a', kind: 'pink' },
      { shown: 'own', text: 'a'.repeat(501) },
      { shown: 'all' },
    ])
      expect(await announce(choice)).toBe(400);
  });
});

describe('backups', () => {
  test('are listed, and can be created now', async () => {
    expect((await ask('listBackups', '/backups')).answer).toMatchObject({ schedule: null });
    expect((await ask('makeBackup', '/backups', {})).status).toBe(404);
    const folder = mkdtempSync(path.join(tmpdir(), 'backups-'));
    const store = openSqliteStore(path.join(folder, 'accounts.db'));
    const settings = {
      DATA_DIR: folder,
      BACKUP_DIR: path.join(folder, 'saved'),
      BACKUP_HOURS: 24,
      BACKUP_KEEP: 7,
    };
    const saving = await startServer({ store, environment: settings });
    cookie = await saving.signIn();
    const list = async () => (await ask('listBackups', '/backups', undefined, 'GET', saving)).answer;
    // The schedule creates the first one as soon as the server starts.
    await expect.poll(list).toMatchObject({ rows: [{}], isUnderway: false });
    const { status, answer } = await ask('makeBackup', '/backups', {}, 'POST', saving);
    expect([status, answer.made?.name]).toEqual([201, expect.stringMatching(/^backup-\d{8}T\d{9}Z\.db$/)]);
    expect(await list()).toMatchObject({
      rows: [answer.made, {}],
      schedule: { everyHours: 24, keep: 7 },
      isUnderway: false,
    });
    await saving.close();
    rmSync(folder, { recursive: true });
  });
});

test('each administrator can subscribe to the weekly mail', async () => {
  const read = async () => (await ask('readDigest', '/digest')).answer;
  expect(await read()).toEqual({ mail: false, isOn: true, mine: true });
  expect((await ask('changeDigest', '/digest', { mine: false })).status).toBe(204);
  expect(await read()).toMatchObject({ mine: false });
  expect((await ask('changeDigest', '/digest', { mine: true })).status).toBe(204);
  expect(await read()).toMatchObject({ mine: true });
});
