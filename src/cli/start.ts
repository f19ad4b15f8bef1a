import type { Environment } from '../config/environment.ts';
import { resolveDistDir } from '../releases/dist-folder.ts';
import { loadRelease } from '../server/release/load-release.ts';
import { loadNewestKept } from '../server/release/releases.ts';
import { formatProblem, sortProblems } from '../shared/problem.ts';
import { defineCommand, noMore } from './command.ts';
import { serveUntilSignal } from './start/serve-until-signal.ts';

export const command = defineCommand({
  help: `Builds what is out of date, serves, and prints the address; with no account yet, a one-time link that
creates the administrator.

  {call}`,
  options: {},
  parse: (positionals) => noMore(positionals) ?? { wanted: undefined },
  run: async (_wanted, environment) =>
    (await buildOrKeep(environment)) ? serveUntilSignal(environment) : { exitCode: 1 },
});

/** Before it is served; a process that ends here still writes all of it. */
const complain = (line: string) => {
  process.stderr.write(`${line}\n`);
};

/** False when there is nothing to serve. */
async function buildOrKeep(environment: Environment): Promise<boolean> {
  const [{ buildSite }, { progressFor }] = await Promise.all([
    import('../build/build.ts'),
    import('../build/progress.ts'),
  ]);
  const progress = progressFor(process.stderr, process.env);
  const built = await buildSite({ environment, workDir: process.cwd(), progress });
  for (const problem of sortProblems(built.problems)) complain(formatProblem(problem));
  if (built.ok) return true;
  const options = { folder: resolveDistDir(environment), https: false };
  const { release } = await loadRelease(options);
  if (release === undefined && (await loadNewestKept(options)) === undefined) return false;
  complain(
    'The build failed: the site is served as it was published before, without what has changed since.',
  );
  return true;
}
