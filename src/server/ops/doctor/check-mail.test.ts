import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { findFreePort } from '../../../../testing/free-port.ts';
import { startMailServer } from '../../../../testing/mail-server.ts';
import { testEnvironment } from '../../../../testing/test-environment.ts';
import { openStore } from '../../../accounts/store/store.ts';
import { english } from '../../../config/texts.ts';
import { checkMail } from './check-mail.ts';

const mailSettings = {
  SMTP_URL: 'smtp://localhost:2525',
  MAIL_FROM: 'docs@example.com',
  BASE_URL: 'http://localhost:3000',
};

test.each([
  [true, english.findMailLostTodo],
  [false, english.findMailLostTodoInLog],
])('failed mails lead to where their reasons are (audit log: %s)', async (hasAuditLog, todo) => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'check-mail-'));
  const environment = testEnvironment({ DATA_DIR: folder.path, ...mailSettings });
  const store = await openStore(environment);
  await store.note({ at: Date.now(), event: 'mail-given-up', by: 'mail', detail: 'reset: refused' });
  await store.close();
  expect(await checkMail(environment, { hasAuditLog })).toContainEqual({
    check: 'mail',
    state: 'warn',
    message: expect.stringMatching(/^1 email /),
    todo,
  });
});

describe('a mail server that was never used', () => {
  const check = async (url: string) => {
    await using folder = await mkdtempDisposable(path.join(tmpdir(), 'check-mail-'));
    const settings = { DATA_DIR: folder.path, ...mailSettings, SMTP_URL: url };
    return checkMail(testEnvironment(settings), { hasAuditLog: true });
  };

  test('is reported as working only after it accepted a connection', async () => {
    const server = await startMailServer({ secure: 'never' });
    expect(await check(`smtp://localhost:${server.port}`)).toEqual([
      { check: 'mail', state: 'ok', message: expect.stringContaining(`localhost:${server.port}`) },
    ]);
    await server.close();
  });

  test.each([
    ['rejects the password', (port: number) => `smtp://docs:wrong@localhost:${port}`],
    ['speaks another protocol', (port: number) => `smtps://localhost:${port}`],
    ['has no such name', () => 'smtp://mail.invalid:25'],
  ])('needs attention if it %s', async (_fault, locate) => {
    const server = await startMailServer({ secure: 'never' });
    const url = locate(server.port);
    expect(await check(url)).toEqual([
      {
        check: 'mail',
        state: 'warn',
        message: expect.stringContaining(`can't be sent through ${new URL(url).host}: `),
        todo: english.findMailServerTodo,
      },
    ]);
    await server.close();
  });

  test('needs attention if no program answers at its port', async () => {
    const port = await findFreePort();
    expect(await check(`smtp://localhost:${port}`)).toMatchObject([{ check: 'mail', state: 'warn' }]);
  });
});
