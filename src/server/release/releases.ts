import { type FSWatcher, watch } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { MANIFEST_FILE } from '../../config/constants.ts';
import type { Problem } from '../../shared/problem.ts';
import { loadRelease, type ReleaseOptions } from './load-release.ts';
import type { Release } from './release.ts';

/** What is published is served so soon, by every process and machine that shares the folder. */
const SWITCH_WITHIN_MS = 1_000;
/** Shared volumes report no changes, so the manifest is looked at besides; the other half is for loading it. */
const POLL_MS = SWITCH_WITHIN_MS / 2;
/** A publication is several events. */
const SETTLE_MS = 20;
/** A build that cannot be loaded is tried again, ever more rarely: its files may still be on their way. */
const RETRY_MAX_POLLS = 60;

export type ReleaseEvent =
  | { kind: 'swapped'; build: string; previous: string }
  /** The new build cannot be served; the one before it still is. */
  | { kind: 'refused'; problems: Problem[] };

export interface Releases {
  current(): Release;
  /** Looks for a newly published build now; resolves when it is served or refused. */
  refresh(): Promise<void>;
  /** Rejects when what is published is gone, so that no further file of it could be read. */
  check(): Promise<void>;
  close(): void;
}

interface ReleasesOptions extends ReleaseOptions {
  onEvent(event: ReleaseEvent): void;
  /** Off for who calls `refresh` by itself. */
  watch?: boolean;
}

type OpenedReleases = { releases: Releases; problems?: never } | { releases?: never; problems: Problem[] };

/** Loads the published build of `folder`, and every later one as soon as it is published. */
export async function openReleases(options: ReleasesOptions): Promise<OpenedReleases> {
  const manifest = path.join(options.folder, MANIFEST_FILE);
  let seen = await signature(manifest);
  const first = await loadRelease(options);
  if (first.problems) return first;
  let current = first.release;
  let failures = 0;
  let skip = 0;
  let lastReport = '';
  let underWay: Promise<void> | undefined;

  async function look(): Promise<void> {
    const now = await signature(manifest);
    // Between two publications there may be none; the one that is loaded stays.
    if (now === undefined || (now === seen && failures === 0)) return;
    if (now === seen && skip-- > 0) return;
    seen = now;
    const loaded = await loadRelease(options);
    if (loaded.problems) {
      failures += 1;
      skip = Math.min(2 ** failures, RETRY_MAX_POLLS);
      const report = loaded.problems.map(({ message }) => message).join('\n');
      if (report !== lastReport) options.onEvent({ kind: 'refused', problems: loaded.problems });
      lastReport = report;
      return;
    }
    failures = 0;
    lastReport = '';
    const previous = current.build;
    current = loaded.release;
    options.onEvent({ kind: 'swapped', build: current.build, previous });
  }

  /** One look at a time, and after a look under way another one, so that no publication is missed. */
  async function refresh(): Promise<void> {
    while (underWay) await underWay;
    underWay = look().finally(() => {
      underWay = undefined;
    });
    await underWay;
  }

  const stop = options.watch === false ? () => {} : startWatching(options.folder, refresh);
  const check = async () => void (await stat(manifest));
  return { releases: { current: () => current, refresh, check, close: stop } };
}

function startWatching(folder: string, refresh: () => Promise<void>): () => void {
  let settling: NodeJS.Timeout | undefined;
  let watcher: FSWatcher | undefined;
  try {
    watcher = watch(folder, { persistent: false }, () => {
      settling ??= setTimeout(() => {
        settling = undefined;
        void refresh();
      }, SETTLE_MS).unref();
    });
    watcher.on('error', () => watcher?.close());
  } catch {
    // No watching here (a file system without it, or no watches left): the poll finds it.
  }
  const poll = setInterval(() => void refresh(), POLL_MS).unref();
  return () => {
    watcher?.close();
    clearInterval(poll);
    clearTimeout(settling);
  };
}

async function signature(file: string): Promise<string | undefined> {
  try {
    const { mtimeNs, size, ino } = await stat(file, { bigint: true });
    return `${mtimeNs} ${size} ${ino}`;
  } catch {
    return undefined;
  }
}
