import type { FastifyInstance } from 'fastify';
import { type AudienceGap, type AudiencePage, audiencesEndpoints } from '../../model/api/audiences.ts';
import type { Audience } from '../../model/audience.ts';
import { isOwnPage } from '../../model/pages.ts';
import { joinBasePath } from '../../model/urls.ts';
import type { Release } from '../release/release.ts';
import { answerEndpoint } from './answer-endpoint.ts';

/** API for administrators to see who may read which page of the published build. */
export function registerAudiencesApi(app: FastifyInstance): void {
  answerEndpoint(app, audiencesEndpoints.readAudiences, async (_, { request }) => {
    const { release } = request.gate;
    const allPages = listPages(release);
    const count = (matches: (page: AudiencePage) => boolean) => allPages.filter(matches).length;
    const everyReader = count(({ seenBy }) => seenBy === 'visitors' || seenBy === 'readers');
    const { links, neighbours } = getFindings(release);
    return {
      answer: {
        groups: listGroups(release).map((group) => ({
          ...group,
          pages: everyReader + count(({ groups }) => groups.includes(group.name)),
        })),
        everyReader,
        total: allPages.length,
        ...(release.publicPages && { visitors: count(({ seenBy }) => seenBy === 'visitors') }),
        links: links.length,
        neighbours: neighbours.length,
        canPreview: release.views !== undefined,
      },
    };
  });

  answerEndpoint(app, audiencesEndpoints.listAudiencePages, async ({ query }, { request }) => {
    const { search, kind, group, ...part } = query;
    const matches = ({ seenBy, groups }: AudiencePage) => {
      if (group !== undefined) return groups.includes(group);
      return kind === 'all' || (kind === 'some' ? seenBy !== 'readers' : seenBy === kind);
    };
    const matchingPages = listPages(request.gate.release).filter(
      (page) => matches(page) && containsWords(page.path, search),
    );
    return { answer: paginate(matchingPages, ({ path }) => path, part) };
  });

  answerEndpoint(app, audiencesEndpoints.listAudienceGaps, async ({ query }, { request }) => {
    const { search, kind, sort, ...part } = query;
    const matchingGaps = getFindings(request.gate.release)[kind].filter(({ from, to }) =>
      containsWords(`${from} ${to}`, search),
    );
    const other = sort === 'from' ? 'to' : 'from';
    return { answer: paginate<AudienceGap>(matchingGaps, (gap) => `${gap[sort]}\n${gap[other]}`, part) };
  });
}

/** The groups of the site for administrators, without the provider claims that map to them. */
export function listGroups({ groups }: Release) {
  return groups.map(({ name, label, description }) => ({ name, label, description }));
}

function getFindings({ views }: Release) {
  return views?.findings ?? { links: [], neighbours: [] };
}

/** Cached by entries, which all languages of a release share. */
const cachedPages = new WeakMap<Release['entries'], readonly AudiencePage[]>();

/** The content pages of the site, without the pages of the engine. */
function listPages({ entries, basePath, languages }: Release): readonly AudiencePage[] {
  const cached = cachedPages.get(entries);
  if (cached) return cached;
  const pages = [...entries.values()].flatMap(({ url, cache, status, audience }): AudiencePage[] => {
    if (cache !== 'page' || status !== 200 || audience === 'visitor') return [];
    if (audience === 'administrator' || isOwnPage({ url, audience }, languages)) return [];
    return [
      { path: joinBasePath(url, basePath), ...describeViewers(audience === 'reader' ? undefined : audience) },
    ];
  });
  cachedPages.set(entries, pages);
  return pages;
}

function describeViewers(audience: Audience | undefined): Omit<AudiencePage, 'path'> {
  if (audience === undefined || audience === 'readers') return { groups: [], seenBy: 'readers' };
  if (audience === 'public') return { groups: [], seenBy: 'visitors' };
  return { groups: [...audience], seenBy: audience.length > 0 ? 'groups' : 'nobody' };
}

/** Whether a text contains all words of a search, in any order. */
function containsWords(text: string, search: string): boolean {
  const lowerCaseText = text.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lowerCaseText.includes(word));
}

function paginate<Row>(
  rows: readonly Row[],
  getKey: (row: Row) => string,
  { order, page, limit }: { order: 'ascending' | 'descending'; page: number; limit: number },
): { rows: Row[]; total: number } {
  const sign = order === 'ascending' ? 1 : -1;
  const sortedRows = rows
    .map((row) => ({ row, key: getKey(row) }))
    .sort((a, b) => (a.key < b.key ? -sign : a.key > b.key ? sign : 0));
  const part = sortedRows.slice((page - 1) * limit, page * limit);
  return { rows: part.map(({ row }) => row), total: rows.length };
}
