import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { child } from '../../../testing/start-store-child.ts';
import { start } from '../../../testing/store-fixtures.ts';
import { openSqliteStore } from '../../../testing/stores.ts';

const limits = { idleMs: 1_000, absoluteMs: 1_000 };
let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'store-processes-'));
  file = path.join(folder, 'accounts.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

it('lets several processes share one file from the start', async () => {
  const names = ['ana', 'bo', 'cleo', 'dan'];
  const lines = (await Promise.all(names.map((name) => child(file, 'compete', name).lines))).flat();
  expect(lines.filter((line) => line === 'first')).toHaveLength(1);
  expect(lines.filter((line) => line === 'attempt')).toHaveLength(10);
  expect(lines).toHaveLength(11);

  const store = openSqliteStore(file);
  const accounts = await store.listAccounts();
  expect(accounts).toHaveLength(1 + names.length * 21);
  expect(accounts.filter(({ role }) => role === 'administrator')).toHaveLength(1);
  await store.close();
});

it('lets several processes create the same file at the same time', async () => {
  const lines = await Promise.all(['a', 'b', 'c'].map((name) => child(file, 'open-together', name).lines));
  expect(lines).toEqual([['opened'], ['opened'], ['opened']]);
});

it('loses no acknowledged write after kill -9', async () => {
  let acknowledgedLines: string[] = [];
  // Kills each writer at another point; the next one opens the file as it was left.
  for (const [round, after] of [40, 97, 150].entries()) {
    const writer = child(file, 'write', `r${round}-`, (count) => {
      if (count === after) writer.process.kill('SIGKILL');
    });
    const lines = await writer.lines;
    expect(writer.process.signalCode).toBe('SIGKILL');
    expect(lines.length).toBeGreaterThanOrEqual(after);
    acknowledgedLines = [...acknowledgedLines, ...lines];
  }
  const store = openSqliteStore(file);
  const storedNames = new Set((await store.listAccounts()).map(({ name }) => name));
  for (const name of acknowledgedLines) {
    expect(storedNames).toContain(name);
    expect((await store.findSession(`token-${name}`, start, limits))?.account.name).toBe(name);
  }
  await store.close();
});
