import { type BuildResult, buildSite } from '../build/build.ts';
import { suggestSettings } from '../build/problem-kinds.ts';
import { createProgressFor } from '../build/progress.ts';
import type { CheckRelease } from '../build/site-build.ts';
import { defineCommand, fail, failWith, rejectSurplus, succeed } from '../command/define-command.ts';
import { formatCount } from '../command/terminal-text.ts';
import { toBuildFeatures } from '../features/feature.ts';
import { installFeatures } from '../features/index.ts';
import { formatProblem, type Problem } from '../shared/problem.ts';

export const command = defineCommand({
  help: `Builds the site folder (SITE_DIR) and publishes the release in DIST_DIR. If there are errors, lists all of them
and leaves the published release as it is.

  {call}

Exit code: 0 published, 1 not published, 2 wrong arguments.`,
  options: {},
  parse: (positionals) => rejectSurplus(positionals) ?? { input: undefined },
  async run(_input, environment) {
    const { features, problems } = await installFeatures(environment);
    if (problems) return failWith(problems);
    const progress = createProgressFor(process.stdout, process.env);
    const result = await buildSite({
      environment: { ...environment, features: toBuildFeatures(features) },
      workDir: process.cwd(),
      progress,
      checkRelease,
    });
    for (const problem of result.problems) console.error(formatProblem(problem));
    return (result.ok ? succeed : fail)(describeBuild(result));
  },
});

/** Loads the release in the same way as the servers of this folder will. */
const checkRelease: CheckRelease = async (folder, manifest) => {
  const [server, views] = await Promise.all([
    import('../server/release/check-release.ts'),
    import('../views/scope-views.ts'),
  ]);
  return server.checkRelease({ folder, manifest, https: false, openViews: views.openViews });
};

/** The closing line of a build. */
function describeBuild({ ok, problems, built }: BuildResult): string {
  const errors = problems.filter((problem) => problem.severity === 'error').length;
  const warnings = problems.length - errors;
  const problemCounts = [
    ...(errors > 0 ? [formatCount(errors, 'error')] : []),
    ...(warnings > 0 ? [formatCount(warnings, 'warning')] : []),
  ].join(', ');
  if (!ok) return `Not published: ${problemCounts}.${describeSwitches(problems)}`;
  const work =
    built.compiled + built.rendered === 0
      ? 'nothing had changed'
      : `${built.compiled} compiled, ${built.rendered} rendered`;
  const details = problemCounts === '' ? work : `${work}, ${problemCounts}`;
  return `Built ${formatCount(built.pages, 'page')} in ${built.seconds.toFixed(1)} s: ${details}.`;
}

/** The settings that publish the site in spite of these errors, if all of them may be ignored. */
function describeSwitches(problems: readonly Problem[]): string {
  const switches = suggestSettings(problems);
  return switches.length === 0 ? '' : ` To publish anyway, set: ${switches.join(' ')}`;
}
