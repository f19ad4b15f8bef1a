import path from 'node:path';
import type { Environment } from '../../config/environment.ts';
import { type Served, serve } from '../../server/serve.ts';
import { siteFeedback } from '../../server/site-feedback.ts';
import { siteSearch } from '../../server/site-search.ts';

export const projectDir = path.resolve(import.meta.dirname, '../../..');

export const distOf = ({ DIST_DIR }: Environment) => path.resolve(projectDir, DIST_DIR);

/** The site as it is served by one process: alone, or as one of several workers. */
export function serveSite(environment: Environment): Promise<Served> {
  const search = siteSearch(environment);
  const extensions = [...search.extensions, siteFeedback(environment)];
  return serve({ environment, dist: distOf(environment), extensions, checks: [search.check] });
}
