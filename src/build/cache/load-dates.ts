import { type DatesFile, readDatesFile } from '../../content/dates.ts';
import { type GitDates, readGitDates, readGitHistory } from '../../content/git-dates.ts';
import type { Problem } from '../../shared/problem.ts';
import type { Folders } from '../folders.ts';
import type { BuildCache } from './build-cache.ts';
import { codeKey } from './code-keys.ts';
import type { ImportGraph } from './import-graph.ts';

/** When each document was last changed, as far as anybody here knows. */
export interface Dates {
  git: GitDates;
  file: DatesFile;
  problems: readonly Problem[];
  /** The clone has not all of its history. */
  shallow: boolean;
}

/** Git is asked again only when something was committed. */
export async function loadDates(
  { docsDir, siteDir }: Folders,
  { cache, graph }: { cache: BuildCache; graph: ImportGraph },
): Promise<Dates> {
  const history = readGitHistory(docsDir);
  const { dates: file, problems } = readDatesFile(siteDir);
  const dates = { file, problems, shallow: (history?.boundaries.length ?? 0) > 0 };
  if (!history) return { ...dates, git: {} };
  const key = `${codeKey(graph, 'dates')} ${history.id}`;
  return { ...dates, git: await cache.made('dates', key, () => readGitDates(docsDir, history)) };
}
