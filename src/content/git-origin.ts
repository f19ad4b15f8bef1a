import { git, inRepository } from './git.ts';

/** What a site is built from. */
interface GitOrigin {
  commit?: string;
  author?: string;
  subject?: string;
  isChanged?: boolean;
}

/** The commit that is checked out around this folder, and whether the folder differs from it; nothing where git knows none. */
export async function gitOrigin(folder: string): Promise<GitOrigin> {
  if (!inRepository(folder)) return {};
  try {
    const said = await git(folder, ['log', '-1', '--format=%H%n%an%n%s']);
    const [commit = '', author = '', subject = ''] = said.split('\n').map((line) => line.slice(0, 200));
    const changes = await git(folder, ['status', '--porcelain', '--', '.']);
    return { commit, author, subject, ...(changes === '' ? {} : { isChanged: true }) };
  } catch {
    return {};
  }
}
