import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '../../testing/run-command.ts';
import { openCounts } from '../features/insights/searches/search-counts.ts';

const dataDir = mkdtempSync(path.join(tmpdir(), 'search-cli-'));
const run = (...args: string[]) =>
  runCommand({ name: 'search', args, folder: dataDir, environment: { DATA_DIR: dataDir } });

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
  const { exitCode, out } = await run('report');
  expect(exitCode).toBe(0);
  expect(out).toMatch(/3 searches since \d{4}-\d\d-\d\d/);
  expect(out).toMatch(/Most frequent\n.*\n +2 +4 +0 +dropdown/);
  expect(out).toContain('ban\ufffd[31mana');
});

test('prints JSON with --json', async () => {
  const { out } = await run('report', '--json', '--top', '1');
  expect(JSON.parse(out)).toMatchObject({
    searches: 3,
    frequent: [{ query: 'dropdown', count: 2, hits: 4, opened: 0 }],
    withoutResults: [{ count: 1, hits: 0 }],
    unopened: [{ query: 'dropdown' }],
  });
});

test('explains misuse and missing settings', async () => {
  expect(await run('report', '--days', '0')).toMatchObject({
    exitCode: 2,
    err: expect.stringContaining('1 to 90'),
  });
  expect(await run('what')).toMatchObject({
    exitCode: 2,
    err: expect.stringContaining('See "gatehouse search --help"'),
  });
  expect(await run('push')).toMatchObject({ exitCode: 1, err: expect.stringContaining('ALGOLIA_APP_ID') });
});

test('refuses reports without insights, and can still push', async () => {
  const runWithout = (name: string) =>
    runCommand({
      name: 'search',
      args: [name],
      folder: dataDir,
      environment: { DATA_DIR: dataDir, FEATURES_OFF: 'insights' },
    });
  expect(await runWithout('report')).toMatchObject({
    exitCode: 1,
    err: expect.stringContaining(
      '"search report" needs the feature "insights", which FEATURES_OFF switches off.',
    ),
  });
  expect(await runWithout('push')).toMatchObject({
    exitCode: 1,
    err: expect.stringContaining('ALGOLIA_APP_ID'),
  });
});
