import { afterEach, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../testing/server.ts';
import { createOidcProvider } from '../accounts/providers/oidc/oidc-mode.ts';
import { readEnvironment } from '../config/environment.ts';
import { type Route, routes } from '../model/routes.ts';
import { feedbackRoutes } from './api/feedback.ts';
import { healthApi } from './api/health.ts';
import { readingRoutes } from './api/reading.ts';
import { createSiteSearch } from './api/search.ts';
import { mcpRoutes } from './mcp/mcp-route.ts';

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

test('every listed route exists, with HEAD if GET changes nothing', async () => {
  const { data } = await start();
  const { environment } = readEnvironment({ DATA_DIR: data, FEEDBACK_DAYS: '90' });
  if (environment === undefined) throw new Error('The settings are wrong.');
  const { extensions, search } = createSiteSearch(environment);
  const { app } = await start({
    identityProvider: redirecting,
    environment: { BASE_URL: 'https://docs.example' },
    extensions: [
      ...extensions,
      mcpRoutes({ search, baseUrl: undefined }),
      feedbackRoutes(environment),
      readingRoutes(environment),
      healthApi(environment),
    ],
  });
  const formatRoute = ({ method, path }: Pick<Route, 'path'> & { method: string }) => `${method} ${path}`;
  const listedRoutes = routes.filter(({ path }) => !elsewhere.test(path));
  const heads = listedRoutes
    .filter(({ method }) => method === 'GET')
    .map((route) => ({ ...route, method: 'HEAD' as const }));
  const isThere = ({ method, path }: { method: 'HEAD' | Route['method']; path: string }) =>
    app.hasRoute({ method, url: path });
  expect(listedRoutes.filter((route) => !isThere(route)).map(formatRoute)).toEqual([]);
  expect(heads.filter((head) => isThere(head) === (head.noHead ?? false)).map(formatRoute)).toEqual([]);
});

test('a route that is not listed keeps the server from starting', async () => {
  const forgotten = start({
    extensions: [async (app) => void app.get('/unlisted', async () => ({}))],
  });
  await expect(forgotten).rejects.toThrow(
    "GET /unlisted isn't listed in src/model/routes.ts. Add a line there.",
  );
});
