import { rmSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { allDataFiles } from '../../../testing/data-files.ts';
import { type Databases, execute, openSharedPostgres } from '../../../testing/postgres.ts';
import { ada, rosa, StoreFixture, toComparable } from '../../../testing/store-fixture.ts';
import { createAccountNamed, createSession, start } from '../../../testing/store-fixtures.ts';
import { openPostgresStore } from '../../../testing/stores.ts';
import { restoreAccounts, restoreAccountsInDatabase } from '../../accounts/store/restore-accounts.ts';
import { openBackups } from '../../features/backups/backups.ts';
import { copyToPostgres } from '../copy-to-postgres.ts';
import { listTables } from '../data-file.ts';

const fixture = StoreFixture.forEachTest();
const note = { at: start + 9, event: 'store-restored' } as const;
const settings = { BACKUP_HOURS: 24, BACKUP_KEEP: 2 };
let server: Databases;
beforeAll(async () => {
  server = await openSharedPostgres();
});

const backedUpTables = listTables(allDataFiles)
  .filter(({ restored }) => ['replace', 'add'].includes(restored))
  .map(({ name }) => name);

it('backs up a database like a data folder, and restores it into either', async () => {
  await fixture.fill();
  const url = await server.createDatabase();
  await copyToPostgres(fixture.dataDir, url, allDataFiles);
  const readTable = async (name: string) =>
    toComparable(await execute(url, `SELECT * FROM gatehouse.${name}`));
  const before = new Map<string, string[]>();
  for (const name of backedUpTables) before.set(name, await readTable(name));
  const running = await openPostgresStore(url);
  const folder = path.join(fixture.folder, 'backups');
  const backups = openBackups(
    { ...settings, DATA_DIR: 'none', DATABASE_URL: url, BACKUP_DIR: folder },
    running,
    allDataFiles,
  );
  const result = await backups?.makeNow();
  if (result?.outcome !== 'made') throw new Error(JSON.stringify(result));

  // Changes after the backup: a removed account, a new one, a new password and a new session.
  await running.removeAccount(rosa.id, 'local', { at: start + 1, event: 'account-removed' });
  await running.addAccount(createAccountNamed('eve'));
  await running.setPasswordHash(ada.id, 'newer', { at: start + 1, event: 'password-changed' });
  await running.addSession(createSession(ada, 'newer-token', start + 1));
  const news: string[] = [];
  running.subscribe(({ kind }) => kind !== 'current' && news.push(kind));
  await expect.poll(() => news).toEqual(['connected']);
  expect(await restoreAccountsInDatabase(url, result.backup.file, note, allDataFiles)).toEqual({
    outcome: 'restored',
    accounts: 4,
  });
  // Every process must drop its cached sessions.
  await expect.poll(() => news).toEqual(['connected', 'connected']);
  const limits = { idleMs: 1_000, absoluteMs: 1_000 };
  for (const token of ['t1', 'newer-token'])
    expect(await running.findSession(token, start + 2, limits)).toBeUndefined();
  await running.close();
  for (const name of backedUpTables) {
    if (name === 'audit') continue;
    expect([name, await readTable(name)]).toEqual([name, before.get(name)]);
  }
  const events = await execute(
    url,
    `SELECT event FROM gatehouse.audit WHERE at > ${start} ORDER BY at, event`,
  );
  expect(events.map(({ event }) => event)).toEqual(['account-removed', 'password-changed', 'store-restored']);
  expect(await readTable('audit')).toHaveLength((before.get('audit')?.length ?? 0) + 3);

  rmSync(fixture.dataDir, { recursive: true });
  restoreAccounts(fixture.dataDir, result.backup.file, note, allDataFiles);
  expect(fixture.tables().accounts).toEqual(before.get('accounts'));
});
