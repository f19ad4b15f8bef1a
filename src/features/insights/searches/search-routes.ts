import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Environment } from '../../../config/environment.ts';
import {
  addNamedFolders,
  createBoundary,
  type PrivateFolderSettings,
} from '../../../config/site-boundary.ts';
import { findSiteFolder } from '../../../config/site-folder.ts';
import { parseSynonymRule } from '../../../config/synonym-rules.ts';
import { addQuestion, addSynonym } from '../../../content/search/add-search-words.ts';
import { joinBasePath, removeBasePath } from '../../../model/urls.ts';
import { answerEndpoint, toPageQuery } from '../../../server/api/answer-endpoint.ts';
import { errorAnswer } from '../../../server/http/errors.ts';
import type { FeatureContext, Stop } from '../../../server/server-feature.ts';
import { findFirstDay } from '../days.ts';
import { createSearchCounter, type SearchCounter } from './search-counter.ts';
import type { SearchCounts } from './search-counts.ts';
import { searchEndpoints } from './search-endpoints.ts';

type SiteFolderSettings = Pick<Environment, 'SITE_DIR' | 'DOCS_DIR'> & PrivateFolderSettings;

/** Counts searches, shows them to administrators, and adds questions and synonyms to the site folder. */
export function startSearchCounts(
  { app, environment, observeSearches }: Pick<FeatureContext, 'app' | 'environment' | 'observeSearches'>,
  counts: SearchCounts,
): Stop {
  const counter = createSearchCounter({
    counts,
    onError: (error) => app.log.warn({ err: error }, "Searches couldn't be counted."),
  });
  observeSearches(counter);
  answerSearchEndpoints(app, { environment, counts, counter });
  return () => counter.close();
}

interface SearchesOptions {
  environment: SiteFolderSettings;
  counts: SearchCounts;
  counter: SearchCounter;
}

function answerSearchEndpoints(
  app: FastifyInstance,
  { environment, counts, counter }: SearchesOptions,
): void {
  // The site folder as a build finds it. It doesn't exist on servers that only serve builds.
  const workDir = process.cwd();
  const siteDir = findSiteFolder(environment, workDir);
  const docsDir = path.resolve(workDir, environment.DOCS_DIR ?? path.join(siteDir, 'docs'));
  const boundary = addNamedFolders(createBoundary(siteDir, environment, workDir), siteDir, [docsDir]);
  const folder = { docsDir, boundary };

  answerEndpoint(app, searchEndpoints.listSearches, async ({ query }) => {
    const { days, ...filters } = toPageQuery(query);
    await counter.flush();
    return { answer: await counts.readPage({ ...filters, since: findFirstDay(days) }) };
  });

  answerEndpoint(app, searchEndpoints.readSearchDays, async ({ query }) => ({
    answer: { days: await counts.countByDay(findFirstDay(query.days)) },
  }));

  answerEndpoint(app, searchEndpoints.addQuestion, async ({ body }, { request }) => {
    const { entries, basePath } = request.gate.release;
    // Accept paths from the address bar, with the base path, and paths from the lists of pages, without it.
    const address = removeBasePath(body.address, basePath) ?? body.address;
    const [page = ''] = address.split('#');
    const entry = entries.get(page);
    if (entry?.cache !== 'page' || entry.status !== 200 || entry.audience === 'administrator')
      return { error: errorAnswer(404, 'not-found', 'Page not found.') };
    return { answer: await addQuestion(folder, joinBasePath(address, basePath), toOneLine(body.question)) };
  });

  answerEndpoint(app, searchEndpoints.addSynonym, async ({ body }) => {
    const rule = toOneLine(body.rule);
    const parsedRule = parseSynonymRule(rule);
    if (typeof parsedRule === 'string' || rule.includes('#'))
      return { error: errorAnswer(400, 'invalid', "This isn't a valid synonym rule.") };
    return { answer: await addSynonym(folder, rule) };
  });
}

function toOneLine(text: string): string {
  return text.replace(/[\s\p{C}]+/gu, ' ').trim();
}
