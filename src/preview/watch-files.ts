import { existsSync, type FSWatcher, watch } from 'node:fs';
import path from 'node:path';

export interface FileWatch {
  close(): void;
}

/** An editor writes, renames and touches within this time when it saves one file. */
const QUIET_MS = 15;

/**
 * Tells, in batches, which files changed in these folders and below, and of the `files` themselves. A folder
 * that is not there is not watched.
 */
export function watchFiles(
  folders: readonly string[],
  files: readonly string[],
  onChange: (changed: string[]) => void,
): FileWatch {
  let changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const note = (file: string) => {
    changed.add(file);
    clearTimeout(timer);
    timer = setTimeout(() => {
      const batch = [...changed];
      changed = new Set();
      onChange(batch);
    }, QUIET_MS);
  };
  const watchers: FSWatcher[] = [];
  for (const folder of folders.filter((candidate) => existsSync(candidate))) {
    watchers.push(
      watch(folder, { recursive: true }, (_, name) => name !== null && note(path.join(folder, name))),
    );
  }
  // The folder, not the file: editors replace files, and a watch would stay with the old one.
  for (const folder of new Set(files.map((file) => path.dirname(file)))) {
    watchers.push(
      watch(folder, (_, name) => {
        if (name !== null && files.includes(path.join(folder, name))) note(path.join(folder, name));
      }),
    );
  }
  return {
    close: () => {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
    },
  };
}
