import path from 'node:path';
import { MANIFEST_FILE } from '../../config/constants.ts';
import { lockBuild } from '../../releases/build-lock.ts';
import { toDiskProblem } from '../../releases/disk-problem.ts';
import { RELEASES_FOLDER } from '../../releases/dist-folder.ts';
import { switchToRelease } from '../../releases/publish.ts';
import { listReleases, type ReleaseRecord } from '../../releases/release-record.ts';
import type { Problem } from '../../shared/problem.ts';
import { checkRelease } from './check-release.ts';
import type { ReleaseOptions } from './load-release.ts';

export type RollBackResult =
  | { outcome: 'done'; from: string | undefined; to: ReleaseRecord }
  | { outcome: 'unknown'; names: string[] }
  /** It is served already. */
  | { outcome: 'live'; name: string }
  /** A build or a publication is under way. */
  | { outcome: 'busy' }
  /** It cannot be served, or not be switched to; what was served still is. */
  | { outcome: 'refused'; problems: Problem[] };

/** A build that has all its files takes less to publish them. */
const PATIENCE_MS = 5_000;

/**
 * Serves a kept release again: every process notices by itself. It is looked at before as a server would, so that
 * nobody is left with one that cannot be read. `name` absent: the one before that which is served.
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
      lock.release();
    }
  } catch (error) {
    const problem = toDiskProblem(error);
    if (!problem) throw error;
    return { outcome: 'refused', problems: [problem] };
  }
}
