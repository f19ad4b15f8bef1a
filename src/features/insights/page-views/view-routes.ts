import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SignedInUser } from '../../../accounts/account.ts';
import { isOwnPage } from '../../../model/pages.ts';
import { joinBasePath, MOST_READ_URL, READING_URL, removeBasePath } from '../../../model/urls.ts';
import { listContentPages } from '../../../releases/page-changes.ts';
import { answerEndpoint, toPageQuery } from '../../../server/api/answer-endpoint.ts';
import { readFormField } from '../../../server/http/forms.ts';
import { SMALL_BODY } from '../../../server/http/limits.ts';
import { readPageTitles } from '../../../server/release/page-titles.ts';
import type { Release } from '../../../server/release/release.ts';
import { findEntryFor } from '../../../server/release/views.ts';
import type { FeatureContext, Stop } from '../../../server/server-feature.ts';
import { runInBackground } from '../../../shared/in-background.ts';
import { createRate } from '../../../shared/rate.ts';
import { KEPT_DAYS } from '../count-writer.ts';
import { findFirstDay } from '../days.ts';
import type { FeedbackStore, HelpfulCount } from '../feedback/feedback-store.ts';
import type { InsightsStore } from '../insights-store.ts';
import { comparePeriods, type DayRange, sumViews } from './compare-periods.ts';
import { type ContentChanges, hashServedPages } from './content-changes.ts';
import { drawMostRead, type MostReadPage } from './draw-most-read.ts';
import { createMostRead } from './most-read.ts';
import { createReadingCounter, type ReadingCounter } from './view-counter.ts';
import type { ReadingCounts } from './view-counts.ts';
import { viewEndpoints } from './view-endpoints.ts';

/** A limit above what a person opens by hand. Further pages are served but not counted. */
const OPENED_MAX = 120;
const OPENED_MS = 60_000;

/** Counts page views and reports them to administrators. Readers aren't recorded. */
export function startPageViews(
  {
    app,
    observeAnswers,
    releases,
    addToSearchStart,
  }: Pick<FeatureContext, 'app' | 'observeAnswers' | 'releases' | 'addToSearchStart'>,
  { views: counts, changes, feedback }: Pick<InsightsStore, 'views' | 'changes' | 'feedback'>,
): Stop {
  let recordedBuild = '';
  let recordTask: Promise<void> | undefined;
  const compareReleases = async () => {
    const release = releases.current();
    if (release.build === recordedBuild) return;
    const hashes = hashServedPages(release);
    if (hashes) await changes.record(hashes, Date.now());
    recordedBuild = release.build;
  };
  const recordChanges = () => {
    recordTask ??= compareReleases()
      .catch((error: unknown) => app.log.warn({ err: error }, "Changes to pages couldn't be recorded."))
      .finally(() => {
        recordTask = undefined;
      });
    return recordTask;
  };
  runInBackground(recordChanges());
  const counter = createReadingCounter({
    counts,
    beforeWriting: () => runInBackground(recordChanges()),
    onError: (error) => app.log.warn({ err: error }, "Page views couldn't be counted."),
  });
  const isWithinRate = createRate(OPENED_MAX, OPENED_MS);
  const count = (request: Pick<FastifyRequest, 'gate'>, path: string) => {
    const reader = findCountedReader(request, path);
    if (reader !== undefined && isWithinRate(reader)) counter.countOpening(path);
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
    const path = removeBasePath(page, request.gate.release.basePath);
    if (path !== undefined) count(request, path);
    return reply.code(204).send();
  });
  const listMostRead = createMostRead(counts);
  app.get(MOST_READ_URL, async ({ gate: { user, release } }, reply) => {
    const pages: MostReadPage[] = user === undefined ? [] : await listMostRead(user, release);
    return reply.header('cache-control', 'private, no-store').send(pages);
  });
  addToSearchStart(async ({ gate: { user, release } }) => {
    const pages = user === undefined ? [] : await listMostRead(user, release);
    return pages.length === 0 ? undefined : drawMostRead(pages, release.texts.mostRead);
  });
  answerViewEndpoints(app, { counts, counter, changes, recordChanges, feedback });
  return async () => {
    await counter.close();
    await recordTask;
  };
}

/** The reader whose view is counted. Undefined unless the path is a content page that this reader may see. */
function findCountedReader(
  { gate: { user, release } }: Pick<FastifyRequest, 'gate'>,
  path: string,
): string | undefined {
  const entry = user === undefined ? undefined : findEntryFor(user, release, path);
  if (entry?.cache !== 'page' || entry.status !== 200 || isOwnPage(entry, release.languages))
    return undefined;
  return user?.accountId;
}

