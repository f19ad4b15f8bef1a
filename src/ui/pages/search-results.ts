import { createElement as h, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { SEARCH_QUERY_MAX_CHARACTERS } from '../../config/constants.ts';
import type { Texts } from '../../config/texts.ts';
import { buildSearchUrl, SEARCH_PATH } from '../../model/urls.ts';
import { levels, type SearchAnswer } from '../../search/protocol/wire.ts';
import { formatPlural } from '../../shared/plural.ts';
import { unescapeHtml } from '../../shared/unescape-html.ts';

/** Content of the search page. Texts are escaped and contain `<mark>`. */
export type ResultsView =
  | { kind: 'form' }
  | {
      kind: 'found';
      query: string;
      answer: Pick<SearchAnswer, 'hits' | 'nbHits' | 'page' | 'nbPages' | 'userData'>;
    }
  | { kind: 'unavailable'; query: string };

type Found = Extract<ResultsView, { kind: 'found' }>;

/**
 * Renders the search page without JSX, because the server runs this file as it is for each query. `parts` are those of
 * features.
 */
export function searchResultsHtml(
  view: ResultsView,
  { texts, tag }: { texts: Texts; tag: string },
  here: Here = (url) => url,
  parts: ResultsParts = {},
): string {
  return renderToStaticMarkup(h(SearchResults, { view, texts, language: tag, here, parts }));
}

/** Converts a URL of this page to one for browsers. */
type Here = (url: string) => string;

/** Parts above and below the hits. */
interface ResultsParts {
  above?: readonly ReactNode[];
  below?: readonly ReactNode[];
}

interface ResultsProps {
  view: ResultsView;
  texts: Texts;
  /** BCP 47 tag of the texts. */
  language: string;
  here: Here;
  parts: ResultsParts;
}

function SearchResults({
  view,
  texts,
  language,
  here,
  parts: { above = [], below = [] },
}: ResultsProps): ReactNode {
  const input = h('input', {
    type: 'search',
    name: 'q',
    'aria-label': texts.search,
    placeholder: texts.search,
    maxLength: SEARCH_QUERY_MAX_CHARACTERS,
    defaultValue: view.kind === 'form' ? '' : view.query,
  });
  const button = h('button', { type: 'submit', className: 'button' }, texts.searchSubmit);
  return [
    h('h1', { key: 'title' }, texts.searchTitle),
    h('search', { key: 'form' }, h('form', { action: here(SEARCH_PATH) }, input, button)),
    ...above,
    h(Body, { key: 'body', view, texts, language, here }),
    ...below,
  ];
}

function Body({ view, texts, language, here }: Omit<ResultsProps, 'parts'>): ReactNode {
  switch (view.kind) {
    case 'form':
      return null;
    case 'unavailable':
      return h(
        'div',
        { role: 'alert' },
        h('p', null, h('strong', null, texts.searchUnreachable)),
        h('p', null, texts.searchUnreachableHelp),
      );
    case 'found':
      return h(view.answer.nbHits === 0 ? NoHits : Hits, { view, texts, language, here });
  }
}

interface FoundProps {
  view: Found;
  texts: Texts;
  language: string;
  here: Here;
}

function NoHits({ view: { query, answer }, texts, here }: FoundProps): ReactNode {
  const suggestions = answer.userData?.[0]?.suggestions.map(unescapeHtml) ?? [];
  const links = suggestions.map((text) =>
    h('li', { key: text }, h('a', { href: here(buildSearchUrl(text)) }, text)),
  );
  return [
    h('p', { key: 'none', role: 'status' }, `${texts.noResultsFor} `, h('q', null, query)),
    links.length > 0 && h('p', { key: 'lead' }, texts.trySearchingFor),
    links.length > 0 && h('ul', { key: 'instead' }, links),
  ];
}

function Hits({ view: { query, answer }, texts, language, here }: FoundProps): ReactNode {
  const { hits, nbHits, page, nbPages } = answer;
  const versions = readVersions(hits);
  const renderLink = (to: number, text: string, rel: string) =>
    h('a', { key: rel, rel, href: here(buildSearchUrl(query, to)) }, text);
  const pages = [
    ...(page > 0 ? [renderLink(page - 1, texts.previousResults, 'prev')] : []),
    ...(page + 1 < nbPages ? [renderLink(page + 1, texts.nextResults, 'next')] : []),
  ];
  return [
    h('p', { key: 'count', role: 'status' }, formatPlural(texts.searchHits, nbHits, language)),
    h(
      'ol',
      { key: 'hits', className: 'search-results', start: page * hits.length + 1 },
      hits.map((hit) => h('li', { key: hit.objectID }, h(Hit, { hit, version: versions(hit), texts }))),
    ),
    pages.length > 0 && h('nav', { key: 'pages', 'aria-label': texts.searchTitle }, pages),
  ];
}

type FoundHit = Record<string, unknown>;

/** Returns the version of a hit if the hits come from several versions of its documentation. */
function readVersions(hits: readonly FoundHit[]): (hit: FoundHit) => string | undefined {
  const parse = (hit: FoundHit) => /^docs-(.*)-([^-]+)$/.exec(String(hit.docusaurus_tag)) ?? [];
  const versions = new Map<string | undefined, Set<string | undefined>>();
  for (const hit of hits) {
    const [, instance, version] = parse(hit);
    versions.set(instance, (versions.get(instance) ?? new Set()).add(version));
  }
  return (hit) => {
    const [, instance, version] = parse(hit);
    if ((versions.get(instance)?.size ?? 0) < 2) return undefined;
    return version === UNRELEASED_VERSION ? UNRELEASED_LABEL : version;
  };
}

/** The version of the site that isn't in a folder of versions, and the label that Docusaurus gives it. */
const UNRELEASED_VERSION = 'current';
const UNRELEASED_LABEL = 'Next';

function Hit({
  hit,
  version,
  texts,
}: {
  hit: FoundHit;
  version: string | undefined;
  texts: Texts;
}): ReactNode {
  const titles = levels.flatMap((level) => readMarked(hit._highlightResult, `hierarchy.${level}`) ?? []);
  const snippet = readMarked(hit._snippetResult, 'content');
  return [
    h('a', { key: 'title', href: String(hit.url) }, isolate(titles.at(-1) ?? '')),
    version !== undefined &&
      h(
        'span',
        { key: 'version', className: 'search-results__version' },
        texts.version.replace('{label}', version),
      ),
    h('p', { key: 'path', className: 'search-results__path' }, isolate(titles.slice(0, -1).join(' › '))),
    snippet !== undefined && h('p', { key: 'text' }, isolate(snippet)),
  ];
}

/** Part of a result, which can be in another language than the page and written in the other direction. */
function isolate(html: string): ReactNode {
  return h('bdi', renderHtml(html));
}

/** HTML of a result: escaped by the engine, with marks. */
function renderHtml(html: string) {
  return { dangerouslySetInnerHTML: { __html: html } };
}

function readMarked(results: unknown, path: string): string | undefined {
  const highlight = path.split('.').reduce((at: unknown, key) => readField(at, key), results);
  const value = readField(highlight, 'value');
  return typeof value === 'string' ? value : undefined;
}

function readField(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}
