import { type BuildResult, buildSite } from '../build/build.ts';
import type { CheckRelease } from '../build/prepare-site.ts';
import { suggestSettings } from '../build/problem-kinds.ts';
import { progressFor } from '../build/progress.ts';
import { formatProblem, type Problem } from '../shared/problem.ts';
import { defineCommand, done, failed, noMore } from './command.ts';

export const command = defineCommand({
  help: `Builds the site folder (SITE_DIR) into DIST_DIR, or lists everything that is wrong.

  {call}

Exit code: 0 built, 1 not built, 2 misused.`,
  options: {},
  parse: (positionals) => noMore(positionals) ?? { wanted: undefined },
  async run(_wanted, environment) {
    const progress = progressFor(process.stdout, process.env);
    const result = await buildSite({ environment, workDir: process.cwd(), progress, checkRelease });
    for (const problem of result.problems) console.error(formatProblem(problem));
    return (result.ok ? done : failed)(describeBuild(result));
  },
});

/** As the servers of this folder will look at it. */
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
  const seconds = `${built.seconds.toFixed(1)} s`;
  const found = [count(errors, 'error'), count(warnings, 'warning')].filter((text) => text !== '').join(', ');
  if (!ok) return `Not published: ${found}.${howToPublish(problems)}`;
  const pages = `${count(built.pages, 'page')} in ${seconds}`;
  const work =
    built.compiled + built.rendered === 0
      ? 'nothing to compile or render'
      : `${built.compiled} compiled, ${built.rendered} rendered`;
  return `Built ${pages}: ${work}${found === '' ? '' : `, ${found}`}.`;
}

/** Where nothing is in the way but what an owner may take. */
function howToPublish(problems: readonly Problem[]): string {
  const switches = suggestSettings(problems);
  return switches.length === 0 ? '' : ` To publish all the same: ${switches.join(' ')}.`;
}

function count(number: number, noun: string): string {
  if (number === 0) return '';
  return number === 1 ? `1 ${noun}` : `${number} ${noun}s`;
}
