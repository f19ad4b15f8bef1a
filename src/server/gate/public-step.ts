import { findUnscopedEntry } from '../release/views.ts';
import { findRouteWithoutSlash } from './extra-slash.ts';
import type { GateStep } from './gate.ts';
import { askNextStep, letRouteAnswer } from './gate.ts';

/** Admits requests without a session to public routes, by method and exact path, and to entries for visitors. */
export function createPublicStep(): GateStep<'public'> {
  return {
    name: 'public',
    check(request) {
      const { method, path, correctedPath = path, release } = request;
      // The router's match and the decoded path must agree, so that two ways of parsing a path can't open a gap.
      if (request.route?.access === 'public' && request.route.path === correctedPath) return letRouteAnswer;
      const entry = findUnscopedEntry(release, path);
      if (entry?.audience === 'visitor' && (method === 'GET' || method === 'HEAD'))
        return { kind: 'entry', entry };
      const withoutSlash = request.route === undefined ? findRouteWithoutSlash(request) : undefined;
      return withoutSlash?.route.access === 'public' ? withoutSlash.redirect : askNextStep;
    },
  };
}
