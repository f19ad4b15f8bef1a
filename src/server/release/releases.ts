import { existsSync, type FSWatcher, watch } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { MANIFEST_FILE } from '../../config/constants.ts';
import { RELEASES_FOLDER } from '../../releases/dist-folder.ts';
import { listRecords } from '../../releases/release-record.ts';
import type { Problem } from '../../shared/problem.ts';
import { reasonOf } from '../../shared/reason.ts';
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
  | { kind: 'refused'; problems: Problem[] }
  /** At the start the newest build could not be served; this kept release is instead. */
  | { kind: 'fell-back'; problems: Problem[]; release: string; build: string };

export interface Releases {
  current(): Release;
  /** Looks for a newly published build now; resolves when it is served or refused. */
  refresh(): Promise<void>;
  /** Why the newest release is not the one that is served; empty when it is. */
  trouble(): readonly Problem[];
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

/**
 * Loads the published build of `folder`, and every later one as soon as it is published. Where the published one can't be
 * served at the start, the newest kept release that can be is, until the published one is repaired or replaced.
 */
export async function openReleases(options: ReleasesOptions): Promise<OpenedReleases> {
  const manifest = path.join(options.folder, MANIFEST_FILE);
  let seen = await signature(manifest);
  const newest = await loadRelease(options);
  const fallback = newest.problems && (await loadNewestKept(options));
  const first = newest.release ?? fallback?.release;
  if (first === undefined) return { problems: newest.problems ?? [] };
  let current = first;
  /** The manifest of what is served. */
  let source = fallback?.manifest ?? manifest;
  let trouble: readonly Problem[] = newest.problems ?? [];
  let failures = fallback ? 1 : 0;
  let skip = 0;
  let lastReport = reportOf(trouble);
  if (fallback)
    options.onEvent({
      kind: 'fell-back',
      problems: [...trouble],
      release: fallback.name,
      build: first.build,
    });
  let underWay: Promise<void> | undefined;

  async function look(): Promise<void> {
    const now = await signature(manifest);
    // Between two publications there may be none; the one that is loaded stays.
    if (now === undefined || (now === seen && failures === 0)) return;
    if (now === seen && skip-- > 0) return;
    seen = now;
    const loaded = await loadRelease(options);
    const problems = loaded.problems ?? missingSearch(loaded.release);
    if (!loaded.release || problems.length > 0) {
      loaded.release?.views?.close();
      refuse(problems);
      return;
    }
    failures = 0;
    lastReport = '';
    trouble = [];
    source = manifest;
    const previous = current.build;
    current = loaded.release;
    options.onEvent({ kind: 'swapped', build: current.build, previous });
  }

  function refuse(problems: Problem[]): void {
    failures += 1;
    skip = Math.min(2 ** failures, RETRY_MAX_POLLS);
    trouble = problems;
    const report = reportOf(problems);
    if (report !== lastReport) options.onEvent({ kind: 'refused', problems });
    lastReport = report;
  }

  /** One look at a time, and after a look under way another one, so that no publication is missed. */
  async function refresh(): Promise<void> {
    while (underWay) await underWay;
    underWay = look()
      // Nothing that lies in the folder leads here; what is served stays all the same.
      .catch((error: unknown) => {
        const message = `The folder of releases cannot be looked at: ${reasonOf(error)}.`;
        refuse([{ code: 'release-unusable', severity: 'error', file: manifest, message }]);
      })
      .finally(() => {
        underWay = undefined;
      });
    await underWay;
  }

  const stopWatching = options.watch === false ? () => {} : startWatching(options.folder, refresh);
  const check = async () => {
    await stat(source);
  };
  const close = () => {
    stopWatching();
    current.views?.close();
  };
  return { releases: { current: () => current, refresh, trouble: () => trouble, check, close } };
}

/** The newest release of the folder that can be served, other than the published one. */
export async function loadNewestKept(
  options: ReleaseOptions,
): Promise<{ release: Release; name: string; manifest: string } | undefined> {
  for (const { name } of listRecords(options.folder)) {
    const manifest = path.join(RELEASES_FOLDER, name, MANIFEST_FILE);
    const { release } = await loadRelease({ ...options, manifest });
    if (release) return { release, name, manifest: path.join(options.folder, manifest) };
  }
  return undefined;
}

const reportOf = (problems: readonly Problem[]) => problems.map(({ message }) => message).join('\n');

/** On a shared volume the files of a release may come after its manifest. */
function missingSearch({ search }: Release): Problem[] {
  if (search === undefined || existsSync(search)) return [];
  const message = 'The search index of the release is not there (yet).';
  return [{ code: 'manifest-file-missing', severity: 'error', file: search, message }];
}

function startWatching(folder: string, refresh: () => Promise<void>): () => void {
  const lookNow = () => {
    // It reports all that goes wrong.
    refresh().catch(() => {});
  };
  let settling: NodeJS.Timeout | undefined;
  let watcher: FSWatcher | undefined;
  try {
    watcher = watch(folder, { persistent: false }, () => {
      settling ??= setTimeout(() => {
        settling = undefined;
        lookNow();
      }, SETTLE_MS).unref();
    });
    watcher.on('error', () => watcher?.close());
  } catch {
    // No watching here (a file system without it, or no watches left): the poll finds it.
  }
  const poll = setInterval(lookNow, POLL_MS).unref();
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
