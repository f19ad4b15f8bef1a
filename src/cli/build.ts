import { enableCompileCache } from 'node:module';
import path from 'node:path';

const workDir = process.cwd();
// Before anything of ours is loaded: where nothing has changed, loading it is half of a build.
enableCompileCache(path.join(workDir, '.cache/code'));
const { buildSite } = await import('../build/build.ts');
const { describeBuild } = await import('../build/describe-build.ts');
const { progressFor } = await import('../build/progress.ts');
const { readEnvironment } = await import('../config/environment.ts');
const { formatProblem } = await import('../shared/problem.ts');

const { environment, problems } = readEnvironment(process.env, workDir);
if (!environment) {
  for (const problem of problems) console.error(formatProblem(problem));
  process.exitCode = 1;
} else {
  const progress = progressFor(process.stdout, process.env);
  const result = await buildSite({ environment, workDir, progress });
  for (const problem of result.problems) console.error(formatProblem(problem));
  (result.ok ? console.log : console.error)(describeBuild(result));
  process.exitCode = result.ok ? 0 : 1;
}
