import { buildSite } from '../build/build.ts';
import { describeBuild } from '../build/describe-build.ts';
import { progressFor } from '../build/progress.ts';
import { formatProblem } from '../shared/problem.ts';
import { defineCommand, noMore } from './command.ts';

export const command = defineCommand({
  help: (call) => `Builds the site folder (SITE_DIR) into DIST_DIR, or lists everything that is wrong.

  ${call}

Exit code: 0 built, 1 not built, 2 misused.`,
  options: {},
  parse: (positionals) => noMore(positionals) ?? { wanted: undefined },
  async run(_wanted, environment) {
    const progress = progressFor(process.stdout, process.env);
    const result = await buildSite({ environment, workDir: process.cwd(), progress });
    for (const problem of result.problems) console.error(formatProblem(problem));
    return result.ok
      ? { exitCode: 0, out: describeBuild(result) }
      : { exitCode: 1, err: describeBuild(result) };
  },
});
