import path from 'node:path';
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { ReactNode } from 'react';
import { TOKEN_PREFIX } from '../../accounts/personal-tokens/token-text.ts';
import type { Environment } from '../../config/environment.ts';
import type { Scope } from '../../model/audience.ts';
import { joinBasePath, SEARCH_PATH } from '../../model/urls.ts';
import { createAlgoliaEngine } from '../../search/engine/algolia.ts';
import { createCurrentEngine, type Followed } from '../../search/engine/current-engine.ts';
import { searchThreads } from '../../search/engine/embedded.ts';
import type { SearchEngine, SearchOutcome } from '../../search/engine/engine.ts';
import type { PageAudiences } from '../../search/engine/search-worker.ts';
import { createSearchStatistics, type SearchStatistics } from '../../search/engine/statistics.ts';
import { toIndexedAddress } from '../../search/index/records.ts';
import type { SearchRequest } from '../../search/protocol/request.ts';
import { notifyAll, type SearchObserver } from '../../search/protocol/search-observer.ts';
import { INDEX_NAME } from '../../search/protocol/wire.ts';
import { openReranker } from '../../search/rerank/open-reranker.ts';
import { runInBackground } from '../../shared/in-background.ts';
import { prefixBasePath } from '../http/base-path.ts';
import { errorAnswer, notFoundError, sendError } from '../http/errors.ts';
import { sendPage } from '../http/forms.ts';
import type { ReadinessCheck } from '../ops/health.ts';
import type { Release } from '../release/release.ts';
import { resolveScope } from '../release/views.ts';
import { limitSearches } from './bounded-searches.ts';
import { createSearchRoutes } from './search-protocol.ts';
import {
  buildResultsView,
  parseResultsQuery,
  type ResultsQuery,
  renderResultsPage,
} from './search-results.ts';
import { createVisitorRateLimiter, getVisitorKey } from './visitor-searches.ts';

/** An index that can't be opened is tried again with a later answer, at most this often. */
const WARM_AGAIN_MS = 1_000;

type SearchEnvironment = Pick<
  Environment,
  'SEARCH' | 'ALGOLIA_APP_ID' | 'ALGOLIA_API_KEY' | 'ALGOLIA_INDEX' | 'SEARCH_RERANKER'
> & { WORKERS?: number };

/** Runs searches with the permissions of the user who sent the request, within their share of the search threads. */
export type ReaderSearch = (
  requests: readonly SearchRequest[],
  request: FastifyRequest,
) => Promise<SearchOutcome>;

/**
 * Draws a part above the hits of the results page, such as an answer to a question. Undefined if it has nothing to show.
 * Runs after the search, with the rights of the reader.
 */
export type ResultsPart = (query: ResultsQuery, request: FastifyRequest) => Promise<ReactNode>;

/** Draws a part of the search page without a query. Undefined if it has nothing to show. */
export type SearchStartPart = (request: FastifyRequest) => Promise<ReactNode>;

/** The search of a site, and the plugins that serve it. */
export interface SiteSearch {
  /** For features that search on behalf of readers, such as MCP. */
  search: ReaderSearch;
  /** Calls `observer` with the searches of signed-in readers. */
  observe(observer: SearchObserver): void;
  /** Tells observers that nothing answers a question of a signed-in reader. */
  reportUnanswered(question: string, request: FastifyRequest): void;
  /** Tells observers that this many sections answer a question of a signed-in reader. */
  reportAnswered(question: string, sections: number, request: FastifyRequest): void;
  /** Adds a part above the hits of the results page. */
  addToResults(part: ResultsPart): void;
  /** Adds a part below the results page of a search that found nothing. */
  addToNoResults(part: ResultsPart): void;
  /** Adds a part to the page without a query. */
  addToSearchStart(part: SearchStartPart): void;
  extensions: FastifyPluginAsync[];
  /** For `/readyz`. */
  check: ReadinessCheck;
  /** Numbers of searches, for the metrics. */
  statistics: SearchStatistics;
}

/**
 * Search of the published build: the endpoint of the protocol and the results page, both behind the gate.
 * `replacedEngine` is used instead of the engine from the environment.
 */
