import { existsSync } from 'node:fs';
import type { Environment } from '../../config/environment.ts';
import type { QueryCount, SearchReport } from '../../search/search-counts.ts';
import { openSearchCounts } from '../../search/search-counts-sqlite.ts';
import { searchCountsFile } from '../../server/site-search.ts';
import type { Answer } from '../command.ts';

const DAY_MS = 86_400_000;

export async function report(
  environment: Pick<Environment, 'DATA_DIR'>,
  { json, days, top }: { json: boolean; days: number; top: number },
): Promise<Answer> {
  const file = searchCountsFile(environment);
  if (!existsSync(file))
    return {
      exitCode: 1,
      err: `There is no ${file}: nobody has searched yet, or DATA_DIR is another folder.`,
    };
  const counts = openSearchCounts(file);
  try {
    const since = new Date(Date.now() - (days - 1) * DAY_MS).toISOString().slice(0, 10);
    const found = await counts.report(since, top);
    return { exitCode: 0, out: json ? JSON.stringify({ since, ...found }) : asText(found, since) };
  } finally {
    await counts.close();
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

/** A query is whatever somebody typed: no control character of it reaches the terminal. */
function printable(query: string): string {
  return query.replace(/\p{C}/gu, '�');
}
