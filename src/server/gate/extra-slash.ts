import type { Route } from '../../model/routes.ts';
import { belowBasePath, SEARCH_PATH } from '../../model/urls.ts';
import { encodeLocation, encodeQuery } from '../http/location.ts';
import type { GateRequest, Verdict } from './gate.ts';

/**
 * A route of the server that was asked for with a slash at its end, as in `/login/`. Pages and files with a slash too
 * many are found in the manifest, see `canonical.ts`.
 */
export function findRouteWithoutSlash({
  method,
  path,
  query,
  release,
  routes,
  site,
}: GateRequest): { route: Route; redirect: Verdict } | undefined {
  if ((method !== 'GET' && method !== 'HEAD') || !/[^/]\/$/.test(path)) return undefined;
  const withoutSlash = path.slice(0, -1);
  // The search page also has an address in each language: `/es/search`.
  const isSearch = belowBasePath(withoutSlash, release.path) === SEARCH_PATH;
  const route = routes.find(method, isSearch ? SEARCH_PATH : withoutSlash);
  // Health checks aren't below the base path.
  if (route === undefined || (route.kind === 'health' && site.basePath !== '/')) return undefined;
  const location = encodeLocation(withoutSlash) + encodeQuery(query);
  return { route, redirect: { kind: 'redirect', status: 308, location } };
}
