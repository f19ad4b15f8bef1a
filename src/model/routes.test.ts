import { expect, test } from 'vitest';
import { isReturnable, notOfTheShell, routeNamed, routes } from './routes.ts';

test('lists each route once', () => {
  const names = routes.map(({ method, path }) => `${method} ${path}`);
  expect(names).toEqual([...new Set(names)]);
});

test('treats HEAD as GET unless a request changes something', () => {
  expect(routeNamed('HEAD', '/login')).toBe(routeNamed('GET', '/login'));
  expect(routeNamed('GET', '/auth/oidc/start')).toBeDefined();
  expect(routeNamed('HEAD', '/auth/oidc/start')).toBeUndefined();
});

test('returns after a sign-in only to pages and returnable routes', () => {
  expect(['/', '/docs/a', '/search', '/docs/login'].filter((path) => !isReturnable(path))).toEqual([]);
  const publicPaths = ['/login', '/setup', '/invite', '/auth/session', '/1/indexes/docs/queries', '/healthz'];
  expect(publicPaths.filter(isReturnable)).toEqual([]);
});

test('matches paths that the shell leaves to the browser', () => {
  expect(notOfTheShell()).toMatchInlineSnapshot(
    `"^/(?:_|1/|\\.well-known/|api/|auth/|confirm-email$|forgotten$|healthz$|invite$|login$|mcp$|oauth/|readyz$|reset$|search$|second-factor$|setup$)"`,
  );
});
