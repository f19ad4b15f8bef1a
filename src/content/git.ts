import { execFile, execFileSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const ANSWER_MAX_BYTES = 256 << 20;

/** What git says; it throws where git does not know, or is not there. */
export async function git(cwd: string, args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('git', args, { cwd, maxBuffer: ANSWER_MAX_BYTES });
  return stdout;
}

/** The same at once, without a word on the terminal where it does not know. */
export function gitSync(cwd: string, args: readonly string[]): string {
  return execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

/** Whether git may know of this folder: to look takes less time than to start it. */
export function inRepository(folder: string): boolean {
  return process.env.GIT_DIR !== undefined || (existsSync(folder) && isBelowGit(realpathSync(folder)));
}

function isBelowGit(folder: string): boolean {
  const above = path.dirname(folder);
  return existsSync(path.join(folder, '.git')) || (above !== folder && isBelowGit(above));
}
