import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openFeedbackStore } from '../feedback/feedback-sqlite.ts';

const dataDir = mkdtempSync(path.join(tmpdir(), 'feedback-cli-'));
const run = (DATA_DIR: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, [path.join(import.meta.dirname, 'feedback.ts'), ...args], {
    env: { PATH: process.env.PATH, DATA_DIR },
  }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );

beforeAll(async () => {
  const store = openFeedbackStore(path.join(dataDir, 'feedback.db'));
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
  await store.close();
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

test('the list is for people: most complaints first, and no comment writes to the terminal', async () => {
  const { code, stdout } = await run(dataDir, 'list');
  expect(code).toBe(0);
  expect(stdout).toBe(
    '/docs/b: 1 yes, 1 no\n    2030-01-02 no  Where is \ufffd[31mthe rest?\n/docs/a: 1 yes, 0 no\n',
  );
});

test('the list is for programs with --json, of one page with --page', async () => {
  const { stdout } = await run(dataDir, 'list', '--json', '--page', '/docs/b');
  expect(JSON.parse(stdout)).toEqual([
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

test('misuse is told with the usage, and where there is nothing, why', async () => {
  expect(await run(dataDir, 'what')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('npm run feedback'),
  });
  expect(await run(path.join(dataDir, 'elsewhere'), 'list')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('DATA_DIR'),
  });
});
