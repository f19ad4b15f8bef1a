import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { quickArgon2 } from '../../testing/identity-fixture.ts';
import { createTestToken } from '../../testing/personal-token.ts';
import { runCommand } from '../../testing/run-command.ts';
import { openSqliteStore } from '../../testing/stores.ts';
import { createIdentity } from '../accounts/create-identity.ts';
import { importFile } from '../features/people-import/users-by-file.ts';

const password = 'a long enough secret';
let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'users-'));
  file = path.join(folder, 'data', 'accounts.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs `npm run users -- …` in a folder without `.env`. */
const runUsers = (
  args: string[],
  { input, ...environment }: { input?: string; [name: string]: string } = {},
) => runCommand({ name: 'users', args, folder, environment, input });

/**
 * The test adds accounts itself, with cheap hashes: another process and a full hash for each account would take most
 * of the time.
 */
async function addAll(): Promise<void> {
  const identity = createIdentity({ store: openSqliteStore(file), hasher: quickArgon2 });
  await identity.accounts.addFirst({ email: 'ada@example.com', name: '', password });
  await identity.accounts.add({ email: 'rosa@example.com', name: 'Rosa', password, role: 'reader' });
  await identity.close();
}

async function signsIn(email: string, secret = password): Promise<boolean> {
  const identity = createIdentity({ store: openSqliteStore(file), hasher: quickArgon2 });
  const { outcome } = await identity.signIn({ email, password: secret, address: '192.0.2.1' });
  await identity.close();
  return outcome === 'signed-in';
}

describe('npm run users', () => {
  it.each([['import', '-'], ['export']])(
    'refuses to %s people if that feature is switched off',
    async (...args) => {
      await addAll();
      const input = 'email\nnora@example.com\n';
      expect(await runUsers(args, { input, FEATURES_OFF: 'people-import' })).toMatchObject({
        exitCode: 1,
        out: '',
        err: `"users ${args[0]}" needs the feature "people-import", which FEATURES_OFF switches off.\n`,
      });
      expect((await runUsers(['list'])).out).not.toContain('nora@example.com');
    },
  );

  it('prints a one-time link for setting the password of a new account', async () => {
    await addAll();
    const BASE_URL = 'https://docs.example';
    const nora = ['add', 'Nora@Example.com', '--invite', '--name', 'Nora'];
    const first = await runUsers(nora, { BASE_URL });
    expect([first.exitCode, first.out]).toEqual([
      0,
      expect.stringMatching(/^https:\/\/docs\.example\/invite\?token=[\w-]{43}\n$/),
    ]);
    const second = await runUsers(nora, { BASE_URL });
    const accept = async (link: string) => {
      const identity = createIdentity({ store: openSqliteStore(file) });
      const token = link.trim().split('=')[1] ?? '';
      const { outcome } = await identity.invites.accept({ token, password, address: '192.0.2.1' });
      await identity.close();
      return outcome;
    };
    expect([await accept(first.out), await accept(second.out)]).toEqual(['invalid-token', 'signed-in']);
    const third = await runUsers(nora, { BASE_URL });
    expect([third.exitCode, third.out, third.err]).toEqual([
      1,
      '',
      expect.stringContaining('has a password'),
    ]);
    expect((await runUsers([...nora, '--generate'])).exitCode).toBe(2);
  });

  it('prints a one-time link for resetting a password', async () => {
    await addAll();
    const BASE_URL = 'https://docs.example';
    const result = await runUsers(['password', 'rosa@example.com', '--link'], { BASE_URL });
    expect(result).toMatchObject({
      exitCode: 0,
      out: expect.stringMatching(/^https:\/\/docs\.example\/reset\?token=[\w-]{43}\n$/),
    });
    const identity = createIdentity({ store: openSqliteStore(file), hasher: quickArgon2 });
    const token = result.out.trim().split('=')[1] ?? '';
    expect(await identity.resets.find(token)).toMatchObject({ email: 'rosa@example.com' });
    await identity.close();
    await runUsers(['add', 'nora@example.com', '--invite']);
    const none = await runUsers(['password', 'nora@example.com', '--link']);
    expect(none).toMatchObject({ exitCode: 1, out: '', err: expect.stringContaining('--invite') });
    expect((await runUsers(['password', 'rosa@example.com', '--link', '--generate'])).exitCode).toBe(2);
  });

  it('resets second factors', async () => {
    await addAll();
    const store = openSqliteStore(file);
    const { id = '' } = (await store.findAccountByEmail('rosa@example.com')) ?? {};
    await store.setCodes(id, { secret: 'sealed', lastStep: 0, createdAt: 0 }, ['hash'], 'nobody');
    expect(await signsIn('rosa@example.com')).toBe(false);
    expect(await runUsers(['factors', 'reset', 'rosa@example.com'])).toMatchObject({
      exitCode: 0,
      out: expect.stringContaining('Removed the second factor of rosa@example.com.'),
    });
    expect(await signsIn('rosa@example.com')).toBe(true);
    const [note] = (await store.listAuditSince(0)).filter(({ event }) => event === 'factors-reset');
    expect(note).toMatchObject({ by: expect.stringContaining('command line'), email: 'rosa@example.com' });
    await store.close();
  });

  it('imports a file of people, and exports accounts', async () => {
    await addAll();
    const BASE_URL = 'https://docs.example';
    const people = path.join(folder, 'people.csv');
    writeFileSync(people, 'email;name;role\r\nbo@example.com;Bo;raeder\r\nrosa;;\r\n');
    const refusedImport = await runUsers(['import', people]);
    expect(refusedImport).toMatchObject({ exitCode: 1, out: '' });
    expect(refusedImport.err.split('\n')).toEqual([
      `${people}:2: Unknown role "raeder". Use reader or administrator. Did you mean "reader"?`,
      `${people}:3: "rosa" isn't a valid email address.`,
      'No account was added. Fix these 2 problems, then import the file again.',
      '',
    ]);
    const input = 'email;name;role\r\nbo@example.com;Bo;\r\nrosa@example.com;Rose;\r\n';
    const trial = await runUsers(['import', '-', '--dry-run'], { input });
    expect(trial.out).toMatch(
      /^Would add 1 person\. 1 person already has an account, which stays as it is\.\nLine 3 differs: rosa@/,
    );
    const result = await runUsers(['import', '-'], { input, BASE_URL });
    expect(result.out).toMatch(
      /^\ufeffemail,name,link\r\nbo@example\.com,Bo,https:\/\/docs\.example\/invite\?token=[\w-]{43}\n$/,
    );
    expect(result.err).toContain('Added 1 person. 1 person already has an account, which stays as it is.');
    const out = path.join(folder, 'accounts.csv');
    expect((await runUsers(['export', '--out', out])).exitCode).toBe(0);
    expect(readFileSync(out, 'utf8').split('\r\n')[2]).toMatch(/^bo@example\.com,Bo,reader,,invited,/);
  });

  it('shows the progress of an import on a terminal', async () => {
    const { accounts, parts, close } = createIdentity({ store: openSqliteStore(file), hasher: quickArgon2 });
    const rows = Array.from({ length: 700 }, (_, n) => `p${n}@example.com,administrator`);
    const terminalWrites: string[] = [];
    const terminal = {
      stdin: Readable.from([Buffer.from(['email,role', ...rows].join('\n'))]),
      stderr: { isTTY: true, write: (text: string) => terminalWrites.push(text) },
    };
    const input = { name: 'import', file: '-', out: undefined, isDryRun: false } as const;
    const { exitCode } = await importFile(
      input,
      { accounts, parts, actor: 'command line', origin: 'https://docs.example' },
      terminal,
    );
    await close();
    const lines = terminalWrites
      .join('')
      .replaceAll(/ in [\d.]+ s/g, '')
      .split('\r');
    expect([exitCode, ...lines]).toEqual([
      0,
      '',
      'Checked 500 of 700 people',
      'Checked 700 of 700 people\n',
      'Added 0 of 700 people',
      'Added 250 of 700 people',
      'Added 600 of 700 people',
      'Added 700 of 700 people\n',
    ]);
  });

  it('changes the name and the email of an account', async () => {
    await addAll();
    const renameResult = await runUsers(['rename', 'rosa@example.com', 'Rosa', 'Núñez']);
    expect(renameResult).toEqual({
      exitCode: 0,
      err: '',
      out: 'rosa@example.com is now called Rosa Núñez.\n',
    });
    expect(await runUsers(['email', 'rosa@example.com', 'ada@example.com'])).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining('already'),
    });
    const changedEmail = await runUsers(['email', 'rosa@example.com', 'Rosa.Nunez@Example.com']);
    expect(changedEmail.out).toBe('rosa@example.com is now rosa.nunez@example.com.\n');
    expect([await signsIn('rosa@example.com'), await signsIn('rosa.nunez@example.com')]).toEqual([
      false,
      true,
    ]);
  });

  it('sets and clears the groups of an account', async () => {
    await addAll();
    await signsIn('rosa@example.com');
    const put = await runUsers(['groups', 'rosa@example.com', 'staff', 'partners']);
    expect(put.out).toBe(
      'rosa@example.com is now in partners, staff. All sessions of the account have ended.\n',
    );
    expect(JSON.parse((await runUsers(['list', 'rosa', '--json'])).out)).toMatchObject([
      { groups: ['partners', 'staff'] },
    ]);
    expect((await runUsers(['groups', 'rosa@example.com'])).out).toContain('in no group');
    expect((await runUsers(['groups', 'rosa@example.com', 'not a group'])).exitCode).toBe(2);
  });

  it('ends the sessions of an account', async () => {
    await addAll();
    await signsIn('rosa@example.com');
    const { out, exitCode } = await runUsers(['sessions', 'end', 'rosa@example.com']);
    expect([exitCode, out]).toEqual([0, 'Ended 1 session of rosa@example.com.\n']);
    expect((await runUsers(['sessions', 'rosa@example.com'])).exitCode).toBe(2);
    const store = openSqliteStore(file);
    const entries = await store.listAuditSince(0);
    await store.close();
    expect(entries.at(-1)).toMatchObject({
      event: 'sessions-ended',
      email: 'rosa@example.com',
      by: expect.stringMatching(/^command line/),
    });
  });

  it('adds the first account as administrator and the next as reader, who can sign in', async () => {
    const input = `${password}\n`;
    expect((await runUsers(['add', 'ada@example.com', '--password-stdin'], { input })).exitCode).toBe(0);
    const rosa = ['add', 'Rosa@Example.com', '--name', 'Rosa', '--password-stdin'];
    expect((await runUsers(rosa, { input })).exitCode).toBe(0);
    const { out } = await runUsers(['list', '--json']);
    expect(JSON.parse(out)).toMatchObject([
      { email: 'ada@example.com', name: 'ada', role: 'administrator', disabled: false, lastSignInAt: null },
      { email: 'rosa@example.com', name: 'Rosa', role: 'reader', disabled: false },
    ]);
    expect(out).not.toContain('argon2');
    expect(await signsIn('rosa@example.com')).toBe(true);
    expect((await runUsers(['list', 'ROS', 'example'])).out).not.toContain('ada@');
    expect((await runUsers(['list'])).out).toMatch(
      /^rosa@example\.com +Rosa +reader +enabled +\d{4}-\d\d-\d\dT\d\d:\d\dZ$/m,
    );
  });

  it('refuses a reader as the first account', async () => {
    const added = await runUsers(['add', 'rosa@example.com', '--role', 'reader', '--generate']);
    expect(added).toMatchObject({ exitCode: 1, err: expect.stringContaining('must be an administrator') });
    expect((await runUsers(['list', '--json'])).out).toBe('[]\n');
  });

  it('generates a password and prints only it to standard output', async () => {
    const added = await runUsers(['add', 'ada@example.com', '--generate']);
    expect(added.out).toMatch(/^[\w-]{20}\n$/);
    expect(added.err).not.toContain(added.out.trim());
    expect(await signsIn('ada@example.com', added.out.trim())).toBe(true);
    const passwordChange = await runUsers(['password', 'ada@example.com', '--generate']);
    expect(await signsIn('ada@example.com', added.out.trim())).toBe(false);
    expect(await signsIn('ada@example.com', passwordChange.out.trim())).toBe(true);
  });

  it('changes the role, disables, enables and removes', async () => {
    await addAll();
    expect((await runUsers(['disable', 'rosa@example.com'])).exitCode).toBe(0);
    expect(await signsIn('rosa@example.com')).toBe(false);
    expect((await runUsers(['enable', 'rosa@example.com'])).exitCode).toBe(0);
    expect(await signsIn('rosa@example.com')).toBe(true);
    expect((await runUsers(['role', 'rosa@example.com', 'administrator'])).exitCode).toBe(0);
    expect((await runUsers(['role', 'rosa@example.com', 'administrator'])).out).toContain('already');
    expect((await runUsers(['remove', 'ada@example.com'])).exitCode).toBe(0);
    expect(JSON.parse((await runUsers(['list', '--json'])).out)).toMatchObject([
      { role: 'administrator', name: 'Rosa' },
    ]);
  });

  it('refuses to change the last administrator', async () => {
    await addAll();
    for (const args of [['disable'], ['remove'], ['role']]) {
      const extra = args[0] === 'role' ? ['reader'] : [];
      const refusal = await runUsers([...args, 'ada@example.com', ...extra]);
      expect(refusal).toMatchObject({ exitCode: 1, err: expect.stringContaining('last administrator') });
    }
  });

  it.each(['add', 'password'])('refuses %s with an identity provider', async (name) => {
    const provider = { FIREBASE_PROJECT_ID: 'my-docs', FIREBASE_API_KEY: 'key', FIREBASE_ALLOW_DOMAINS: '*' };
    const refusal = await runUsers([name, 'rosa@example.com'], { IDENTITY: 'firebase', ...provider });
    expect(refusal).toMatchObject({ exitCode: 1, err: expect.stringContaining('from the provider') });
  });

  it('takes effect in a running server within 2 seconds', async () => {
    await addAll();
    let now = Date.now();
    const server = createIdentity({ store: openSqliteStore(file), clock: () => now });
    const signedIn = await server.signIn({ email: 'rosa@example.com', password, address: '192.0.2.1' });
    const token = 'token' in signedIn ? signedIn.token : undefined;
    expect(await server.resolveSession(token)).toBeDefined();
    expect((await runUsers(['disable', 'rosa@example.com'])).exitCode).toBe(0);
    now += 2_000;
    expect(await server.resolveSession(token)).toBeUndefined();
    await server.close();
  });

  it('suggests the nearest account for an unknown one', async () => {
    await addAll();
    const misspelledResult = await runUsers(['disable', 'rosa@exmaple.com']);
    expect(misspelledResult).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining('Did you mean rosa@example.com?'),
    });
    const far = await runUsers(['disable', 'somebody@else.org']);
    expect(far).toMatchObject({ exitCode: 1, err: 'There is no account somebody@else.org.\n' });
  });

  it.each([
    ['a short password', ['add', 'x@example.com', '--password-stdin'], 'short', 'at least 12'],
    ['no password', ['add', 'x@example.com', '--password-stdin'], '', 'at least 12'],
    ['an endless password', ['add', 'x@example.com', '--password-stdin'], 'x'.repeat(100_000), 'too long'],
    ['no email', ['add', 'somebody', '--password-stdin'], password, "isn't an email address"],
    ['a taken email', ['add', 'ROSA@example.com', '--password-stdin'], password, 'already'],
  ])('says what is wrong with %s', async (_, args, input, message) => {
    await addAll();
    expect(await runUsers(args, { input })).toMatchObject({
      exitCode: 1,
      out: '',
      err: expect.stringContaining(message),
    });
  });

  it.each([
    [[], 'A subcommand is missing.'],
    [['ad'], 'Unknown subcommand "ad". Did you mean "add"?'],
    [['add'], 'add needs an email: add <email>'],
    [['add', 'a@b', 'c@d'], '"c@d"'],
    [['add', 'a@b', '--role', 'king'], 'Unknown role "king". Use reader or administrator.'],
    [['add', 'a@b', '--generate', '--password-stdin'], 'not both'],
    [['list', '--jason'], 'Unknown option "--jason". Did you mean "--json"?'],
    [['role', 'a@b'], 'role needs an email and a role: role <email> reader|administrator'],
    [['add', 'a@b'], "Can't ask for a password without a terminal. Use --password-stdin or --generate."],
  ])('answers misuse with exit code 2: %j', async (args, message) => {
    expect(await runUsers(args)).toMatchObject({
      exitCode: 2,
      out: '',
      err: expect.stringContaining(message),
    });
  });

  it('prints its usage with --help', async () => {
    expect(await runUsers(['--help'])).toMatchObject({
      exitCode: 0,
      out: expect.stringContaining('gatehouse users add'),
    });
  });

  it('creates no store unless it adds an account', async () => {
    expect(await runUsers(['list'])).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining('Check DATA_DIR'),
    });
    expect(existsSync(path.dirname(file))).toBe(false);
  });

  it('names an unusable file and an invalid setting', async () => {
    await addAll();
    writeFileSync(file, 'not a database at all');
    const refusal = await runUsers(['list'], { DATA_DIR: path.dirname(file) });
    expect(refusal).toMatchObject({
      exitCode: 1,
      out: '',
      err: expect.stringContaining("isn't a SQLite database"),
    });
    expect(readFileSync(file, 'utf8')).toBe('not a database at all');
    expect(await runUsers(['list'], { PORT: 'x' })).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining('PORT'),
    });
    const shared = await runUsers(['list'], { DATABASE_URL: 'postgres://ada:secret@127.0.0.1:1/docs' });
    expect(shared).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining("Can't reach the database at 127.0.0.1:1"),
    });
    expect(shared.err).not.toContain('secret');
  });
});

