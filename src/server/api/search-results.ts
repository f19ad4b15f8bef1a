import type { Scope } from '../../model/audience.ts';
import { SEARCH_RESULTS_SLOT, writeHtmlSlot } from '../../model/templates.ts';
import { joinBasePath, SEARCH_PATH } from '../../model/urls.ts';
import type { SearchEngine } from '../../search/engine/engine.ts';
import { parseBody } from '../../search/protocol/request.ts';
import type { SearchObserver } from '../../search/protocol/search-observer.ts';
import type { ResultsView } from '../../ui/pages/search-results.ts';
import type { GateRequest } from '../gate/gate.ts';
import { readEntryText } from '../release/damaged-file.ts';
import { type Entry, resolveEntry } from '../release/release.ts';
import { compileSlots, type Fill } from '../release/slots.ts';
import { findEntryFor } from '../release/views.ts';

/** A query of the results page. */
export interface ResultsQuery {
  query: string;
  /** Page of the results, from 0. */
  page: number;
  /** BCP 47 tag to limit the search to. Undefined means all languages. */
  language?: string | undefined;
}

/** Parses `?q=` and `&page=`. Pages start at 1 in the URL and at 0 in the result. */
export function parseResultsQuery(query: string): ResultsQuery {
  const parameters = new URLSearchParams(query);
  const page = Number(parameters.get('page') ?? 1);
  return { query: parameters.get('q') ?? '', page: Number.isInteger(page) && page > 0 ? page - 1 : 0 };
}

/** Runs a query and returns the content of the results page. */
export async function buildResultsView(
  { query, page, language }: ResultsQuery,
  indexName: string,
  engine: SearchEngine,
  source: { observer?: SearchObserver | undefined; reader: string; scope?: Scope | undefined },
): Promise<ResultsView> {
  if (query.trim() === '') return { kind: 'form' };
  const request = {
    indexName,
    query,
    page,
    highlightPreTag: '<mark>',
    highlightPostTag: '</mark>',
    attributesToSnippet: ['content:30'],
    ...(language === undefined ? {} : { facetFilters: [`language:${language}`] }),
  };
  const { requests } = parseBody(JSON.stringify({ requests: [request] }), [indexName]);
  const searchOutcome = await engine.search(requests ?? [], { reader: source.reader, scope: source.scope });
  const [answer] = searchOutcome.outcome === 'answered' ? searchOutcome.answers : [];
  if (!answer) return { kind: 'unavailable', query };
  source.observer?.searched(answer, source.reader);
  // The engine returns JSON in the format of the protocol.
  return { kind: 'found', query: answer.query, answer: JSON.parse(answer.json) };
}

const shells = new WeakMap<Entry, Promise<Fill<typeof SEARCH_RESULTS_SLOT>>>();

/** Inserts the results into the search page of the build. Returns `undefined` if the build has no such page. */
export async function renderResultsPage(
  { release, user }: Pick<GateRequest, 'release' | 'user'>,
  html: string,
): Promise<string | undefined> {
  const entry = findEntryFor(user, release, joinBasePath(SEARCH_PATH, release.path));
  if (entry === undefined) return undefined;
  const resolvedEntry = await resolveEntry(entry);
  const shell = shells.get(resolvedEntry) ?? readShell(resolvedEntry);
  shells.set(resolvedEntry, shell);
  return (await shell)({ [SEARCH_RESULTS_SLOT]: html });
}

async function readShell(entry: Entry): Promise<Fill<typeof SEARCH_RESULTS_SLOT>> {
  try {
    const html = await readEntryText(entry);
    if (!html.includes(writeHtmlSlot(SEARCH_RESULTS_SLOT)))
      throw new Error(`${entry.url} has no slot for search results.`);
    return compileSlots(html, { [SEARCH_RESULTS_SLOT]: 'html' });
  } catch (error) {
    // Try to read it again next time.
    shells.delete(entry);
    throw error;
  }
}
