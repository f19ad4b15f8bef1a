import type { LinkedArticle } from '../content/check-links.ts';
import { collectPageAudiences } from '../content/page-audiences.ts';
import { listRoutes } from '../content/routes.ts';
import {
  type Audience,
  audienceText,
  covers,
  intersectAudiences,
  isWithin,
  type Scope,
  toAudience,
} from '../model/audience.ts';
import { buildFullVariant, findVariant } from '../model/parts.ts';
import type { Site } from '../model/site.ts';
import { otherEnd } from '../model/written-links.ts';
import type { Problem } from '../shared/problem.ts';

/** A page that leads some of its readers to what they do not see. */
interface LeadsBeyond {
  from: string;
  to: string;
}

export interface AudienceFindings {
  /** By a link in its text: they meet nothing there. */
  links: LeadsBeyond[];
  /** By previous and next: they are led to the page after it. */
  neighbours: LeadsBeyond[];
}

export function audienceFindings(
  site: Site,
  articles: readonly Pick<LinkedArticle, 'path' | 'links' | 'parts'>[],
): AudienceFindings {
  const audiences = collectPageAudiences(site);
  const isBeyond = (to: string, own: Audience | undefined) => {
    const target = audienceAt(audiences, to);
    return target !== undefined && !covers(target, own);
  };
  return {
    links: articles.flatMap(({ path, links, parts }) =>
      [...new Set(links.map(({ href }) => href))]
        .filter((href) => isBeyond(href, readersOf(href, audiences.get(path), parts)))
        .map((to) => ({ from: path, to })),
    ),
    neighbours: [...site.docs, ...site.categories, ...site.blogs.flatMap(({ posts }) => posts)].flatMap(
      ({ path, previous, next }) =>
        [previous, next].flatMap((ref) =>
          ref && isBeyond(ref.path, audiences.get(path)) ? [{ from: path, to: ref.path }] : [],
        ),
    ),
  };
}

/** Links from a page to one that is there for fewer readers, who would meet nothing; and pages that nobody reaches. */
export function audienceProblems(site: Site, articles: readonly LinkedArticle[]): Problem[] {
  const audiences = collectPageAudiences(site);
  if (audiences.size === 0) return [];
  const narrower = articles.flatMap(({ path, file, links, parts }) =>
    links.flatMap(({ href, line, column }): Problem[] => {
      const target = audienceAt(audiences, href);
      const own = readersOf(href, audiences.get(path), parts);
      if (target === undefined || covers(target, own)) return [];
      const message = `The link leads to a page for ${audienceText(target)}; this one is for ${audienceText(own)}, and the others find nothing there.`;
      return [{ code: 'audience-link', severity: 'warning', file, line, column, message }];
    }),
  );
  const unreached = [...audiences].flatMap(([path, audience]): Problem[] => {
    if (audience.length > 0) return [];
    const message = `Nobody but administrators reaches ${path}: no group is in all that is said of it.`;
    return [{ code: 'audience-nobody', severity: 'warning', message }];
  });
  return [...narrower, ...unreached];
}

/** How many pages each group reaches, as rows of a table; none where all readers see everything. */
export function audienceTable(site: Site, groups: readonly { name: string }[]): string[][] {
  const audiences = collectPageAudiences(site);
  if (audiences.size === 0) return [];
  const routes = listRoutes(site);
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

/**
 * Who sees the pages that not just every reader sees, as rows of a table: a column for visitors, where pages are public,
 * and for each group. Neighbours in one folder that are for the same are one row.
 */
export function pageTable(site: Site, groups: readonly { name: string }[]): string[][] {
  const audiences = collectPageAudiences(site);
  const rows: { path: string; folder: string; audience: Audience; pages: number }[] = [];
  for (const path of listRoutes(site)) {
    const audience = audiences.get(path);
    if (audience === undefined || audience === 'readers') continue;
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    const last = rows.at(-1);
    if (last?.folder === folder && String(last.audience) === String(audience)) last.pages += 1;
    else rows.push({ path, folder, audience, pages: 1 });
  }
  if (rows.length === 0) return [];
  const columns: [string, Scope][] = [
    ...(rows.some(({ audience }) => audience === 'public')
      ? [['visitors', { kind: 'visitor' }] satisfies [string, Scope]]
      : []),
    ['other readers', { kind: 'reader', groups: [] }],
    ...groups.map(({ name }): [string, Scope] => [name, { kind: 'reader', groups: [name] }]),
  ];
  return [
    ['Page', ...columns.map(([name]) => name)],
    ...rows.map(({ path, pages, audience }) => [
      pages === 1 ? path : `${path} and ${pages - 1} after it`,
      ...columns.map(([, scope]) => (isWithin(audience, scope) ? 'yes' : '-')),
    ]),
  ];
}

/** Whom a link is there for: of those in a part of the page, or on a card that not everybody has, fewer than the page. */
function readersOf(
  href: string,
  ofPage: Audience | undefined,
  parts: LinkedArticle['parts'],
): Audience | undefined {
  if (!parts) return ofPage;
  const { audiences, variants } = parts;
  const isShown = (scope: Scope) => {
    const way = findVariant(audiences, scope);
    return way === buildFullVariant(audiences) || variants[way]?.hrefs.includes(href) === true;
  };
  if (isShown({ kind: 'visitor' })) return ofPage;
  if (isShown({ kind: 'reader', groups: [] })) return intersectAudiences(ofPage, 'readers');
  const groups = audiences.flatMap((audience) => (typeof audience === 'string' ? [] : audience));
  return intersectAudiences(
    ofPage,
    toAudience(groups.filter((group) => isShown({ kind: 'reader', groups: [group] }))),
  );
}

function audienceAt(audiences: ReadonlyMap<string, Audience>, href: string): Audience | undefined {
  const path = href.replace(/[?#].*$/s, '');
  return audiences.get(path) ?? audiences.get(otherEnd(path));
}
