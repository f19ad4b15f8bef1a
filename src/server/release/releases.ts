import { existsSync, type FSWatcher, watch } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { MANIFEST_FILE } from '../../config/constants.ts';
import { RELEASES_FOLDER } from '../../releases/dist-folder.ts';
import { listRecords } from '../../releases/release-record.ts';
import type { Problem } from '../../shared/problem.ts';
import { describeReason } from '../../shared/reason.ts';
import { loadRelease, type ReleaseOptions } from './load-release.ts';
import type { Release } from './release.ts';

/** Every process and machine that shares the folder serves a new release within this time. */
const SWITCH_WITHIN_MS = 1_000;
/** Shared volumes report no changes, so the manifest is also polled. The other half of the time is for loading it. */
const POLL_MS = SWITCH_WITHIN_MS / 2;
/** Publishing causes several file events. This is how long to wait for the last one. */
const SETTLE_MS = 20;
/** A build that can't be loaded is tried again at growing intervals: some of its files may still be missing. */
const RETRY_MAX_POLLS = 60;

export type ReleaseEvent =
  | { kind: 'swapped'; build: string; previous: string }
  /** The new build can't be served. The previous one stays in service. */
  | { kind: 'refused'; problems: Problem[] }
  /** The newest build couldn't be served when the server started, so this kept release is served instead. */
  | { kind: 'fell-back'; problems: Problem[]; release: string; build: string };

/** The releases of a folder, one of which is served. */
export interface Releases {
  current(): Release;
  /** Checks now for a newly published build. Resolves when it is served or refused. */
  refresh(): Promise<void>;
  /** Why the newest release isn't served. Empty if it is. */
  listNewestProblems(): readonly Problem[];
  /** Rejects if the manifest of the served release no longer exists, so that its files can't be read. */
  check(): Promise<void>;
  close(): void;
}

interface ReleasesOptions extends ReleaseOptions {
  onEvent(event: ReleaseEvent): void;
  /** By default true. False for callers that call `refresh` themselves. */
  watch?: boolean;
}

type OpenedReleases = { releases: Releases; problems?: never } | { releases?: never; problems: Problem[] };

/**
 * Loads the published build of `folder`, and every later one as soon as it's published. If the published build can't be
 * served at the start, the newest usable kept release is served until the published one is repaired or replaced.
 */
export async function openReleases(options: ReleasesOptions): Promise<OpenedReleases> {
  const manifest = path.join(options.folder, MANIFEST_FILE);
  let lastSignature = await readSignature(manifest);
  const newest = await loadRelease(options);
  const fallback = newest.problems && (await loadNewestKept(options));
  const firstRelease = newest.release ?? fallback?.release;
  if (firstRelease === undefined) return { problems: newest.problems ?? [] };
  let current = firstRelease;
  /** Path of the manifest of the served release. */
  let servedManifest = fallback?.manifest ?? manifest;
  let newestProblems: readonly Problem[] = newest.problems ?? [];
  let failures = fallback ? 1 : 0;
  let pollsToSkip = 0;
  let lastReport = formatReport(newestProblems);
  if (fallback)
    options.onEvent({
      kind: 'fell-back',
      problems: [...newestProblems],
      release: fallback.name,
      build: firstRelease.build,
    });
  let underWay: Promise<void> | undefined;

  async function loadIfChanged(): Promise<void> {
    const signature = await readSignature(manifest);
    // The manifest may be missing for a moment while a release is published. The loaded release stays in service.
    if (signature === undefined || (signature === lastSignature && failures === 0)) return;
    if (signature === lastSignature && pollsToSkip-- > 0) return;
    lastSignature = signature;
    const loadedRelease = await loadRelease(options);
    const problems = loadedRelease.problems ?? findMissingSearch(loadedRelease.release);
    if (!loadedRelease.release || problems.length > 0) {
      loadedRelease.release?.views?.close();
      refuse(problems);
      return;
    }
    failures = 0;
    lastReport = '';
    newestProblems = [];
    servedManifest = manifest;
    const previous = current.build;
    current = loadedRelease.release;
    options.onEvent({ kind: 'swapped', build: current.build, previous });
  }

  function refuse(problems: Problem[]): void {
    failures += 1;
    pollsToSkip = Math.min(2 ** failures, RETRY_MAX_POLLS);
    newestProblems = problems;
    const report = formatReport(problems);
    if (report !== lastReport) options.onEvent({ kind: 'refused', problems });
    lastReport = report;
  }

  /** Runs one check at a time. A call during a check runs another one after it, so that no publication is missed. */
  async function refresh(): Promise<void> {
    while (underWay) await underWay;
    underWay = loadIfChanged()
      // The content of the folder can't cause this. The served release stays in service in any case.
      .catch((error: unknown) => {
        const message = `The folder of releases can't be checked: ${describeReason(error)}.`;
        refuse([{ code: 'release-unusable', severity: 'error', file: manifest, message }]);
      })
      .finally(() => {
        underWay = undefined;
      });
    await underWay;
  }

  const stopWatching = options.watch === false ? () => {} : startWatching(options.folder, refresh);
  const check = async () => {
    await stat(servedManifest);
  };
  const close = () => {
    stopWatching();
    current.views?.close();
  };
  return {
    releases: { current: () => current, refresh, listNewestProblems: () => newestProblems, check, close },
  };
}

/** Loads the newest release of the folder that can be served, other than the published one. */
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

const formatReport = (problems: readonly Problem[]) => problems.map(({ message }) => message).join('\n');

/** On a shared volume the files of a release may arrive after its manifest. */
function findMissingSearch({ search }: Release): Problem[] {
  if (search === undefined || existsSync(search)) return [];
  const message = "The search index of the release doesn't exist (yet).";
  return [{ code: 'manifest-file-missing', severity: 'error', file: search, message }];
}

function startWatching(folder: string, refresh: () => Promise<void>): () => void {
  const refreshInBackground = () => {
    // `refresh` reports all problems itself.
    refresh().catch(() => {});
  };
  let settleTimer: NodeJS.Timeout | undefined;
  let watcher: FSWatcher | undefined;
  try {
    watcher = watch(folder, { persistent: false }, () => {
      settleTimer ??= setTimeout(() => {
        settleTimer = undefined;
        refreshInBackground();
      }, SETTLE_MS).unref();
    });
    watcher.on('error', () => watcher?.close());
  } catch {
    // The file system doesn't support watching, or no watches are left. Polling finds changes.
  }
  const poll = setInterval(refreshInBackground, POLL_MS).unref();
  return () => {
    watcher?.close();
    clearInterval(poll);
    clearTimeout(settleTimer);
  };
}

async function readSignature(file: string): Promise<string | undefined> {
  try {
    const { mtimeNs, size, ino } = await stat(file, { bigint: true });
    return `${mtimeNs} ${size} ${ino}`;
  } catch {
    return undefined;
  }
}
