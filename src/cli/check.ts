import path from 'node:path';
import { describeBudget, isOver, measureBudgets } from '../build/budgets.ts';
import { checkContent } from '../build/check-content.ts';
import { type Environment, readEnvironment } from '../config/environment.ts';
import { formatProblem, type Problem } from '../shared/problem.ts';

/** What a site must hold besides being built: its content, its own rules, and the budgets of what was built. */
const { environment, problems } = readEnvironment(process.env);
process.exitCode = environment ? await check(environment) : say(problems) ? 0 : 1;

async function check(site: Environment): Promise<number> {
  const { content, own } = await checkContent(site, process.cwd());
  const failed = [
    ...(said('content', content) ? [] : ['content']),
    ...(own === undefined || said('the rules of this site', own) ? [] : ['the rules of this site']),
    ...(budgetsHold(site) ? [] : ['budgets']),
  ];
  if (failed.length === 0) console.log('Everything holds.');
  else console.error(`To mend: ${failed.join(', ')}.`);
  return failed.length === 0 ? 0 : 1;
}

function said(what: string, found: readonly Problem[]): boolean {
  console.log(`— ${what}`);
  return say(found);
}

function say(found: readonly Problem[]): boolean {
  for (const problem of found) console.error(formatProblem(problem));
  return found.every((problem) => problem.severity !== 'error');
}

function budgetsHold({ DIST_DIR }: Environment): boolean {
  console.log('— budgets');
  const budgets = measureBudgets(path.resolve(DIST_DIR));
  if (!budgets) {
    console.error('There is no build to measure: run "npm run build" first.');
    return false;
  }
  for (const budget of budgets) (isOver(budget) ? console.error : console.log)(describeBudget(budget));
  return !budgets.some(isOver);
}
