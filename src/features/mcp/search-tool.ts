import type { CallToolResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { SearchOutcome } from '../../search/engine/engine.ts';
import { parseBody, type SearchRequest } from '../../search/protocol/request.ts';
import { INDEX_NAME, levels } from '../../search/protocol/wire.ts';
import { foldCase } from '../../shared/canonical-text.ts';
import { dataNotice, quoteDocumentation } from '../../shared/quote-documentation.ts';
import { unescapeHtml } from '../../shared/unescape-html.ts';
import { createFailureResult, createTextResult } from './answer.ts';
import type { Library, LibrarySite } from './library.ts';

/** Runs searches with the permissions of the reader. */
export type RunSearch = (requests: readonly SearchRequest[]) => Promise<SearchOutcome>;

const HITS_PER_PAGE = 8;

export interface SearchInput {
  query: string;
  section?: string | undefined;
  version?: string | undefined;
  language?: string | undefined;
  page?: number | undefined;
}

const snippetSchema = z.object({ value: z.string() });
const hitSchema = z.object({
  url: z.string(),
  hierarchy: z.record(z.string(), z.string().nullable()),
  _snippetResult: z.object({ content: snippetSchema.optional() }).optional(),
});
const answerSchema = z.object({
  hits: z.array(hitSchema),
  nbHits: z.number(),
  nbPages: z.number(),
  facets: z.record(z.string(), z.record(z.string(), z.number())).optional(),
  userData: z.array(z.object({ suggestions: z.array(z.string()) })).optional(),
});
type Answer = z.infer<typeof answerSchema>;

interface FoundSection {
  /** Path from the root of the site. */
  href: string;
  /** Title of the page and headings above the section. The section's own heading is last. */
  titles: string[];
  snippet: string;
}

type FindResult =
  | { sections: FoundSection[]; total: number; pages: number; suggestions: readonly string[] }
  | { problem: string };

/** The tool `search`: returns the sections that match a query best. */
export async function searchSections(
  library: Library,
  ask: RunSearch,
  input: SearchInput,
): Promise<CallToolResult> {
  const result = await findSections(library, ask, input, HITS_PER_PAGE);
  if ('problem' in result) return createFailureResult(result.problem);
  const { sections, total, pages, suggestions } = result;
  if (sections.length === 0) {
    const suggestionText = suggestions.length > 0 ? ` Try: ${suggestions.join(', ')}.` : '';
    return createTextResult(
      `No results for ${JSON.stringify(input.query)}.${suggestionText} Try fewer or other words.`,
    );
  }
  const page = input.page ?? 1;
  const list = sections.map(({ href, titles, snippet }, index) =>
    [
      `${(page - 1) * HITS_PER_PAGE + index + 1}. ${titles.join(' › ')}`,
      `   ${library.formatAddress(href)}`,
      snippet === '' ? undefined : `   ${snippet}`,
    ]
      .filter((line) => line !== undefined)
      .join('\n'),
  );
  return createTextResult(
    `${dataNotice} Use read_page to read a whole section.`,
    quoteDocumentation(list.join('\n')),
    page < pages ? `${total} sections found. For more, use page ${page + 1}.` : `${total} sections found.`,
  );
}

/** Searches the requested version and language, or by default the latest version and the main language. */
export async function findSections(
  library: Library,
  ask: RunSearch,
  { query, section, version, language, page = 1 }: SearchInput,
  hitsPerPage: number,
): Promise<FindResult> {
  const site = await library.readSite();
  const filters = [
    ...(await createSectionFilter(library, section)),
    ...createVersionFilter(site, version),
    ...createLanguageFilter(site, language),
  ];
  const outcome = await ask([
    buildRequest({
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
  if (nbHits === 0 && isNarrowed) return { problem: await describeChoices(library, ask) };
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

function buildRequest(parameters: Record<string, unknown>): SearchRequest {
  const parsedRequest = parseBody(JSON.stringify({ requests: [{ indexName: INDEX_NAME, ...parameters }] }), [
    INDEX_NAME,
  ]);
  const request = parsedRequest.requests?.[0];
  if (request === undefined)
    throw new Error(`The search request is malformed: ${parsedRequest.error?.message}`);
  return request;
}

function readAnswer(searchOutcome: SearchOutcome): { answer: Answer } | { problem: string } {
  switch (searchOutcome.outcome) {
    case 'answered':
      return { answer: answerSchema.parse(JSON.parse(searchOutcome.answers[0]?.json ?? '')) };
    case 'too-many':
      return { problem: 'Too many searches at once. Wait for the answers, then try again.' };
    case 'overloaded':
    case 'unavailable':
      return { problem: 'Search is temporarily unavailable. Try again in a moment, or use list_pages.' };
  }
}

/** Limits the search to a top-level category with this name, ignoring case. */
async function createSectionFilter(library: Library, section: string | undefined): Promise<string[]> {
  if (section === undefined) return [];
  const foldedName = foldCase(section.trim());
  const category = (await library.listTopCategories()).find((label) => foldCase(label) === foldedName);
  return [`hierarchy.lvl0:${category ?? section}`];
}

/** Limits the search to a version. Content without versions, such as posts, has the tag `default` and is included. */
function createVersionFilter(site: LibrarySite | undefined, version: string | undefined): string[][] {
  const latestTags = site?.search?.tags;
  if (latestTags === undefined && version === undefined) return [];
  const tags = Object.entries(latestTags ?? { default: '' }).map(([id, tag]) =>
    version === undefined ? tag : `docs-${id}-${version}`,
  );
  return [['default', ...tags].map((tag) => `docusaurus_tag:${tag}`)];
}

function createLanguageFilter(site: LibrarySite | undefined, language: string | undefined): string[] {
  const tag = language ?? site?.lang;
  return tag === undefined ? [] : [`language:${tag}`];
}

/** Lists the valid sections, versions and languages after a search that found nothing with such filters. */
async function describeChoices(library: Library, ask: RunSearch): Promise<string> {
  const request = buildRequest({ query: '', hitsPerPage: 0, facets: ['*'], facetFilters: ['type:lvl1'] });
  const result = await ask([request]).then(readAnswer);
  if ('problem' in result) return result.problem;
  const listValues = (facet: string) => Object.keys(result.answer.facets?.[facet] ?? {});
  const versions = listValues('docusaurus_tag').flatMap((tag) => /^docs-.+?-(.+)$/.exec(tag)?.[1] ?? []);
  const formatNames = (what: string, names: readonly string[]) =>
    `${what}: ${[...new Set(names)].join(', ')}.`;
  return [
    'No results with these filters.',
    formatNames('Sections', await library.listTopCategories()),
    formatNames('Versions', versions),
    formatNames('Languages', listValues('language')),
  ].join(' ');
}
