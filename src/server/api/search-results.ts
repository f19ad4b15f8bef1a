import type { SearchCounter } from '../../search/analytics/search-counter.ts';
import type { SearchEngine } from '../../search/engine/engine.ts';
import { parseBody } from '../../search/protocol/request.ts';
import type { ResultsView } from '../../ui/pages/search-results.ts';

interface AskedPage {
  query: string;
  /** Counts from 0. */
  page: number;
}

/** Reads `?q=` and `&page=` (from 1). */
export function askedPage(query: string): AskedPage {
  const parameters = new URLSearchParams(query);
  const page = Number(parameters.get('page') ?? 1);
  return { query: parameters.get('q') ?? '', page: Number.isInteger(page) && page > 0 ? page - 1 : 0 };
}

/** What the results page shows for a query. */
export async function resultsView(
  { query, page }: AskedPage,
  indexName: string,
  engine: SearchEngine,
  counted: { counter?: SearchCounter; reader: string },
): Promise<ResultsView> {
  if (query.trim() === '') return { kind: 'form' };
  const request = {
    indexName,
    query,
    page,
    highlightPreTag: '<mark>',
    highlightPostTag: '</mark>',
    attributesToSnippet: ['content:30'],
  };
  const { requests } = parseBody(JSON.stringify({ requests: [request] }), [indexName]);
  const found = await engine.search(requests ?? [], counted.reader);
  const [answer] = found.outcome === 'answered' ? found.answers : [];
  if (!answer) return { kind: 'unavailable', query };
  counted.counter?.searched(answer, counted.reader);
  // Encoded by an engine of this very protocol.
  return { kind: 'found', query: answer.query, answer: JSON.parse(answer.json) };
}
