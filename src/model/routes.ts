import * as urls from './urls.ts';

/**
 * A route that the server answers itself, not from a published build. The gate, the metrics, returning after a sign-in
 * and the shell all read the table of routes. The server doesn't start if it has a route that isn't in it.
 */
export interface Route {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Parameters are written `:name`. */
  path: string;
  /** Callers allowed: anyone, signed-in readers, administrators, or deploy tokens. Anyone else gets 404. */
  access: 'public' | 'reader' | 'administrator' | 'deploy';
  /** Label of the route in the metrics. */
  kind: 'sign-in' | 'search' | 'health' | 'api' | 'agents' | 'route';
  /**
   * Whether a sign-in can lead back to it. For the others that would be a loop, a form without its fields, or not a
   * page.
   */
  returnable?: true;
  /** A session can begin here, so the handler reports the result. */
  signsIn?: true;
  /** Whether it accepts personal tokens, because it only reads. Tokens can't call any other route. */
  byToken?: true;
  /** Whether visitors can use it if the site has public pages. */
  byVisitor?: true;
  /** Open pages call it even if no one looks at them, so it doesn't extend the session. */
  unattended?: true;
  /** A request begins or ends something, so there is no `HEAD`. */
  noHead?: true;
}

const signIn = { access: 'public', kind: 'sign-in' } as const;
const search = { access: 'reader', kind: 'search' } as const;
const health = { access: 'public', kind: 'health' } as const;
const reader = { access: 'reader', kind: 'route' } as const;

/**
 * Routes that every site has, besides the endpoints of its API, which only servers load (`src/server/api/load-api.ts`).
 * Features declare theirs in their folders.
 */
export const commonRoutes: readonly Route[] = [
  { method: 'GET', path: urls.LOGIN_PATH, ...signIn },
  { method: 'GET', path: urls.SET_UP_PATH, ...signIn },
  { method: 'POST', path: urls.SET_UP_PATH, ...signIn, signsIn: true },
  { method: 'GET', path: urls.INVITE_PATH, ...signIn },
  { method: 'POST', path: urls.INVITE_PATH, ...signIn, signsIn: true },
  { method: 'GET', path: urls.RESET_PATH, ...signIn },
  { method: 'POST', path: urls.RESET_PATH, ...signIn, signsIn: true },
  { method: 'GET', path: urls.FORGOTTEN_PATH, ...signIn },
  { method: 'POST', path: urls.FORGOTTEN_PATH, ...signIn },
  { method: 'GET', path: urls.EMAIL_CHANGE_PATH, ...signIn },
  { method: 'POST', path: urls.EMAIL_CHANGE_PATH, ...signIn },
  { method: 'GET', path: urls.SESSION_URL, ...signIn },
  { method: 'POST', path: urls.SIGN_IN_URL, ...signIn, signsIn: true },
  { method: 'POST', path: urls.SIGN_OUT_URL, ...signIn },
  { method: 'POST', path: urls.PREVIEW_URL, access: 'administrator', kind: 'route' },
  { method: 'GET', path: urls.MAIL_PREVIEW_URL, access: 'administrator', kind: 'route' },
  { method: 'GET', path: urls.SEARCH_PATH, ...search, returnable: true, byToken: true, byVisitor: true },
  { method: 'POST', path: urls.SEARCH_QUERIES_PATH, ...search, byToken: true, byVisitor: true },
  { method: 'POST', path: urls.SEARCH_QUERY_PATH, ...search, byToken: true, byVisitor: true },
  { method: 'POST', path: urls.SEARCH_EVENTS_URL, ...search },
  { method: 'GET', path: urls.OPENAPI_URL, access: 'reader', kind: 'api', byToken: true },
  { method: 'GET', path: urls.HEALTH_URL, ...health },
  { method: 'GET', path: urls.READINESS_URL, ...health },
  // Registered only by the preview.
  { method: 'GET', path: urls.DEV_PAGE_URL, ...reader },
  { method: 'GET', path: urls.DEV_CHANGES_URL, ...reader },
];

/** The routes of a server: those that every site has, its API, and those of its features. */
export interface RouteTable {
  routes: readonly Route[];
  /** Finds a route by method and registered path. `HEAD` is `GET` without a body. */
  find(method: string, path: string): Route | undefined;
  /** Finds a route by method and requested path, decoded: `/api/v1/accounts/7` for `/api/v1/accounts/:account`. */
  match(method: string, path: string): Route | undefined;
  /** Whether a sign-in can lead to this decoded path: pages, and routes marked as returnable. */
  isReturnable(path: string): boolean;
  /** Paths that visitors can open. They are the same in all languages. */
  publicPaths: ReadonlySet<string>;
}

/** Creates a table of the common routes and these. Throws if two routes have the same method and path. */
export function createRouteTable(addedRoutes: readonly Route[] = []): RouteTable {
  const routes = [...commonRoutes, ...addedRoutes];
  const byName = new Map<string, Route>();
  for (const route of routes) {
    const name = `${route.method} ${route.path}`;
    if (byName.has(name)) throw new Error(`The route ${name} is declared twice.`);
    byName.set(name, route);
  }
  const patterns = routes.map(
    (route) => [route, new RegExp(`^${route.path.replace(/:\w+/g, '[^/]+')}$`)] as const,
  );
  const find: RouteTable['find'] = (method, path) => {
    const route = byName.get(`${method === 'HEAD' ? 'GET' : method} ${path}`);
    return method === 'HEAD' && route?.noHead ? undefined : route;
  };
  return {
    routes,
    find,
    match(method, path) {
      const matchingRoutes = patterns.filter(
        ([route, pattern]) => route.path.includes(':') && pattern.test(path),
      );
      const withParameters = matchingRoutes.map(([route]) => find(method, route.path));
      return find(method, path) ?? withParameters.find((route) => route !== undefined);
    },
    isReturnable(path) {
      const matchingPatterns = patterns.filter(([, pattern]) => pattern.test(path));
      return matchingPatterns.length === 0 || matchingPatterns.some(([route]) => route.returnable);
    },
    publicPaths: new Set(routes.flatMap(({ access, path }) => (access === 'public' ? [path] : []))),
  };
}

/**
 * Source of an expression that matches paths outside the shell: our own files, which start with an underscore, and
 * these routes. A path with several parts matches everything that starts like it. Below a base path, everything
 * outside of it matches, too.
 */
export function writeOutsidePattern(
  routes: readonly Pick<Route, 'path'>[],
  { basePath, rootPath } = { basePath: '/', rootPath: '/' },
): string {
  const beginnings = routes.map(({ path }) => {
    const [, first = '', ...more] = path.split('/');
    return more.length === 0 ? `${escapePattern(first)}$` : `${escapePattern(first)}/`;
  });
  const sortedBeginnings = [...new Set(beginnings)].filter((beginning) => !beginning.startsWith('_')).sort();
  const root = escapePattern(encodeURI(rootPath));
  const language = escapePattern(encodeURI(basePath.slice(rootPath.length)));
  const beside = rootPath === '/' ? '' : `^(?!${root})|`;
  return `${beside}^${rootPath === '/' ? '/' : root}${language && `(?:${language})?`}(?:_|${sortedBeginnings.join('|')})`;
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
