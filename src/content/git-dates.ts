import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

/** File relative to the docs folder → ISO 8601 time of the last commit that changed it. */
export type GitDates = Readonly<Record<string, string>>;

interface GitHistory {
  /** The dates are the same while this is. */
  id: string;
  /** The oldest commits that a shallow clone has; whatever was before looks as if it came with them. */
  boundaries: readonly string[];
}

const LOG_MAX_BYTES = 256 << 20;
/** Begins the line of a commit; no path holds it. */
const COMMIT = '\u0001';

/** What git knows of this folder; `undefined` where it is in no repository, not committed, or there is no git. */
export function gitHistory(docsDir: string): GitHistory | undefined {
  try {
    // Fails where the folder is not in the commit.
    const asked = ['rev-parse', 'HEAD', 'HEAD:./', '--show-prefix', '--git-path', 'shallow'];
    const said = execFileSync('git', asked, {
      cwd: docsDir,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [head = '', , folder = '', shallowFile = ''] = said.split('\n');
    const boundaries = linesOf(path.resolve(docsDir, shallowFile));
    return { id: [head, folder, ...boundaries].join(' '), boundaries };
  } catch {
    return undefined;
  }
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').filter(Boolean);
  } catch {
    return [];
  }
}

/**
 * One run of git for all files. Of a shallow clone only what is certain: what was committed after the newest commit
 * whose parents are missing, because nothing that is missing is newer than that.
 */
export async function readGitDates(docsDir: string, { boundaries }: GitHistory): Promise<GitDates> {
  const since = boundaries.length === 0 ? -1 : await newestOf(boundaries, docsDir);
  const log = await git(docsDir, [
    '-c',
    'core.quotePath=false',
    'log',
    `--format=${COMMIT}%cI`,
    '--name-only',
    '--no-renames',
    '--relative',
    '--',
    '.',
  ]);
  return parseLog(log, since);
}

/** In milliseconds, of those that are in the history of what is checked out. */
async function newestOf(commits: readonly string[], docsDir: string): Promise<number> {
  const known = new Set(commits);
  const lines = (await git(docsDir, ['rev-list', '--timestamp', 'HEAD'])).split('\n');
  const times = lines.flatMap((line) => {
    const [seconds = '', commit = ''] = line.split(' ');
    return known.has(commit) ? [Number(seconds) * 1_000] : [];
  });
  return Math.max(-1, ...times);
}

async function git(docsDir: string, args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('git', args, { cwd: docsDir, maxBuffer: LOG_MAX_BYTES });
  return stdout;
}

function parseLog(log: string, since: number): GitDates {
  const dates: Record<string, string> = {};
  let time = since;
  for (const line of log.split('\n')) {
    if (line.startsWith(COMMIT)) time = Date.parse(line.slice(1));
    // Newest first: what is known already is newer.
    else if (line !== '' && time > since && !Object.hasOwn(dates, line))
      dates[line] = new Date(time).toISOString();
  }
  return dates;
}
