import type { GateStep } from './gate.ts';
import { next, route } from './gate.ts';

/** All that answers without a session, besides the manifest's entries for visitors. Exact, method and path. */
export const publicRoutes = [
  'GET /login',
  'HEAD /login',
  'GET /setup',
  'HEAD /setup',
  'POST /setup',
  'GET /invite',
  'HEAD /invite',
  'POST /invite',
  'GET /auth/session',
  'HEAD /auth/session',
  'POST /auth/sign-in',
  'POST /auth/sign-out',
  // There where the site signs in through an OpenID Connect provider.
  'GET /auth/oidc/start',
  'GET /auth/oidc/callback',
  'GET /healthz',
  'HEAD /healthz',
  'GET /readyz',
  'HEAD /readyz',
] as const;

interface PublicOptions {
  /** `METHOD /path` of each. */
  routes?: readonly string[];
}

export function publicStep({ routes = publicRoutes }: PublicOptions = {}): GateStep<'public'> {
  const exact: ReadonlySet<string> = new Set(routes);
  return {
    name: 'public',
    check(request) {
      const { method, path, release } = request;
      // The router's finding and the path itself must agree, so that two readings of a path open no gap.
      if (request.route !== undefined && exact.has(request.route) && request.route === `${method} ${path}`)
        return route;
      const entry = release.entries.get(path);
      if (entry?.audience === 'visitor' && (method === 'GET' || method === 'HEAD'))
        return { kind: 'entry', entry };
      return next;
    },
  };
}
