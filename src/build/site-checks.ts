/**
 * The public module `gatehouse/checks`: lets a site add rules of its own for its articles. `checks` in `site.config.ts`
 * names the module with these rules, and `npm run check` applies them.
 */

import type { Site } from '../model/site.ts';
import type { Problem } from '../shared/problem.ts';
import type { StoredArticle } from './cache/build-cache.ts';

export { parseDoc } from '../content/documents/parsed-doc.ts';
export type { Heading } from '../markdown/article.ts';
export { prepareSource } from '../markdown/syntax/source.ts';
export { parseMarkdown } from '../markdown/tree/parse.ts';
export { splitUrl } from '../markdown/urls.ts';
export { decodeUrl } from '../shared/decode.ts';
export { displayPath } from '../shared/file-paths.ts';
export { didYouMean } from '../shared/near-name.ts';
export type { Problem } from '../shared/problem.ts';
export { listTree } from './hashing.ts';

/** The site as it was read and compiled. Problems of the engine's own checks have been reported already. */
export interface CheckedSite {
  /** Absolute path. */
  siteDir: string;
  docsDir: string;
  site: Site;
  /** Articles by the file of their document, relative to the docs folder. */
  articles: ReadonlyMap<string, StoredArticle>;
  /** Every path that has a page. */
  routes: readonly string[];
  /** Every path that redirects to another one. */
  redirected: readonly string[];
}

export type SiteChecks = (site: CheckedSite) => Problem[] | Promise<Problem[]>;

/** Gives the module's default export its type. */
export function defineChecks(checks: SiteChecks): SiteChecks {
  return checks;
}
