import type { FastifyInstance } from 'fastify';
import type { AudienceGap, AudiencePage } from '../../model/api/audiences.ts';
import type { Audience } from '../../model/audience.ts';
import { ownPageList } from '../../model/pages.ts';
import { atBasePath } from '../../model/urls.ts';
import type { Release } from '../release/release.ts';
import { answerEndpoint } from './answer-endpoint.ts';

/** Who may see what, as the published build has it. */
export function audiencesApi(app: FastifyInstance): void {
  answerEndpoint(app, 'readAudiences', async (_, { request }) => {
    const { release } = request.gate;
    const pages = pagesOf(release);
    const count = (isMeant: (page: AudiencePage) => boolean) => pages.filter(isMeant).length;
    const everyReader = count(({ seenBy }) => seenBy === 'visitors' || seenBy === 'readers');
    const { links, neighbours } = findingsOf(release);
    return {
      answer: {
        groups: groupsOf(release).map((group) => ({
          ...group,
          pages: everyReader + count(({ groups }) => groups.includes(group.name)),
        })),
        everyReader,
        total: pages.length,
        ...(release.publicPages && { visitors: count(({ seenBy }) => seenBy === 'visitors') }),
        links: links.length,
        neighbours: neighbours.length,
        canPreview: release.views !== undefined,
      },
    };
  });

  answerEndpoint(app, 'listAudiencePages', async ({ query }, { request }) => {
    const { search, kind, group, ...part } = query;
    const isMeant = ({ seenBy, groups }: AudiencePage) => {
      if (group !== undefined) return groups.includes(group);
      return kind === 'all' || (kind === 'some' ? seenBy !== 'readers' : seenBy === kind);
    };
    const found = pagesOf(request.gate.release).filter((page) => isMeant(page) && has(page.path, search));
    return { answer: partOf(found, ({ path }) => path, part) };
  });

  answerEndpoint(app, 'listAudienceGaps', async ({ query }, { request }) => {
    const { search, kind, sort, ...part } = query;
    const found = findingsOf(request.gate.release)[kind].filter(({ from, to }) =>
      has(`${from} ${to}`, search),
    );
    const other = sort === 'from' ? 'to' : 'from';
    return { answer: partOf<AudienceGap>(found, (gap) => `${gap[sort]}\n${gap[other]}`, part) };
  });
}

/** As they are told: not by which claims people are in them. */
export function groupsOf({ groups }: Release) {
  return groups.map(({ name, label, description }) => ({ name, label, description }));
}

function findingsOf({ views }: Release) {
  return views?.findings ?? { links: [], neighbours: [] };
}

/** By the entries, which are the same in every language. */
const known = new WeakMap<Release['entries'], readonly AudiencePage[]>();

/** Those of the site. */
function pagesOf({ entries, basePath, languages }: Release): readonly AudiencePage[] {
  const made = known.get(entries);
  if (made) return made;
  const own = new Set(
    languages.flatMap((language) => ownPageList.map(([, { path }]) => atBasePath(path, language.path))),
  );
  const pages = [...entries.values()].flatMap(({ url, cache, status, audience }): AudiencePage[] => {
    if (cache !== 'page' || status !== 200 || own.has(url)) return [];
    if (audience === 'administrator' || audience === 'visitor') return [];
    return [{ path: atBasePath(url, basePath), ...seenBy(audience === 'reader' ? undefined : audience) }];
  });
  known.set(entries, pages);
  return pages;
}

function seenBy(audience: Audience | undefined): Omit<AudiencePage, 'path'> {
  if (audience === undefined || audience === 'readers') return { groups: [], seenBy: 'readers' };
  if (audience === 'public') return { groups: [], seenBy: 'visitors' };
  return { groups: [...audience], seenBy: audience.length > 0 ? 'groups' : 'nobody' };
}

/** All of the words, in any order. */
function has(text: string, search: string): boolean {
  const found = text.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => found.includes(word));
}

function partOf<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  { order, page, limit }: { order: 'ascending' | 'descending'; page: number; limit: number },
): { rows: Row[]; total: number } {
  const sign = order === 'ascending' ? 1 : -1;
  const sorted = rows
    .map((row) => ({ row, key: keyOf(row) }))
    .sort((a, b) => (a.key < b.key ? -sign : a.key > b.key ? sign : 0));
  const part = sorted.slice((page - 1) * limit, page * limit);
  return { rows: part.map(({ row }) => row), total: rows.length };
}
