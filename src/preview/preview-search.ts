import type { IncomingMessage, ServerResponse } from 'node:http';
import Fastify from 'fastify';
import { english } from '../config/texts.ts';
import type { SearchEngine } from '../search/engine.ts';
import { resultsHtml, withResults } from '../search/results-html.ts';
import { INDEX_NAME, searchRoutes } from '../server/api/search-protocol.ts';
import { askedPage, resultsView } from '../server/api/search-results.ts';

/** Search as readers have it; what is searched in the preview is not counted. */
export interface PreviewSearch {
  /** Answers the addresses that start so: the protocol's. */
  prefix: string;
  answer(request: IncomingMessage, response: ServerResponse): void;
  /** The page of results, filled in for `?q=`. */
  results(page: string, query: string): Promise<string>;
}

export async function createPreviewSearch(engine: SearchEngine): Promise<PreviewSearch> {
  const app = Fastify();
  await app.register(searchRoutes({ engine }));
  await app.ready();
  return {
    prefix: '/1/',
    answer: (request, response) => app.routing(request, response),
    async results(page, query) {
      const view = await resultsView(askedPage(query), INDEX_NAME, engine, { reader: '' });
      return withResults(page, resultsHtml(view, english));
    },
  };
}