export function createSiteSearch(
  environment: SearchEnvironment,
  replacedEngine?: SwitchableEngine,
): SiteSearch {
  const statistics = createSearchStatistics();
  const {
    engine: unlimitedEngine,
    switchTo,
    checkUsable,
  } = replacedEngine ?? createEngine(environment, statistics);
  const engine = limitSearches(unlimitedEngine, statistics);
  const observers: SearchObserver[] = [];
  const resultsParts: ResultsPart[] = [];
  const noResultsParts: ResultsPart[] = [];
  const startParts: SearchStartPart[] = [];
  const notifyObservers = notifyAll(observers);
  // Searches of visitors aren't observed: anyone could flood the counts.
  const getObserver = ({ gate }: FastifyRequest) => (gate.user === undefined ? undefined : notifyObservers);

  const registerEndpoint: FastifyPluginAsync = async (app) => {
    app.addHook('onClose', () => engine.close());
    app.addHook('preHandler', (request) => switchTo(request.gate.release, app));
    const isWithinVisitorRate = createVisitorRateLimiter();
    app.addHook('preHandler', async (request, reply) => {
      if (request.gate.user !== undefined || isWithinVisitorRate(request)) return;
      await sendError(reply, tooManySearchesError);
    });
    const routes = createSearchRoutes({
      engine,
      getReader: getReaderKey,
      getTypist,
      getScope: getSearchScope,
      getObserver,
    });
    await app.register(routes);
    app.get(SEARCH_PATH, async (request, reply) => {
      const { tag, languages } = request.gate.release;
      const resultsQuery = {
        ...parseResultsQuery(request.gate.query),
        language: languages.length > 1 ? tag : undefined,
      };
      const source = {
        reader: getReaderKey(request),
        scope: getSearchScope(request),
        observer: getObserver(request),
      };
      const view = await buildResultsView(resultsQuery, INDEX_NAME, engine, source);
      const addQuery = (parts: readonly ResultsPart[]) =>
        parts.map((part) => () => part(resultsQuery, request));
      const isEmpty = view.kind === 'found' && view.answer.nbHits === 0;
      const partsAbove = { form: startParts, found: addQuery(resultsParts), unavailable: [] };
      const [above, below] = await Promise.all([
        drawParts(partsAbove[view.kind], request),
        drawParts(isEmpty ? addQuery(noResultsParts) : [], request),
      ]);
      // Load React with the first request that needs it. Searches without scripts are rare.
      const { searchResultsHtml } = await import('../../ui/pages/search-results.ts');
      const { release } = request.gate;
      const toPublicUrl = (url: string) => prefixBasePath(joinBasePath(url, release.path), release.basePath);
      const results = searchResultsHtml(view, release, toPublicUrl, { above, below });
      const html = await renderResultsPage(request.gate, results);
      return html === undefined
        ? sendError(reply, notFoundError)
        : sendPage(reply, view.kind === 'unavailable' ? 503 : 200, html);
    });
  };

  // Opens the index after a start or a publication before the first search. Checking with an occasional answer is enough.
  let warmedEntries: Release['entries'] | undefined;
  let warmAgainAt = 0;
  const isWarm = ({ entries }: Release) => entries === warmedEntries && performance.now() < warmAgainAt;
  const warm = fastifyPlugin(async (app) => {
    app.observeAnswers(({ gate }) => {
      if (!gate?.release || isWarm(gate.release)) return;
      warmedEntries = gate.release.entries;
      warmAgainAt = performance.now() + WARM_AGAIN_MS;
      runInBackground(switchTo(gate.release, app), (error) =>
        app.log.error({ err: error }, "The search couldn't switch to the index of the release."),
      );
    });
  });
  const search: ReaderSearch = async (requests, request) => {
    await switchTo(request.gate.release, request.server);
    return engine.search(requests, { reader: getReaderKey(request), scope: getSearchScope(request) });
  };
  const check: ReadinessCheck = { name: 'search', check: checkUsable, degrades: true };
  const observe = (observer: SearchObserver): void => {
    observers.push(observer);
  };
  const reportUnanswered = (question: string, request: FastifyRequest): void =>
    getObserver(request)?.unanswered?.(question, getReaderKey(request));
  const reportAnswered = (question: string, sections: number, request: FastifyRequest): void =>
    getObserver(request)?.answered?.(question, sections, getReaderKey(request));
  const addToResults = (part: ResultsPart): void => {
    resultsParts.push(part);
  };
  const addToNoResults = (part: ResultsPart): void => {
    noResultsParts.push(part);
  };
  const addToSearchStart = (part: SearchStartPart): void => {
    startParts.push(part);
  };
  return {
    search,
    observe,
    reportUnanswered,
    reportAnswered,
    addToResults,
    addToNoResults,
    addToSearchStart,
    extensions: [warm, registerEndpoint],
    check,
    statistics,
  };
}

