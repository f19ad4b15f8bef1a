/**
 * The door `gatehouse/checks`: a site's own rules for its articles. Their module is named by `checks` in
 * `site.config.ts`; `npm run check` holds them.
 */

import type { Site } from '../model/site.ts';
import type { Problem } from '../shared/problem.ts';
import type { StoredArticle } from './cache/build-cache.ts';

export { parseDoc } from '../content/parsed-doc.ts';
export type { Heading } from '../markdown/article.ts';
export { prepareSource } from '../markdown/syntax/source.ts';
export { parseMarkdown } from '../markdown/tree/parse.ts';
export { splitUrl } from '../markdown/urls.ts';
export { decodeUrl } from '../shared/decode.ts';
export { displayPath } from '../shared/file-paths.ts';
export { didYouMean } from '../shared/near-name.ts';
export type { Problem } from '../shared/problem.ts';
export { listTree } from './hashing.ts';

/** The site as it was read and compiled; what is wrong with it in general has been said. */
export interface CheckedSite {
  /** Absolute. */
  siteDir: string;
  docsDir: string;
  site: Site;
  /** By file of the document, relative to the docs folder. */
  articles: ReadonlyMap<string, StoredArticle>;
  /** Every address that answers with a page. */
  routes: readonly string[];
  /** Every address that leads to another one. */
  redirected: readonly string[];
}

export type SiteChecks = (site: CheckedSite) => Problem[] | Promise<Problem[]>;

/** Types the default export of the module. */
export function defineChecks(checks: SiteChecks): SiteChecks {
  return checks;
}
