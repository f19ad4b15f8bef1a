import { countsFile } from '../src/features/insights/data-files.ts';
import { createContentChanges } from '../src/features/insights/page-views/content-changes.ts';
import { createReadingCounts } from '../src/features/insights/page-views/view-counts.ts';
import { openDatabase, type StorageEnvironment } from '../src/storage/open-database.ts';

/** Opens the counts of page views and the changes of pages by themselves, as another process does. */
export async function openReadings(environment: StorageEnvironment, rowsPerDay?: number) {
  const database = await openDatabase(environment, countsFile);
  const changes = createContentChanges(database);
  return { ...createReadingCounts(database, rowsPerDay), changes, close: database.close };
}
