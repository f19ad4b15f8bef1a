import path from 'node:path';
import { MANIFEST_FILE } from '../../../config/constants.ts';
import { lockBuild } from '../../../releases/build-lock.ts';
import { toDiskProblem } from '../../../releases/disk-problem.ts';
import { RELEASES_FOLDER } from '../../../releases/dist-folder.ts';
import { switchToRelease } from '../../../releases/publish.ts';
import { listReleases, type ReleaseRecord } from '../../../releases/release-record.ts';
import { checkRelease } from '../../../server/release/check-release.ts';
import type { ReleaseOptions } from '../../../server/release/load-release.ts';
import type { Problem } from '../../../shared/problem.ts';

export type RollBackResult =
  | { outcome: 'done'; from: string | undefined; to: ReleaseRecord }
  | { outcome: 'unknown'; names: string[] }
  /** The release is already served. */
  | { outcome: 'live'; name: string }
  /** Another build or publication is in progress. */
  | { outcome: 'busy' }
  /** The release can't be served, or switching to it failed. The served release hasn't changed. */
  | { outcome: 'refused'; problems: Problem[] };

/** This wait is longer than a build takes to publish its finished files. */
const PATIENCE_MS = 5_000;

/**
 * Switches back to a kept release, after checking that a server can load it. Every server process notices the switch by
 * itself. Without a `name`, switches to the release before the served one.
 */
export async function rollBack(
  { folder, ...options }: Omit<ReleaseOptions, 'manifest'>,
  name?: string,
): Promise<RollBackResult> {
  try {
    const { lock } = await lockBuild(folder, { patienceMs: PATIENCE_MS, onWait() {} });
    if (!lock) return { outcome: 'busy' };
    try {
      const { records, live } = listReleases(folder);
      const isWanted = (record: ReleaseRecord) =>
        name === undefined ? record.number < (live?.number ?? Infinity) : record.name === name;
      const to = records.find(isWanted);
      if (to === undefined) return { outcome: 'unknown', names: records.map((record) => record.name) };
      if (to.build === live?.build) return { outcome: 'live', name: to.name };
      const manifest = path.join(RELEASES_FOLDER, to.name, MANIFEST_FILE);
      const problems = await checkRelease({ folder, manifest, ...options });
      if (problems.length > 0) return { outcome: 'refused', problems };
      switchToRelease(folder, to);
      return { outcome: 'done', from: live?.name, to };
    } finally {
      lock.releaseLock();
    }
  } catch (error) {
    const problem = toDiskProblem(error);
    if (!problem) throw error;
    return { outcome: 'refused', problems: [problem] };
  }
}
