/**
 * The module `gatehouse/sections`, for sites whose components create Markdown from the site's own data. The option
 * `sections` in `site.config.ts` names the site's module. With `livePart` and `liveNode` its components place a
 * component of `src/live/`, which comes alive in the reader's browser.
 */
import type { SiteComponents } from './site-components.ts';

export { didYouMean } from '../shared/near-name.ts';
export { createHtmlElement, createHtmlText } from './finish/properties.ts';
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

/** Checks the type of the module's default export: components by the name that documents use. */
export function defineSections(sections: SiteComponents): SiteComponents {
  return sections;
}
