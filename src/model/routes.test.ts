import { expect, test } from 'vitest';
import { isReturnable, notOfTheShell, routeNamed, routes } from './routes.ts';

test('no route is listed twice', () => {
  const names = routes.map(({ method, path }) => `${method} ${path}`);
  expect(names).toEqual([...new Set(names)]);
});

test('HEAD is GET, where looking changes nothing', () => {
  expect(routeNamed('HEAD', '/login')).toBe(routeNamed('GET', '/login'));
  expect(routeNamed('GET', '/auth/oidc/start')).toBeDefined();
  expect(routeNamed('HEAD', '/auth/oidc/start')).toBeUndefined();
});

test('a sign-in leads back to pages, and to no route but those that say so', () => {
  expect(['/', '/docs/a', '/search', '/docs/login'].filter((path) => !isReturnable(path))).toEqual([]);
  const publicPaths = ['/login', '/setup', '/invite', '/auth/session', '/1/indexes/docs/queries', '/healthz'];
  expect(publicPaths.filter(isReturnable)).toEqual([]);
});

test('what the shell leaves to the browser', () => {
  expect(notOfTheShell()).toMatchInlineSnapshot(
    `"^/(?:_|1/|\\.well-known/|api/|auth/|confirm-email$|forgotten$|healthz$|invite$|login$|mcp$|oauth/|readyz$|reset$|search$|second-factor$|setup$)"`,
  );
});
