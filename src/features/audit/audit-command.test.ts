import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runCommand } from '../../../testing/run-command.ts';
import { createAccountNamed } from '../../../testing/store-fixtures.ts';
import { openSqliteStore } from '../../../testing/stores.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'audit-'));
  file = path.join(folder, 'data', 'accounts.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs the command in a folder without `.env`. */
const runAuditCommand = (name: string, args: string[]) => runCommand({ name, args, folder });

async function note(name: string, daysAgo: number): Promise<void> {
  const store = openSqliteStore(file);
  const at = Date.now() - daysAgo * 86_400_000;
  const account = createAccountNamed(name);
  await store.addAccount(account);
  await store.note({ at, event: 'signed-in', from: '192.0.2.1' }, account.id);
  await store.close();
}

it('shows which account was added on the command line, and by whom', async () => {
  await runAuditCommand('users', ['add', 'ada@example.com', '--generate']);
  const { out, exitCode } = await runAuditCommand('audit', []);
  expect(exitCode).toBe(0);
  const [head, line] = out.split('\n').map((row) => row.split(/ {2,}/));
  expect(head).toEqual(['Time', 'Event', 'Account', 'By', 'From', 'Detail']);
  expect(line?.slice(1)).toEqual([
    'account-added',
    'ada@example.com',
    `command line (${userInfo().username})`,
    '-',
    'administrator',
  ]);
});

it('shows the last week or --days, of all accounts or of one', async () => {
  await note('late', 1);
  await note('early', 10);
  const listEmails = async (...args: string[]) => {
    const { out } = await runAuditCommand('audit', ['--json', ...args]);
    return JSON.parse(out).map(({ email }: { email: string }) => email);
  };
  expect(await listEmails()).toEqual(['late@example.com']);
  expect(await listEmails('--days', '30')).toEqual(['early@example.com', 'late@example.com']);
  expect(await listEmails('--days', '30', '--account', 'Early@example.com')).toEqual(['early@example.com']);
});

it('shows an action that concerned many accounts as one line, and each account in JSON', async () => {
  const csv = 'email,name\nbo@example.com,Bo\ncleo@example.com,Cleo\ndaria@example.com,Daria\n';
  await runAuditCommand('users', ['add', 'ada@example.com', '--generate']);
  const people = path.join(folder, 'people.csv');
  writeFileSync(people, csv);
  await runAuditCommand('users', ['import', people, '--out', path.join(folder, 'links.csv')]);
  const lines = (await runAuditCommand('audit', [])).out.trim().split('\n');
  expect(lines.slice(2).map((line) => line.split(/ {2,}/).slice(1))).toEqual([
    ['account-added', '3 accounts', `command line (${userInfo().username})`, '-', 'reader'],
  ]);
  expect(JSON.parse((await runAuditCommand('audit', ['--json'])).out)).toHaveLength(4);
  const { out } = await runAuditCommand('audit', ['--account', 'bo@example.com']);
  expect(out).toMatch(/account-added +bo@example\.com/);
});

it.each([
  [['--days', 'x'], 'whole number'],
  [['--jason'], 'Unknown option "--jason". Did you mean "--json"?'],
  [['everything'], 'Unexpected argument "everything".'],
])('answers misuse with exit code 2: %j', async (args, message) => {
  expect(await runAuditCommand('audit', args)).toMatchObject({
    exitCode: 2,
    err: expect.stringContaining(message),
  });
});

it('creates no store', async () => {
  expect(await runAuditCommand('audit', [])).toMatchObject({
    exitCode: 1,
    err: expect.stringContaining('Check DATA_DIR'),
  });
  expect(existsSync(path.dirname(file))).toBe(false);
});
