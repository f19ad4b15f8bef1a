import { afterEach, beforeEach, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../../testing/server.ts';
import type { EndpointAnswer } from '../../model/api/endpoints.ts';
import { readEngineVersion } from '../../shared/engine-dir.ts';

let server: TestServer;
beforeEach(async () => {
  // Without features: they couldn't open their data.
  server = await startServer({
    environment: { DATA_DIR: '/nowhere/data', DIST_DIR: '/nowhere/dist' },
    features: [],
  });
});
afterEach(() => server.close());

test('/healthz shows administrators the version and release, and other users only that it is alive', async () => {
  const { accounts } = server.identity;
  const rosa = { email: 'rosa@example.com', password: 'a quite different secret' };
  await accounts.add({ ...rosa, name: 'Rosa', role: 'reader' });
  const signInResult = await server.identity.signIn({ ...rosa, address: '127.0.0.1' });
  const reader = signInResult.outcome === 'signed-in' ? `sid=${signInResult.token}` : '';
  const readHealth = async (cookie?: string) =>
    (await server.get('/healthz', cookie === undefined ? {} : { cookie })).json();
  const { build: release } = server.releases.current();
  expect(await readHealth(await server.signIn())).toEqual({
    status: 'ok',
    version: readEngineVersion(),
    release,
  });
  for (const cookie of [undefined, '', 'sid=nonsense', `sid=${'a'.repeat(43)}`, reader])
    expect(await readHealth(cookie)).toEqual({ status: 'ok' });
});

test('an administrator sees the findings of the doctor and what to do; other users get 404', async () => {
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
