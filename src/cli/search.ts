import path from 'node:path';
import type { Environment } from '../config/environment.ts';
import { readManifest } from '../model/manifest.ts';
import { openCounts, type QueryCount, type SearchReport } from '../search/analytics/search-counts.ts';
import { pushRecords } from '../search/engine/algolia.ts';
import { openIndex } from '../search/index/open-index.ts';
import type { SearchRecord } from '../search/index/record.ts';
import { callOf } from '../shared/call-of.ts';
import { DAY_MS, dayOf } from '../shared/duration.ts';
import { reasonOf } from '../shared/reason.ts';
import type { StorageEnvironment } from '../storage/open-database.ts';
import { type Answer, defineCommand, done, failed, noMore, noSuchCommand, withStore } from './command.ts';
import { printable } from './terminal-text.ts';

type Wanted = { name: 'push' } | { name: 'report'; json: boolean; days: number; top: number };

export const command = defineCommand({
  help: `{call} report [--json] [--days <1-90>] [--top <1-1000>]
    What readers searched for: most often, without results, and with results that nobody opened.
{call} push
    Fills the hosted index (ALGOLIA_APP_ID, ALGOLIA_API_KEY, ALGOLIA_INDEX) with what the published build holds.`,
  options: {
    json: { type: 'boolean', default: false },
    days: { type: 'string', default: '90' },
    top: { type: 'string', default: '20' },
  },
  parse([name, ...rest], values): { wanted: Wanted } | { fault: string } {
    if (name !== 'push' && name !== 'report') return noSuchCommand(name);
    const surplus = noMore(rest);
    if (surplus) return surplus;
    if (name === 'push') return { wanted: { name } };
    const days = wholeNumber(values.days, 90);
    const top = wholeNumber(values.top, 1_000);
    if (days === undefined) return { fault: '--days must be 1 to 90.' };
    if (top === undefined) return { fault: '--top must be 1 to 1000.' };
    return { wanted: { name, json: values.json, days, top } };
  },
  run: (wanted, environment) => (wanted.name === 'report' ? report(environment, wanted) : push(environment)),
});

function wholeNumber(text: string, most: number): number | undefined {
  const number = Number(text);
  return Number.isInteger(number) && number >= 1 && number <= most ? number : undefined;
}

async function push(environment: Environment): Promise<Answer> {
  const { ALGOLIA_APP_ID: appId, ALGOLIA_API_KEY: apiKey, ALGOLIA_INDEX: indexName } = environment;
  if (appId === undefined || apiKey === undefined || indexName === undefined) {
    return failed('Set ALGOLIA_APP_ID, ALGOLIA_API_KEY (one that may write) and ALGOLIA_INDEX.');
  }
  const dist = path.resolve(environment.DIST_DIR);
  const search = readManifest(dist)?.search;
  if (search === undefined)
    return failed(`There is no published build in ${dist}. Run "${callOf('build')}".`);
  const records = recordsIn(path.resolve(dist, search));
  try {
    await pushRecords({ appId, apiKey, indexName }, records);
  } catch (error) {
    const reason = reasonOf(error);
    return failed(`The hosted index could not be filled: ${reason}`);
  }
  return done(`${records.length} records are in the index ${indexName} now.`);
}

function recordsIn(file: string): SearchRecord[] {
  const index = openIndex(file);
  try {
    return Array.from({ length: index.table.records }, (_, record) => index.record(record));
  } finally {
    index.close();
  }
}

function report(
  environment: StorageEnvironment,
  { json, days, top }: { json: boolean; days: number; top: number },
): Promise<Answer> {
  const hint = 'nobody has searched yet, or DATA_DIR is another folder';
  return withStore(environment, { content: 'searches', open: openCounts, hint }, async (counts) => {
    const since = dayOf(Date.now() - (days - 1) * DAY_MS);
    const found = await counts.report(since, top);
    return done(json ? JSON.stringify({ since, ...found }) : asText(found, since));
  });
}

function asText(found: SearchReport, since: string): string {
  return [
    `${found.searches} searches since ${since}`,
    table('Most frequent', found.frequent),
    table('Without results', found.withoutResults),
    table('With results that nobody opened', found.unopened),
  ].join('\n\n');
}

function table(title: string, rows: readonly QueryCount[]): string {
  if (rows.length === 0) return `${title}: none`;
  const lines = rows.map(({ query, count, hits, opened }) =>
    [
      String(count).padStart(8),
      String(hits).padStart(6),
      String(opened).padStart(8),
      `  ${printable(query)}`,
    ].join(''),
  );
  return [title, 'searches  hits  opened  query', ...lines].join('\n');
}