/** Leaves out a part that fails, because readers can do without it. */
async function drawParts(parts: readonly SearchStartPart[], request: FastifyRequest): Promise<ReactNode[]> {
  const drawing = parts.map((part) =>
    part(request).catch((error: unknown) => {
      request.log.error({ err: error }, 'A part of the search page failed.');
      return undefined;
    }),
  );
  return Promise.all(drawing);
}

interface SwitchableEngine {
  engine: SearchEngine;
  /** Switches to the index of this release. Resolves when searches use it. */
  switchTo(release: Release, app: FastifyInstance): Promise<void>;
  /** Rejects if the index that was opened last can't be used. */
  checkUsable(): Promise<void>;
}

function createEngine(environment: SearchEnvironment, statistics: SearchStatistics): SwitchableEngine {
  const { SEARCH, SEARCH_RERANKER } = environment;
  const { ALGOLIA_APP_ID: appId, ALGOLIA_API_KEY: apiKey, ALGOLIA_INDEX: indexName } = environment;
  if (SEARCH === 'algolia' && appId !== undefined && apiKey !== undefined && indexName !== undefined) {
    return {
      engine: createAlgoliaEngine({ appId, apiKey, indexName }),
      switchTo: async () => {},
      checkUsable: async () => {},
    };
  }
  const reranker =
    SEARCH_RERANKER === undefined
      ? undefined
      : openReranker({
          module: path.resolve(SEARCH_RERANKER),
          onOutcome: statistics.countRerank,
        });
  const engine = createCurrentEngine({ threads: searchThreads(environment.WORKERS), statistics, reranker });
  let lastOpening: Promise<Followed> | undefined;
  return {
    engine,
    async switchTo(release, app) {
      reranker?.start(app.log);
      const { search: file } = release;
      if (file === undefined) return;
      const openingIndex = engine.follow(file, getPageAudiences(release));
      const isNew = openingIndex !== lastOpening;
      lastOpening = openingIndex;
      const followResult = await openingIndex;
      // The previous index may still answer. But it doesn't know the audiences of the new release.
      if (isNew && followResult.outcome === 'unusable')
        app.log.error({ err: followResult.error }, "The search index can't be used.");
      if (release.views && followResult.outcome === 'unusable') engine.forget();
    },
    async checkUsable() {
      const followResult = await lastOpening;
      if (followResult?.outcome === 'unusable') throw new Error("The search index can't be used.");
    },
  };
}

const tooManySearchesError = errorAnswer(
  429,
  'too-many',
  'Too many searches from this network. Wait a minute, then try again.',
  {
    'retry-after': '60',
  },
);

/** The key by which readers take turns. */
export function getReaderKey(request: FastifyRequest): string {
  return request.gate.user?.accountId ?? getVisitorKey(request);
}

/**
 * A key for the person who types. A session is one browser with one person. Tokens have none, because programs may
 * send several searches at once, and visitors have none, because those of one network can't be distinguished.
 */
function getTypist({ gate: { user, token } }: FastifyRequest): string | undefined {
  return user === undefined || token?.startsWith(TOKEN_PREFIX) ? undefined : token;
}

/** The scope of the search. Undefined if all readers find the same. */
function getSearchScope({ gate: { release, user } }: FastifyRequest): Scope | undefined {
  return release.views?.simplify(resolveScope(user));
}

/** Cached by entries, which all languages of a release share. */
const cachedAudiences = new WeakMap<Release['entries'], PageAudiences>();

/** Audiences of restricted and public pages, by their path in the index. */
function getPageAudiences(release: Release): PageAudiences | undefined {
  if (release.views === undefined) return undefined;
  const audiences = cachedAudiences.get(release.entries) ?? collectPageAudiences(release);
  cachedAudiences.set(release.entries, audiences);
  return audiences;
}

function collectPageAudiences({ entries, basePath }: Release): PageAudiences {
  const restrictedPages = [...entries.values()].flatMap(({ url, audience }) =>
    typeof audience === 'string' && audience !== 'public'
      ? []
      : [[toIndexedAddress(joinBasePath(url, basePath)), audience] as const],
  );
  return Object.fromEntries(restrictedPages);
}
