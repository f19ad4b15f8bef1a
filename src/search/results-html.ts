import { SEARCH_QUERY_MAX_CHARACTERS } from '../config/constants.ts';
import type { Texts } from '../config/texts.ts';
import { escapeHtml, unescapeHtml } from '../shared/html.ts';
import { levels, type SearchAnswer } from './protocol/wire.ts';

/** What the results page shows. */
export type ResultsView =
  | { kind: 'form' }
  | {
      kind: 'found';
      query: string;
      answer: Pick<SearchAnswer, 'hits' | 'nbHits' | 'page' | 'nbPages' | 'userData'>;
    }
  | { kind: 'unavailable'; query: string };

/** Between these two the server puts the results of a query. */
const RESULTS_START = '<!--search-->';
const RESULTS_END = '<!--/search-->';

/** The results page with this in the place of its empty form. */
export function withResults(page: string, results: string): string {
  const start = page.indexOf(RESULTS_START);
  const end = page.indexOf(RESULTS_END, start);
  return start === -1 || end === -1
    ? page
    : page.slice(0, start) + results + page.slice(end + RESULTS_END.length);
}

type ResultsTexts = Pick<
  Texts,
  | 'search'
  | 'searchTitle'
  | 'searchUnreachable'
  | 'searchUnreachableHelp'
  | 'trySearchingFor'
  | 'noResultsFor'
  | 'previousResults'
  | 'nextResults'
  | 'searchHits'
>;

/** Inner HTML of the results page. The answer's texts are escaped already, with `<mark>` in them. */
export function resultsHtml(view: ResultsView, texts: ResultsTexts): string {
  const query = view.kind === 'form' ? '' : view.query;
  return `${RESULTS_START}<h1>${texts.searchTitle}</h1>${formHtml(query, texts)}${bodyHtml(view, texts)}${RESULTS_END}`;
}

function formHtml(query: string, texts: ResultsTexts): string {
  const input = `<input type="search" name="q" aria-label="${texts.search}" placeholder="${texts.search}" maxlength="${SEARCH_QUERY_MAX_CHARACTERS}" value="${escapeHtml(query)}">`;
  return `<search><form action="/search">${input}<button type="submit" class="button">${texts.searchTitle}</button></form></search>`;
}

function bodyHtml(view: ResultsView, texts: ResultsTexts): string {
  switch (view.kind) {
    case 'form':
      return '';
    case 'unavailable':
      return `<div role="alert"><p><strong>${texts.searchUnreachable}</strong></p><p>${texts.searchUnreachableHelp}</p></div>`;
    case 'found':
      return view.answer.nbHits === 0 ? noResultsHtml(view, texts) : foundHtml(view, texts);
  }
}

type FoundView = Extract<ResultsView, { kind: 'found' }>;

function noResultsHtml({ query, answer }: FoundView, texts: ResultsTexts): string {
  const suggestions = answer.userData?.[0]?.suggestions ?? [];
  const links = suggestions
    .map((text) => `<li><a href="${addressOf(unescapeHtml(text), 0)}">${text}</a></li>`)
    .join('');
  const instead = links === '' ? '' : `<p>${texts.trySearchingFor}</p><ul>${links}</ul>`;
  return `<p role="status">${texts.noResultsFor} “<strong>${escapeHtml(query)}</strong>”</p>${instead}`;
}

function foundHtml({ query, answer }: FoundView, texts: ResultsTexts): string {
  const { hits, nbHits, page, nbPages } = answer;
  const items = hits.map((hit) => `<li>${hitHtml(hit)}</li>`).join('');
  const first = page * hits.length + 1;
  const link = (to: number, text: string, rel: string) =>
    `<a rel="${rel}" href="${addressOf(query, to)}">${text}</a>`;
  const previous = page > 0 ? link(page - 1, texts.previousResults, 'prev') : '';
  const next = page + 1 < nbPages ? link(page + 1, texts.nextResults, 'next') : '';
  const pages = previous || next ? `<nav aria-label="${texts.searchTitle}">${previous}${next}</nav>` : '';
  return `<p role="status">${texts.searchHits.replace('{count}', String(nbHits))}</p><ol class="search-results" start="${first}">${items}</ol>${pages}`;
}

function hitHtml(hit: Record<string, unknown>): string {
  const marked = (results: unknown, path: string): string | undefined => {
    const found = path.split('.').reduce((at: unknown, key) => field(at, key), results);
    const value = field(found, 'value');
    return typeof value === 'string' ? value : undefined;
  };
  const titles = levels.flatMap((level) => marked(hit._highlightResult, `hierarchy.${level}`) ?? []);
  const title = titles.at(-1) ?? '';
  const path = titles.slice(0, -1).join(' › ');
  const snippet = marked(hit._snippetResult, 'content');
  const text = snippet === undefined ? '' : `<p>${snippet}</p>`;
  return `<a href="${escapeHtml(String(hit.url))}">${title}</a><p class="search-results__path">${path}</p>${text}`;
}

function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

/** `page` counts from 0, the address from 1. */
function addressOf(query: string, page: number): string {
  const parameters = new URLSearchParams({ q: query, ...(page > 0 && { page: String(page + 1) }) });
  return escapeHtml(`/search?${parameters}`);
}
