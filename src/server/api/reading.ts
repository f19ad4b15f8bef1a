import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { ownPageList } from '../../model/pages.ts';
import { belowBasePath, READING_URL } from '../../model/urls.ts';
import { createReadingCounter, type ReadingCounter } from '../../reading/reading-counter.ts';
import { openReadings, type ReadingCounts } from '../../reading/reading-counts.ts';
import { DAY_MS, formatIsoDay } from '../../shared/duration.ts';
import { createRate } from '../../shared/rate.ts';
import type { StorageEnvironment } from '../../storage/open-database.ts';
import { readFormField } from '../http/forms.ts';
import { SMALL_BODY } from '../http/limits.ts';
import { findEntryFor } from '../release/views.ts';
import { answerEndpoint, toPageQuery } from './answer-endpoint.ts';

/** More pages than a person opens by hand. Further pages are served but not counted. */
const OPENED_MAX = 120;
const OPENED_MS = 60_000;

const ownPaths: ReadonlySet<string> = new Set(ownPageList.map(([, { path }]) => path));

/** Counts page views and reports them to administrators. Readers aren't recorded. */
export function readingRoutes(
  environment: StorageEnvironment,
  { everyMs }: { everyMs?: number } = {},
): FastifyPluginAsync {
  // A plugin without encapsulation, because the hook must see the answers of the whole app.
  return fastifyPlugin(async (app) => {
    const counts = await openReadings(environment);
    const counter = createReadingCounter({
      counts,
      everyMs,
      onError: (error) => app.log.warn({ err: error }, "Page views couldn't be counted."),
    });
    const isWithinRate = createRate(OPENED_MAX, OPENED_MS);
    const count = (request: FastifyRequest, path: string) => {
      const reader = findCountedReader(request, path);
      if (reader !== undefined && isWithinRate(reader)) counter.opened(path);
    };
    app.addHook('onClose', () => counter.close());

    // Page views by loading a document.
    app.addHook('onResponse', (request, reply, done) => {
      if (request.method === 'GET' && reply.raw.statusCode === 200 && !isPrefetch(request)) {
        const path = request.gate?.path;
        if (path !== undefined) count(request, path);
      }
      done();
    });

    // Page views by navigating in the shell, which may have fetched the page's data much earlier.
    app.post(READING_URL, SMALL_BODY, async (request, reply) => {
      const page = readFormField(request.body, 'page');
      const path = belowBasePath(page, request.gate.release.basePath);
      if (path !== undefined) count(request, path);
      return reply.code(204).send();
    });
    readingApi(app, counts, counter);
  });
}

/** The reader whose view is counted. Undefined unless the path is a content page that this reader may see. */
function findCountedReader({ gate: { user, release } }: FastifyRequest, path: string): string | undefined {
  const entry = user === undefined || ownPaths.has(path) ? undefined : findEntryFor(user, release, path);
  return entry?.cache === 'page' && entry.status === 200 ? user?.accountId : undefined;
}

/** Whether the browser fetches the page in advance. */
function isPrefetch({ headers }: FastifyRequest): boolean {
  const purpose = headers['sec-purpose'] ?? headers.purpose;
  return purpose !== undefined && /prefetch|prerender/.test(String(purpose));
}

function readingApi(
  app: Parameters<FastifyPluginAsync>[0],
  counts: ReadingCounts,
  counter: ReadingCounter,
): void {
  answerEndpoint(app, 'listReading', async ({ query }) => {
    const { days, ...filters } = toPageQuery(query);
    await counter.flush();
    return { answer: await counts.page({ ...filters, since: findFirstDay(days) }) };
  });
  answerEndpoint(app, 'readReadingDays', async ({ query }) => ({
    answer: { days: await counts.byDay(findFirstDay(query.days)) },
  }));
}

/** The first day of a period that ends today. */
export function findFirstDay(days: number): string {
  return formatIsoDay(Date.now() - (days - 1) * DAY_MS);
}
