import { addressOf, type Endpoint } from './api/endpoint.ts';
import { endpoints } from './api/endpoints.ts';
import * as urls from './urls.ts';

/**
 * Everything that the server answers by itself, and not out of a published build. Whatever must know of a route reads
 * this list: the gate, the metrics, where a sign-in may lead, and what the shell leaves to the browser. A route that is
 * not in it is refused when the server starts.
 */
export interface Route {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Parameters are written `:name`. */
  path: string;
  /** For everybody, signed-in readers, administrators, or deploy tokens; for who is none there is nothing at this address. */
  access: 'public' | 'reader' | 'administrator' | 'deploy';
  /** Label of its requests in the metrics. */
  kind: 'sign-in' | 'search' | 'health' | 'api' | 'agents' | 'route';
  /** A sign-in may lead back to it; to the others it would be a loop, a form without its fields, or no page. */
  returnable?: true;
  /** A session may begin here, so the handler tells what came of it. */
  signsIn?: true;
  /** It only reads, so personal tokens open it as a session does. No other route is there for them. */
  byToken?: true;
  /** Visitors may use it too, where the site has public pages. */
  byVisitor?: true;
  /** Open pages ask it whether anybody looks at them or not, so it keeps no session alive. */
  unattended?: true;
  /** Looking at it begins or ends something, so there is no `HEAD`. */
  noHead?: true;
}

const signIn = { access: 'public', kind: 'sign-in' } as const;
const search = { access: 'reader', kind: 'search' } as const;
const agents = { access: 'public', kind: 'agents' } as const;
const health = { access: 'public', kind: 'health' } as const;
const reader = { access: 'reader', kind: 'route' } as const;

export const routes: readonly Route[] = [
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
  { method: 'GET', path: urls.SECOND_FACTOR_PATH, ...signIn },
  { method: 'POST', path: urls.SECOND_FACTOR_PATH, ...signIn, signsIn: true },
  { method: 'POST', path: urls.PASSKEY_OPTIONS_URL, ...signIn },
  { method: 'GET', path: urls.SESSION_URL, ...signIn },
  { method: 'POST', path: urls.SIGN_IN_URL, ...signIn, signsIn: true },
  { method: 'POST', path: urls.SIGN_OUT_URL, ...signIn },
  { method: 'POST', path: urls.PREVIEW_URL, access: 'administrator', kind: 'route' },
  // There where the site signs in through an OpenID Connect provider.
  { method: 'GET', path: urls.OIDC_START_PATH, ...signIn, noHead: true },
  { method: 'GET', path: urls.OIDC_CALLBACK_PATH, ...signIn, noHead: true, signsIn: true },
  { method: 'POST', path: urls.OIDC_LOGOUT_PATH, ...signIn },
  { method: 'GET', path: urls.SEARCH_PATH, ...search, returnable: true, byToken: true, byVisitor: true },
  { method: 'POST', path: urls.SEARCH_QUERIES_PATH, ...search, byToken: true, byVisitor: true },
  { method: 'POST', path: urls.SEARCH_QUERY_PATH, ...search, byToken: true, byVisitor: true },
  { method: 'POST', path: urls.SEARCH_EVENTS_URL, ...search },
  { method: 'POST', path: urls.FEEDBACK_URL, ...reader },
  { method: 'POST', path: urls.READING_URL, ...reader },
  { method: 'GET', path: urls.ANNOUNCED_URL, ...reader, unattended: true },
  { method: 'GET', path: urls.OPENAPI_URL, access: 'reader', kind: 'api', byToken: true },
  ...Object.values<Endpoint>(endpoints).map((endpoint) => ({
    ...addressOf(endpoint),
    access: endpoint.access,
    kind: 'api' as const,
    ...(endpoint.byToken && { byToken: true as const }),
  })),
  // It answers what is sent, and nothing to look at: the other two say so.
  ...(['POST', 'GET', 'DELETE'] as const).map((method) => ({
    method,
    path: urls.MCP_PATH,
    access: 'reader' as const,
    kind: 'api' as const,
    byToken: true as const,
    // It tells people who open it what it is for.
    returnable: true as const,
  })),
  ...[urls.PUBLICATIONS_URL, urls.PUBLICATION_PARTS_URL, urls.PUBLICATION_SWITCH_URL].map((path) => ({
    method: 'POST' as const,
    path,
    access: 'deploy' as const,
    kind: 'api' as const,
  })),
  // There where the address of the site is configured.
  ...[
    urls.AGENT_RESOURCE_URL,
    urls.AGENT_MCP_RESOURCE_URL,
    urls.AGENT_SERVER_URL,
    urls.AGENT_OPENID_URL,
    urls.AGENT_KEYS_URL,
  ].map((path) => ({ method: 'GET' as const, path, ...agents })),
  { method: 'GET', path: urls.AGENT_AUTHORIZE_PATH, ...agents, noHead: true },
  { method: 'GET', path: urls.AGENT_ANSWERED_PATH, access: 'reader', kind: 'agents', noHead: true },
  { method: 'POST', path: urls.AGENT_TOKEN_URL, ...agents },
  { method: 'POST', path: urls.AGENT_REGISTRATION_URL, ...agents },
  { method: 'POST', path: urls.AGENT_REVOCATION_URL, ...agents },
  { method: 'GET', path: urls.CONSENT_PATH, access: 'reader', kind: 'agents', returnable: true },
  { method: 'POST', path: urls.CONSENT_PATH, access: 'reader', kind: 'agents' },
  { method: 'GET', path: urls.HEALTH_URL, ...health },
  { method: 'GET', path: urls.READINESS_URL, ...health },
  // Of the writing preview alone.
  { method: 'GET', path: urls.DEV_PAGE_URL, ...reader },
  { method: 'GET', path: urls.DEV_CHANGES_URL, ...reader },
];

const byName = new Map(routes.map((route) => [`${route.method} ${route.path}`, route]));

/** By method, and the path as it is registered. `HEAD` is `GET` without a body. */
export function routeNamed(method: string, path: string): Route | undefined {
  const route = byName.get(`${method === 'HEAD' ? 'GET' : method} ${path}`);
  return method === 'HEAD' && route?.noHead ? undefined : route;
}

const patterns = routes.map(
  (route) => [route, new RegExp(`^${route.path.replace(/:\w+/g, '[^/]+')}$`)] as const,
);

/** Whether a sign-in may lead to this (decoded) path: to what is no route, and to routes that are returnable. */
export function isReturnable(path: string): boolean {
  const here = patterns.filter(([, pattern]) => pattern.test(path));
  return here.length === 0 || here.some(([route]) => route.returnable);
}

/**
 * Source of the expression that matches the paths which are no pages of the shell: our own files, which begin with an
 * underscore, and these routes. A path of several parts stands for all that begins as it does. Below a base path what
 * lies beside it is none either.
 */
export function notOfTheShell({ basePath, rootPath } = { basePath: '/', rootPath: '/' }): string {
  const beginnings = routes.map(({ path }) => {
    const [, first = '', ...more] = path.split('/');
    return more.length === 0 ? `${escaped(first)}$` : `${escaped(first)}/`;
  });
  const sorted = [...new Set(beginnings)].filter((beginning) => !beginning.startsWith('_')).sort();
  const root = escaped(encodeURI(rootPath));
  const language = escaped(encodeURI(basePath.slice(rootPath.length)));
  const beside = rootPath === '/' ? '' : `^(?!${root})|`;
  return `${beside}^${rootPath === '/' ? '/' : root}${language && `(?:${language})?`}(?:_|${sorted.join('|')})`;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
