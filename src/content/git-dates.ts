import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';
import type { Site } from '../model/site.ts';

/** File relative to the docs folder → ISO 8601 time of the last commit that changed it. */
export type GitDates = Readonly<Record<string, string>>;

const LOG_MAX_BYTES = 256 << 20;
/** Begins the line of a commit; no path holds it. */
const COMMIT = '\u0001';

/**
 * Names what git has committed of this folder: the dates are the same while it is. `undefined` where there is no
 * repository, no git, or a clone without its history, whose dates would all be wrong.
 */
export function gitTree(docsDir: string): string | undefined {
  try {
    const [tree, shallow] = execFileSync('git', ['rev-parse', 'HEAD:./', '--is-shallow-repository'], {
      cwd: docsDir,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
      .trim()
      .split('\n');
    return shallow === 'false' ? tree : undefined;
  } catch {
    return undefined;
  }
}

/** One run of git for all files. */
export async function readGitDates(docsDir: string): Promise<GitDates> {
  const { stdout } = await promisify(execFile)(
    'git',
    [
      '-c',
      'core.quotePath=false',
      'log',
      `--format=${COMMIT}%cI`,
      '--name-only',
      '--no-renames',
      '--relative',
      '--',
      '.',
    ],
    { cwd: docsDir, maxBuffer: LOG_MAX_BYTES },
  );
  return parseLog(stdout);
}

function parseLog(log: string): GitDates {
  const dates: Record<string, string> = {};
  let date = '';
  for (const line of log.split('\n')) {
    if (line.startsWith(COMMIT)) date = line.slice(1);
    // Newest first: what is known already is newer.
    else if (line !== '' && !Object.hasOwn(dates, line)) dates[line] = new Date(date).toISOString();
  }
  return dates;
}

/** The site with those dates where an author has not written another one. */
export function withGitDates(site: Site, dates: GitDates): Site {
  const docs = site.docs.map((doc) => {
    const date = doc.lastUpdate?.date ?? (Object.hasOwn(dates, doc.file) ? dates[doc.file] : undefined);
    return date === undefined ? doc : { ...doc, lastUpdate: { ...doc.lastUpdate, date } };
  });
  return { ...site, docs };
}
