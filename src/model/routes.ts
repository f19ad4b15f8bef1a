import { endpoints } from './api/endpoints.ts';
import {
  FEEDBACK_URL,
  HEALTH_URL,
  INVITE_PATH,
  LOGIN_PATH,
  OIDC_CALLBACK_PATH,
  OIDC_START_PATH,
  OPENAPI_URL,
  READINESS_URL,
  SEARCH_EVENTS_URL,
  SEARCH_PATH,
  SESSION_URL,
  SET_UP_PATH,
  SIGN_IN_URL,
  SIGN_OUT_URL,
} from './urls.ts';

/**
 * Everything that the server answers by itself, and not out of a published build. Whatever must know of a route reads
 * this list: the gate, the metrics, where a sign-in may lead, and what the shell leaves to the browser.
 */
export interface Route {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Parameters are written `:name`. */
  path: string;
  /** For everybody, signed-in readers, or administrators; for who is none there is nothing at this address. */
  access: 'public' | 'reader' | 'administrator';
  /** Label of its requests in the metrics. */
  kind: 'sign-in' | 'search' | 'health' | 'api';
  /** A page for people. */
  page?: true;
  /** A sign-in may lead back to it; to the others it would be a loop, a form without its fields, or no page. */
  returnable?: true;
  /** A session may begin here, so the handler tells what came of it. */
  signsIn?: true;
}

const signIn = { access: 'public', kind: 'sign-in' } as const;
const search = { access: 'reader', kind: 'search' } as const;
const health = { access: 'public', kind: 'health' } as const;
const api = { access: 'reader', kind: 'api' } as const;

export const routes: readonly Route[] = [
  { method: 'GET', path: LOGIN_PATH, ...signIn, page: true },
  { method: 'GET', path: SET_UP_PATH, ...signIn, page: true },
  { method: 'POST', path: SET_UP_PATH, ...signIn, page: true, signsIn: true },
  { method: 'GET', path: INVITE_PATH, ...signIn, page: true },
  { method: 'POST', path: INVITE_PATH, ...signIn, page: true, signsIn: true },
  { method: 'GET', path: SESSION_URL, ...signIn },
  { method: 'POST', path: SIGN_IN_URL, ...signIn, signsIn: true },
  { method: 'POST', path: SIGN_OUT_URL, ...signIn },
  // There where the site signs in through an OpenID Connect provider.
  { method: 'GET', path: OIDC_START_PATH, ...signIn },
  { method: 'GET', path: OIDC_CALLBACK_PATH, ...signIn, signsIn: true },
  { method: 'GET', path: SEARCH_PATH, ...search, page: true, returnable: true },
  { method: 'POST', path: '/1/indexes/:index/queries', ...search },
  { method: 'POST', path: '/1/indexes/:index/query', ...search },
  { method: 'POST', path: SEARCH_EVENTS_URL, ...search },
  { method: 'POST', path: FEEDBACK_URL, ...api },
  { method: 'GET', path: OPENAPI_URL, ...api },
  ...Object.values(endpoints).map(({ method, path, access }) => ({ method, path, access, kind: api.kind })),
  { method: 'GET', path: HEALTH_URL, ...health },
  { method: 'GET', path: READINESS_URL, ...health },
];

const byName = new Map(routes.map((route) => [`${route.method} ${route.path}`, route]));

/** By the path as it is registered. `HEAD` is `GET` without a body. */
export function routeNamed(method: string, path: string): Route | undefined {
  return byName.get(`${method === 'HEAD' ? 'GET' : method} ${path}`);
}

const patterns = routes.map(
  (route) => [route, new RegExp(`^${route.path.replace(/:\w+/g, '[^/]+')}$`)] as const,
);

/** Whether a sign-in may lead to this (decoded) path: to anything but the routes that are not returnable. */
export function isReturnable(path: string): boolean {
  return patterns.every(([{ returnable }, pattern]) => returnable || !pattern.test(path));
}

/**
 * Matches the paths that are no pages of the shell: our own files, which begin with an underscore, and these routes.
 * A path of several parts stands for all that begins as it does.
 */
export function notOfTheShell(): RegExp {
  const beginnings = routes.map(({ path }) => {
    const [, first = '', ...more] = path.split('/');
    return more.length === 0 ? `${first}$` : `${first}/`;
  });
  const sorted = [...new Set(beginnings)].filter((beginning) => !beginning.startsWith('_')).sort();
  return new RegExp(`^/(?:_|${sorted.join('|')})`);
}
