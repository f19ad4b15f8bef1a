import { afterEach, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../testing/server.ts';
import { engineFeatures } from '../features/index.ts';
import { createOidcProvider } from '../features/oidc/oidc-provider.ts';
import type { Route } from '../model/routes.ts';
import { createServerRoutes, loadFeatureApi } from './api/load-api.ts';

const servers: TestServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function start(...args: Parameters<typeof startServer>): Promise<TestServer> {
  const server = await startServer(...args);
  servers.push(server);
  return server;
}

const redirecting = createOidcProvider({
  issuer: 'https://id.example',
  clientId: 'docs',
  clientSecret: 'a secret of the provider',
  scopes: 'openid',
  rules: { domains: 'any' },
});

/** Routes that only the preview registers. The test of the preview requests them. */
const elsewhere = /^\/_dev\//;

test('every declared route exists, with HEAD if GET changes nothing', async () => {
  const { app } = await start({
    identityProvider: redirecting,
    environment: { BASE_URL: 'https://docs.example' },
  });
  const formatRoute = ({ method, path }: Pick<Route, 'path'> & { method: string }) => `${method} ${path}`;
  const { routes } = createServerRoutes(engineFeatures, await loadFeatureApi(engineFeatures));
  const listedRoutes = routes.filter(({ path }) => !elsewhere.test(path));
  const heads = listedRoutes
    .filter(({ method }) => method === 'GET')
    .map((route) => ({ ...route, method: 'HEAD' as const }));
  const isThere = ({ method, path }: { method: 'HEAD' | Route['method']; path: string }) =>
    app.hasRoute({ method, url: path });
  expect(listedRoutes.filter((route) => !isThere(route)).map(formatRoute)).toEqual([]);
  expect(heads.filter((head) => isThere(head) === (head.noHead ?? false)).map(formatRoute)).toEqual([]);
});

test("a route that isn't declared keeps the server from starting", async () => {
  const forgottenRoute = start({
    extensions: [async (app) => void app.get('/unlisted', async () => ({}))],
  });
  await expect(forgottenRoute).rejects.toThrow(
    "GET /unlisted isn't declared. Add it to the routes of its feature, or to src/model/routes.ts.",
  );
});
