import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPostgres } from '../../../../testing/postgres.ts';
import { runCommand } from '../../../../testing/run-command.ts';
import { createAccountNamed } from '../../../../testing/store-fixtures.ts';
import { openStore } from '../../../accounts/store/store.ts';
import type { StorageEnvironment } from '../../../storage/open-database.ts';
import { openFeedback } from './feedback-store.ts';

type Settings = Pick<StorageEnvironment, 'DATA_DIR' | 'DATABASE_URL'>;

const dataDir = mkdtempSync(path.join(tmpdir(), 'feedback-cli-'));
const run = (environment: Settings, ...args: string[]) => runFeedbackCommand('feedback', environment, args);
const runFeedbackCommand = (name: string, environment: Settings, args: readonly string[]) =>
  runCommand({ name, args, folder: dataDir, environment: { ...environment } });

const inFile = { DATA_DIR: dataDir };

async function fill(environment: StorageEnvironment): Promise<void> {
  const store = await openFeedback(environment);
  const at = Date.UTC(2030, 0, 2);
  await store.put({ page: '/docs/a', reader: 'r1', helpful: true, comment: '', at });
  await store.put({
    page: '/docs/b',
    reader: 'r1',
    helpful: false,
    comment: 'Where is\n\u001b[31mthe rest?',
    at,
  });
  await store.put({ page: '/docs/b', reader: 'r2', helpful: true, comment: '', at: at + 1 });
  await store.putReport({
    ...{ page: '/docs/c', reader: 'r1', kind: 'wrong', release: 'b1', at },
    ...{ passage: 'Press\nSend\u001b[31m.', comment: 'It is Save.' },
  });
  await store.close();
}
beforeAll(() => fill(inFile));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const forPeople =
  '/docs/b: 1 yes, 1 no\n    2030-01-02 no  Where is \ufffd[31mthe rest?\n' +
  '/docs/c: 0 yes, 0 no, 1 reported\n    2030-01-02 wrong “Press Send\ufffd[31m.” It is Save.\n/docs/a: 1 yes, 0 no\n';

test('lists pages with the most complaints first, without control characters', async () => {
  expect(await run(inFile, 'list')).toMatchObject({ exitCode: 0, out: forPeople });
});

test('reads the database of DATABASE_URL', async () => {
  const database = await startPostgres();
  const shared = { DATA_DIR: path.join(dataDir, 'none'), DATABASE_URL: await database.createDatabase() };
  await fill(shared);
  expect(await run(shared, 'list')).toMatchObject({ exitCode: 0, out: forPeople });
  await database.remove();
  expect(await run(shared, 'list')).toMatchObject({
    exitCode: 1,
    err: expect.stringContaining("Can't reach the database"),
  });
});

test('prints JSON with --json, and one page with --page', async () => {
  const { out } = await run(inFile, 'list', '--json', '--page', '/docs/b');
  expect(JSON.parse(out)).toEqual([
    { page: '/docs/b', reader: 'r2', helpful: true, comment: '', at: '2030-01-02T00:00:00.001Z' },
    {
      page: '/docs/b',
      reader: 'r1',
      helpful: false,
      comment: 'Where is\n\u001b[31mthe rest?',
      at: '2030-01-02T00:00:00.000Z',
    },
  ]);
});

test('removing an account removes its feedback', async () => {
  const where = { DATA_DIR: path.join(dataDir, 'removal') };
  const ada = createAccountNamed('ada', { role: 'administrator' });
  const rosa = createAccountNamed('rosa');
  const store = await openStore(where);
  for (const account of [ada, rosa]) await store.addAccount(account);
  await store.close();
  const feedback = await openFeedback(where);
  for (const { id: reader } of [ada, rosa]) {
    await feedback.put({ page: '/docs/a', reader, helpful: false, comment: 'It is me.', at: 1 });
  }
  const remove = (email: string) => runFeedbackCommand('users', where, ['remove', email]);
  expect(await remove(rosa.email)).toMatchObject({ exitCode: 0 });
  // The last administrator can't be removed, and neither can their feedback.
  expect(await remove(ada.email)).toMatchObject({ exitCode: 1 });
  expect(await feedback.list()).toMatchObject([{ reader: ada.id }]);
  await feedback.close();
});

test('explains misuse and a missing store', async () => {
  expect(await run(inFile, 'what')).toMatchObject({
    exitCode: 2,
    err: expect.stringContaining('gatehouse feedback'),
  });
  expect(await run({ DATA_DIR: path.join(dataDir, 'elsewhere') }, 'list')).toMatchObject({
    exitCode: 1,
    err: expect.stringContaining('DATA_DIR'),
  });
});
