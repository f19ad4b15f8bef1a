import { beforeAll } from 'vitest';
import { describeStore } from '../../../testing/contract/store-contract.ts';
import { type Databases, sharedPostgres } from '../../../testing/postgres.ts';
import { openPostgresStore } from '../../../testing/stores.ts';

let server: Databases;
beforeAll(async () => {
  server = await sharedPostgres();
});

describeStore('PostgreSQL', async () => {
  const url = await server.createDatabase();
  return { open: () => openPostgresStore(url), remove: async () => {} };
});
