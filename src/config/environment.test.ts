import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { formatProblem } from '../shared/problem.ts';
import { readEnvironment } from './environment.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'environment-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (name: string, content: string) => writeFileSync(path.join(folder, name), content);
const read = (source: Record<string, string> = {}) => readEnvironment(source, { features: [], folder });
const listProblems = (source: Record<string, string> = {}) => read(source).problems.map(formatProblem);

test('serves the site on this machine by default, with data in the project', () => {
  expect(read().environment).toMatchObject({
    HOST: '127.0.0.1',
    PORT: 3000,
    DATA_DIR: 'data',
    DIST_DIR: 'dist',
    IDENTITY: 'local',
    TRUST_PROXY: false,
    LOG_LEVEL: 'info',
  });
});

test('rejects backup settings without a folder', () => {
  expect(listProblems({ BACKUP_DIR: 'backups', BACKUP_HOURS: '6', BACKUP_KEEP: '28' })).toEqual([]);
  expect(listProblems({ BACKUP_HOURS: '6', BACKUP_KEEP: '28' })).toEqual([
    expect.stringContaining(
      'BACKUP_HOURS has no effect without BACKUP_DIR. Set BACKUP_DIR or remove BACKUP_HOURS.',
    ),
    expect.stringContaining(
      'BACKUP_KEEP has no effect without BACKUP_DIR. Set BACKUP_DIR or remove BACKUP_KEEP.',
    ),
  ]);
});

test('requires a sender and BASE_URL for mail', () => {
  expect(listProblems({ SMTP_URL: 'smtp://127.0.0.1:25' })).toEqual([
    expect.stringContaining('SMTP_URL requires MAIL_FROM.'),
    expect.stringContaining('SMTP_URL requires BASE_URL.'),
  ]);
  expect(listProblems({ MAIL_FROM: 'docs@example.com' })).toEqual([
    expect.stringContaining('no effect without SMTP_URL'),
  ]);
  const settings = { SMTP_URL: 'smtps://u:p@mail.example', BASE_URL: 'https://docs.example' };
  expect(listProblems({ ...settings, MAIL_FROM: 'Docs <docs@example.com>' })).toEqual([]);
  expect(listProblems({ ...settings, MAIL_FROM: 'a@b\r\nBcc: c@d' })).toEqual([
    expect.stringContaining('must be an address'),
  ]);
});

test('allows a second factor only for local accounts, with one key for all machines', () => {
  const shared = { SECOND_FACTOR: 'everybody', DATABASE_URL: 'postgres://u:p@db.example/docs' };
  expect(listProblems({ SECOND_FACTOR: 'administrators' })).toEqual([]);
  expect(listProblems(shared)).toEqual([expect.stringContaining('requires SECRET_KEY')]);
  expect(listProblems({ ...shared, SECRET_KEY: 'drawn at random, and long enough' })).toEqual([]);
  expect(listProblems({ SECRET_KEY: 'short' })).toEqual([
    expect.stringContaining('at least 32 random characters'),
  ]);
  const elsewhere = {
    OIDC_ISSUER: 'https://id.example',
    OIDC_CLIENT_ID: 'a',
    OIDC_CLIENT_SECRET: 'a secret of more than sixteen',
  };
  const rules = { OIDC_ALLOW_DOMAINS: '*', ADMIN_EMAIL: 'a@b.example', BASE_URL: 'https://docs.example' };
  expect(listProblems({ IDENTITY: 'oidc', ...elsewhere, ...rules, SECOND_FACTOR: 'everybody' })).toEqual([
    expect.stringContaining('no effect with an identity provider'),
  ]);
});

test('ignores variables of other programs', () => {
  expect(listProblems({ PATH: '/bin', PROT: '1', npm_config_port: 'x' })).toEqual([]);
});

