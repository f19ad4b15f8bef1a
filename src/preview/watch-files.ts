import { existsSync, type FSWatcher, watch } from 'node:fs';
import path from 'node:path';

interface FileWatch {
  /** These files from now on, besides the folders; one that is not there is told when it comes. */
  follow(files: readonly string[]): void;
  close(): void;
}

/** An editor writes, renames and touches within this time when it saves one file. */
const QUIET_MS = 15;

/** Tells, in batches, which files changed in these folders and below. A folder that is not there is not watched. */
export function watchFiles(
  folders: readonly string[],
  onChange: (changed: readonly string[]) => void,
): FileWatch {
  let changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let followed: ReadonlySet<string> = new Set();
  let following: readonly string[] = [];
  const watchers = new Map<string, FSWatcher>();
  const note = (file: string) => {
    changed.add(file);
    clearTimeout(timer);
    timer = setTimeout(() => {
      const batch = [...changed];
      changed = new Set();
      onChange(batch);
    }, QUIET_MS);
  };
  for (const folder of folders.filter((candidate) => existsSync(candidate))) {
    const tell = (_: string, name: string | null) => name !== null && note(path.join(folder, name));
    watchers.set(folder, watch(folder, { recursive: true }, tell));
  }
  // The folder, not the file: editors replace files, and a watch would stay with the old one.
  const watchFolder = (folder: string) => {
    const within = [...watchers.keys()].some(
      (known) => known === folder || (folders.includes(known) && folder.startsWith(known + path.sep)),
    );
    if (within || !existsSync(folder)) return;
    const tell = (_: string, name: string | null) => {
      if (name !== null && followed.has(path.join(folder, name))) note(path.join(folder, name));
    };
    watchers.set(folder, watch(folder, tell));
  };
  return {
    follow(files) {
      if (files === following) return;
      following = files;
      followed = new Set(files);
      for (const folder of new Set(files.map((file) => path.dirname(file)))) watchFolder(folder);
    },
    close() {
      clearTimeout(timer);
      for (const watcher of watchers.values()) watcher.close();
    },
  };
}
