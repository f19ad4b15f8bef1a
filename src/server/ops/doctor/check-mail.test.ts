import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
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
  expect(await checkMail(environment, { hasAuditLog })).toEqual([
    { check: 'mail', state: 'warn', message: expect.stringMatching(/^1 email /), todo },
  ]);
});
