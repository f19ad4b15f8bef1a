import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describeStore } from '../../../testing/contract/store-contract.ts';
import { openSqliteStore } from '../../../testing/stores.ts';

describeStore('SQLite', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'store-'));
  return {
    open: async () => openSqliteStore(path.join(folder, 'accounts.db')),
    remove: async () => rmSync(folder, { recursive: true }),
  };
});
