import path from 'node:path';
import { readTextIfPresent } from '../../shared/if-present.ts';
import { isInRepository, runGit, runGitSync } from './git.ts';

/** The last commit that changed a document. */
export interface LastChange {
  /** ISO 8601. */
  date: string;
  /** Undefined in dates files of older versions, which had no authors. */
  author?: string | undefined;
}

/** Last changes by file, relative to the docs folder. */
export type GitDates = Readonly<Record<string, LastChange>>;

interface GitHistory {
  /** Changes whenever the dates can change. */
  id: string;
  /** The oldest commits of a shallow clone. Everything before them looks as if these commits had added it. */
  boundaries: readonly string[];
}

/** Marks the line of a commit in the output of Git. No path contains it. */
const COMMIT = '\u0001';
/** Makes Git print paths as they are, also non-ASCII letters. */
const UNQUOTED = ['-c', 'core.quotePath=false'];

/** Reads the state of the history. Undefined outside a repository, without a commit, or without Git. */
export function readGitHistory(docsDir: string): GitHistory | undefined {
  if (!isInRepository(docsDir)) return undefined;
  try {
    // Fails if the folder isn't part of the commit.
    const args = ['rev-parse', 'HEAD', 'HEAD:./', '--show-prefix', '--git-path', 'shallow'];
    const output = runGitSync(docsDir, args);
    const [head = '', , folder = '', shallowFile = ''] = output.split('\n');
    const boundaries = (readTextIfPresent(path.resolve(docsDir, shallowFile)) ?? '')
      .split('\n')
      .filter(Boolean);
    return { id: [head, folder, ...boundaries].join(' '), boundaries };
  } catch {
    return undefined;
  }
}

/**
 * Reads the last change of every document. A file that was only moved keeps its date. In a shallow clone only changes
 * after the newest boundary commit are certain, because no missing commit is newer than that.
 */
export async function readGitDates(docsDir: string, { boundaries }: GitHistory): Promise<GitDates> {
  const since = boundaries.length === 0 ? -1 : await findNewestTime(boundaries, docsDir);
  const root = (await runGit(docsDir, ['rev-parse', '--show-toplevel'])).trim();
  const prefix = (await runGit(docsDir, ['rev-parse', '--show-prefix'])).trim();
  const lastChangeByFile = await readLastChanges(root, prefix === '' ? ['.'] : [prefix]);
  const changeBeforeMove = await readChangesBeforeMoves(root, lastChangeByFile);
  return Object.fromEntries(
    [...lastChangeByFile].flatMap(([file, change]) => {
      const { time, author } = changeBeforeMove.get(file) ?? change;
      const isCertain = file.startsWith(prefix) && time > since;
      return isCertain ? [[file.slice(prefix.length), { date: new Date(time).toISOString(), author }]] : [];
    }),
  );
}

interface Change {
  commit: string;
  /** Milliseconds since 1970. */
  time: number;
  author: string;
  /** True if the commit added the file, or moved it there. */
  isNew: boolean;
}

/** Finds the newest commit that wrote each file below these paths, with one run of Git. */
async function readLastChanges(root: string, paths: readonly string[]): Promise<Map<string, Change>> {
  const format = `--format=${COMMIT}%H %cI %aN`;
  const log = await runGit(root, [
    ...UNQUOTED,
    'log',
    format,
    '--name-status',
    '--no-renames',
    '--',
    ...paths,
  ]);
  const changes = new Map<string, Change>();
  let [commit, time, author] = ['', 0, ''];
  for (const line of log.split('\n')) {
    const [status = '', file] = line.split('\t');
    if (line.startsWith(COMMIT)) {
      const [hash = '', at = '', ...name] = line.slice(COMMIT.length).split(' ');
      [commit, time, author] = [hash, Date.parse(at), name.join(' ')];
    } else if (file !== undefined && status !== 'D' && !changes.has(file)) {
      // The log starts with the newest commit, so the first one found counts.
      changes.set(file, { commit, time, author, isNew: status === 'A' });
    }
  }
  return changes;
}

/** How many moves of one file are followed. */
const MOVES_MAX = 5;

/** For files that were only moved, finds the change before the move. A copied file keeps its own date. */
async function readChangesBeforeMoves(
  root: string,
  changes: ReadonlyMap<string, Change>,
  moves = MOVES_MAX,
): Promise<Map<string, Change>> {
  const addingCommits = new Set([...changes.values()].flatMap(({ commit, isNew }) => (isNew ? commit : [])));
  const changesBefore = new Map<string, Change>();
  if (addingCommits.size === 0 || moves === 0) return changesBefore;
  const sources = await readMoves(root, addingCommits);
  const movedFiles = [...changes].flatMap(([file, { commit, isNew }]) => {
    const source = isNew ? sources.get(`${commit} ${file}`) : undefined;
    return source === undefined ? [] : [{ file, source }];
  });
  if (movedFiles.length === 0) return changesBefore;
  const folders = new Set(movedFiles.map(({ source }) => path.posix.dirname(source)));
  const earlierChanges = await readLastChanges(root, [...folders]);
  const sourceChanges = new Map(
    [...earlierChanges].filter(([file]) => movedFiles.some(({ source }) => source === file)),
  );
  const earliest = await readChangesBeforeMoves(root, sourceChanges, moves - 1);
  for (const { file, source } of movedFiles) {
    const change = earliest.get(source) ?? sourceChanges.get(source);
    if (change) changesBefore.set(file, change);
  }
  return changesBefore;
}

/** Finds files that these commits moved without changing a byte: `commit file` to the earlier path. */
async function readMoves(root: string, commits: ReadonlySet<string>): Promise<Map<string, string>> {
  const show = ['log', '--no-walk', '-M100%', '--diff-filter=R', '--name-status', `--format=${COMMIT}%H`];
  const log = await runGit(root, [...UNQUOTED, ...show, ...commits]);
  const moves = new Map<string, string>();
  let commit = '';
  for (const line of log.split('\n')) {
    const [, from, to] = line.split('\t');
    if (line.startsWith(COMMIT)) commit = line.slice(COMMIT.length);
    else if (from !== undefined && to !== undefined) moves.set(`${commit} ${to}`, from);
  }
  return moves;
}

/** The time of the newest of these commits in milliseconds, or -1. */
async function findNewestTime(commits: readonly string[], docsDir: string): Promise<number> {
  const commitSet = new Set(commits);
  const lines = (await runGit(docsDir, ['rev-list', '--timestamp', 'HEAD'])).split('\n');
  const times = lines.flatMap((line) => {
    const [seconds = '', commit = ''] = line.split(' ');
    return commitSet.has(commit) ? [Number(seconds) * 1_000] : [];
  });
  return Math.max(-1, ...times);
}
