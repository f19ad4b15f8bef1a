import type { FeatureMessages } from '../config/feature-messages.ts';
import type { OwnPage } from '../model/pages.ts';
import type { Route } from '../model/routes.ts';

/** What the features of a site add to its build. Plain data, because bundlers run in processes of their own. */
export interface BuildFeatures {
  /** Names of the features, sorted. */
  names: readonly string[];
  /** Routes of the server, which the shell doesn't take for pages. */
  routes: readonly Pick<Route, 'path'>[];
  /** Pages by name. `module` is the absolute path of the module whose `Page` draws the content in the browser. */
  pages: Readonly<Record<string, OwnPage & { module: string }>>;
  messages: readonly FeatureMessages[];
}
