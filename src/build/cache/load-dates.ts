import { type DatesFile, readDatesFile } from '../../content/dates/dates.ts';
import { type GitDates, readGitDates, readGitHistory } from '../../content/dates/git-dates.ts';
import type { Problem } from '../../shared/problem.ts';
import type { Folders } from '../folders.ts';
import type { BuildCache } from './build-cache.ts';
import { computeCodeKey } from './code-keys.ts';
import type { ImportGraph } from './import-graph.ts';

/** Dates on which documents were last changed, from Git and from the dates file. */
export interface Dates {
  git: GitDates;
  file: DatesFile;
  problems: readonly Problem[];
  /** Whether the clone lacks part of its history. */
  isShallow: boolean;
}

/** Loads the dates. Git is asked only if something was committed since the last build. */
export async function loadDates(
  { docsDir, siteDir }: Folders,
  { cache, graph }: { cache: BuildCache; graph: ImportGraph },
): Promise<Dates> {
  const history = readGitHistory(docsDir);
  const { dates: file, problems } = readDatesFile(siteDir);
  const dates = { file, problems, isShallow: (history?.boundaries.length ?? 0) > 0 };
  if (!history) return { ...dates, git: {} };
  const key = `${computeCodeKey(graph, 'dates')} ${history.id}`;
  return { ...dates, git: await cache.reuseOrMake('dates', key, () => readGitDates(docsDir, history)) };
}
