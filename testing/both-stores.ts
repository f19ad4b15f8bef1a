import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { type Databases, openSharedPostgres } from './postgres.ts';

interface StoreSettings {
  DATA_DIR: string;
  DATABASE_URL?: string;
}

/**
 * The two kinds of store, for the tests of a file: the name of each, and a function that returns the settings of a
 * new, empty one.
 */
export function listBothStores(): [name: string, settings: () => Promise<StoreSettings>][] {
  const folder = mkdtempSync(path.join(tmpdir(), 'stores-'));
  let server: Databases;
  beforeAll(async () => {
    server = await openSharedPostgres();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return [
    ['a file', async () => ({ DATA_DIR: mkdtempSync(path.join(folder, 'data-')) })],
    ['PostgreSQL', async () => ({ DATA_DIR: folder, DATABASE_URL: await server.createDatabase() })],
  ];
}
