import type { CallToolResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { SearchOutcome } from '../../search/engine/engine.ts';
import { parseBody, type SearchRequest } from '../../search/protocol/request.ts';
import { INDEX_NAME, levels } from '../../search/protocol/wire.ts';
import { unescapeHtml } from '../../shared/unescape-html.ts';
import { failure, isData, quoted, text } from './answer.ts';
import type { Library, LibrarySite } from './library.ts';

/** Searches as the reader who asks. */
export type Ask = (requests: readonly SearchRequest[]) => Promise<SearchOutcome>;

const HITS_PER_PAGE = 8;

export interface Wanted {
  query: string;
  section?: string | undefined;
  version?: string | undefined;
  language?: string | undefined;
  page?: number | undefined;
}

const shown = z.object({ value: z.string() });
const hit = z.object({
  url: z.string(),
  hierarchy: z.record(z.string(), z.string().nullable()),
  _snippetResult: z.object({ content: shown.optional() }).optional(),
});
const answer = z.object({
  hits: z.array(hit),
  nbHits: z.number(),
  nbPages: z.number(),
  facets: z.record(z.string(), z.record(z.string(), z.number())).optional(),
  userData: z.array(z.object({ suggestions: z.array(z.string()) })).optional(),
});
type Answer = z.infer<typeof answer>;

interface FoundSection {
  /** From the root of the site. */
  href: string;
  /** The page's title and the headings above, the section's own at the end. */
  titles: string[];
  snippet: string;
}

type Found =
  | { sections: FoundSection[]; total: number; pages: number; suggestions: readonly string[] }
  | { problem: string };

/** The sections that answer a query best. */
export async function searchTool(library: Library, ask: Ask, wanted: Wanted): Promise<CallToolResult> {
  const found = await findSections(library, ask, wanted, HITS_PER_PAGE);
  if ('problem' in found) return failure(found.problem);
  const { sections, total, pages, suggestions } = found;
  if (sections.length === 0) {
    const instead = suggestions.length > 0 ? ` Try: ${suggestions.join(', ')}.` : '';
    return text(
      `Nothing is found for ${JSON.stringify(wanted.query)}.${instead} Fewer and other words may help.`,
    );
  }
  const page = wanted.page ?? 1;
  const list = sections.map(({ href, titles, snippet }, at) =>
    [
      `${(page - 1) * HITS_PER_PAGE + at + 1}. ${titles.join(' › ')}`,
      `   ${library.addressOf(href)}`,
      snippet === '' ? undefined : `   ${snippet}`,
    ]
      .filter((line) => line !== undefined)
      .join('\n'),
  );
  return text(
    `${isData} Read a section whole with read_page.`,
    quoted(list.join('\n')),
    page < pages ? `${total} sections found; more with page ${page + 1}.` : `${total} sections found.`,
  );
}

/** Of the version and language that are asked for, or else of those that most readers want. */
export async function findSections(
  library: Library,
  ask: Ask,
  { query, section, version, language, page = 1 }: Wanted,
  hitsPerPage: number,
): Promise<Found> {
  const site = await library.site();
  const filters = [
    ...(await sectionFilter(library, section)),
    ...versionFilter(site, version),
    ...languageFilter(site, language),
  ];
  const outcome = await ask([
    requestOf({
      query,
      hitsPerPage,
      page: page - 1,
      attributesToRetrieve: ['url', 'hierarchy'],
      attributesToHighlight: [],
      attributesToSnippet: ['content:40'],
      highlightPreTag: '',
      highlightPostTag: '',
      facetFilters: filters,
    }),
  ]).then(readAnswer);
  if ('problem' in outcome) return outcome;
  const { hits, nbHits, nbPages, userData } = outcome.answer;
  const isNarrowed = section !== undefined || version !== undefined || language !== undefined;
  if (nbHits === 0 && isNarrowed) return { problem: await whatThereIs(library, ask) };
  return {
    sections: hits.map(({ url, hierarchy, _snippetResult }) => ({
      href: url,
      titles: levels.slice(1).flatMap((level) => {
        const title = hierarchy[level];
        return title ? [unescapeHtml(title)] : [];
      }),
      snippet: unescapeHtml(_snippetResult?.content?.value ?? '').replace(/\s+/g, ' '),
    })),
    total: nbHits,
    pages: nbPages,
    suggestions: (userData?.[0]?.suggestions ?? []).map(unescapeHtml),
  };
}

function requestOf(given: Record<string, unknown>): SearchRequest {
  const parsed = parseBody(JSON.stringify({ requests: [{ indexName: INDEX_NAME, ...given }] }), [INDEX_NAME]);
  const request = parsed.requests?.[0];
  if (request === undefined) throw new Error(`A request of our own is malformed: ${parsed.error?.message}`);
  return request;
}

function readAnswer(found: SearchOutcome): { answer: Answer } | { problem: string } {
  switch (found.outcome) {
    case 'answered':
      return { answer: answer.parse(JSON.parse(found.answers[0]?.json ?? '')) };
    case 'too-many':
      return { problem: 'Too many searches at once: wait for the answers, then ask again.' };
    case 'overloaded':
    case 'unavailable':
      return { problem: 'Search is not available now. Try again in a moment, or use list_pages.' };
  }
}

/** The category at the top of the sidebar that has this name, whatever its case. */
async function sectionFilter(library: Library, section: string | undefined): Promise<string[]> {
  if (section === undefined) return [];
  const wanted = section.trim().toLowerCase();
  const named = (await library.topCategories()).find((label) => label.toLowerCase() === wanted);
  return [`hierarchy.lvl0:${named ?? section}`];
}

/** `default` is of what no version has: pages, posts. Where there is one version only, there is nothing to choose. */
function versionFilter(site: LibrarySite | undefined, version: string | undefined): string[][] {
  const last = site?.search?.tags;
  if (last === undefined && version === undefined) return [];
  const tags = Object.entries(last ?? { default: '' }).map(([id, tag]) =>
    version === undefined ? tag : `docs-${id}-${version}`,
  );
  return [['default', ...tags].map((tag) => `docusaurus_tag:${tag}`)];
}

function languageFilter(site: LibrarySite | undefined, language: string | undefined): string[] {
  const spoken = language ?? site?.lang;
  return spoken === undefined ? [] : [`language:${spoken}`];
}

/** For who has looked where nothing is. */
async function whatThereIs(library: Library, ask: Ask): Promise<string> {
  const request = requestOf({ query: '', hitsPerPage: 0, facets: ['*'], facetFilters: ['type:lvl1'] });
  const found = await ask([request]).then(readAnswer);
  if ('problem' in found) return found.problem;
  const values = (facet: string) => Object.keys(found.answer.facets?.[facet] ?? {});
  const versions = values('docusaurus_tag').flatMap((tag) => /^docs-.+?-(.+)$/.exec(tag)?.[1] ?? []);
  const list = (what: string, known: readonly string[]) => `${what}: ${[...new Set(known)].join(', ')}.`;
  return [
    'Nothing is found there.',
    list('Sections', await library.topCategories()),
    list('Versions', versions),
    list('Languages', values('language')),
  ].join(' ');
}
