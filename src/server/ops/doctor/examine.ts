import path from 'node:path';
import type { Environment } from '../../../config/environment.ts';
import { formatProblem, type Problem } from '../../../shared/problem.ts';
import { checkAddress } from './check-address.ts';
import { checkAgents } from './check-agents.ts';
import { checkBackups } from './check-backups.ts';
import { type BuildCheck, checkBuild, checkIndex } from './check-build.ts';
import { checkClock } from './check-clock.ts';
import { checkIdentity } from './check-identity.ts';
import { checkFolders, checkLimits, checkNode } from './check-machine.ts';
import { checkMail } from './check-mail.ts';
import { checkDatabaseLine, checkStore } from './check-store.ts';
import { type Finding, findingOf } from './finding.ts';

/** Everything that the site needs, looked at as the server would; nothing is changed. */
export async function examine(environment: Environment, build: BuildCheck = {}): Promise<Finding[]> {
  const dist = path.resolve(environment.DIST_DIR);
  const { release, findings } = await checkBuild(dist, environment, build);
  return [
    ...checkNode(),
    ...findingOf('configuration')('ok', 'Every setting can be.'),
    ...checkAddress(environment),
    ...(await checkIdentity(environment)),
    ...checkAgents(environment),
    ...checkFolders(environment, dist),
    ...checkDatabaseLine(environment),
    ...(await checkStore(environment)),
    ...(await checkBackups(environment)),
    ...(await checkMail(environment)),
    ...findings,
    ...(await checkIndex(release, environment)),
    ...checkClock(dist),
    ...checkLimits(),
  ];
}

/** What can be looked at where the configuration itself is wrong. */
export function examineWithout(problems: readonly Problem[]): Finding[] {
  const todo = 'Correct it in the environment or in .env: see "Environment variables" in the documentation.';
  return [
    ...checkNode(),
    ...problems.flatMap((problem) => findingOf('configuration')('fail', formatProblem(problem), todo)),
    ...checkLimits(),
  ];
}
