import type { GateRequest } from '../gate/gate.ts';

/** Kinds of requests, few enough to be labels. */
export type RequestKind = 'page' | 'data' | 'asset' | 'search' | 'sign-in' | 'health' | 'route' | 'unknown';

/** `undefined`: the request was malformed, and the gate never saw it. */
export function requestKind(gate: GateRequest | null | undefined): RequestKind {
  if (!gate) return 'unknown';
  const { route, path, release } = gate;
  if (route !== undefined) return routeKind(path);
  switch (release.entries.get(path)?.cache) {
    case 'page':
      return 'page';
    case 'data':
      return 'data';
    case 'immutable':
      return 'asset';
    case undefined:
      return 'unknown';
  }
}

function routeKind(path: string): RequestKind {
  if (path === '/search' || path.startsWith('/1/')) return 'search';
  if (path === '/healthz' || path === '/readyz') return 'health';
  if (path === '/login' || path === '/setup' || path === '/invite' || path.startsWith('/auth/'))
    return 'sign-in';
  return 'route';
}