describe('npm run users -- tokens', () => {
  it('lists and revokes the tokens of a user', async () => {
    await addAll();
    let now = Date.now();
    const store = openSqliteStore(file);
    const identity = createIdentity({ store, hasher: quickArgon2, clock: () => now });
    const accountId = (await identity.accounts.findByEmail('rosa@example.com'))?.id ?? '';
    identity.tokens.accept('personal');
    const one = await createTestToken(identity, accountId, { name: 'Editor' });
    await createTestToken(identity, accountId, { name: 'Script' });
    expect(await identity.tokens.findReader(one.secret)).toBeDefined();
    const tokenList = await runUsers(['tokens', 'rosa@example.com']);
    expect(tokenList.out).toMatch(/^Id +Name +Created +Expires +Last used\n/);
    expect(tokenList.out).toMatch(/Script +\d{4}-\d\d-\d\d +\d{4}-\d\d-\d\d +never/);
    expect(tokenList.out).not.toContain(one.secret);
    const revokedToken = await runUsers(['tokens', 'end', 'rosa@example.com', one.token.id]);
    expect([revokedToken.exitCode, revokedToken.out]).toEqual([
      0,
      `Revoked the token ${one.token.id} of rosa@example.com.\n`,
    ]);
    expect((await identity.tokens.list(accountId)).map(({ name }) => name)).toEqual(['Script']);
    now += 2_000;
    expect(await identity.tokens.findReader(one.secret)).toBeUndefined();
    await identity.close();
  });
});
