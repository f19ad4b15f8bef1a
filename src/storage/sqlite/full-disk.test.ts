import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { allDataFiles } from '../../../testing/data-files.ts';
import { IdentityFixture, password, quickArgon2, rosa } from '../../../testing/identity-fixture.ts';
import { createAccountNamed } from '../../../testing/store-fixtures.ts';
import { openSqliteStore } from '../../../testing/stores.ts';
import { unmount } from '../../../testing/unmount.ts';
import { createIdentity } from '../../accounts/create-identity.ts';
import { defaultLimits } from '../../accounts/limits.ts';
import { openBackups } from '../../features/backups/backups.ts';
import { backUpFolder } from './backup.ts';

const disk = mkdtempSync(path.join(tmpdir(), 'small-disk-'));
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', disk]).status === 0;
if (!isMounted)
  console.warn("Can't mount a small disk (root only), so the tests of a full disk are skipped.");
afterAll(() => {
  if (isMounted) unmount(disk);
  rmdirSync(disk);
});

const filler = path.join(disk, 'filler');

/** Fills the disk down to the last byte. */
function fillDisk(): void {
  for (const size of [64 * 1_024, 4_096, 1]) {
    try {
      for (;;) writeFileSync(filler, Buffer.alloc(size), { flag: 'a' });
    } catch {
      // Full for pieces of this size.
    }
  }
}

describe.runIf(isMounted)('on a full disk', () => {
  const fixture = IdentityFixture.forEachTest();
  let file: string;
  beforeEach(() => {
    for (const name of readdirSync(disk)) rmSync(path.join(disk, name), { recursive: true });
    file = path.join(disk, 'accounts.db');
  });

  it('names the full disk, keeps every acknowledged write, and works again after space is freed', async () => {
    const store = openSqliteStore(file);
    await store.addAccount(createAccountNamed('first'));
    fillDisk();
    const acknowledgedNames = ['first'];
    const failure = await (async () => {
      for (let n = 0; ; n++) {
        await store.addAccount(createAccountNamed(`reader${n}`));
        acknowledgedNames.push(`reader${n}`);
      }
    })().catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: 'store-full',
      message: expect.stringContaining(path.dirname(file)),
    });
    const listNames = async () => (await store.listAccounts()).map(({ name }) => name).sort();
    expect(await listNames()).toEqual(acknowledgedNames.toSorted());
    rmSync(filler);
    await store.addAccount(createAccountNamed('later'));
    await store.close();
    const again = openSqliteStore(file);
    expect((await again.listAccounts()).map(({ name }) => name).sort()).toEqual(
      [...acknowledgedNames, 'later'].sort(),
    );
    await again.close();
  });

  it('keeps serving signed-in readers, and reports that signing in is unavailable', async () => {
    let now = Date.UTC(2026, 0, 5, 9);
    const identity = createIdentity({
      store: openSqliteStore(file),
      clock: () => now,
      hasher: quickArgon2,
    });
    await identity.accounts.add(rosa);
    const signIn = (text: string) =>
      identity.signIn({ email: rosa.email, password: text, address: '192.0.2.1' });
    const first = await signIn(password);
    const token = 'token' in first ? first.token : undefined;
    fillDisk();
    await expect.poll(async () => (await signIn(password)).outcome).toBe('unavailable');
    now += 2 * defaultLimits.touchEveryMs;
    expect(await identity.resolveSession(token)).toMatchObject({ email: rosa.email });
    rmSync(filler);
    expect((await signIn(password)).outcome).toBe('signed-in');
    await identity.close();
  });

  it('leaves no file of a failed backup, and can back up to another disk', async () => {
    await fixture.add(rosa);
    fillDisk();
    const target = path.join(disk, 'saved.db');
    await expect(backUpFolder(path.dirname(fixture.file), target, allDataFiles)).rejects.toMatchObject({
      code: 'store-full',
    });
    expect(readdirSync(disk)).toEqual(['filler']);
    rmSync(filler);
    const store = openSqliteStore(file);
    await store.addAccount(createAccountNamed('first'));
    fillDisk();
    const elsewhere = path.join(path.dirname(fixture.file), 'saved.db');
    expect(await backUpFolder(path.dirname(file), elsewhere, allDataFiles)).toEqual({
      outcome: 'saved',
      accounts: 1,
    });
    await store.close();
  });

  it('keeps the previous backup when a scheduled one fails, and creates the next one', async () => {
    await fixture.add(rosa);
    const store = openSqliteStore(fixture.file);
    const settings = { DATA_DIR: path.dirname(fixture.file), DATABASE_URL: undefined, BACKUP_DIR: disk };
    const backups = openBackups({ ...settings, BACKUP_HOURS: 24, BACKUP_KEEP: 1 }, store, allDataFiles);
    const first = await backups?.makeNow();
    const listNames = () => backups?.list().map(({ name }) => name);
    expect([first?.outcome, listNames()?.length]).toEqual(['made', 1]);
    const before = listNames();
    fillDisk();
    expect(await backups?.makeNow()).toMatchObject({ outcome: 'failed', code: 'store-full' });
    expect(listNames()).toEqual(before);
    expect((await backups?.readState())?.failure?.message).toBe(
      `The disk with ${disk} is full. Free some space.`,
    );
    rmSync(filler);
    expect(await backups?.makeNow()).toMatchObject({ outcome: 'made' });
    expect(listNames()).not.toEqual(before);
    await store.close();
  });
});
