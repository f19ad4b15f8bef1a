import type { Environment } from '../config/environment.ts';
import { formatProblem, type Problem } from '../shared/problem.ts';
import { defineCommand, noMore } from './command.ts';
import { checkAddress } from './doctor/check-address.ts';
import { checkBackups } from './doctor/check-backups.ts';
import { checkBuild, checkIndex } from './doctor/check-build.ts';
import { checkClock } from './doctor/check-clock.ts';
import { checkFolders, checkLimits, checkNode } from './doctor/check-machine.ts';
import { checkDatabaseLine, checkStore } from './doctor/check-store.ts';
import { type Finding, formatFinding } from './doctor/finding.ts';
import { distOf } from './start/serve-site.ts';

export const command = defineCommand({
  help: (
    call,
  ) => `Checks configuration, address and cookie, folders, store, backups, build, search index, clock and limits,
and says what to do.

  ${call} [--json]

Exit code: 0 the site can be served, 1 something has to be mended first, 2 misused.`,
  options: { json: { type: 'boolean', default: false } },
  parse: (positionals, { json }) => noMore(positionals) ?? { wanted: { json } },
  run: async (wanted, environment) => answer(await examine(environment), wanted),
  withoutEnvironment: async (wanted, problems) => answer(examineWithout(problems), wanted),
});

function answer(findings: readonly Finding[], { json }: { json: boolean }) {
  const ok = findings.every(({ state }) => state !== 'fail');
  const out = json ? JSON.stringify({ ok, findings }, null, 2) : findings.map(formatFinding).join('\n');
  return { exitCode: ok ? (0 as const) : (1 as const), out };
}

/** Everything that the site needs, looked at as the server would; nothing is changed. */
async function examine(environment: Environment): Promise<Finding[]> {
  const dist = distOf(environment);
  const { release, findings } = await checkBuild(dist, environment);
  return [
    ...checkNode(),
    { check: 'configuration', state: 'ok', message: 'Every setting can be.' },
    ...checkAddress(environment),
    ...checkFolders(environment, dist),
    ...checkDatabaseLine(environment),
    ...(await checkStore(environment)),
    ...(await checkBackups(environment)),
    ...findings,
    ...(await checkIndex(release, environment)),
    ...checkClock(dist),
    ...checkLimits(),
  ];
}

/** What can be looked at where the configuration itself is wrong. */
function examineWithout(problems: readonly Problem[]): Finding[] {
  const todo = 'Correct it in the environment or in .env; README.md has the table.';
  return [
    ...checkNode(),
    ...problems.map((problem): Finding => {
      return { check: 'configuration', state: 'fail', message: formatProblem(problem), todo };
    }),
    ...checkLimits(),
  ];
}
