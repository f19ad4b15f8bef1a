import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { rosa, StoreFixture } from '../../testing/store-fixture.ts';
import { start } from '../../testing/store-fixtures.ts';
import { openSqliteStore } from '../../testing/stores.ts';
import { openFeedback } from '../features/insights/feedback/feedback-store.ts';
import { openCounts } from '../features/insights/searches/search-counts.ts';

const limits = { idleMs: 1_000, absoluteMs: 1_000 };
const fixture = StoreFixture.forEachTest();
const runStoreCommand = (...args: string[]) => fixture.command(args);

it('saves the store of a running server, and restores it with all sessions ended', async () => {
  await fixture.fill();
  const running = openSqliteStore(fixture.file);
  const backupResult = await runStoreCommand('backup', 'saved.db');
  expect(backupResult).toMatchObject({ exitCode: 0, out: expect.stringContaining('Saved 4 accounts') });
  await running.removeAccount(rosa.id, 'local');
  const restoreResult = await runStoreCommand('restore', 'saved.db');
  expect(restoreResult).toMatchObject({
    exitCode: 0,
    out: expect.stringContaining('All sessions have ended'),
  });
  expect((await running.findAccountByEmail(rosa.email))?.name).toBe('rosa');
  expect(await running.findSession('t1', start + 1, limits)).toBeUndefined();
  const [note] = (await running.listAuditSince(Date.now() - 60_000)).slice(-1);
  expect(note).toMatchObject({ event: 'store-restored', by: expect.stringContaining('command line') });
  await running.close();
  // The state from before can be restored in the same way.
  const before = /accounts\.db\.before-\d+/.exec(restoreResult.out)?.[0] ?? '';
  expect((await runStoreCommand('restore', path.join('data', before))).exitCode).toBe(0);
  const store = openSqliteStore(fixture.file);
  expect(await store.findAccountByEmail(rosa.email)).toBeUndefined();
  await store.close();
});

it('restores everything after a total loss, except sessions, one-time links and mail already sent', async () => {
  await fixture.fill();
  const {
    sessions,
    provider_sessions,
    invites,
    reset_links,
    email_changes,
    pending_sign_ins,
    challenges,
    mails,
    setup_links,
    attempts,
    duties,
    audit,
    ...lasting
  } = fixture.tables();
  const links = [invites, reset_links, email_changes, setup_links];
  const signingIn = [sessions, provider_sessions, pending_sign_ins, challenges, attempts];
  const fleeting = [...signingIn, ...links, mails, duties];
  for (const rows of [...fleeting, ...Object.values(lasting)]) {
    expect(rows).not.toEqual([]);
  }
  expect((await runStoreCommand('backup', 'saved.db')).exitCode).toBe(0);
  rmSync(fixture.dataDir, { recursive: true });
  expect((await runStoreCommand('restore', 'saved.db')).exitCode).toBe(0);
  const { audit: auditNow, ...now } = fixture.tables();
  const none = {
    sessions: [],
    provider_sessions: [],
    invites: [],
    reset_links: [],
    email_changes: [],
    personal_tokens: [],
    deploy_tokens: [],
    agent_records: [],
    pending_sign_ins: [],
    challenges: [],
    mails: [],
    setup_links: [],
    attempts: [],
    duties: [],
  };
  expect(now).toEqual({ ...lasting, ...none });
  expect(auditNow).toEqual(expect.arrayContaining(audit ?? []));
  expect(auditNow).toHaveLength((audit?.length ?? 0) + 1);
});

it.each([
  ['missing', () => rmSync(fixture.file)],
  ['empty', () => writeFileSync(fixture.file, '')],
])('restores into a folder where only the accounts file is %s', async (_, lose) => {
  await fixture.fill();
  const { accounts, feedback } = fixture.tables();
  expect((await runStoreCommand('backup', 'saved.db')).exitCode).toBe(0);
  for (const suffix of ['-wal', '-shm']) rmSync(fixture.file + suffix, { force: true });
  lose();
  expect(() => openSqliteStore(fixture.file, { busyTimeoutMs: 50 })).toThrow('restore a backup');
  expect(await runStoreCommand('restore', 'saved.db')).toMatchObject({ exitCode: 0, err: '' });
  expect(fixture.tables()).toMatchObject({ accounts, feedback });
});

