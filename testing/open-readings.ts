import { countsFile } from '../src/features/insights/data-files.ts';
import { createReadingCounts } from '../src/features/insights/page-views/view-counts.ts';
import { openDatabase, type StorageEnvironment } from '../src/storage/open-database.ts';

/** Opens the counts of page views by themselves, as another process does. */
export async function openReadings(environment: StorageEnvironment, rowsPerDay?: number) {
  const database = await openDatabase(environment, countsFile);
  return { ...createReadingCounts(database, rowsPerDay), close: database.close };
}
