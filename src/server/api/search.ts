import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { TOKEN_PREFIX } from '../../accounts/personal-tokens/token-text.ts';
import type { Environment } from '../../config/environment.ts';
import type { Scope } from '../../model/audience.ts';
import { atBasePath, SEARCH_PATH } from '../../model/urls.ts';
import { createSearchCounter, type SearchCounter } from '../../search/analytics/search-counter.ts';
import { openCounts } from '../../search/analytics/search-counts.ts';
import { createAlgoliaEngine } from '../../search/engine/algolia.ts';
import { createCurrentEngine, type Followed } from '../../search/engine/current-engine.ts';
import { searchThreads } from '../../search/engine/embedded.ts';
import type { SearchEngine, SearchOutcome } from '../../search/engine/engine.ts';
import type { PageAudiences } from '../../search/engine/search-worker.ts';
import { createSearchStatistics, type SearchStatistics } from '../../search/engine/statistics.ts';
import { indexedAddress } from '../../search/index/records.ts';
import type { SearchRequest } from '../../search/protocol/request.ts';
import { INDEX_NAME } from '../../search/protocol/wire.ts';
import { inBackground } from '../../shared/in-background.ts';
import { putBasePath } from '../http/base-path.ts';
import { errorAnswer, nothingHere, sendError } from '../http/errors.ts';
import { sendPage } from '../http/forms.ts';
import type { ReadinessCheck } from '../ops/health.ts';
import type { Release } from '../release/release.ts';
import { scopeOf } from '../release/views.ts';
import { boundedSearches } from './bounded-searches.ts';
import { searchRoutes } from './search-protocol.ts';
import { resultsPage, resultsView, wantedResults } from './search-results.ts';
import { type SiteFolderSettings, searchesApi } from './searches.ts';
import { createVisitorSearches, visitorKey } from './visitor-searches.ts';

/** An index that can't be opened is tried again by answers this far apart, and within the engine's own pauses. */
const WARM_AGAIN_MS = 1_000;

type SearchEnvironment = Pick<
  Environment,
  'SEARCH' | 'ALGOLIA_APP_ID' | 'ALGOLIA_API_KEY' | 'ALGOLIA_INDEX' | 'DATA_DIR' | 'DATABASE_URL'
> &
  SiteFolderSettings & { WORKERS?: number };

/** Searches as the reader who sends this request: within their turns, and within what they may find. */
export type ReaderSearch = (
  requests: readonly SearchRequest[],
  request: FastifyRequest,
) => Promise<SearchOutcome>;

/**
 * Search of the published build: the protocol's endpoint and the page of results, both behind the gate. `followed`:
 * another engine than the environment names.
 */
export function siteSearch(environment: SearchEnvironment, followed?: FollowedEngine) {
  const statistics = createSearchStatistics();
  const { engine: whole, follow, usable } = followed ?? engineOf(environment, statistics);
  const engine = boundedSearches(whole, statistics);
  let counter: SearchCounter | undefined;

  const start = async (app: FastifyInstance) => {
    const counts = await openCounts(environment);
    counter = createSearchCounter({
      counts,
      onError: (error) => app.log.warn({ err: error }, 'searches could not be counted'),
    });
    app.addHook('onClose', async () => {
      await engine.close();
      await counter?.close();
    });
    searchesApi(app, { environment, counts, counter });
  };

  const endpoint: FastifyPluginAsync = async (app) => {
    await start(app);
    app.addHook('preHandler', (request) => follow(request.gate.release, app));
    const maySearch = createVisitorSearches();
    app.addHook('preHandler', async (request, reply) => {
      if (request.gate.user !== undefined || maySearch(request)) return;
      await sendError(reply, tooManySearches);
    });
    const routes = searchRoutes({
      engine,
      readerOf,
      typistOf,
      scopeOf: searchedBy,
      counterOf: (request) => countedFor(request, counter),
    });
    await app.register(routes);
    app.get(SEARCH_PATH, async (request, reply) => {
      const { tag, languages } = request.gate.release;
      const wanted = {
        ...wantedResults(request.gate.query),
        language: languages.length > 1 ? tag : undefined,
      };
      const counted = {
        reader: readerOf(request),
        scope: searchedBy(request),
        counter: countedFor(request, counter),
      };
      const view = await resultsView(wanted, INDEX_NAME, engine, counted);
      // React is loaded when somebody needs it: without scripts, searches are rare.
      const { searchResultsHtml } = await import('../../ui/pages/search-results.ts');
      const { release } = request.gate;
      const here = (url: string) => putBasePath(atBasePath(url, release.path), release.basePath);
      const results = searchResultsHtml(view, release.texts, here);
      const html = await resultsPage(request.gate, results);
      return html === undefined
        ? sendError(reply, nothingHere)
        : sendPage(reply, view.kind === 'unavailable' ? 503 : 200, html);
    });
  };

  // The first searches after a start or a publication find the index open. One answer in a while is enough for that.
  let warmedEntries: Release['entries'] | undefined;
  let warmAgainAt = 0;
  const isWarm = ({ entries }: Release) => entries === warmedEntries && performance.now() < warmAgainAt;
  const warm = fastifyPlugin(async (app) => {
    app.addHook('onResponse', (request, _reply, done) => {
      if (request.gate?.release && !isWarm(request.gate.release)) {
        warmedEntries = request.gate.release.entries;
        warmAgainAt = performance.now() + WARM_AGAIN_MS;
        inBackground(follow(request.gate.release, app), (error) =>
          app.log.error({ err: error }, 'the search index cannot be followed'),
        );
      }
      done();
    });
  });
  /** For what else searches on behalf of readers. */
  const search: ReaderSearch = async (requests, request) => {
    await follow(request.gate.release, request.server);
    return engine.search(requests, { reader: readerOf(request), scope: searchedBy(request) });
  };
  const check: ReadinessCheck = { name: 'search', check: usable, degrades: true };
  return { search, extensions: [warm, endpoint], check, statistics };
}

