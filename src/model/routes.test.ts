import { expect, test } from 'vitest';
import { engineFeatures } from '../features/index.ts';
import { createRouteTable, type Route, writeOutsidePattern } from './routes.ts';

const { routes, find, isReturnable } = createRouteTable(
  engineFeatures.flatMap((feature) => feature.routes ?? []),
);

test.each<Route>([
  { method: 'GET', path: '/login', access: 'public', kind: 'sign-in' },
  { method: 'POST', path: '/auth/sign-out', access: 'reader', kind: 'route' },
])('rejects a second declaration of $method $path', (route) => {
  expect(() => createRouteTable([route])).toThrow(
    `The route ${route.method} ${route.path} is declared twice.`,
  );
});

test('treats HEAD as GET unless a request changes something', () => {
  expect(find('HEAD', '/login')).toBe(find('GET', '/login'));
  expect(find('GET', '/auth/oidc/start')).toBeDefined();
  expect(find('HEAD', '/auth/oidc/start')).toBeUndefined();
});

test('returns after a sign-in only to pages and returnable routes', () => {
  expect(['/', '/docs/a', '/search', '/docs/login'].filter((path) => !isReturnable(path))).toEqual([]);
  const publicPaths = ['/login', '/setup', '/invite', '/auth/session', '/1/indexes/docs/queries', '/healthz'];
  expect(publicPaths.filter(isReturnable)).toEqual([]);
});

test('matches paths that the shell leaves to the browser', () => {
  expect(writeOutsidePattern(routes)).toMatchInlineSnapshot(
    `"^/(?:_|1/|\\.well-known/|api/|auth/|confirm-email$|forgotten$|healthz$|invite$|login$|mcp$|oauth/|readyz$|reset$|search$|second-factor$|setup$)"`,
  );
});