/** Whether the browser fetches the page in advance. */
function isPrefetch({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const purpose = headers['sec-purpose'] ?? headers.purpose;
  return purpose !== undefined && /prefetch|prerender/.test(String(purpose));
}

interface ReportOptions {
  counts: ReadingCounts;
  counter: ReadingCounter;
  changes: ContentChanges;
  /** Compares the served release with the one before. */
  recordChanges: () => Promise<void>;
  feedback: Pick<FeedbackStore, 'countByPage'>;
}

function answerViewEndpoints(app: FastifyInstance, options: ReportOptions): void {
  const { counts, counter, changes, recordChanges, feedback } = options;

  answerEndpoint(app, viewEndpoints.listReading, async ({ query }, { user, request }) => {
    const { days, ...filters } = toPageQuery(query);
    await counter.flush();
    const { release } = request.gate;
    const since = findFirstDay(days);
    const countedSince = await counts.findFirstDay();
    const { rows, total } = await counts.readPage({ ...filters, since, before: findFirstDay(2 * days) });
    const byDay = await counts.countByPageAndDay(since, listPaths(rows));
    const opinions = await feedback.countByPage({
      pages: listPaths(rows).map((page) => joinBasePath(page, release.basePath)),
      since: Date.parse(since),
    });
    const isCompared = 2 * days <= KEPT_DAYS && countedSince !== undefined && countedSince < since;
    const viewedPages = await counts.listViewed(since);
    const pages = await listReleasePages(user, release);
    return {
      answer: {
        rows: rows.map(({ before, ...row }) => ({
          ...row,
          before: isCompared ? before : null,
          days: byDay.get(row.page) ?? [],
          ...(opinions.get(joinBasePath(row.page, release.basePath)) ?? NO_OPINIONS),
        })),
        total,
        countedSince: countedSince ?? null,
        pages: pages.length,
        unopened: pages.filter((page) => !viewedPages.has(page)).length,
      },
    };
  });

  answerEndpoint(app, viewEndpoints.listUnopened, async ({ query }, { user, request }) => {
    const { days, search, descending, offset, limit } = toPageQuery(query);
    await counter.flush();
    const viewedPages = await counts.listViewed(findFirstDay(days));
    const words = search.toLowerCase().split(/\s+/).filter(Boolean);
    const pages = await listReleasePages(user, request.gate.release);
    const unopenedPages = pages
      .filter((page) => !viewedPages.has(page) && words.every((word) => page.toLowerCase().includes(word)))
      .sort();
    if (descending) unopenedPages.reverse();
    const rows = unopenedPages.slice(offset, offset + limit).map((page) => ({ page }));
    return { answer: { rows, total: unopenedPages.length } };
  });

  answerEndpoint(app, viewEndpoints.readReadingDays, async ({ query }) => ({
    answer: { days: await counts.countByDay(findFirstDay(query.days), query.page) },
  }));

  answerEndpoint(app, viewEndpoints.readPageChange, async ({ query: { page } }, { request }) => {
    await counter.flush();
    await recordChanges();
    const changedAt = await changes.find(page);
    if (changedAt === undefined) return { answer: NO_CHANGE };
    const firstDay = await counts.findFirstDay();
    const periods = comparePeriods(changedAt, firstDay, Date.now());
    const views = await counts.countByDay('', page);
    const publicPath = joinBasePath(page, request.gate.release.basePath);
    const count = async (period: DayRange, since: number, until?: number) => ({
      count: sumViews(views, period),
      ...((await feedback.countByPage({ pages: [publicPath], since, until })).get(publicPath) ?? NO_OPINIONS),
    });
    return {
      answer: {
        changedAt: new Date(changedAt).toISOString(),
        days: periods.days,
        before: await count(periods.before, 0, changedAt),
        after: await count(periods.after, changedAt),
      },
    };
  });
}

const NO_OPINIONS: HelpfulCount = { helpful: 0, answers: 0 };
const NO_CHANGE = {
  changedAt: null,
  days: 0,
  before: { count: 0, ...NO_OPINIONS },
  after: { count: 0, ...NO_OPINIONS },
};

const listPaths = (rows: readonly { page: string }[]) => rows.map(({ page }) => page);

/**
 * Paths of the pages with content that the release has, in all its languages. Pages that only list others are left out:
 * an owner can't do anything about a tag that no reader opens.
 */
async function listReleasePages(user: SignedInUser, release: Release): Promise<string[]> {
  const titles = await Promise.all(release.languages.map((language) => readPageTitles(user, language)));
  const lists = new Set(
    titles.flatMap((titledPages) =>
      titledPages.flatMap(([path, , kind]) =>
        kind === 'list' ? [removeBasePath(path, release.basePath)] : [],
      ),
    ),
  );
  return listContentPages([...release.entries.values()], release.languages)
    .map(({ url }) => url)
    .filter((url) => !lists.has(url));
}
