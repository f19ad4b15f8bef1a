import path from 'node:path';
import type { Environment } from '../../config/environment.ts';
import { readManifest } from '../../model/manifest.ts';
import { pushRecords } from '../../search/engine/algolia.ts';
import { openIndex } from '../../search/index/open-index.ts';
import type { SearchRecord } from '../../search/index/record.ts';
import { type Answer, done, failed } from '../command.ts';

export async function push(environment: Environment): Promise<Answer> {
  const { ALGOLIA_APP_ID: appId, ALGOLIA_API_KEY: apiKey, ALGOLIA_INDEX: indexName } = environment;
  if (appId === undefined || apiKey === undefined || indexName === undefined) {
    return failed('Set ALGOLIA_APP_ID, ALGOLIA_API_KEY (one that may write) and ALGOLIA_INDEX.');
  }
  const dist = path.resolve(environment.DIST_DIR);
  const search = readManifest(dist)?.search;
  if (search === undefined) return failed(`There is no published build in ${dist}. Run "npm run build".`);
  const records = recordsIn(path.resolve(dist, search));
  try {
    await pushRecords({ appId, apiKey, indexName }, records);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
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
