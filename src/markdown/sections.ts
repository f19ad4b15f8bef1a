/**
 * The door `gatehouse/sections`: components of a site that make Markdown out of the site's own data. Their module is
 * named by `sections` in `site.config.ts`. With `livePart` and `liveNode` they place a component of `src/live/`, which
 * comes alive in the reader's browser.
 */
import type { SiteComponents } from './site-components.ts';

export { didYouMean } from '../shared/near-name.ts';
export { liveNode, livePart } from './live-parts.ts';
export type {
  SiteComponent,
  SiteComponentHost,
  SiteComponents,
  SiteMade,
  SitePart,
  SiteProps,
  SiteRefusal,
} from './site-components.ts';

/** Types the default export of the module, each component by the name that documents use. */
export function defineSections(sections: SiteComponents): SiteComponents {
  return sections;
}
