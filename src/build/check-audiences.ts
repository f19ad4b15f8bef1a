import type { LinkedArticle } from '../content/check-links.ts';
import { pageAudiences } from '../content/page-audiences.ts';
import { routesOf } from '../content/routes.ts';
import { type Audience, covers, isWithin } from '../model/audience.ts';
import type { Site } from '../model/site.ts';
import type { Problem } from '../shared/problem.ts';

/** Links from a page to one that is there for fewer readers, who would meet nothing; and pages that nobody reaches. */
export function audienceProblems(site: Site, articles: readonly LinkedArticle[]): Problem[] {
  const audiences = pageAudiences(site);
  if (audiences.size === 0) return [];
  const narrower = articles.flatMap(({ path, file, links }) =>
    links.flatMap(({ href, line, column }): Problem[] => {
      const target = audienceAt(audiences, href);
      const own = audiences.get(path);
      if (target === undefined || covers(target, own)) return [];
      const message = `The link leads to a page for ${said(target)}; this one is for ${said(own)}, and the others find nothing there.`;
      return [{ code: 'audience-link', severity: 'warning', file, line, column, message }];
    }),
  );
  const unreached = [...audiences].flatMap(([path, audience]): Problem[] =>
    audience.length > 0
      ? []
      : [
          {
            code: 'audience-nobody',
            severity: 'warning',
            message: `Nobody but administrators reaches ${path}: no group is in all that is said of it.`,
          },
        ],
  );
  return [...narrower, ...unreached];
}

/** How many pages each group reaches, as rows of a table; none where all readers see everything. */
export function audienceTable(site: Site, groups: readonly { name: string }[]): string[][] {
  const audiences = pageAudiences(site);
  if (audiences.size === 0) return [];
  const routes = routesOf(site);
  const reached = (of: readonly string[]) =>
    routes.filter((path) => isWithin(audiences.get(path), { kind: 'reader', groups: of })).length;
  const everybody = reached([]);
  const open = routes.filter((path) => audiences.get(path) === 'public').length;
  return [
    ['Group', 'Pages', 'Of them for groups'],
    ...(open === 0 ? [] : [['visitors', String(open), '0']]),
    ['every reader', String(everybody), '0'],
    ...groups.map(({ name }) => {
      const count = reached([name]);
      return [name, String(count), String(count - everybody)];
    }),
    ['administrators', String(routes.length), String(routes.length - everybody)],
  ];
}

function audienceAt(audiences: ReadonlyMap<string, Audience>, href: string): Audience | undefined {
  const path = href.replace(/[?#].*$/s, '');
  return audiences.get(path) ?? audiences.get(path.endsWith('/') ? path.slice(0, -1) : `${path}/`);
}

function said(audience: Audience = 'readers'): string {
  return typeof audience === 'string' ? audience : audience.join(', ') || 'nobody';
}
