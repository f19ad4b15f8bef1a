import { beforeAll } from 'vitest';
import { describeStore } from '../../../testing/contract/store-contract.ts';
import { type Databases, openSharedPostgres } from '../../../testing/postgres.ts';
import { openPostgresStore } from '../../../testing/stores.ts';

let server: Databases;
/** Name of a database whose tables are created once and copied for each test. */
let template: string;
beforeAll(async () => {
  server = await openSharedPostgres();
  const url = await server.createDatabase();
  const store = await openPostgresStore(url);
  await store.close();
  template = new URL(url).pathname.slice(1);
});

describeStore('PostgreSQL', async () => {
  const url = await server.createDatabase(`TEMPLATE ${template}`);
  return { open: () => openPostgresStore(url), remove: async () => {} };
});
