import { z } from 'zod';
import type { Rule } from '../rule.ts';

/** File with all addresses that were ever published. */
export const ROUTES_FILE = 'docs/_data/routes.json';

export function parsePublishedRoutes(text: string): string[] {
  return z.array(z.string()).parse(JSON.parse(text));
}

/**
 * An address that was published once keeps working: as a page, or as a redirect to one. A change that adds a
 * page also adds it to the list.
 */
export const keptRoutes: Rule = ({ file: fileOf, routes, redirected }) => {
  const { file, text } = fileOf(ROUTES_FILE);
  const publishedRoutes = new Set(parsePublishedRoutes(text));
  const answeredRoutes = new Set([...routes, ...redirected]);
  const lines = text.split('\n');
  return [
    ...[...publishedRoutes]
      .filter((route) => !answeredRoutes.has(route))
      .map((route) => ({
        file,
        line: lines.findIndex((line) => line.includes(JSON.stringify(route))) + 1,
        message: `"${route}" is no longer a page: add it to docs/redirects.json.`,
      })),
    ...routes
      .filter((route) => !publishedRoutes.has(route))
      .map((route) => ({
        file,
        message: `"${route}" is new: after a build, "node site/checks/add-routes.ts" adds it to the list.`,
        severity: 'warning' as const,
      })),
  ];
};
