import { type GitDates, gitTree, readGitDates } from '../../content/git-dates.ts';
import type { BuildCache } from './build-cache.ts';

const FACT = 'git-dates';

/** When each document was last committed; git is asked again only when there are new commits of them. */
export async function loadGitDates(cache: BuildCache, docsDir: string): Promise<GitDates> {
  const tree = gitTree(docsDir);
  if (tree === undefined) return {};
  const stored = cache.fact(FACT);
  if (stored !== undefined) {
    const known: { tree: string; dates: GitDates } = JSON.parse(stored);
    if (known.tree === tree) return known.dates;
  }
  const dates = await readGitDates(docsDir);
  cache.storeFact(FACT, JSON.stringify({ tree, dates }));
  return dates;
}
