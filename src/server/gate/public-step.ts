import { unscopedEntry } from '../release/views.ts';
import { findRouteWithoutSlash } from './extra-slash.ts';
import type { GateStep } from './gate.ts';
import { next, route } from './gate.ts';

/** All that answers without a session: the public routes, by method and exact path, and the manifest's entries for visitors. */
export function publicStep(): GateStep<'public'> {
  return {
    name: 'public',
    check(request) {
      const { method, path, release } = request;
      // The router's finding and the path itself must agree, so that two readings of a path open no gap.
      if (request.route?.access === 'public' && request.route.path === path) return route;
      const entry = unscopedEntry(release, path);
      if (entry?.audience === 'visitor' && (method === 'GET' || method === 'HEAD'))
        return { kind: 'entry', entry };
      const withoutSlash = request.route === undefined ? findRouteWithoutSlash(request) : undefined;
      return withoutSlash?.route.access === 'public' ? withoutSlash.redirect : next;
    },
  };
}
