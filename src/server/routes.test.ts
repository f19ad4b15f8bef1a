import { afterEach, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../testing/server.ts';
import { createOidcProvider } from '../accounts/providers/oidc/oidc-mode.ts';
import { readEnvironment } from '../config/environment.ts';
import { type Route, routes } from '../model/routes.ts';
import { siteFeedback } from './api/feedback.ts';
import { siteHealth } from './api/health.ts';
import { siteReading } from './api/reading.ts';
import { siteSearch } from './api/search.ts';
import { siteMcp } from './mcp/mcp-route.ts';

const servers: TestServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function start(...given: Parameters<typeof startServer>): Promise<TestServer> {
  const server = await startServer(...given);
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

/** What the preview registers, its own test asks for. */
const elsewhere = /^\/_dev\//;

test('every route of the list is there, with HEAD where looking changes nothing', async () => {
  const { data } = await start();
  const { environment } = readEnvironment({ DATA_DIR: data, FEEDBACK_DAYS: '90' });
  if (environment === undefined) throw new Error('The settings are wrong.');
  const { extensions, search } = siteSearch(environment);
  const { app } = await start({
    mode: redirecting,
    environment: { BASE_URL: 'https://docs.example' },
    extensions: [
      ...extensions,
      siteMcp({ search, baseUrl: undefined }),
      siteFeedback(environment),
      siteReading(environment),
      siteHealth(environment),
    ],
  });
  const named = ({ method, path }: Pick<Route, 'path'> & { method: string }) => `${method} ${path}`;
  const listed = routes.filter(({ path }) => !elsewhere.test(path));
  const heads = listed
    .filter(({ method }) => method === 'GET')
    .map((route) => ({ ...route, method: 'HEAD' as const }));
  const isThere = ({ method, path }: { method: 'HEAD' | Route['method']; path: string }) =>
    app.hasRoute({ method, url: path });
  expect(listed.filter((route) => !isThere(route)).map(named)).toEqual([]);
  expect(heads.filter((head) => isThere(head) === (head.noHead ?? false)).map(named)).toEqual([]);
});

test('a route that is not in the list does not start', async () => {
  const forgotten = start({
    extensions: [async (app) => void app.get('/unlisted', async () => ({}))],
  });
  await expect(forgotten).rejects.toThrow('GET /unlisted is not in the list of src/model/routes.ts.');
});
