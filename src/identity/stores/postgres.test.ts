import { afterAll, beforeAll } from 'vitest';
import { type PostgresServer, startPostgres } from '../../../tests/support/postgres.ts';
import { describeStore } from '../contract/store-contract.ts';
import { openPostgresStore } from './postgres.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.remove());

describeStore('PostgreSQL', async () => {
  const url = await server.createDatabase();
  return { open: () => openPostgresStore(url), remove: async () => {} };
});
