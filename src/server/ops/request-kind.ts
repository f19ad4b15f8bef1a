import type { Route } from '../../model/routes.ts';
import type { GateRequest } from '../gate/gate.ts';

/** Kinds of requests, few enough to be labels. */
export type RequestKind = Route['kind'] | 'page' | 'data' | 'asset' | 'unknown';

/** `undefined`: the request was malformed, and the gate never saw it. */
export function requestKind(gate: GateRequest | null | undefined): RequestKind {
  if (!gate) return 'unknown';
  const { route, path, release } = gate;
  if (route !== undefined) return route.kind;
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
