import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAgent } from '../../../testing/agent.ts';
import { listBothStores } from '../../../testing/both-stores.ts';
import { createTestToken } from '../../../testing/personal-token.ts';
import { reader, startServer, type TestServer } from '../../../testing/server.ts';
import { openStore } from '../../accounts/store/store.ts';

const base = 'https://docs.example';

/** Each server has what a process doesn't share: a database connection and caches. */
describe.each(listBothStores())('three servers on %s', (_, newStore) => {
  let now = Date.now();
  let first: TestServer;
  let servers: TestServer[];
  let agents: ReturnType<typeof createAgent>[];
  beforeAll(async () => {
    const settings = await newStore();
    const readClock = () => now;
    const start = async (empty: boolean) =>
      startServer({
        environment: { BASE_URL: base },
        clock: readClock,
        empty,
        store: await openStore(settings),
      });
    first = await start(false);
    servers = [first, await start(true), await start(true)];
    agents = servers.map((server) => createAgent(server, base));
  });
  afterAll(async () => {
    for (const server of servers ?? []) await server.close();
  });

  const readStatuses = (token: string) =>
    Promise.all(agents.map(async (agent) => (await agent.read(token)).statusCode));
  const findOwnerId = async () => (await first.identity.accounts.findByEmail(reader.email))?.id ?? '';

  test.each([0, 1, 2])('reject a token within a second after server %d has revoked it', async (ending) => {
    const accountId = await findOwnerId();
    const token = await createTestToken(first.identity, accountId, { forMs: 60_000 });
    expect(await readStatuses(token.secret)).toEqual([200, 200, 200]);
    await servers[ending]?.identity.tokens.end(accountId, token.token.id, {});
    now += 999;
    expect(await readStatuses(token.secret)).toEqual([401, 401, 401]);
  });

  test('reject all tokens of an agent within a second after a stolen refresh token is used anywhere', async () => {
    agents[0]?.signedIn(await first.signIn());
    const grant = await agents[0]?.letIn();
    const { client = '', tokens } = grant ?? {};
    const stolenToken = tokens?.refresh_token ?? '';
    const thief = (await agents[1]?.refresh(client, stolenToken))?.json();
    expect(await readStatuses(thief.access_token)).toEqual([200, 200, 200]);
    expect((await agents[2]?.refresh(client, stolenToken))?.json().error).toBe('invalid_grant');
    now += 999;
    for (const token of [thief.access_token, tokens?.access_token ?? ''])
      expect(await readStatuses(token)).toEqual([401, 401, 401]);
  });
});
