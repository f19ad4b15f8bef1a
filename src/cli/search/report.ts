import { existsSync } from 'node:fs';
import {
  openCounts,
  type QueryCount,
  type SearchCounts,
  type SearchReport,
} from '../../search/analytics/search-counts.ts';
import { dataFile, type StorageEnvironment } from '../../storage/open-database.ts';
import { type Answer, done, failed } from '../command.ts';
import { printable } from '../terminal-text.ts';

const DAY_MS = 86_400_000;

export async function report(
  environment: StorageEnvironment,
  { json, days, top }: { json: boolean; days: number; top: number },
): Promise<Answer> {
  const file = dataFile(environment, 'searches');
  if (environment.DATABASE_URL === undefined && !existsSync(file))
    return failed(`There is no ${file}: nobody has searched yet, or DATA_DIR is another folder.`);
  let counts: SearchCounts | undefined;
  try {
    counts = await openCounts(environment);
    const since = new Date(Date.now() - (days - 1) * DAY_MS).toISOString().slice(0, 10);
    const found = await counts.report(since, top);
    return done(json ? JSON.stringify({ since, ...found }) : asText(found, since));
  } finally {
    await counts?.close();
  }
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
