import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Environment } from '../../config/environment.ts';
import { createAlgoliaEngine } from '../../search/algolia.ts';
import { createSearchCounter, type SearchCounter } from '../../search/analytics/search-counter.ts';
import { openCounts } from '../../search/analytics/search-counts.ts';
import { type CurrentEngine, createCurrentEngine } from '../../search/current-engine.ts';
import { openEmbeddedEngine } from '../../search/embedded.ts';
import type { SearchEngine } from '../../search/engine.ts';
import { resultsHtml, withResults } from '../../search/results-html.ts';
import { sendError } from '../http/errors.ts';
import type { ReadinessCheck } from '../ops/health.ts';
import type { Release } from '../release/release.ts';
import { INDEX_NAME, searchRoutes } from './search-protocol.ts';
import { askedPage, resultsView } from './search-results.ts';

type SearchEnvironment = Pick<
  Environment,
  'SEARCH' | 'ALGOLIA_APP_ID' | 'ALGOLIA_API_KEY' | 'ALGOLIA_INDEX' | 'DATA_DIR' | 'DATABASE_URL'
>;

export interface SiteSearch {
  extensions: FastifyPluginAsync[];
  /** For `/readyz`. */
  check: ReadinessCheck;
}

/** Search of the published build: the protocol's endpoint and the page of results, both behind the gate. */
export function siteSearch(environment: SearchEnvironment): SiteSearch {
  const { engine, follow, usable } = engineOf(environment);
  let counter: SearchCounter | undefined;

  const start = async (app: FastifyInstance) => {
    counter = createSearchCounter({
      counts: await openCounts(environment),
      onError: (error) => app.log.warn({ err: error }, 'searches could not be counted'),
    });
    app.addHook('onClose', async () => {
      await engine.close();
      await counter?.close();
    });
  };

  const endpoint: FastifyPluginAsync = async (app) => {
    await start(app);
    app.addHook('preHandler', (request) => follow(request.gate.release, app));
    await app.register(searchRoutes({ engine, readerOf, ...(counter && { counter }) }));
    app.get('/search', async (request, reply) => {
      const asked = askedPage(request.gate.query);
      const counted = { reader: readerOf(request) ?? '', ...(counter && { counter }) };
      const view = await resultsView(asked, INDEX_NAME, engine, counted);
      return sendResults(
        request,
        reply,
        resultsHtml(view, request.gate.release.texts),
        view.kind === 'unavailable' ? 503 : 200,
      );
    });
  };

  // The first searches after a start or a publication find the index open.
  const warm: FastifyPluginAsync = async (app) => {
    app.addHook('onResponse', (request, _reply, done) => {
      if (request.gate?.release) void follow(request.gate.release, app);
      done();
    });
  };
  Object.defineProperty(warm, Symbol.for('skip-override'), { value: true });
  return { extensions: [warm, endpoint], check: { name: 'search', check: usable } };
}

interface FollowedEngine {
  engine: SearchEngine;
  /** Resolves when searches go to the index of this release. */
  follow(release: Release, app: FastifyInstance): Promise<void>;
  /** Rejects when the index that was opened last cannot be used. */
  usable(): Promise<void>;
}

function engineOf(environment: SearchEnvironment): FollowedEngine {
  const { SEARCH, ALGOLIA_APP_ID: appId, ALGOLIA_API_KEY: apiKey, ALGOLIA_INDEX: indexName } = environment;
  if (SEARCH === 'algolia' && appId !== undefined && apiKey !== undefined && indexName !== undefined) {
    return {
      engine: createAlgoliaEngine({ appId, apiKey, indexName }),
      follow: async () => {},
      usable: async () => {},
    };
  }
  const engine = createCurrentEngine();
  let followed: { file: string; opening: Promise<boolean> } | undefined;
  return {
    engine,
    async follow({ search: file }, app) {
      if (file === undefined) return;
      if (followed?.file !== file) followed = { file, opening: openInto(engine, file, app) };
      await followed.opening;
    },
    async usable() {
      if ((await followed?.opening) === false) throw new Error('the search index cannot be used');
    },
  };
}

/** False when the file cannot be used. */
async function openInto(engine: CurrentEngine, file: string, app: FastifyInstance): Promise<boolean> {
  try {
    engine.replace(await openEmbeddedEngine({ file }));
    return true;
  } catch (error) {
    // The index before, if there was one, still answers.
    app.log.error({ err: error }, 'the search index cannot be used');
    return false;
  }
}

function readerOf(request: FastifyRequest): string | undefined {
  return request.gate.user?.accountId;
}

/** The build's own page, with the results in their place. */
async function sendResults(request: FastifyRequest, reply: FastifyReply, results: string, status: number) {
  const page = request.gate.release.entries.get('/search');
  if (!page) {
    sendError(reply, { status: 404, code: 'not-found', message: 'There is nothing at this address.' });
    return reply;
  }
  const html = await readFile(page.variants.identity.file, 'utf8');
  return reply.code(status).type('text/html; charset=utf-8').send(withResults(html, results));
}
