import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Environment } from '../../config/environment.ts';
import { createBoundary, type PrivateFolderSettings, withNamedFolders } from '../../config/site-boundary.ts';
import { siteFolder } from '../../config/site-folder.ts';
import { parseSynonymRule } from '../../config/synonym-rules.ts';
import { addQuestion, addSynonym } from '../../content/add-search-words.ts';
import { atBasePath, belowBasePath } from '../../model/urls.ts';
import type { SearchCounter } from '../../search/analytics/search-counter.ts';
import type { SearchCounts } from '../../search/analytics/search-counts.ts';
import { errorAnswer } from '../http/errors.ts';
import { answerEndpoint, partOf } from './answer-endpoint.ts';
import { sinceDay } from './reading.ts';

export type SiteFolderSettings = Pick<Environment, 'SITE_DIR' | 'DOCS_DIR'> & PrivateFolderSettings;

interface SearchesOptions {
  environment: SiteFolderSettings;
  counts: SearchCounts;
  counter: SearchCounter;
}

/** What administrators learn of searches, and do about them. */
export function searchesApi(app: FastifyInstance, { environment, counts, counter }: SearchesOptions): void {
  // As a build finds it; where only a build is served there is none.
  const workDir = process.cwd();
  const siteDir = siteFolder(environment, workDir);
  const docsDir = path.resolve(workDir, environment.DOCS_DIR ?? path.join(siteDir, 'docs'));
  const boundary = withNamedFolders(createBoundary(siteDir, environment, workDir), siteDir, [docsDir]);
  const folder = { docsDir, boundary };

  answerEndpoint(app, 'listSearches', async ({ query }) => {
    const { days, ...wanted } = partOf(query);
    await counter.flush();
    return { answer: await counts.page({ ...wanted, since: sinceDay(days) }) };
  });

  answerEndpoint(app, 'readSearchDays', async ({ query }) => ({
    answer: { days: await counts.byDay(sinceDay(query.days)) },
  }));

  answerEndpoint(app, 'addQuestion', async ({ body }, { request }) => {
    const { entries, basePath } = request.gate.release;
    // As the address bar has it; without the base path it is in the lists of these pages.
    const address = belowBasePath(body.address, basePath) ?? body.address;
    const [page = ''] = address.split('#');
    const entry = entries.get(page);
    if (entry?.cache !== 'page' || entry.status !== 200 || entry.audience === 'administrator')
      return { error: errorAnswer(404, 'not-found', 'There is no page at this address.') };
    return { answer: await addQuestion(folder, atBasePath(address, basePath), oneLine(body.question)) };
  });

  answerEndpoint(app, 'addSynonym', async ({ body }) => {
    const rule = oneLine(body.rule);
    const parsed = parseSynonymRule(rule);
    if (typeof parsed === 'string' || rule.includes('#'))
      return { error: errorAnswer(400, 'invalid', 'This is not a rule of synonyms.') };
    return { answer: await addSynonym(folder, rule) };
  });
}

function oneLine(text: string): string {
  return text.replace(/[\s\p{C}]+/gu, ' ').trim();
}
