import { execFile, execFileSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

/** Limit for the output of one Git command, in bytes. */
const ANSWER_MAX_BYTES = 256 << 20;

/** Runs Git and returns its output. Throws if Git fails or isn't installed. */
export async function runGit(cwd: string, args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('git', args, { cwd, maxBuffer: ANSWER_MAX_BYTES });
  return stdout;
}

/** Runs Git synchronously. Error output is discarded. */
export function runGitSync(cwd: string, args: readonly string[]): string {
  return execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

/** Whether a folder is in a repository. Looking for `.git` is faster than starting Git. */
export function isInRepository(folder: string): boolean {
  return process.env.GIT_DIR !== undefined || (existsSync(folder) && isBelowGit(realpathSync(folder)));
}

function isBelowGit(folder: string): boolean {
  const parentFolder = path.dirname(folder);
  return existsSync(path.join(folder, '.git')) || (parentFolder !== folder && isBelowGit(parentFolder));
}
