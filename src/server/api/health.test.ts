import { afterEach, beforeEach, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../../testing/server.ts';
import { readEnvironment } from '../../config/environment.ts';
import type { EndpointAnswer } from '../../model/api/endpoints.ts';
import { siteHealth } from './health.ts';

let server: TestServer;
beforeEach(async () => {
  const { environment } = readEnvironment({ DATA_DIR: '/nowhere/data', DIST_DIR: '/nowhere/dist' });
  if (environment === undefined) throw new Error('The settings are wrong.');
  server = await startServer({ extensions: [siteHealth(environment)] });
});
afterEach(() => server.close());

test('an administrator sees what the doctor finds, and what to do; nobody else finds anything', async () => {
  const answer = await server.get('/api/v1/health', { cookie: await server.signIn() });
  const { at, findings }: EndpointAnswer<'readHealth'> = answer.json();
  expect(Date.now() - Date.parse(at)).toBeLessThan(60_000);
  expect(findings).toContainEqual(expect.objectContaining({ check: 'configuration', state: 'ok' }));
  expect(findings).toContainEqual(
    expect.objectContaining({ check: 'build', state: 'fail', todo: 'Run "npm run build".' }),
  );
  const { accounts } = server.identity;
  const rosa = { email: 'rosa@example.com', password: 'a quite different secret' };
  await accounts.add({ ...rosa, name: 'Rosa', role: 'reader' });
  const signedIn = await server.identity.signIn({ ...rosa, address: '127.0.0.1' });
  const theirs = signedIn.outcome === 'signed-in' ? `sid=${signedIn.token}` : '';
  expect((await server.get('/api/v1/health', { cookie: theirs })).statusCode).toBe(404);
  expect((await server.get('/api/v1/health')).statusCode).toBe(401);
});
