import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isOwnPage } from '../../../model/pages.ts';
import { belowBasePath, READING_URL } from '../../../model/urls.ts';
import { answerEndpoint, toPageQuery } from '../../../server/api/answer-endpoint.ts';
import { readFormField } from '../../../server/http/forms.ts';
import { SMALL_BODY } from '../../../server/http/limits.ts';
import { findEntryFor } from '../../../server/release/views.ts';
import type { FeatureContext, Stop } from '../../../server/server-feature.ts';
import { createRate } from '../../../shared/rate.ts';
import type { CountsDatabase } from '../data-files.ts';
import { findFirstDay } from '../days.ts';
import { createReadingCounter, type ReadingCounter } from './view-counter.ts';
import { createReadingCounts, type ReadingCounts } from './view-counts.ts';
import { viewEndpoints } from './view-endpoints.ts';

/** More pages than a person opens by hand. Further pages are served but not counted. */
const OPENED_MAX = 120;
const OPENED_MS = 60_000;

/** Counts page views and reports them to administrators. Readers aren't recorded. */
export function startPageViews(
  { app, observeAnswers }: Pick<FeatureContext, 'app' | 'observeAnswers'>,
  database: CountsDatabase,
): Stop {
  const counts = createReadingCounts(database);
  const counter = createReadingCounter({
    counts,
    onError: (error) => app.log.warn({ err: error }, "Page views couldn't be counted."),
  });
  const isWithinRate = createRate(OPENED_MAX, OPENED_MS);
  const count = (request: FastifyRequest, path: string) => {
    const reader = findCountedReader(request, path);
    if (reader !== undefined && isWithinRate(reader)) counter.opened(path);
  };

  // Page views by loading a document.
  observeAnswers((request, reply) => {
    if (request.method !== 'GET' || reply.raw.statusCode !== 200 || isPrefetch(request)) return;
    const path = request.gate?.path;
    if (path !== undefined) count(request, path);
  });

  // Page views by navigating in the shell, which may have fetched the page's data much earlier.
  app.post(READING_URL, SMALL_BODY, async (request, reply) => {
    const page = readFormField(request.body, 'page');
    const path = belowBasePath(page, request.gate.release.basePath);
    if (path !== undefined) count(request, path);
    return reply.code(204).send();
  });
  answerViewEndpoints(app, counts, counter);
  return () => counter.close();
}

/** The reader whose view is counted. Undefined unless the path is a content page that this reader may see. */
function findCountedReader({ gate: { user, release } }: FastifyRequest, path: string): string | undefined {
  const entry = user === undefined ? undefined : findEntryFor(user, release, path);
  if (entry?.cache !== 'page' || entry.status !== 200 || isOwnPage(path, entry.audience)) return undefined;
  return user?.accountId;
}

/** Whether the browser fetches the page in advance. */
function isPrefetch({ headers }: FastifyRequest): boolean {
  const purpose = headers['sec-purpose'] ?? headers.purpose;
  return purpose !== undefined && /prefetch|prerender/.test(String(purpose));
}

function answerViewEndpoints(app: FastifyInstance, counts: ReadingCounts, counter: ReadingCounter): void {
  answerEndpoint(app, viewEndpoints.listReading, async ({ query }) => {
    const { days, ...filters } = toPageQuery(query);
    await counter.flush();
    return { answer: await counts.page({ ...filters, since: findFirstDay(days) }) };
  });
  answerEndpoint(app, viewEndpoints.readReadingDays, async ({ query }) => ({
    answer: { days: await counts.byDay(findFirstDay(query.days)) },
  }));
}