describe('a value', () => {
  test.each([
    ['PORT', '8080', 8080],
    ['PORT', '0', 0],
    ['BASE_URL', 'https://docs.example/', 'https://docs.example'],
    ['BASE_URL', 'http://DOCS.lan:8080', 'http://docs.lan:8080'],
    ['TRUST_PROXY', 'on', true],
    ['WORKERS', '4', 4],
    ['SESSION_HOURS', '8', 8],
    ['EDITOR_URL', 'idea://open?file={file}', 'idea://open?file={file}'],
    ['EDITOR_URL', 'vscode://file/{file}:{line}', 'vscode://file/{file}:{line}'],
    ['EDITOR_URL', 'none', 'none'],
    ['HOST', '::', '::'],
    ['HOST', 'docs-1.lan', 'docs-1.lan'],
  ] as const)('accepts %s=%s', (name, value, expected) => {
    expect(read({ [name]: value }).environment?.[name]).toBe(expected);
  });

  test.each([
    ['', []],
    [' , ', []],
    ['insights', ['insights']],
    ['insights, mcp,', ['insights', 'mcp']],
  ])('lists the features in "%s"', (value, names) => {
    for (const name of ['FEATURES', 'FEATURES_OFF'] as const)
      expect(read({ [name]: value }).environment?.[name]).toEqual(names);
  });

  test.each([
    ['PORT', '65536', 'PORT must be a number from 0 to 65535.'],
    ['PORT', '-1', 'PORT must be a number from 0 to 65535.'],
    ['PORT', '80.5', 'PORT must be a number from 0 to 65535.'],
    ['PORT', '1e3', 'PORT must be a number from 0 to 65535.'],
    ['PORT', '', 'PORT must be a number from 0 to 65535.'],
    ['PORT', 'http', 'PORT must be a number from 0 to 65535.'],
    ['EDITOR_URL', 'vscode://file/', 'EDITOR_URL must be a URL with {file}, or none.'],
    ['EDITOR_URL', '{file}', 'EDITOR_URL must be a URL with {file}, or none.'],
    ['EDITOR_URL', 'javascript:alert("{file}")', 'EDITOR_URL must be a URL that opens an editor.'],
    ['HOST', '', 'HOST must be an address or a host name, without scheme and port.'],
    ['HOST', 'http://localhost', 'HOST must be an address or a host name, without scheme and port.'],
    ['BASE_URL', 'docs.example', 'BASE_URL must be an http or https address'],
    ['BASE_URL', 'ftp://docs.example', 'BASE_URL must be an http or https address'],
    ['BASE_URL', 'https://docs.example/docs', 'BASE_URL must be an address without path'],
    ['BASE_URL', 'https://docs.example/?x', 'BASE_URL must be an address without path'],
    ['BASE_URL', 'https://ana:secret@docs.example', 'BASE_URL must be an address without path'],
    ['IDENTITY', 'LDAP 3', 'IDENTITY must be local, oidc, firebase or the name of another installed'],
    ['TRUST_PROXY', 'yes', 'TRUST_PROXY must be one of on, off.'],
    ['WORKERS', '0', 'WORKERS must be a whole number, 1 to 64.'],
    ['DATA_DIR', '', 'DATA_DIR must not be empty.'],
    ['DATABASE_URL', 'mysql://x', 'DATABASE_URL must be a postgres:// address.'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.'],
  ])('rejects %s=%s', (name, value, message) => {
    expect(listProblems({ [name]: value })).toEqual([expect.stringContaining(message)]);
  });

  test.each(['DATA_DIR', 'DIST_DIR', 'BACKUP_DIR', 'SITE_DIR', 'DOCS_DIR'])(
    'rejects a file as %s',
    (name) => {
      write('a-file', '');
      const file = path.join(folder, 'a-file');
      expect(listProblems({ [name]: file })).toEqual([
        `${name} is ${file}, which is a file. Set it to a folder.`,
      ]);
    },
  );

  test("doesn't quote an invalid value in the message, because it may be a secret", () => {
    const settings = {
      IDENTITY: 'my secret',
      ADMIN_EMAIL: 'ana@example.com',
      ADMIN_PASSWORD: 'tooshort',
      DATABASE_URL: 'mysql://ana:secret@host/db',
    };
    expect(listProblems(settings).join('\n')).not.toMatch(/tooshort|secret/);
  });
});

test('reports all problems at once', () => {
  expect(listProblems({ PORT: 'x', WORKERS: '99', ADMIN_EMAIL: 'ana@example.com' })).toHaveLength(3);
});

test('requires both email and password of the first administrator, or neither', () => {
  expect(listProblems({ ADMIN_EMAIL: 'ana@example.com' })).toEqual([
    'ADMIN_EMAIL and ADMIN_PASSWORD belong together. Set both or neither.',
  ]);
});

describe('.env', () => {
  test('is read, and the process overrides it', () => {
    write('.env', '# here\nPORT=4000\nexport DATA_DIR="my data"\n');
    expect(read({ PORT: '5000' }).environment).toMatchObject({ PORT: 5000, DATA_DIR: 'my data' });
  });

  test('reports the line of a wrong value', () => {
    write('.env', 'HOST=localhost\r\nPORT=x\r\n');
    expect(listProblems()).toEqual(['.env:2: PORT must be a number from 0 to 65535.']);
    expect(listProblems({ PORT: 'y' })).toEqual(['PORT must be a number from 0 to 65535.']);
  });

  test('rejects unknown names and suggests similar ones', () => {
    write(
      '.env',
      'PRT=4000\n\nexport base_url=https://docs.example\nSOMETHING_ELSE=1\nADMIN_PASWORD_FILE=x\n',
    );
    expect(listProblems()).toEqual([
      `.env:1: PRT isn't a setting. Did you mean "PORT"?`,
      `.env:3: base_url isn't a setting. Did you mean "BASE_URL"?`,
      ".env:4: SOMETHING_ELSE isn't a setting.",
      `.env:5: ADMIN_PASWORD_FILE isn't a setting. Did you mean "ADMIN_PASSWORD_FILE"?`,
    ]);
  });

  test('accepts settings of an identity provider', () => {
    write('.env', 'OIDC_ISSUER=https://id.example\nFIREBASE_PROJECT_ID=example-docs\nOIDC_ISUER=x\n');
    expect(listProblems()).toEqual([`.env:3: OIDC_ISUER isn't a setting. Did you mean "OIDC_ISSUER"?`]);
  });

  test('is a problem if it is a folder', () => {
    mkdirSync(path.join(folder, '.env'));
    expect(listProblems()).toEqual([expect.stringContaining(".env can't be read")]);
  });
});

describe('a secret in a file', () => {
  test('is read without its last line break', () => {
    write('password', 'correct horse battery\n');
    write('.env', 'ADMIN_EMAIL=ana@example.com\nADMIN_PASSWORD_FILE=password\n');
    expect(read().environment?.ADMIN_PASSWORD).toBe('correct horse battery');
  });

  test('is rejected beside the same secret as a variable', () => {
    expect(listProblems({ DATA_DIR: 'a', DATA_DIR_FILE: 'b' })).toEqual([
      'DATA_DIR and DATA_DIR_FILE are both set. Remove one of them.',
    ]);
  });

  test('is a problem if the file is missing', () => {
    expect(listProblems({ DATABASE_URL_FILE: 'nowhere' })).toEqual([
      expect.stringMatching(/^DATABASE_URL_FILE names a file that can't be read: it doesn't exist/),
    ]);
  });
});
