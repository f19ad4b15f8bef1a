import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { ownPageList } from '../../model/pages.ts';
import { belowBasePath, READING_URL } from '../../model/urls.ts';
import { createReadingCounter, type ReadingCounter } from '../../reading/reading-counter.ts';
import { openReadings, type ReadingCounts } from '../../reading/reading-counts.ts';
import { DAY_MS, dayOf } from '../../shared/duration.ts';
import { createRate } from '../../shared/rate.ts';
import type { StorageEnvironment } from '../../storage/open-database.ts';
import { formText } from '../http/forms.ts';
import { SMALL_BODY } from '../http/limits.ts';
import { entryFor } from '../release/views.ts';
import { answerEndpoint, partOf } from './answer-endpoint.ts';

/** Nobody turns more pages by hand. What goes beyond it is read, and not counted. */
const OPENED_MAX = 120;
const OPENED_MS = 60_000;

const ownPaths: ReadonlySet<string> = new Set(ownPageList.map(([, { path }]) => path));

/** Counts which pages are opened, and says it to administrators. Who opened them is written down nowhere. */
export function siteReading(
  environment: StorageEnvironment,
  { everyMs }: { everyMs?: number } = {},
): FastifyPluginAsync {
  // Not encapsulated: the hook is for the answers of the whole app.
  return fastifyPlugin(async (app) => {
    const counts = await openReadings(environment);
    const counter = createReadingCounter({
      counts,
      everyMs,
      onError: (error) => app.log.warn({ err: error }, 'opened pages could not be counted'),
    });
    const mayCount = createRate(OPENED_MAX, OPENED_MS);
    const count = (request: FastifyRequest, path: string) => {
      const reader = readerOf(request, path);
      if (reader !== undefined && mayCount(reader)) counter.opened(path);
    };
    app.addHook('onClose', () => counter.close());

    // A page that is loaded with its window.
    app.addHook('onResponse', (request, reply, done) => {
      if (request.method === 'GET' && reply.raw.statusCode === 200 && !isAhead(request)) {
        const path = request.gate?.path;
        if (path !== undefined) count(request, path);
      }
      done();
    });

    // A page that the shell shows: its data may have been there for long.
    app.post(READING_URL, SMALL_BODY, async (request, reply) => {
      const page = formText(request.body, 'page');
      const path = belowBasePath(page, request.gate.release.basePath);
      if (path !== undefined) count(request, path);
      return reply.code(204).send();
    });
    readingApi(app, counts, counter);
  });
}

/** Only of what is content, and what this reader may see: no address that somebody has made up. */
function readerOf({ gate: { user, release } }: FastifyRequest, path: string): string | undefined {
  const entry = user === undefined || ownPaths.has(path) ? undefined : entryFor(user, release, path);
  return entry?.cache === 'page' && entry.status === 200 ? user?.accountId : undefined;
}

/** Fetched before anybody wants to see it. */
function isAhead({ headers }: FastifyRequest): boolean {
  const purpose = headers['sec-purpose'] ?? headers.purpose;
  return purpose !== undefined && /prefetch|prerender/.test(String(purpose));
}

function readingApi(
  app: Parameters<FastifyPluginAsync>[0],
  counts: ReadingCounts,
  counter: ReadingCounter,
): void {
  answerEndpoint(app, 'listReading', async ({ query }) => {
    const { days, ...wanted } = partOf(query);
    await counter.flush();
    return { answer: await counts.page({ ...wanted, since: sinceDay(days) }) };
  });
  answerEndpoint(app, 'readReadingDays', async ({ query }) => ({
    answer: { days: await counts.byDay(sinceDay(query.days)) },
  }));
}

/** The first of so many days, today included. */
export function sinceDay(days: number): string {
  return dayOf(Date.now() - (days - 1) * DAY_MS);
}
