import { afterAll, beforeAll } from 'vitest';
import { describeStore } from '../../../testing/contract/store-contract.ts';
import { type PostgresServer, startPostgres } from '../../../testing/postgres.ts';
import { openPostgresStore } from '../../../testing/stores.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.remove());

describeStore('PostgreSQL', async () => {
  const url = await server.createDatabase();
  return { open: () => openPostgresStore(url), remove: async () => {} };
});
