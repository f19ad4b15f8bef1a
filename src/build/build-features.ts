import type { Route } from '../model/routes.ts';

/** What the features of a site add to its build. */
export interface BuildFeatures {
  /** Routes of the server, which the shell doesn't take for pages. */
  routes: readonly Pick<Route, 'path'>[];
}
