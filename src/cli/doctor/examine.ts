import { type Environment, readEnvironment } from '../../config/environment.ts';
import { formatProblem } from '../../shared/problem.ts';
import { distOf } from '../start/serve-site.ts';
import { checkAddress } from './check-address.ts';
import { checkBuild, checkIndex } from './check-build.ts';
import { checkClock } from './check-clock.ts';
import { checkFolders, checkLimits, checkNode } from './check-machine.ts';
import { checkStore } from './check-store.ts';
import type { Finding } from './finding.ts';

/** Everything that the site needs, looked at as the server would; nothing is changed. */
export async function examine(source: Readonly<Record<string, string | undefined>>): Promise<Finding[]> {
  const { environment, problems } = readEnvironment(source);
  if (environment) return [...checkNode(), ...(await examineWith(environment))];
  const todo = 'Correct it in the environment or in .env; README.md has the table.';
  return [
    ...checkNode(),
    ...problems.map((problem): Finding => {
      return { check: 'configuration', state: 'fail', message: formatProblem(problem), todo };
    }),
    ...checkLimits(),
  ];
}

async function examineWith(environment: Environment): Promise<Finding[]> {
  const dist = distOf(environment);
  const { release, findings } = await checkBuild(dist, environment.BASE_URL?.startsWith('https:') ?? false);
  return [
    { check: 'configuration', state: 'ok', message: 'Every setting can be.' },
    ...checkAddress(environment),
    ...checkFolders(environment, dist),
    ...(await checkStore(environment)),
    ...findings,
    ...(await checkIndex(release, environment)),
    ...checkClock(dist),
    ...checkLimits(),
  ];
}
