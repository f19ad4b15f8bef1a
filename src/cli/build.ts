import path from 'node:path';
import { buildSite } from '../build/build.ts';
import { describeBuild } from '../build/describe-build.ts';
import { progressFor } from '../build/progress.ts';
import { readEnvironment } from '../config/environment.ts';
import { formatProblem } from '../content/problem.ts';

const projectDir = path.resolve(import.meta.dirname, '../..');
const { environment, problems } = readEnvironment(process.env, projectDir);
if (!environment) {
  for (const problem of problems) console.error(formatProblem(problem));
  process.exitCode = 1;
} else {
  const progress = progressFor(process.stdout, process.env);
  const result = await buildSite({ environment, projectDir, progress });
  for (const problem of result.problems) console.error(formatProblem(problem));
  (result.ok ? console.log : console.error)(describeBuild(result));
  process.exitCode = result.ok ? 0 : 1;
}
