import { defineCommand, rejectSurplus } from '../command/define-command.ts';
import type { Environment } from '../config/environment.ts';
import { toBuildFeatures } from '../features/feature.ts';
import { installFeatures } from '../features/index.ts';
import { resolveDistDir } from '../releases/dist-folder.ts';
import { loadRelease } from '../server/release/load-release.ts';
import { loadNewestKept } from '../server/release/releases.ts';
import { formatProblem, sortProblems } from '../shared/problem.ts';
import { serveUntilSignal } from './start/serve-until-signal.ts';

export const command = defineCommand({
  help: `Builds what changed, then serves the site and prints its address. If no account exists yet, also prints a
one-time link that creates the administrator.

  {call}

If the build fails, the release that was published last is served. Stop the server with Ctrl+C.

Exit code: 0 stopped, 1 nothing can be served, 2 wrong arguments.`,
  options: {},
  parse: (positionals) => rejectSurplus(positionals) ?? { input: undefined },
  run: async (_input, environment) =>
    (await buildOrKeepRelease(environment)) ? serveUntilSignal(environment) : { exitCode: 1 },
});

/** Standard output is left to the server's log. */
const printLine = (line: string) => {
  process.stderr.write(`${line}\n`);
};

/** Resolves with false when there is no release to serve. */
async function buildOrKeepRelease(environment: Environment): Promise<boolean> {
  const [{ buildSite }, { createProgressFor: progressFor }] = await Promise.all([
    import('../build/build.ts'),
    import('../build/progress.ts'),
  ]);
  const { features, problems } = await installFeatures(environment);
  if (problems) {
    for (const problem of problems) printLine(formatProblem(problem));
    return false;
  }
  const progress = progressFor(process.stderr, process.env);
  const built = await buildSite({
    environment: { ...environment, features: toBuildFeatures(features) },
    workDir: process.cwd(),
    progress,
  });
  for (const problem of sortProblems(built.problems)) printLine(formatProblem(problem));
  if (built.ok) return true;
  const options = { folder: resolveDistDir(environment), https: false };
  const { release } = await loadRelease(options);
  if (release === undefined && (await loadNewestKept(options)) === undefined) {
    printLine(
      'The build failed, and no earlier release can be served. Fix the errors above and start again.',
    );
    return false;
  }
  printLine(
    'The build failed. The site is served as it was last published. Fix the errors above and build again.',
  );
  return true;
}
