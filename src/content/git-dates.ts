import path from 'node:path';
import { textIfPresent } from '../shared/if-present.ts';
import { git, gitSync, inRepository } from './git.ts';

/** The commit that changed a document last. */
export interface LastChange {
  /** ISO 8601. */
  date: string;
  /** Absent where a file of dates was written before it had authors. */
  author?: string | undefined;
}

/** By file relative to the docs folder. */
export type GitDates = Readonly<Record<string, LastChange>>;

interface GitHistory {
  /** The dates are the same while this is. */
  id: string;
  /** The oldest commits that a shallow clone has; whatever was before looks as if it came with them. */
  boundaries: readonly string[];
}

/** Begins the line of a commit; no path holds it. */
const COMMIT = '\u0001';
/** Paths as they are, whatever letters they have. */
const UNQUOTED = ['-c', 'core.quotePath=false'];

/** What git knows of this folder; `undefined` where it is in no repository, not committed, or there is no git. */
export function gitHistory(docsDir: string): GitHistory | undefined {
  if (!inRepository(docsDir)) return undefined;
  try {
    // Fails where the folder is not in the commit.
    const args = ['rev-parse', 'HEAD', 'HEAD:./', '--show-prefix', '--git-path', 'shallow'];
    const said = gitSync(docsDir, args);
    const [head = '', , folder = '', shallowFile = ''] = said.split('\n');
    const boundaries = (textIfPresent(path.resolve(docsDir, shallowFile)) ?? '').split('\n').filter(Boolean);
    return { id: [head, folder, ...boundaries].join(' '), boundaries };
  } catch {
    return undefined;
  }
}

/**
 * Of a shallow clone only what is certain: what was committed after the newest commit whose parents are missing,
 * because nothing that is missing is newer than that. A file that only moved keeps its date.
 */
export async function readGitDates(docsDir: string, { boundaries }: GitHistory): Promise<GitDates> {
  const since = boundaries.length === 0 ? -1 : await newestOf(boundaries, docsDir);
  const root = (await git(docsDir, ['rev-parse', '--show-toplevel'])).trim();
  const prefix = (await git(docsDir, ['rev-parse', '--show-prefix'])).trim();
  const changes = await lastChanges(root, prefix === '' ? ['.'] : [prefix]);
  const before = await beforeTheirMoves(root, changes);
  return Object.fromEntries(
    [...changes].flatMap(([file, change]) => {
      const { time, author } = before.get(file) ?? change;
      const known = file.startsWith(prefix) && time > since;
      return known ? [[file.slice(prefix.length), { date: new Date(time).toISOString(), author }]] : [];
    }),
  );
}

interface Change {
  commit: string;
  /** In milliseconds. */
  time: number;
  author: string;
  /** The file came with this commit: written, or moved from elsewhere. */
  isNew: boolean;
}

/** By path in the repository, the newest commit below these paths that wrote a file; one run of git. */
async function lastChanges(root: string, paths: readonly string[]): Promise<Map<string, Change>> {
  const format = `--format=${COMMIT}%H %cI %aN`;
  const log = await git(root, [...UNQUOTED, 'log', format, '--name-status', '--no-renames', '--', ...paths]);
  const changes = new Map<string, Change>();
  let [commit, time, author] = ['', 0, ''];
  for (const line of log.split('\n')) {
    const [status = '', file] = line.split('\t');
    if (line.startsWith(COMMIT)) {
      const [hash = '', at = '', ...name] = line.slice(COMMIT.length).split(' ');
      [commit, time, author] = [hash, Date.parse(at), name.join(' ')];
    } else if (file !== undefined && status !== 'D' && !changes.has(file)) {
      // Newest first: what is known already is newer.
      changes.set(file, { commit, time, author, isNew: status === 'A' });
    }
  }
  return changes;
}

/** A folder may have moved this often. */
const MOVES_MAX = 5;

/** Of files that have only moved since, what changed them before that; a file that was copied keeps its own date. */
async function beforeTheirMoves(
  root: string,
  changes: ReadonlyMap<string, Change>,
  moves = MOVES_MAX,
): Promise<Map<string, Change>> {
  const added = new Set([...changes.values()].flatMap(({ commit, isNew }) => (isNew ? commit : [])));
  const known = new Map<string, Change>();
  if (added.size === 0 || moves === 0) return known;
  const sources = await movesOf(root, added);
  const moved = [...changes].flatMap(([file, { commit, isNew }]) => {
    const source = isNew ? sources.get(`${commit} ${file}`) : undefined;
    return source === undefined ? [] : [{ file, source }];
  });
  if (moved.length === 0) return known;
  const folders = new Set(moved.map(({ source }) => path.posix.dirname(source)));
  const earlier = await lastChanges(root, [...folders]);
  const wanted = new Map([...earlier].filter(([file]) => moved.some(({ source }) => source === file)));
  const first = await beforeTheirMoves(root, wanted, moves - 1);
  for (const { file, source } of moved) {
    const change = first.get(source) ?? wanted.get(source);
    if (change) known.set(file, change);
  }
  return known;
}

/** `commit file` → the file's path before that commit, of those that it moved without changing a byte. */
async function movesOf(root: string, commits: ReadonlySet<string>): Promise<Map<string, string>> {
  const show = ['log', '--no-walk', '-M100%', '--diff-filter=R', '--name-status', `--format=${COMMIT}%H`];
  const log = await git(root, [...UNQUOTED, ...show, ...commits]);
  const moves = new Map<string, string>();
  let commit = '';
  for (const line of log.split('\n')) {
    const [, from, to] = line.split('\t');
    if (line.startsWith(COMMIT)) commit = line.slice(COMMIT.length);
    else if (from !== undefined && to !== undefined) moves.set(`${commit} ${to}`, from);
  }
  return moves;
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
