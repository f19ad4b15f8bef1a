import type { Scope } from '../../model/audience.ts';
import { htmlSlot, SEARCH_RESULTS_SLOT } from '../../model/templates.ts';
import { atBasePath, SEARCH_PATH } from '../../model/urls.ts';
import type { SearchCounter } from '../../search/analytics/search-counter.ts';
import type { SearchEngine } from '../../search/engine/engine.ts';
import { parseBody } from '../../search/protocol/request.ts';
import type { ResultsView } from '../../ui/pages/search-results.ts';
import type { GateRequest } from '../gate/gate.ts';
import { readEntryText } from '../release/damaged-file.ts';
import { type Entry, madeEntry } from '../release/release.ts';
import { compileSlots, type Fill } from '../release/slots.ts';
import { entryFor } from '../release/views.ts';

/** Reads `?q=` and `&page=` (from 1); the page counts from 0. */
export function wantedResults(query: string): { query: string; page: number } {
  const parameters = new URLSearchParams(query);
  const page = Number(parameters.get('page') ?? 1);
  return { query: parameters.get('q') ?? '', page: Number.isInteger(page) && page > 0 ? page - 1 : 0 };
}

/** What the results page shows for a query. */
export async function resultsView(
  { query, page, language }: ReturnType<typeof wantedResults> & { language?: string | undefined },
  indexName: string,
  engine: SearchEngine,
  counted: { counter?: SearchCounter | undefined; reader: string; scope?: Scope | undefined },
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
  const found = await engine.search(requests ?? [], { reader: counted.reader, scope: counted.scope });
  const [answer] = found.outcome === 'answered' ? found.answers : [];
  if (!answer) return { kind: 'unavailable', query };
  counted.counter?.searched(answer, counted.reader);
  // Encoded by an engine of this very protocol.
  return { kind: 'found', query: answer.query, answer: JSON.parse(answer.json) };
}

const shells = new WeakMap<Entry, Promise<Fill<typeof SEARCH_RESULTS_SLOT>>>();

/** The build's page with these results in it; `undefined` where the build has no such page. */
export async function resultsPage(
  { release, user }: Pick<GateRequest, 'release' | 'user'>,
  html: string,
): Promise<string | undefined> {
  const entry = entryFor(user, release, atBasePath(SEARCH_PATH, release.path));
  if (entry === undefined) return undefined;
  const made = await madeEntry(entry);
  const shell = shells.get(made) ?? readShell(made);
  shells.set(made, shell);
  return (await shell)({ [SEARCH_RESULTS_SLOT]: html });
}

async function readShell(entry: Entry): Promise<Fill<typeof SEARCH_RESULTS_SLOT>> {
  try {
    const html = await readEntryText(entry);
    if (!html.includes(htmlSlot(SEARCH_RESULTS_SLOT)))
      throw new Error(`${entry.url} has no slot for results.`);
    return compileSlots(html, { [SEARCH_RESULTS_SLOT]: 'html' });
  } catch (error) {
    // It may be there the next time.
    shells.delete(entry);
    throw error;
  }
}
