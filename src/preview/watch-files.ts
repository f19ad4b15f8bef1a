import { type FSWatcher, readdirSync, realpathSync, type Stats, statSync, watch } from 'node:fs';
import path from 'node:path';

interface FileWatch {
  /** Watches these folders, too, and everything below them. One that doesn't exist yet is noticed when it appears. */
  watchFolders(folders: readonly string[]): void;
  /** Watches these files from now on, besides the folders. One that doesn't exist yet is noticed when it appears. */
  follow(files: readonly string[]): void;
  close(): void;
}

/** An editor writes, renames and touches within this time when it saves one file. */
const QUIET_MS = 15;
/** A batch is reported after this time even if a program never stops writing. */
const BATCH_MAX_MS = 200;
/** How often folders without a watched folder above them, and links, are compared with those on disk. */
const ANCHOR_CHECK_MS = 500;

/**
 * Reports, in batches, which files changed in these folders and below.
 *
 * Editors save in many ways: they write in place, rename a new file over the old one, delete and create, or replace
 * whole folders, as a Git checkout does. So no file is watched by itself: a watch on a file stays with the replaced one.
 * Where the system watches trees by their paths (macOS, Windows), each tree has one watch. Elsewhere each folder has one,
 * which reports every name in the folder, even if another file replaces it. Node's own recursive watch can't be used
 * there, because it watches each file.
 *
 * No watch notices that one of the outermost folders is replaced, or a link on the way to a file, so these are checked
 * twice a second.
 */
export function watchFiles(
  folders: readonly string[],
  onChange: (changedFiles: readonly string[]) => void,
): FileWatch {
  const batch = new Batch(onChange);
  const watcher = new TreeWatcher((file) => batch.add(file));
  const watchFolders = (nextFolders: readonly string[]) => {
    for (const folder of nextFolders) watcher.watchTree(folder);
  };
  watchFolders(folders);
  let followedFiles: readonly string[] = [];
  return {
    watchFolders,
    follow(files) {
      if (files === followedFiles) return;
      followedFiles = files;
      watcher.watchOnly(files);
    },
    close() {
      batch.close();
      watcher.close();
    },
  };
}

/** Collects changes until there are none for a moment. */
class Batch {
  readonly #onChange: (files: readonly string[]) => void;
  #files = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #startedAt = 0;

  constructor(onChange: (files: readonly string[]) => void) {
    this.#onChange = onChange;
  }

