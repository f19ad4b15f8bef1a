import path from 'node:path';
import type { Environment } from '../../../config/environment.ts';
import { formatProblem, type Problem } from '../../../shared/problem.ts';
import { collectDataFiles, type StorageFeature } from '../../../storage/data-file.ts';
import { checkAddress } from './check-address.ts';
import { checkAgents } from './check-agents.ts';
import { checkBackups } from './check-backups.ts';
import { type BuildCheck, checkBuild, checkIndex } from './check-build.ts';
import { checkClock } from './check-clock.ts';
import { checkIdentity } from './check-identity.ts';
import { checkFolders, checkLimits, checkNode } from './check-machine.ts';
import { checkMail } from './check-mail.ts';
import { checkDatabaseEncryption, checkStore } from './check-store.ts';
import { createReporter, type Finding } from './finding.ts';

/** Checks everything that the site needs, like the server would. Changes nothing. */
export async function examine(
  environment: Environment,
  { features, ...build }: BuildCheck & { features: readonly StorageFeature[] },
): Promise<Finding[]> {
  const dataFiles = collectDataFiles(features);
  const dist = path.resolve(environment.DIST_DIR);
  const { release, findings } = await checkBuild(dist, environment, build);
  return [
    ...checkNode(),
    ...createReporter('configuration')('ok', 'All settings are valid.'),
    ...checkAddress(environment),
    ...(await checkIdentity(environment)),
    ...checkAgents(environment),
    ...checkFolders(environment, dist),
    ...checkDatabaseEncryption(environment),
    ...(await checkStore(environment, dataFiles)),
    ...(await checkBackups(environment, dataFiles)),
    ...(await checkMail(environment)),
    ...findings,
    ...(await checkIndex(release, environment)),
    ...checkClock(dist),
    ...checkLimits(),
  ];
}

/** Checks what can be checked if the configuration itself is invalid. */
export function examineInvalidConfiguration(problems: readonly Problem[]): Finding[] {
  const todo = 'Correct it in the environment or in .env: see "Environment variables" in the documentation.';
  return [
    ...checkNode(),
    ...problems.flatMap((problem) => createReporter('configuration')('fail', formatProblem(problem), todo)),
    ...checkLimits(),
  ];
}
