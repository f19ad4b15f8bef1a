import { isInRepository, runGit } from './git.ts';

/** The commit that a site is built from. */
interface GitOrigin {
  commit?: string;
  author?: string;
  subject?: string;
  isChanged?: boolean;
}

/**
 * Reads the commit that is checked out around this folder, and whether the folder differs from it. Empty without Git.
 */
export async function readGitOrigin(folder: string): Promise<GitOrigin> {
  if (!isInRepository(folder)) return {};
  try {
    const output = await runGit(folder, ['log', '-1', '--format=%H%n%an%n%s']);
    const [commit = '', author = '', subject = ''] = output.split('\n').map((line) => line.slice(0, 200));
    const changes = await runGit(folder, ['status', '--porcelain', '--', '.']);
    return { commit, author, subject, ...(changes === '' ? {} : { isChanged: true }) };
  } catch {
    return {};
  }
}