  add(file: string): void {
    const now = performance.now();
    if (this.#files.size === 0) this.#startedAt = now;
    this.#files.add(file);
    clearTimeout(this.#timer);
    const remainingMs = Math.max(0, this.#startedAt + BATCH_MAX_MS - now);
    this.#timer = setTimeout(() => this.#send(), Math.min(QUIET_MS, remainingMs));
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #send(): void {
    const files = [...this.#files];
    this.#files = new Set();
    this.#onChange(files);
  }
}

interface WatchedFolder {
  watcher: FSWatcher;
  /** The identity of the watched folder. Another folder at the same path has another identity. */
  identity: string;
}

/** A folder that no other watched folder reports on. */
interface Anchor {
  /** Whether subfolders are watched too. */
  isTree: boolean;
  /** The identity of the folder at the last check. Undefined while it doesn't exist. */
  identity: string | undefined;
}

const watchesTrees = process.platform === 'darwin' || process.platform === 'win32';

class TreeWatcher {
  readonly #report: (file: string) => void;
  readonly #watched = new Map<string, WatchedFolder>();
  readonly #anchors = new Map<string, Anchor>();
  /** Links by the real path of their target. */
  readonly #links = new Map<string, Set<string>>();
  /** The real path of the target of each link. */
  readonly #targets = new Map<string, string>();
  #followed: ReadonlySet<string> = new Set();
  readonly #timer: NodeJS.Timeout;

  constructor(report: (file: string) => void) {
    this.#report = report;
    this.#timer = setInterval(() => {
      this.#checkAnchors();
      this.#checkLinks();
    }, ANCHOR_CHECK_MS);
    this.#timer.unref();
  }

  watchTree(folder: string): void {
    if (!this.#isInTree(folder)) this.#anchorTree(folder, { announce: false });
  }

  /** Single files to watch, by their folders, which aren't watched for anything else. */
  watchOnly(files: readonly string[]): void {
    this.#followed = new Set(files);
    for (const folder of new Set(files.map((file) => path.dirname(file)))) this.#anchorFlat(folder);
  }

  close(): void {
    clearInterval(this.#timer);
    for (const { watcher } of this.#watched.values()) watcher.close();
    this.#watched.clear();
  }

  #isInTree(folder: string): boolean {
    return [...this.#anchors].some(
      ([anchor, { isTree }]) => isTree && (anchor === folder || folder.startsWith(anchor + path.sep)),
    );
  }

  #anchorTree(folder: string, how: { announce: boolean }, parents: readonly string[] = []): void {
    this.#leave(folder);
    this.#anchors.set(folder, { isTree: true, identity: readIdentity(folder) });
    this.#enter(folder, how, parents);
  }

  #anchorFlat(folder: string): void {
    if (this.#anchors.has(folder) || this.#isInTree(folder)) return;
    this.#anchors.set(folder, { isTree: false, identity: readIdentity(folder) });
    this.#watchFolder(folder, false);
  }

  #checkAnchors(): void {
    for (const [folder, anchor] of this.#anchors) {
      const identity = readIdentity(folder);
      if (identity === anchor.identity) continue;
      anchor.identity = identity;
      if (anchor.isTree) {
        this.#leave(folder);
        this.#report(folder);
        this.#enter(folder, { announce: true });
      } else this.#watchFlat(folder);
    }
  }

  /** Watches another folder at the path of one that was watched for single files, which are new. */
  #watchFlat(folder: string): void {
    this.#watchFolder(folder, false);
    for (const file of this.#interestingIn(folder)) this.#report(file);
  }

  /** The files in a folder that is watched for single files. */
  #interestingIn(folder: string): string[] {
    const linkedNames = [...this.#links].flatMap(([target, links]) =>
      path.dirname(target) === folder ? [...links] : [],
    );
    return [...[...this.#followed].filter((file) => path.dirname(file) === folder), ...linkedNames];
  }

  /** Watches a folder and its subfolders. With `announce`, its files are new and are reported. */
  #enter(folder: string, { announce }: { announce: boolean }, parents: readonly string[] = []): void {
    const real = findRealPath(folder);
    // A link to a parent folder would never end.
    if (real === undefined || parents.includes(real)) return;
    if (this.#anchors.has(folder) || !watchesTrees) this.#watchFolder(folder, true);
    for (const entry of readEntries(folder)) {
      const fullPath = path.join(folder, entry.name);
      if (isIgnored(entry.name)) continue;
      const target = entry.isSymbolicLink() ? readStats(fullPath) : entry;
      if (target?.isDirectory()) {
        // No event reports that the target folder of a link is replaced.
        if (entry.isSymbolicLink()) this.#anchorTree(fullPath, { announce }, [...parents, real]);
        else this.#enter(fullPath, { announce }, [...parents, real]);
      } else {
        if (entry.isSymbolicLink()) this.#followLink(fullPath);
        if (announce) this.#report(fullPath);
      }
    }
  }

  #watchFolder(folder: string, isTree: boolean): void {
    const identity = readIdentity(folder);
    if (identity === undefined || this.#watched.get(folder)?.identity === identity) return;
    this.#watched.get(folder)?.watcher.close();
    this.#watched.delete(folder);
    try {
      const watcher = watch(folder, { recursive: isTree && watchesTrees }, (event, name) => {
        // A folder reports under its own name that it was removed or moved. The one that replaces it may have its
        // identity, because file systems use numbers again.
        if (event === 'rename' && name === path.basename(folder)) this.#watchAgain(folder, watcher, isTree);
        this.#take(folder, name, isTree);
      });
      // The folder was removed while it was watched. A folder that replaces it is watched again.
      watcher.on('error', () => this.#forget(folder, watcher));
      this.#watched.set(folder, { watcher, identity });
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code === 'ENOSPC' || code === 'EMFILE')
        throw new Error(
          `The system allows no more watched folders (${code}): raise fs.inotify.max_user_watches and max_user_instances.`,
        );
      // The folder was removed in the meantime.
    }
  }

  /**
   * Watches what is at the path of a folder that was removed or moved. If there is nothing yet, the next check of
   * anchors looks again.
   */
  #watchAgain(folder: string, watcher: FSWatcher, isTree: boolean): void {
    // The folder that replaces it is watched already.
    if (this.#watched.get(folder)?.watcher !== watcher) return;
    if (isTree) this.#leave(folder);
    else this.#forget(folder, watcher);
    const identity = readIdentity(folder);
    const anchor = this.#anchors.get(folder);
    if (anchor) anchor.identity = identity;
    if (identity === undefined) return;
    if (isTree) this.#enter(folder, { announce: true }, anchor ? [] : [findRealParent(folder)]);
    else this.#watchFlat(folder);
  }

  #take(folder: string, name: string | null, isTree: boolean): void {
    if (name === null) {
      this.#enter(folder, { announce: true });
      return;
    }
    const fullPath = path.join(folder, name);
    for (const link of this.#links.get(fullPath) ?? []) this.#report(link);
    if (!isTree) {
      if (this.#followed.has(fullPath)) this.#report(fullPath);
      return;
    }
    if (name.split(path.sep).some(isIgnored)) return;
    this.#report(fullPath);
    const stats = readStats(fullPath);
    if (stats?.isDirectory()) {
      if (this.#watched.get(fullPath)?.identity === formatIdentity(stats)) return;
      this.#leave(fullPath);
      this.#enter(fullPath, { announce: true }, [findRealPath(folder) ?? folder]);
    } else {
      this.#leave(fullPath);
      if (stats) this.#followLink(fullPath);
    }
  }

  /**
   * A link to a file may lead through other links, such as `current` in `../current/page.md`. No event reports that one
   * of these leads elsewhere.
   */
  #checkLinks(): void {
    for (const [link, target] of this.#targets) {
      if (findRealPath(link) === target) continue;
      this.#unfollowLink(link, target);
      this.#followLink(link);
      this.#report(link);
    }
  }

  #unfollowLink(link: string, target: string): void {
    this.#targets.delete(link);
    const links = this.#links.get(target);
    links?.delete(link);
    if (links?.size === 0) this.#links.delete(target);
  }

  /** A link changes when its target does. */
  #followLink(file: string): void {
    const target = findRealPath(file);
    if (target === undefined || target === file) return;
    const previousTarget = this.#targets.get(file);
    if (previousTarget !== undefined && previousTarget !== target) this.#unfollowLink(file, previousTarget);
    this.#targets.set(file, target);
    const links = this.#links.get(target) ?? new Set();
    this.#links.set(target, links.add(file));
    this.#anchorFlat(path.dirname(target));
  }

  /** Stops watching this path and everything below it. The next check of anchors enters those below it again. */
  #leave(folder: string): void {
    const isBelow = (other: string) => other.startsWith(folder + path.sep);
    for (const [watchedFolder, { watcher }] of this.#watched)
      if (watchedFolder === folder || isBelow(watchedFolder)) this.#forget(watchedFolder, watcher);
    for (const [anchoredFolder, anchor] of this.#anchors)
      if (isBelow(anchoredFolder)) anchor.identity = undefined;
  }

  #forget(folder: string, watcher: FSWatcher): void {
    watcher.close();
    if (this.#watched.get(folder)?.watcher === watcher) this.#watched.delete(folder);
  }
}

/** Files of tools and editors, such as swap files. No file with such a name is part of a site, except `.well-known`. */
function isIgnored(name: string): boolean {
  return name === 'node_modules' || name.endsWith('~') || (name.startsWith('.') && name !== '.well-known');
}

function readIdentity(folder: string): string | undefined {
  const stats = readStats(folder);
  return stats?.isDirectory() ? formatIdentity(stats) : undefined;
}

function formatIdentity({ dev, ino }: Stats): string {
  return `${dev}:${ino}`;
}

function readStats(file: string): Stats | undefined {
  try {
    return statSync(file);
  } catch {
    return undefined;
  }
}

function findRealPath(file: string): string | undefined {
  try {
    return realpathSync.native(file);
  } catch {
    return undefined;
  }
}

function findRealParent(folder: string): string {
  const parent = path.dirname(folder);
  return findRealPath(parent) ?? parent;
}

function readEntries(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
