import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach } from 'vitest';
import { createAgentStore } from '../src/features/agents/agent-store.ts';
import { openFeedback } from '../src/features/insights/feedback/feedback-store.ts';
import { openCounts } from '../src/features/insights/searches/search-counts.ts';
import { usageFile } from '../src/features/written-answers/usage-file.ts';
import { createUsageStore } from '../src/features/written-answers/usage-store.ts';
import { openDatabase } from '../src/storage/open-database.ts';
import { openReadings } from './open-readings.ts';
import { runCommand } from './run-command.ts';
import { createAccountNamed, createSession, start } from './store-fixtures.ts';
import { openSqliteStore } from './stores.ts';

export const window = { limit: 1, windowMs: 1_000 };
export const rosa = createAccountNamed('rosa');
export const ada = createAccountNamed('ada', { role: 'administrator', disabled: false });
export const ben = createAccountNamed('ben', {
  disabled: true,
  passwordHash: null,
  issuer: 'https://id.example',
  subject: '7',
});
export const nora = createAccountNamed('nora', { passwordHash: null });

/** Rows of each table, in an order of their own, without the numbers that a table gives its rows itself. */
export type Tables = Record<string, string[]>;

export function toComparable(rows: readonly object[]): string[] {
  const toPlainRow = (row: object) =>
    Object.fromEntries(
      Object.entries(row)
        .filter(([name]) => name !== 'id' || !('event' in row || 'key' in row))
        .map(([name, value]) => [name, typeof value === 'boolean' ? Number(value) : value])
        .map(([name, value]) => [name, value === null ? null : String(value)])
        .toSorted(),
    );
  return rows.map((row) => JSON.stringify(toPlainRow(row))).sort();
}

/** A folder for each test, and `npm run store` in it, without a `.env`. */
export class StoreFixture {
  folder = '';

  static forEachTest(): StoreFixture {
    const fixture = new StoreFixture();
    beforeEach(() => {
      fixture.folder = mkdtempSync(path.join(tmpdir(), 'store-command-'));
    });
    afterEach(() => rmSync(fixture.folder, { recursive: true }));
    return fixture;
  }

  get dataDir(): string {
    return path.join(this.folder, 'data');
  }

  get file(): string {
    return path.join(this.dataDir, 'accounts.db');
  }

  /** Starts it as a process of its own. */
  begin(args: string[], environment: Record<string, string> = {}): ChildProcess {
    const script = path.resolve(import.meta.dirname, '../bin/gatehouse.js');
    return spawn(process.execPath, [script, 'store', ...args], {
      cwd: this.folder,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  command(args: string[], environment?: Record<string, string>) {
    return runCommand({ name: 'store', args, folder: this.folder, environment });
  }

  /** Something of everything. */
  async fill(): Promise<void> {
    const store = openSqliteStore(this.file);
    for (const account of [rosa, ada, ben, nora]) await store.addAccount(account);
    await store.addSession(createSession(rosa, 't1'), undefined, undefined, {
      sid: 'sid-1',
      renewal: 'encrypted',
    });
    await store.claimLease('backup', start, start);
    const passkey = { id: 'p1', accountId: ada.id, name: 'Phone', publicKey: 'key', counter: 0 };
    const unusedPasskey = { transports: 'internal', createdAt: start, lastUsedAt: null };
    await store.addPasskey({ ...passkey, ...unusedPasskey }, ['hash'], 't0');
    await store.setCodes(ada.id, { secret: 'sealed', lastStep: 1, createdAt: start }, [], 't0');
    const pendingSignIn = {
      tokenHash: 'w1',
      accountId: ada.id,
      passwordHash: 'hash',
      expiresAt: start + 1_000,
    };
    await store.addPendingSignIn(pendingSignIn);
    await store.setChallenge('c1', 'challenge', start + 1_000);
    await store.addInvite('l1', nora.id, start + 1_000);
    await store.addResetLink('r1', rosa.id, start + 1_000);
    await store.addEmailChange('e1', rosa.id, 'rosa.luna@example.com', start + 1_000);
    const token = { tokenHash: 'k1', accountId: rosa.id, name: 'Editor', createdAt: start };
    const unusedToken = { ...token, expiresAt: start + 1_000, lastUsedAt: null };
    await store.addToken({ ...unusedToken, client: null }, 20);
    await store.addToken({ ...unusedToken, tokenHash: 'g1', client: 'app' }, 20);
    const grantRecord = { kind: 'AccessToken', tokenHash: 'g1', payload: '{}', expiresAt: start + 1_000 };
    await createAgentStore(store.database).putAgentRecord({ id: 'a1', ...grantRecord });
    const deploy = { tokenHash: 'd1', name: 'CI', madeBy: ada.email, createdAt: start };
    await store.addDeployToken({ ...deploy, expiresAt: start + 1_000, lastUsedAt: null }, 20);
    await store.addMail({
      id: 'm1',
      kind: 'new-device',
      accountId: rosa.id,
      email: rosa.email,
      detail: '{}',
      createdAt: start,
    });
    await store.setSetting('announcement', { text: 'New' }, start);
    await store.addSetupLink('s1', start + 1_000);
    await store.note({ at: start, event: 'signed-in', from: '192.0.2.1' }, rosa.id);
    await store.note({ at: start, event: 'sign-in-refused', detail: 'unknown account' });
    await store.countAttempt([{ key: 'k', ...window }], start);
    await store.rememberAddress(rosa.id, 'home', start + 1);
    await store.close();
    await this.addFeedback(rosa.id, 'Sehr „gut“\n\t🚀');
    const counts = await openCounts({ DATA_DIR: this.dataDir });
    const queryKey = { day: '2026-01-05', query: 'nul \0 ü 流程' };
    const search = { ...queryKey, hits: 3 };
    await counts.add([search, search], [{ ...queryKey, opened: '/docs/a' }]);
    await counts.close();
    const readings = await openReadings({ DATA_DIR: this.dataDir });
    await readings.add([{ day: queryKey.day, page: '/docs/a', count: 2 }]);
    await readings.changes.record(new Map([['/docs/a', 'hash']]), start);
    await readings.close();
    const usage = await openDatabase({ DATA_DIR: this.dataDir }, usageFile);
    const dayUsage = {
      requests: 1,
      answered: 1,
      failed: 0,
      struck: 0,
      promptTokens: 700,
      completionTokens: 40,
    };
    await createUsageStore(usage).add(dayUsage, start);
    await usage.close();
  }

  async addFeedback(reader: string, comment: string): Promise<void> {
    const feedback = await openFeedback({ DATA_DIR: this.dataDir });
    await feedback.put({ page: '/docs/a', reader, helpful: false, comment, at: start });
    const report = { page: '/docs/a', reader, kind: 'wrong', passage: 'Press Send.', release: 'r1' } as const;
    await feedback.putReport({ ...report, comment, at: start });
    await feedback.close();
  }

  /** Contents of all databases in the data folder. */
  tables(): Tables {
    const files = readdirSync(this.dataDir).filter((name) => name.endsWith('.db'));
    const tables: Tables = {};
    // Several files have a table of the versions of their data.
    for (const name of files)
      for (const [table, rows] of Object.entries(readTables(path.join(this.dataDir, name))))
        tables[table] = [...(tables[table] ?? []), ...rows].sort();
    return tables;
  }
}

function readTables(file: string): Tables {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const names = database
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
      .all()
      .map(({ name }) => String(name));
    return Object.fromEntries(
      names.map((name) => [name, toComparable(database.prepare(`SELECT * FROM ${name}`).all())]),
    );
  } finally {
    database.close();
  }
}
