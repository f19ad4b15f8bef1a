import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SynonymRule } from '../src/config/synonym-rules.ts';
import { buildIndex } from '../src/search/index/build-index.ts';
import type { SearchRecord } from '../src/search/index/record.ts';
import { searchRecords } from './search-site.ts';

/** A real index file in a folder of its own. */
export function temporaryIndex(
  records: readonly SearchRecord[] = searchRecords(),
  synonyms: readonly SynonymRule[] = [],
): {
  file: string;
  remove(): void;
} {
  const folder = mkdtempSync(path.join(tmpdir(), 'search-'));
  const file = path.join(folder, 'search.db');
  buildIndex(records, file, synonyms);
  return { file, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
