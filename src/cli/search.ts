import path from 'node:path';
import {
  type CommandResult,
  defineCommand,
  fail,
  type ParsedArguments,
  rejectSubcommand,
  rejectSurplus,
  succeed,
  withStore,
} from '../command/define-command.ts';
import { formatCount, toPrintable } from '../command/terminal-text.ts';
import type { Environment } from '../config/environment.ts';
import { describeFeatureOff } from '../features/feature.ts';
import { countsFile } from '../features/insights/data-files.ts';
import { insights } from '../features/insights/feature.ts';
import {
  openCounts,
  type QueryCount,
  type SearchReport,
} from '../features/insights/searches/search-counts.ts';
import { readLiveManifest } from '../model/manifest.ts';
import { pushRecords } from '../search/engine/algolia.ts';
import { openIndex } from '../search/index/open-index.ts';
import type { SearchRecord } from '../search/index/record.ts';
import { formatCommand } from '../shared/call-of.ts';
import { DAY_MS, formatIsoDay } from '../shared/duration.ts';
import { describeReason } from '../shared/reason.ts';

type SearchInput = { name: 'push' } | { name: 'report'; json: boolean; days: number; top: number };

const DAYS_MAX = 90;
const TOP_MAX = 1_000;

/**
 * Every installation has this command, because `push` also works without the feature that counts searches. Reports
 * need that feature.
 */
export const command = defineCommand({
  help: `Shows what readers search for, without naming them.

  {call} report [--days <1-${DAYS_MAX}>] [--top <1-${TOP_MAX}>] [--json]
      The most frequent queries, queries without results, and queries whose results no reader opened.
  {call} push
      Uploads the search records of the release to the hosted index (ALGOLIA_APP_ID, ALGOLIA_API_KEY,
      ALGOLIA_INDEX).

  --days   Number of days to report. Default: ${DAYS_MAX}
  --top    Number of queries in each list. Default: 20
  --json   Print JSON.

Exit code: 0 done, 1 failed, 2 wrong arguments.`,
  options: {
    json: { type: 'boolean', default: false },
    days: { type: 'string', default: String(DAYS_MAX) },
    top: { type: 'string', default: '20' },
  },
  parse([name, ...surplus], values): ParsedArguments<SearchInput> {
    if (name !== 'push' && name !== 'report') return rejectSubcommand(name, ['report', 'push']);
    const misuse = rejectSurplus(surplus);
    if (misuse) return misuse;
    if (name === 'push') return { input: { name } };
    const days = parseInteger(values.days, DAYS_MAX);
    const top = parseInteger(values.top, TOP_MAX);
    if (days === undefined) return { misuse: `--days must be a whole number from 1 to ${DAYS_MAX}.` };
    if (top === undefined) return { misuse: `--top must be a whole number from 1 to ${TOP_MAX}.` };
    return { input: { name, json: values.json, days, top } };
  },
  run: (input, environment) =>
    input.name === 'report' ? showReport(environment, input) : pushToHostedIndex(environment),
});

/** A whole number from 1 to `max`. */
function parseInteger(text: string, max: number): number | undefined {
  const number = Number(text);
  return Number.isInteger(number) && number >= 1 && number <= max ? number : undefined;
}

async function pushToHostedIndex(environment: Environment): Promise<CommandResult> {
  const { ALGOLIA_APP_ID: appId, ALGOLIA_API_KEY: apiKey, ALGOLIA_INDEX: indexName } = environment;
  if (appId === undefined || apiKey === undefined || indexName === undefined) {
    return fail('Set ALGOLIA_APP_ID, ALGOLIA_API_KEY (a key that can write) and ALGOLIA_INDEX.');
  }
  const dist = path.resolve(environment.DIST_DIR);
  const indexFile = readLiveManifest(dist)?.search;
  if (indexFile === undefined) return fail(`${dist} has no release. Run "${formatCommand('build')}" first.`);
  const records = readRecords(path.resolve(dist, indexFile));
  try {
    await pushRecords({ appId, apiKey, indexName }, records);
  } catch (error) {
    return fail(`Uploading to the index ${indexName} failed: ${describeReason(error)}`);
  }
  return succeed(`Uploaded ${formatCount(records.length, 'record')} to the index ${indexName}.`);
}

function readRecords(indexFile: string): SearchRecord[] {
  const index = openIndex(indexFile);
  try {
    return Array.from({ length: index.table.records }, (_, record) => index.record(record));
  } finally {
    index.close();
  }
}

async function showReport(
  environment: Environment,
  { json, days, top }: { json: boolean; days: number; top: number },
): Promise<CommandResult> {
  if (environment.FEATURES_OFF.includes(insights.name))
    return fail(describeFeatureOff('"search report"', insights.name));
  const hint = 'No reader has searched yet, or DATA_DIR is wrong.';
  return withStore(environment, { file: countsFile, open: openCounts, hint }, async (counts) => {
    const since = formatIsoDay(Date.now() - (days - 1) * DAY_MS);
    const report = await counts.report(since, top);
    return succeed(json ? JSON.stringify({ since, ...report }) : formatReport(report, since));
  });
}

function formatReport(report: SearchReport, since: string): string {
  return [
    `${formatCount(report.searches, 'search', 'searches')} since ${since}`,
    formatQueries('Most frequent', report.frequent),
    formatQueries('Without results', report.withoutResults),
    formatQueries('With results that no reader opened', report.unopened),
  ].join('\n\n');
}

function formatQueries(title: string, rows: readonly QueryCount[]): string {
  if (rows.length === 0) return `${title}: none`;
  const lines = rows.map(({ query, count, hits, opened }) =>
    [
      String(count).padStart(8),
      String(hits).padStart(6),
      String(opened).padStart(8),
      `  ${toPrintable(query)}`,
    ].join(''),
  );
  return [title, 'Searches  Hits  Opened  Query', ...lines].join('\n');
}
