import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { DATES_FILE, datesFileText } from '../content/dates.ts';
import { readGitDates, readGitHistory } from '../content/git-dates.ts';
import { readSite } from '../content/read-site.ts';
import { displayPath } from '../shared/file-paths.ts';
import type { Problem } from '../shared/problem.ts';
import { explainRefusal, refusalToWrite } from '../shared/site-boundary.ts';
import { type BuildEnvironment, resolveFolders } from './folders.ts';

/** Leaves in the site folder when each document was last committed, for builds that have no history to ask. */
export async function writeDates(
  environment: BuildEnvironment,
  workDir: string,
): Promise<{ file: string; problem?: never } | { file?: never; problem: Problem }> {
  const { docsDir, docsHome, siteDir, boundary } = resolveFolders(environment, workDir);
  const refused = (message: string) => ({
    problem: { code: 'no-history', severity: 'error', file: displayPath(docsDir), message } as const,
  });
  const history = readGitHistory(docsDir);
  if (!history)
    return refused('Git knows nothing of this folder: commit it, or call this where it is committed.');
  if (history.boundaries.length > 0)
    return refused(
      'This clone has only the end of its history: fetch the rest first (git fetch --unshallow).',
    );
  const dates = await readGitDates(docsDir, history);
  const { site } = await readSite({ docsDir, siteDir: docsHome });
  const file = path.join(siteDir, DATES_FILE);
  const refusal = refusalToWrite(boundary, file);
  if (refusal !== undefined && refusal !== 'hidden')
    return {
      problem: {
        code: 'file-outside-site',
        severity: 'error',
        file: displayPath(file),
        message: explainRefusal(refusal, displayPath(file), file),
      },
    };
  writeFileSync(file, datesFileText(site, dates));
  return { file: displayPath(file) };
}
