import type { Problem } from 'gatehouse/checks';
import { problemAt } from '../problems.ts';

/** Where the addresses that readers may have kept are written down. */
export const ROUTES_FILE = 'docs/_data/routes.json';

/**
 * An address that was published once answers for ever: by a page, or by a redirect to one. A new page is
 * added to the list in the same change.
 */
export function checkRoutes(
  listText: string,
  routes: ReadonlySet<string>,
  redirected: ReadonlySet<string>,
): Problem[] {
  const kept: unknown = JSON.parse(listText);
  if (!Array.isArray(kept))
    return [problemAt('routes', { file: ROUTES_FILE, line: 1 }, 'The list of routes is no array.')];
  const lines = listText.split('\n');
  const lineOf = (route: string) => lines.findIndex((line) => line.includes(JSON.stringify(route))) + 1;
  const gone = kept.filter(
    (route) => typeof route === 'string' && !routes.has(route) && !redirected.has(route),
  );
  const known = new Set(kept);
  const fresh = [...routes].filter((route) => !known.has(route));
  return [
    ...gone.map((route: string) =>
      problemAt(
        'routes',
        { file: ROUTES_FILE, line: lineOf(route) },
        `Nothing answers at "${route}" any more: add it to docs/redirects.json.`,
      ),
    ),
    ...fresh.map((route) =>
      problemAt(
        'routes',
        { file: ROUTES_FILE },
        `"${route}" is new: run "node site/checks/add-routes.ts" to add it to the list.`,
        'warning',
      ),
    ),
  ];
}