interface FollowedEngine {
  engine: SearchEngine;
  /** Resolves when searches go to the index of this release. */
  follow(release: Release, app: FastifyInstance): Promise<void>;
  /** Rejects when the index that was opened last cannot be used. */
  usable(): Promise<void>;
}

function engineOf(environment: SearchEnvironment, statistics: SearchStatistics): FollowedEngine {
  const { SEARCH, ALGOLIA_APP_ID: appId, ALGOLIA_API_KEY: apiKey, ALGOLIA_INDEX: indexName } = environment;
  if (SEARCH === 'algolia' && appId !== undefined && apiKey !== undefined && indexName !== undefined) {
    return {
      engine: createAlgoliaEngine({ appId, apiKey, indexName }),
      follow: async () => {},
      usable: async () => {},
    };
  }
  const engine = createCurrentEngine({ threads: searchThreads(environment.WORKERS), statistics });
  let last: Promise<Followed> | undefined;
  return {
    engine,
    async follow(release, app) {
      const { search: file } = release;
      if (file === undefined) return;
      const opening = engine.follow(file, audiencesOf(release));
      const isNew = opening !== last;
      last = opening;
      const followed = await opening;
      // The index before, if there was one, still answers; but not whom its pages are for now.
      if (isNew && followed.outcome === 'unusable')
        app.log.error({ err: followed.error }, 'the search index cannot be used');
      if (release.views && followed.outcome === 'unusable') engine.forget();
    },
    async usable() {
      const followed = await last;
      if (followed?.outcome === 'unusable') throw new Error('the search index cannot be used');
    },
  };
}

const tooManySearches = errorAnswer(429, 'too-many', 'Too many searches from this network: wait a minute.', {
  'retry-after': '60',
});

function readerOf(request: FastifyRequest): string {
  return request.gate.user?.accountId ?? visitorKey(request);
}

/**
 * A session is one browser, in which one person types. Tokens are for programs, which may ask several things at once,
 * and visitors of one network can't be told apart.
 */
function typistOf({ gate: { user, token } }: FastifyRequest): string | undefined {
  return user === undefined || token?.startsWith(TOKEN_PREFIX) ? undefined : token;
}

/** What is searched for is counted of readers: anybody could fill the counts. */
function countedFor({ gate }: FastifyRequest, counter: SearchCounter | undefined): SearchCounter | undefined {
  return gate.user === undefined ? undefined : counter;
}

/** Nothing where all readers find the same. */
function searchedBy({ gate: { release, user } }: FastifyRequest): Scope | undefined {
  return release.views?.plain(scopeOf(user));
}

/** By the entries, which are the same in every language. */
const known = new WeakMap<Release['entries'], PageAudiences>();

/** By address as the index has it. */
function audiencesOf(release: Release): PageAudiences | undefined {
  if (release.views === undefined) return undefined;
  const audiences = known.get(release.entries) ?? pageAudiences(release);
  known.set(release.entries, audiences);
  return audiences;
}

function pageAudiences({ entries, basePath }: Release): PageAudiences {
  const others = [...entries.values()].flatMap(({ url, audience }) =>
    typeof audience === 'string' && audience !== 'public'
      ? []
      : [[indexedAddress(atBasePath(url, basePath)), audience] as const],
  );
  return Object.fromEntries(others);
}
