import { collectPageAudiences } from '../content/audiences/page-audiences.ts';
import type { LinkedArticle } from '../content/links/check-links.ts';
import { listRoutes } from '../content/links/routes.ts';
import {
  type Audience,
  covers,
  describeAudience,
  intersectAudiences,
  isInScope,
  type Scope,
  toAudience,
} from '../model/audience.ts';
import { buildFullVariant, findVariant } from '../model/parts.ts';
import type { Site } from '../model/site.ts';
import { toggleEndSlash } from '../model/written-links.ts';
import type { Problem } from '../shared/problem.ts';

/** A page that leads some of its readers to a page that they can't open. */
interface LeadsBeyond {
  from: string;
  to: string;
}

export interface AudienceFindings {
  /** Links in the text. Readers outside the target's audience get "not found". */
  links: LeadsBeyond[];
  /** Links to the previous or next page. The server leads those readers to the page after it. */
  neighbours: LeadsBeyond[];
}

/** Finds pages that lead some of their readers to pages that they can't open. */
export function collectAudienceFindings(
  site: Site,
  articles: readonly Pick<LinkedArticle, 'path' | 'links' | 'parts'>[],
): AudienceFindings {
  const audiences = collectPageAudiences(site);
  const isBeyond = (to: string, readers: Audience | undefined) => {
    const target = findAudience(audiences, to);
    return target !== undefined && !covers(target, readers);
  };
  return {
    links: articles.flatMap(({ path, links, parts }) =>
      [...new Set(links.map(({ href }) => href))]
        .filter((href) => isBeyond(href, findLinkReaders(href, audiences.get(path), parts)))
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

/** Warns about links to pages that not all readers of the linking page can open, and about pages without readers. */
export function checkAudiences(site: Site, articles: readonly LinkedArticle[]): Problem[] {
  const audiences = collectPageAudiences(site);
  if (audiences.size === 0) return [];
  const narrower = articles.flatMap(({ path, file, links, parts }) =>
    links.flatMap(({ href, line, column }): Problem[] => {
      const target = findAudience(audiences, href);
      const readers = findLinkReaders(href, audiences.get(path), parts);
      if (target === undefined || covers(target, readers)) return [];
      const message = `The link leads to a page for ${describeAudience(target)}, but this page is for ${describeAudience(readers)}. Everyone else gets "not found" there.`;
      return [{ code: 'audience-link', severity: 'warning', file, line, column, message }];
    }),
  );
  const unreachedProblems = [...audiences].flatMap(([path, audience]): Problem[] => {
    if (audience.length > 0) return [];
    const message = `Only administrators can open ${path}: no group satisfies all its audience rules.`;
    return [{ code: 'audience-nobody', severity: 'warning', message }];
  });
  return [...narrower, ...unreachedProblems];
}

/** How many pages each group can open, as rows of a table; empty if every reader can open every page. */
export function createGroupTable(site: Site, groups: readonly { name: string }[]): string[][] {
  const audiences = collectPageAudiences(site);
  if (audiences.size === 0) return [];
  const routes = listRoutes(site);
  const countPages = (of: readonly string[]) =>
    routes.filter((path) => isInScope(audiences.get(path), { kind: 'reader', groups: of })).length;
  const pagesOfEveryReader = countPages([]);
  const publicPages = routes.filter((path) => audiences.get(path) === 'public').length;
  return [
    ['Group', 'Pages', 'Only for groups'],
    ...(publicPages === 0 ? [] : [['visitors', String(publicPages), '0']]),
    ['every reader', String(pagesOfEveryReader), '0'],
    ...groups.map(({ name }) => {
      const count = countPages([name]);
      return [name, String(count), String(count - pagesOfEveryReader)];
    }),
    ['administrators', String(routes.length), String(routes.length - pagesOfEveryReader)],
  ];
}

/**
 * The audiences of pages that are restricted or public, as rows of a table: a column for visitors, if there are public
 * pages, one for other readers, and one for each group. Successive pages of a folder with the same audience share a
 * row.
 */
export function createPageTable(site: Site, groups: readonly { name: string }[]): string[][] {
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
      ...columns.map(([, scope]) => (isInScope(audience, scope) ? 'yes' : '-')),
    ]),
  ];
}

/**
 * The audience of a link. It is smaller than that of its page, if the link is in a part or on a card for some readers.
 */
function findLinkReaders(
  href: string,
  ofPage: Audience | undefined,
  parts: LinkedArticle['parts'],
): Audience | undefined {
  if (!parts) return ofPage;
  const { audiences, variants } = parts;
  const isShown = (scope: Scope) => {
    const variantKey = findVariant(audiences, scope);
    return variantKey === buildFullVariant(audiences) || variants[variantKey]?.hrefs.includes(href) === true;
  };
  if (isShown({ kind: 'visitor' })) return ofPage;
  if (isShown({ kind: 'reader', groups: [] })) return intersectAudiences(ofPage, 'readers');
  const groups = audiences.flatMap((audience) => (typeof audience === 'string' ? [] : audience));
  return intersectAudiences(
    ofPage,
    toAudience(groups.filter((group) => isShown({ kind: 'reader', groups: [group] }))),
  );
}

function findAudience(audiences: ReadonlyMap<string, Audience>, href: string): Audience | undefined {
  const path = href.replace(/[?#].*$/s, '');
  return audiences.get(path) ?? audiences.get(toggleEndSlash(path));
}
