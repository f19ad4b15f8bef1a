import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';

/** Whether git may know of this folder: to look takes less time than to start it. */
export function inRepository(folder: string): boolean {
  return process.env.GIT_DIR !== undefined || (existsSync(folder) && isBelowGit(realpathSync(folder)));
}

function isBelowGit(folder: string): boolean {
  const above = path.dirname(folder);
  return existsSync(path.join(folder, '.git')) || (above !== folder && isBelowGit(above));
}
