import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { DATES_FILE, writeDatesFileText } from '../content/dates/dates.ts';
import { readGitDates, readGitHistory } from '../content/dates/git-dates.ts';
import { readSite } from '../content/read-site.ts';
import { displayPath } from '../shared/file-paths.ts';
import type { Problem } from '../shared/problem.ts';
import { explainRefusal, findRefusalToWrite } from '../shared/site-boundary.ts';
import { type BuildEnvironment, checkSiteFolder, resolveFolders } from './folders.ts';

/** Writes the dates of the last commits into the site folder, for builds without Git history. */
export async function writeDates(
  environment: BuildEnvironment,
  workDir: string,
): Promise<
  { file: string; documents: number; problem?: never } | { problem: Problem; file?: never; documents?: never }
> {
  const { docsDir, docsHome, siteDir, boundary } = resolveFolders(environment, workDir);
  const [folderProblem] = checkSiteFolder({ siteDir });
  if (folderProblem) return { problem: folderProblem };
  const failWith = (message: string) => ({
    problem: { code: 'no-history', severity: 'error', file: displayPath(docsDir), message } as const,
  });
  const history = readGitHistory(docsDir);
  if (!history)
    return failWith("This folder isn't in a Git repository. Commit it first, or run the command in a clone.");
  if (history.boundaries.length > 0)
    return failWith(
      'This clone has only part of the Git history. Fetch the rest first: git fetch --unshallow',
    );
  const dates = await readGitDates(docsDir, history);
  const { site } = await readSite({ docsDir, docsHome });
  const file = path.join(siteDir, DATES_FILE);
  const refusal = findRefusalToWrite(boundary, file);
  if (refusal !== undefined && refusal !== 'hidden')
    return {
      problem: {
        code: 'file-outside-site',
        severity: 'error',
        file: displayPath(file),
        message: explainRefusal(refusal, displayPath(file), file),
      },
    };
  const text = writeDatesFileText(site, dates);
  writeFileSync(file, text);
  return { file: displayPath(file), documents: Object.keys(JSON.parse(text)).length };
}
