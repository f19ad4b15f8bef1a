import type { Environment } from '../../config/environment.ts';
import { feedbackSchema } from '../../feedback/feedback-sqlite.ts';
import { feedbackFile } from '../../feedback/open-feedback.ts';
import { searchCountsFile } from '../../search/analytics/open-search-counts.ts';
import { searchCountsSchema } from '../../search/analytics/search-counts-sqlite.ts';
import type { SideFile } from '../../storage/side-file.ts';

/** All that `DATA_DIR` holds beside the accounts. */
export function sideFiles(environment: Pick<Environment, 'DATA_DIR'>): SideFile[] {
  return [
    { file: feedbackFile(environment), schema: feedbackSchema, tables: ['feedback'] },
    {
      file: searchCountsFile(environment),
      schema: searchCountsSchema,
      tables: ['searches', 'openings'],
    },
  ];
}
