import type { Route } from '../../model/routes.ts';
import { removeBasePath, SEARCH_PATH } from '../../model/urls.ts';
import { encodeLocation, encodeQuery } from '../http/location.ts';
import type { GateRequest, Verdict } from './gate.ts';
import { mergeSlashes } from './merge-slashes.ts';

/** Programs whose authors type addresses call these routes. Others get requests that change something only from pages. */
const kindsForPrograms: ReadonlySet<Route['kind']> = new Set(['api', 'search']);

/**
 * A route of the server that was asked for with slashes too many, as in `/login/` or `/api//v1/accounts`. Pages and files
 * with slashes too many are found in the manifest, see `canonical.ts`.
 */
export function findRouteWithoutSlash({
  method,
  path,
  query,
  release,
  routes,
  site,
}: GateRequest): { route: Route; redirect: Verdict } | undefined {
  if (!path.endsWith('/') && !path.includes('//')) return undefined;
  const withoutSlash = mergeSlashes(path).replace(/\/$/, '');
  if (withoutSlash === '') return undefined;
  // The search page also has an address in each language: `/es/search`.
  const isSearch = removeBasePath(withoutSlash, release.path) === SEARCH_PATH;
  const route = routes.match(method, isSearch ? SEARCH_PATH : withoutSlash);
  if (route === undefined) return undefined;
  if (method !== 'GET' && method !== 'HEAD' && !kindsForPrograms.has(route.kind)) return undefined;
  // Health checks aren't below the base path.
  if (route.kind === 'health' && site.basePath !== '/') return undefined;
  const location = encodeLocation(withoutSlash) + encodeQuery(query);
  return { route, redirect: { kind: 'redirect', status: 308, location } };
}
