import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Environment } from '../../config/environment.ts';
import type { SearchCounts } from './search-counts.ts';
import { openSharedSearchCounts } from './search-counts-postgres.ts';
import { openSearchCounts } from './search-counts-sqlite.ts';

export type CountsEnvironment = Pick<Environment, 'DATA_DIR' | 'DATABASE_URL'>;

/** Where searches are counted: with everything else that is shared, or in a file of this machine. */
export async function openCounts(environment: CountsEnvironment): Promise<SearchCounts> {
  if (environment.DATABASE_URL !== undefined) return openSharedSearchCounts(environment.DATABASE_URL);
  mkdirSync(environment.DATA_DIR, { recursive: true });
  return openSearchCounts(searchCountsFile(environment));
}

export function searchCountsFile({ DATA_DIR }: Pick<Environment, 'DATA_DIR'>): string {
  return path.join(DATA_DIR, 'searches.db');
}
