import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCounts } from './search-counts.ts';

const dataDir = mkdtempSync(path.join(tmpdir(), 'search-cli-'));
const run = async (...args: string[]) => {
  const command = promisify(execFile)(
    process.execPath,
    [path.resolve(import.meta.dirname, '../../../../bin/gatehouse.js'), 'search', ...args],
    {
      env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    },
  );
  return command.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );
};

beforeAll(async () => {
  const counts = await openCounts({ DATA_DIR: dataDir });
  const day = new Date().toISOString().slice(0, 10);
  await counts.add(
    [
      { day, query: 'dropdown', hits: 4 },
      { day, query: 'dropdown', hits: 4 },
      { day, query: 'ban\u001b[31mana', hits: 0 },
    ],
    [{ day, query: 'textbox', opened: '/docs/forms/textbox' }],
  );
  await counts.close();
});

afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

test('reports queries without control characters', async () => {
  const { code, stdout } = await run('report');
  expect(code).toBe(0);
  expect(stdout).toMatch(/3 searches since \d{4}-\d\d-\d\d/);
  expect(stdout).toMatch(/Most frequent\n.*\n +2 +4 +0 +dropdown/);
  expect(stdout).toContain('ban\ufffd[31mana');
});

test('prints JSON with --json', async () => {
  const { stdout } = await run('report', '--json', '--top', '1');
  expect(JSON.parse(stdout)).toMatchObject({
    searches: 3,
    frequent: [{ query: 'dropdown', count: 2, hits: 4, opened: 0 }],
    withoutResults: [{ count: 1, hits: 0 }],
    unopened: [{ query: 'dropdown' }],
  });
});

test('explains misuse and missing settings', async () => {
  expect(await run('report', '--days', '0')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('1 to 90'),
  });
  expect(await run('what')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('See "gatehouse search --help"'),
  });
  expect(await run('push')).toMatchObject({ code: 1, stderr: expect.stringContaining('ALGOLIA_APP_ID') });
});