it('restores the backup of an earlier version once the files that a newer one has migrated are moved away', async () => {
  await fixture.fill();
  const { accounts, feedback } = fixture.tables();
  expect((await runStoreCommand('backup', 'saved.db')).exitCode).toBe(0);
  const migrated = new DatabaseSync(fixture.file);
  migrated.exec('PRAGMA user_version = 999');
  migrated.close();
  const refusal = await runStoreCommand('restore', 'saved.db');
  expect(refusal).toMatchObject({ exitCode: 1, err: expect.stringContaining('move the .db files') });
  const dataFiles = readdirSync(fixture.dataDir).filter((name) => name.includes('.db'));
  for (const name of dataFiles) rmSync(path.join(fixture.dataDir, name));
  expect(await runStoreCommand('restore', 'saved.db')).toMatchObject({ exitCode: 0, err: '' });
  expect(fixture.tables()).toMatchObject({ accounts, feedback });
});

it('keeps feedback and search counts that came after the backup, while the server runs', async () => {
  await fixture.fill();
  const feedback = await openFeedback({ DATA_DIR: fixture.dataDir });
  const counts = await openCounts({ DATA_DIR: fixture.dataDir });
  expect((await runStoreCommand('backup', 'saved.db')).exitCode).toBe(0);
  await fixture.addFeedback(rosa.id, 'Better now.');
  await fixture.addFeedback('another', 'I agree.');
  await counts.add([{ day: '2026-01-06', query: 'since', hits: 1 }], []);
  const before = fixture.tables();
  expect((await runStoreCommand('restore', 'saved.db')).exitCode).toBe(0);
  const after = fixture.tables();
  expect(after.feedback).toEqual(before.feedback);
  expect(after.reports).toEqual(before.reports);
  expect(after.searches).toEqual(before.searches);
  const opinions = (await feedback.list()).filter(({ kind }) => kind === undefined);
  expect(opinions.map(({ comment }) => comment)).toEqual(['I agree.', 'Better now.']);
  await feedback.close();
  await counts.close();
});

it('explains what is wrong and changes nothing', async () => {
  const says = (text: string) => ({ exitCode: 1, err: expect.stringContaining(text) });
  expect(await runStoreCommand('backup', 'saved.db')).toMatchObject(says('Check DATA_DIR'));
  await fixture.fill();
  expect((await runStoreCommand('backup', 'saved.db')).exitCode).toBe(0);
  expect(await runStoreCommand('backup', 'saved.db')).toMatchObject(says('already exists'));
  expect(await runStoreCommand('restore', 'other.db')).toMatchObject(says("other.db doesn't exist.\n"));
  writeFileSync(path.join(fixture.folder, 'diary.db'), 'Dear diary');
  expect(await runStoreCommand('restore', 'diary.db')).toMatchObject(
    says("diary.db isn't a SQLite database"),
  );
  const shared = { DATABASE_URL: 'postgres://ada:secret@127.0.0.1:1/docs' };
  for (const name of ['backup', 'restore']) {
    expect(await fixture.command([name, 'saved.db'], shared)).toMatchObject(says('127.0.0.1:1'));
  }
  const accounts = fixture.tables().accounts;
  writeFileSync(path.join(fixture.dataDir, 'feedback.db'), 'Dear diary');
  for (const name of ['backup', 'restore']) {
    const file = name === 'backup' ? 'again.db' : 'saved.db';
    expect(await runStoreCommand(name, file)).toMatchObject(says("feedback.db isn't a SQLite database"));
  }
  rmSync(path.join(fixture.dataDir, 'feedback.db'));
  expect(fixture.tables().accounts).toEqual(accounts);
  expect(readdirSync(fixture.dataDir).filter((name) => name.includes('before'))).toEqual([]);
  expect(readdirSync(fixture.folder)).not.toContain('again.db');
});

it('makes a backup in BACKUP_DIR and lists it', async () => {
  await fixture.fill();
  expect(await runStoreCommand('backup')).toMatchObject({
    exitCode: 1,
    err: expect.stringContaining("BACKUP_DIR isn't set"),
  });
  const settings = { BACKUP_DIR: 'backups' };
  expect(await fixture.command(['backup'], settings)).toMatchObject({
    exitCode: 0,
    out: expect.stringContaining('A test restore succeeded'),
  });
  const [backupName] = readdirSync(path.join(fixture.folder, 'backups'));
  expect(await fixture.command(['list'], settings)).toMatchObject({
    exitCode: 0,
    out: expect.stringMatching(new RegExp(`${backupName} \\(0\\.\\d MB\\) is 0 min old\\.`)),
  });
});
