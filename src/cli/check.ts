import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describeBudget, isOver, measureBudgets } from '../build/budgets.ts';
import { checkContent } from '../build/check-content.ts';
import { runChecks } from '../checks/run-checks.ts';
import { readEnvironment } from '../config/environment.ts';
import { formatProblem } from '../content/problem.ts';

const projectDir = path.resolve(import.meta.dirname, '../..');

/** Each says what it found and answers whether all is well. */
const checks: [name: string, run: () => boolean | Promise<boolean>][] = [
  ['types', () => runTool('tsc', ['-p', '.'])],
  ['lint and format', () => runTool('biome', ['check', '.'])],
  ['content', contentHolds],
  ['articles', articlesHold],
  ['budgets', budgetsHold],
];

const failed: string[] = [];
for (const [name, run] of checks) {
  console.log(`— ${name}`);
  if (!(await run())) failed.push(name);
}
if (failed.length === 0) console.log('Everything holds.');
else console.error(`To mend: ${failed.join(', ')}.`);
process.exitCode = failed.length === 0 ? 0 : 1;

function runTool(tool: string, args: string[]): boolean {
  const { status, error } = spawnSync(path.join(projectDir, 'node_modules/.bin', tool), args, {
    cwd: projectDir,
    stdio: 'inherit',
  });
  if (error) console.error(`${tool} cannot be run: ${error.message}. Run "npm ci".`);
  return status === 0;
}

async function contentHolds(): Promise<boolean> {
  const { environment, problems: wrong } = readEnvironment(process.env, projectDir);
  const problems = environment ? await checkContent({ environment, projectDir }) : wrong;
  for (const problem of problems) console.error(formatProblem(problem));
  return problems.every((problem) => problem.severity !== 'error');
}

/** Words, samples and reference data of the project's own documentation. */
async function articlesHold(): Promise<boolean> {
  const { environment } = readEnvironment(process.env, projectDir);
  if (!environment) return false;
  const problems = await runChecks(projectDir, environment);
  for (const problem of problems) console.error(formatProblem(problem));
  return problems.every((problem) => problem.severity !== 'error');
}

function budgetsHold(): boolean {
  const { environment } = readEnvironment(process.env, projectDir);
  const budgets = environment && measureBudgets(path.resolve(projectDir, environment.DIST_DIR));
  if (!budgets) {
    console.error('There is no build to measure: run "npm run build" first.');
    return false;
  }
  for (const budget of budgets) (isOver(budget) ? console.error : console.log)(describeBudget(budget));
  return !budgets.some(isOver);
}
